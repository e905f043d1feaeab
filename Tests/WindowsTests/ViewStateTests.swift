import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("What comes back with a window")
struct ViewStateTests {
  static let columns = [("To do", (0..<30).map { "card \($0)" }), ("Doing", ["x"])]

  static func lastState(of bench: Bench) -> ViewState? {
    for effect in bench.effects.reversed() {
      if case .saveViewState(let state) = effect { return state }
    }
    return nil
  }

  @Test("Every state is read back from its bytes; other bytes are refused")
  func coding() throws {
    var states = [ViewState()]
    var full = ViewState()
    full.column = Bench.column(1)
    full.card = Bench.card(0, 4)
    full.firstColumn = 7
    full.scrolls = [ViewState.Scroll(column: Bench.column(0), cards: 12)]
    full.filter = "Über"
    full.marked = [Bench.card(0, 1), Bench.card(1, 0)]
    full.openCard = Bench.card(1, 0)
    let splice = Splice(deletions: [], insertions: [.init(after: nil, text: "a\nb")])
    full.drafts = [
      .edit(.cardSplice(Bench.card(0, 0), splice), counter: 9),
      .title(Bench.card(0, 0), "t", from: "s"),
      .newCard(in: Bench.column(0), "n"), .firstCard(in: Bench.column(1), "f"), .newColumn("c"),
      .newColumnCards(title: "c", "a, b"),
      .columnTitle(Bench.column(1), "r"), .boardTitle("b"), .newBoard("nb"),
    ]
    states.append(full)
    for state in states {
      let bytes = state.bytes
      #expect(try ViewState(bytes: bytes) == state)
      for end in bytes.indices {
        #expect(throws: MalformedBytes.self) { try ViewState(bytes: Array(bytes[..<end])) }
      }
      #expect(throws: MalformedBytes.self) { try ViewState(bytes: bytes + [0]) }
    }
  }

  @Test("Focus, scroll, search and marks come back")
  func place() {
    var bench = Bench(Self.columns, rows: 12)
    bench.keys("/card<enter>jjjvGv")
    bench.wait(600)
    guard let state = Self.lastState(of: bench) else {
      Issue.record("not saved")
      return
    }
    let again = Bench(Self.columns, rows: 12, restored: state)
    #expect(again.screen == bench.screen)
    #expect(again.focused == "card 29")
    #expect(again.window.model.view.marked.count == 2)
  }

  @Test("Moving around is saved half a second later and once")
  func debounced() {
    var bench = Bench(Self.columns)
    bench.wait(1_000)
    bench.forgetEffects()
    bench.keys("jjj")
    #expect(Self.lastState(of: bench) == nil)
    bench.wait(499)
    #expect(Self.lastState(of: bench) == nil)
    bench.wait(1)
    #expect(Self.lastState(of: bench)?.card == Bench.card(0, 3))
    bench.forgetEffects()
    bench.wait(10_000)
    #expect(bench.effects.isEmpty)
  }

  @Test("What is typed is saved before the frame that shows it")
  func savedBeforeShown() {
    var bench = Bench(Self.columns)
    for keys in ["n", "a", "b"] {
      bench.forgetEffects()
      bench.keys(keys)
      let save = bench.effects.firstIndex { if case .saveViewState = $0 { true } else { false } }
      let redraw = bench.effects.firstIndex(of: .redraw)
      if keys == "n" {
        #expect(save == nil)
      } else {
        #expect((save ?? .max) < (redraw ?? .min))
      }
    }
    #expect(Self.lastState(of: bench)?.drafts == [.newCard(in: Bench.column(0), "ab")])
  }

  @Test(
    "A killed window loses nothing, whenever it is killed, and doubles nothing",
    arguments: [0, 1, 2, 3])
  func killed(moment: Int) {
    var bench = Bench(Self.columns)
    bench.shows = moment == 3
    bench.keys("<enter><enter>typed text")
    if moment >= 1 { bench.wait(200) }
    if moment == 2 { bench.keys("<esc>") }
    guard let state = Self.lastState(of: bench) else {
      Issue.record("not saved")
      return
    }
    #expect(state.drafts.isEmpty == (moment == 3))
    // Whether its operation came to the disk before the kill or not.
    for isOnDisk in [false, true] {
      var again = bench.restarted(with: state, isOnDisk: isOnDisk)
      again.keys("<esc>")
      #expect(again.body == "typed text", "\(isOnDisk)")
    }
  }

