import BoardModel
import Randomness
import Testing
import WindowSync

@testable import Windows

@Suite("Merging what an editor saved")
struct SpliceDiffTests {
  static let operation = OperationID(
    session: SessionID(high: 4, low: 4), epoch: 1, counter: 1)

  @Test("The splices turn the opened text into the saved one", arguments: 0..<400)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = Self.text(&random)
    let new = random.below(4) == 0 ? Self.text(&random) : Self.changed(old, &random)
    let opened = Text(old, by: Self.operation)
    var text = opened
    for splice in SpliceDiff.splices(from: opened, to: Array(new.unicodeScalars)) {
      let isTaken = text.apply(splice, by: Self.next(&random))
      #expect(isTaken)
    }
    #expect(text.string == new)
  }

  private static func next(_ random: inout SeededGenerator) -> OperationID {
    OperationID(session: SessionID(high: 6, low: random.next()), epoch: 1, counter: 1)
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<random.below(12)).map { _ in
      (0..<random.below(6)).map { _ in ["one", "two", "ä", "日本", "x"][random.below(5)] }
        .joined(separator: " ")
    }.joined(separator: "\n")
  }

  private static func changed(_ text: String, _ random: inout SeededGenerator) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<random.below(6) {
      let place = random.below(scalars.count + 1)
      if random.below(2) == 0 || place == scalars.count {
        scalars.insert(contentsOf: "new\n".unicodeScalars, at: place)
      } else {
        scalars.removeSubrange(place..<min(scalars.count, place + random.below(9)))
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test("A small change is a small splice")
  func small() {
    let lines = (0..<2_000).map { "this is line \($0) of the text" }
    var changed = lines
    changed[700] = "this is line 700 of a text"
    changed.remove(at: 1_500)
    let opened = Text(lines.joined(separator: "\n"), by: Self.operation)
    let splices = SpliceDiff.splices(
      from: opened, to: Array(changed.joined(separator: "\n").unicodeScalars))
    #expect(splices.count == 1)
    #expect(splices[0].insertions.map(\.text) == ["a"])
    #expect(splices[0].deletions.reduce(0) { $0 + $1.count } == 3 + 30)
  }

  @Test("Texts with nothing in common are replaced without taking long")
  func different() {
    let old = (0..<20_000).map { "old \($0)" }.joined(separator: "\n")
    let new = (0..<20_000).map { "\($0) new" }.joined(separator: "\n")
    let opened = Text(old, by: Self.operation)
    var text = opened
    for (number, splice) in SpliceDiff.splices(from: opened, to: Array(new.unicodeScalars))
      .enumerated()
    {
      let id = OperationID(
        session: SessionID(high: 6, low: 6), epoch: 1, counter: UInt64(number) + 1)
      let isTaken = text.apply(splice, by: id)
      #expect(isTaken)
    }
    #expect(text.string == new)
  }

  /// The text that was last given to the editor.
  private func opened(_ bench: Bench) -> String? {
    for case .openEditor(Bench.card(0, 0), let body) in bench.effects.reversed() {
      return body.string
    }
    return nil
  }

  @Test("A text that an earlier window left in its editor is merged against the body it had then")
  func recovered() throws {
    var bench = Bench([("To do", ["a"])])
    bench.otherTypes("one\ntwo\n", at: 0)
    let earlier = try #require(bench.window.model.card(Bench.card(0, 0))?.body)
    bench.otherTypes("zero\n", at: 0)
    bench.keys("E")
    bench.send(.editorFinished(Bench.card(0, 0), .saved("one\ntwo\nthree\n", openedAs: earlier)))
    #expect(bench.body == "zero\none\ntwo\nthree\n")
  }

  @Test("What others wrote while the editor ran stays")
  func merged() {
    var bench = Bench([("To do", ["a"])])
    bench.otherTypes("one\ntwo\nthree\n", at: 0)
    bench.keys("E")
    #expect(opened(bench) == "one\ntwo\nthree\n")
    bench.otherTypes("zero\n", at: 0)
    bench.otherDeletes(9..<13)
    bench.keys("jjdq")
    bench.send(
      .editorFinished(Bench.card(0, 0), .saved("one\ntwo\nthree and a half\nfour\n", openedAs: nil))
    )
    #expect(bench.body == "zero\none\nthree and a half\nfour\n")
    #expect(bench.effects.contains(.editorDone(Bench.card(0, 0), .goesWithEdits)))
    #expect(bench.intents.count == 1)
  }

  @Test("Refused characters are named by line and column, and the rest is merged")
  func refused() {
    var bench = Bench([("To do", ["a"])])
    bench.keys("E")
    bench.send(
      .editorFinished(Bench.card(0, 0), .saved("ok\r\nx\u{1B}[31my\u{0}\n", openedAs: nil)))
    #expect(bench.body == "ok\nx[31my")
    #expect(
      bench.notice
        == "Left out control character U+001B in line 2, column 2, and 1 more: text cannot hold it."
    )
  }

  @Test("An editor that was never at the text leaves no file, and no draft")
  func neverRun() {
    var bench = Bench([("To do", ["a"])])
    bench.keys("E")
    bench.send(
      .editorFinished(
        Bench.card(0, 0), .failed(reason: "The editor cannot be run: gone.", leavesText: false)))
    #expect(bench.effects.contains(.editorDone(Bench.card(0, 0), .goes)))
    #expect(bench.notice == "The editor cannot be run: gone. Nothing was changed.")
    #expect(bench.window.viewState.drafts.isEmpty)
    #expect(
      bench.effects.last { if case .presence = $0 { true } else { false } }
        == .presence(PresenceState(isActive: true, focus: nil)))
  }

  @Test("An editor that failed changes nothing and keeps what it wrote; a full body too")
  func failed() {
    var bench = Bench([("To do", ["a"])])
    bench.otherTypes("text", at: 0)
    bench.keys("E")
    bench.send(
      .editorFinished(
        Bench.card(0, 0), .failed(reason: "The editor ended with status 1.", leavesText: true)))
    #expect(bench.body == "text")
    #expect(bench.effects.contains(.editorDone(Bench.card(0, 0), .stays)))
    #expect(
      bench.notice
        == "The editor ended with status 1. What was written is kept: E on the card goes on.")
    bench.keys("E")
    bench.send(
      .editorFinished(
        Bench.card(0, 0),
        .saved(String(repeating: "x", count: BoardLimits.bodyScalars + 5), openedAs: nil)))
    #expect(bench.body == "text")
    #expect(bench.notice?.hasPrefix("The body would be too long") == true)
    #expect(bench.intents.isEmpty)
  }

  @Test("From an open card the editor comes back to it")
  func fromCard() {
    var bench = Bench([("To do", ["a"])])
    bench.keys("<enter><enter>abc<c-o>")
    #expect(opened(bench) == "abc")
    bench.send(.editorFinished(Bench.card(0, 0), .saved("abcd\n", openedAs: nil)))
    #expect(bench.body == "abcd")
    #expect(bench.window.model.view.opened == Bench.card(0, 0))
    bench.keys("X<enter>Y<esc>")
    #expect(bench.body == "Yabcd")
  }
}
