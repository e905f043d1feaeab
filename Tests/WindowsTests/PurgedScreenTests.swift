import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

/// What a window shows of a purged card, and what stays of what was typed there.
@Suite("A window in which something is purged")
struct PurgedScreenTests {
  private static let card = Bench.card(0, 0)

  private static func bench(_ keys: String, columns width: Int = 200) -> Bench {
    var bench = Bench([("To do", ["Zebraword", "Other"])], columns: width)
    bench.keys(keys)
    return bench
  }

  private static func purge(_ bench: inout Bench) {
    bench.other(.purge(.card(card)), touches: [card])
  }

  @Test(
    "Nothing of the card stays on the screen, whatever is open",
    arguments: ["", "<enter>", "<enter>typed", "<enter><c-t>", "e", "m", "<space>", "?"],
    [40, 80, 200])
  func screen(keys: String, width: Int) {
    var bench = Self.bench(keys, columns: width)
    Self.purge(&bench)
    #expect(!bench.screen.joined().contains("Zebraword"), "\(bench.screen)")
  }

  @Test(
    "A comment that was half typed is in the list of what became of one's edits, until it is read")
  func halfTyped() {
    var bench = Self.bench("<enter><backtab>nhalf a thought")
    let draft = ViewState.Draft.comment(Self.card, nil, "half a thought")
    #expect(bench.window.viewState.drafts == [draft])
    Self.purge(&bench)
    #expect(bench.window.viewState.drafts == [draft])
    bench.keys("<esc><esc>")
    #expect(bench.screen.last?.hasPrefix(" i replaced or refused: 1") == true)
    // It is there also when the window is started again.
    bench.reopen(bench.window.viewState)
    bench.keys("<esc>")
    #expect(bench.screen.last?.hasPrefix(" i replaced or refused: 1") == true)
    bench.keys("i")
    let row = "bob purged the card of your comment “half a thought”"
    #expect(bench.screen.contains { $0.contains(row) }, "\(bench.screen)")
    bench.keys("<enter>")
    #expect(bench.screen.contains { $0.contains("Yours") })
    bench.keys("<esc>y")
    #expect(bench.effects.contains(.copyToClipboard("half a thought")))
    bench.keys("p")
    #expect(bench.notice == "Not put back: its card was purged.")
    bench.keys("d")
    #expect(bench.window.viewState.drafts.isEmpty)
    #expect(!bench.screen.contains { $0.contains("half a thought") })
  }

  @Test("Of a title that was being typed one's own words stay, to be copied")
  func title() {
    var bench = Self.bench("e more")
    #expect(
      bench.window.viewState.drafts == [
        .title(Self.card, "Zebraword more", from: "Zebraword")
      ])
    Self.purge(&bench)
    #expect(!bench.window.hasPrompt)
    #expect(bench.window.viewState.drafts == [.title(Self.card, " more", from: "")])
  }

  @Test("A history that is open is asked for again once something was purged")
  func history() {
    var bench = Self.bench("<enter><c-t>")
    bench.other(.cardRetitle(Self.card, title: "Plain"), touches: [Self.card])
    #expect(bench.screen.joined().contains("Zebraword"))
    bench.forgetEffects()
    bench.other(.purge(.past(.cardTitle(Self.card))), touches: [Self.card])
    #expect(bench.effects.contains(.fetchCardHistory(Self.card, from: 1)))
    guard case .history(let view) = bench.window.mode else {
      Issue.record("the history is closed")
      return
    }
    #expect(view.editor.card == Self.card)
  }

  @Test(
    "An editor that has the text of a purged card ends as any, and its file stays",
    arguments: [Subject.board, .card(Self.card)])
  func external(subject: Subject) {
    var bench = Bench([("To do", ["Zebraword", "Other"])], subject: subject)
    bench.keys("E")
    Self.purge(&bench)
    bench.forgetEffects()
    bench.send(.editorFinished(Self.card, .saved("own words", openedAs: nil)))
    #expect(bench.effects.contains(.editorDone(Self.card, .stays)))
    #expect(bench.screen.joined(separator: " ").contains("the text stays in its file"))
    #expect(!bench.screen.joined().contains("Zebraword"))
  }

  @Test("A board that is lost while an editor has the terminal is told of behind it")
  func lostUnderEditor() {
    var bench = Self.bench("E")
    bench.send(.standing(.readOnly(.readingLost("no"))))
    bench.send(.boardLost(bench.board.id, holdsUnsentWork: true))
    bench.forgetEffects()
    bench.send(.editorFinished(Self.card, .saved("own words", openedAs: nil)))
    #expect(bench.effects.contains(.editorDone(Self.card, .stays)))
    #expect(bench.effects.contains(.listBoards))
    #expect(bench.screen.joined(separator: " ").contains("You may not read “Home” any longer"))
  }

  @Test("A purged card is carried no longer, in any window of the user")
  func carried() {
    var bench = Self.bench("")
    bench.carries([Self.card])
    #expect(bench.screen[0].contains("Zebraword"))
    Self.purge(&bench)
    #expect(!bench.screen.joined().contains("Zebraword"))
    #expect(bench.drags == [.cancel(CarriedTests.id(1))])
  }

  @Test("What is typed is not thrown away with a board that is lost, and not shown with it")
  func lost() {
    var bench = Self.bench("<enter><backtab>nhalf a thought<esc><esc><esc>ncard")
    let drafts = Set(bench.window.viewState.drafts)
    #expect(drafts.count == 2)
    bench.forgetEffects()
    bench.send(.standing(.readOnly(.readingLost("no"))))
    bench.send(.boardLost(bench.board.id, holdsUnsentWork: true))
    #expect(!bench.screen.joined().contains("Other"))
    #expect(bench.screen.joined(separator: " ").contains("`board unsent` prints it"))
    #expect(Set(bench.window.viewState.drafts) == drafts)
    // The disk keeps what it has.
    #expect(!bench.effects.contains { if case .saveViewState = $0 { true } else { false } })
    bench.send(.standing(.writable))
    bench.come()
    bench.keys("<esc><esc>")
    #expect(Set(bench.window.viewState.drafts).isSubset(of: drafts))
    #expect(bench.window.model.edits.stashed[Self.card] != nil)
  }

  @Test("A window that was closed from elsewhere asks to be ended behind what came before")
  func ended() {
    var bench = Self.bench("")
    bench.forgetEffects()
    bench.send(.replicaNotice(.ended("bob closed it.")))
    #expect(bench.effects.filter { $0 != .redraw } == [.ended("bob closed it.")])
  }
}