  @Test("What came back is thrown away by Esc twice, with its keys in sight behind what is told")
  func thrownAway() throws {
    var bench = Bench(Self.columns)
    bench.keys("nfresh words")
    let state = try #require(Self.lastState(of: bench))
    var again = bench.restarted(with: state, isOnDisk: false)
    again.send(.notice(Notice("ann made you an editor.", .news)))
    again.send(.notice(Notice("The title was refused.", .loss)))
    #expect(again.screen[23] == " Enter goes on  Esc throws it away")
    for key in ["<esc>", "<c-c>"] {
      again.keys(key)
      #expect(
        again.notice == "Esc again throws “fresh words” away for good, Enter goes on with it.")
      #expect(again.window.viewState.drafts == state.drafts)
      // Another key is no second one.
      again.keys("j")
      #expect(again.notice == "Typed before: Enter goes on with it, Esc throws it away.")
    }
    var other = again
    other.keys("<esc><enter><enter>")
    #expect(!other.intents.isEmpty)
    again.keys("<esc><esc>")
    #expect(again.notice == "Thrown away: “fresh words”.")
    #expect(again.window.viewState.drafts.isEmpty)
  }

  @Test("A title that was being typed comes back in its line, and no key goes into it before Enter")
  func prompts() {
    for keys in ["nfresh", "Nfresh", "Ntitle<enter>fresh", "R<c-u>fresh", "c<enter><c-u>fresh"] {
      var bench = Bench(Self.columns)
      bench.keys(keys)
      guard let state = Self.lastState(of: bench) else {
        Issue.record("not saved: \(keys)")
        continue
      }
      var again = bench.restarted(with: state, isOnDisk: false)
      #expect(again.screen[22].hasSuffix(": fresh"), "\(keys): \(again.screen[22])")
      #expect(again.screen[23] == " Enter goes on  Esc throws it away")
      #expect(again.window.render().cursor == nil)
      #expect(again.window.announced.presence?.focus == nil)
      for key in ["j", "q", "n", " ", "<bs>", "<c-u>"] {
        again.keys(key)
        #expect(again.screen[22].hasSuffix(": fresh"), "\(key)")
        #expect(again.notice == "Typed before: Enter goes on with it, Esc throws it away.")
      }
      again.paste("more")
      #expect(Set(again.window.viewState.drafts) == Set(state.drafts), "\(keys)")
      again.keys("<enter>")
      #expect(again.window.render().cursor != nil)
      #expect(again.intents.isEmpty)
      // Of the cards of a new column an empty line is the end.
      again.keys(keys.hasPrefix("Nt") ? "<enter><enter>" : "<enter>")
      #expect(!again.intents.isEmpty || keys.hasPrefix("Nf"), "\(keys)")
    }
  }

  /// Of a window on a card that the board kept on disk does not hold yet.
  private static var ahead: ViewState {
    var state = ViewState()
    state.column = Bench.column(0)
    state.card = Bench.card(0, 99)
    state.openCard = Bench.card(0, 99)
    state.drafts = [.title(Bench.card(0, 99), "half a title", from: "a title")]
    return state
  }

  private static let creation = Intent.cardCreate(
    Bench.card(0, 99), in: Bench.column(0), title: "newer", body: "", at: Anchors())

  @Test("A window waits for the card it was on, and nobody is said to have renamed it")
  func waitsForCard() {
    var bench = Bench(Self.columns, restored: Self.ahead, status: .reconnecting)
    bench.wait(1_000)
    #expect(Self.lastState(of: bench) == nil)
    bench.other(Self.creation)
    bench.send(.status(.saved))
    #expect(bench.screen[22] == " Title: half a title")
    #expect(bench.window.model.view.opened == Bench.card(0, 99))
    #expect(!bench.screen.joined().contains("renamed"))
    bench.keys("<enter><enter>")
    #expect(bench.intents == [.cardRetitle(Bench.card(0, 99), title: "half a title")])
  }

  @Test("Keys do not wait for a card that is to come, and what was typed on it is kept until then")
  func keysBeforeCard() {
    var bench = Bench(Self.columns, restored: Self.ahead, status: .reconnecting)
    bench.keys("jj")
    bench.wait(1_000)
    #expect(Self.lastState(of: bench)?.card == Bench.card(0, 2))
    #expect(Self.lastState(of: bench)?.drafts == Self.ahead.drafts)
    bench.other(Self.creation)
    #expect(bench.screen[22].hasSuffix(": half a title"), "\(bench.screen[22])")
    bench.keys("<esc><esc>")
    #expect(bench.intents.isEmpty)
    bench.wait(1_000)
    #expect(Self.lastState(of: bench)?.drafts == [])
  }

  @Test("What a board does not hold is not waited for once it is the coordinator's")
  func cardIsGone() {
    var bench = Bench(Self.columns, restored: Self.ahead, status: .reconnecting)
    bench.send(.status(.saved))
    bench.wait(1_000)
    #expect(Self.lastState(of: bench)?.openCard == nil)
    #expect(Self.lastState(of: bench)?.drafts == Self.ahead.drafts)
  }

  @Test("What was put aside on a card comes back beside a line that was typed")
  func aside() {
    var bench = Bench(Self.columns)
    bench.keys("<enter><enter><backtab><backtab>nsaid<esc><esc><esc>jnfresh")
    guard let state = Self.lastState(of: bench) else {
      Issue.record("not saved")
      return
    }
    #expect(state.drafts.count == 2)
    var again = bench.restarted(with: state, isOnDisk: false)
    #expect(again.screen[22].hasSuffix(": fresh"))
    #expect(Set(again.window.viewState.drafts) == Set(state.drafts))
    again.keys("<enter><enter>gg<enter><backtab>n<enter>")
    #expect(again.board.comments(on: Bench.card(0, 0)).map(\.body.string) == ["said"])
  }

  @Test("The state stays small whatever the board holds")
  func bounded() {
    var bench = Bench([("Long", (0..<1_200).map { "c\($0)" })])
    for _ in 0..<1_100 { bench.keys("vj") }
    bench.wait(1_000)
    #expect(bench.window.viewState.marked.count == ViewState.maximumMarked)
    #expect(bench.window.viewState.bytes.count < 20_000)
  }
}

extension Bench {
  /// The same board in a new process. What its disk had taken is on the board, the rest is gone.
  func restarted(with state: ViewState, isOnDisk: Bool) -> Bench {
    var again = self
    if isOnDisk { again.orderUnshown() } else { again.forgetUnshown() }
    again.reopen(state)
    return again
  }
}
