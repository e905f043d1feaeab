import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("A window that was taken over, whatever is on its screen")
struct TakingBackTests {
  private static let columns = [("To do", ["a", "b"]), ("Doing", ["c"])]

  /// What opens something, and what shows that it is open.
  struct Place: CustomTestStringConvertible, Sendable {
    let keys: String
    let sign: String

    var testDescription: String { keys }
  }

  static let places = [
    Place(keys: "", sign: "To do"), Place(keys: "<enter>", sign: "Enter write"),
    Place(keys: "<enter><enter>", sign: "Esc"),
    Place(keys: "<enter><c-t>", sign: "History"), Place(keys: "n", sign: "New card in"),
    Place(keys: "ntext", sign: "text"), Place(keys: "e<c-u>mine", sign: "mine"),
    Place(keys: "R", sign: "Board:"), Place(keys: ".", sign: "Archive"),
    Place(keys: "m", sign: "Doing"), Place(keys: "c", sign: "Rename"),
    Place(keys: "b", sign: "Boards"), Place(keys: "a", sign: "rchive"),
    Place(keys: "?", sign: "Keys"), Place(keys: "v", sign: "1 marked"),
  ]

  @Test("r takes it back where r is no text, and nothing that was typed is lost", arguments: places)
  func anywhere(place: Place) {
    var bench = Bench(Self.columns, columns: 100)
    bench.keys(place.keys)
    bench.send(.boards([BoardListing(id: bench.board.id, title: "Home")]))
    let before = bench.screen
    #expect(before.joined().contains(place.sign), "\(before)")
    bench.send(.standing(.fenced(.takenOver)))
    let drafts = bench.window.viewState.drafts
    bench.keys("r")
    #expect(bench.effects.contains(.reclaim))
    bench.send(.standing(.writable))
    #expect(bench.notice == "This window is taken back.")
    #expect(bench.window.viewState.drafts == drafts)
    // All is as it was, but for the last line.
    #expect(bench.screen.dropLast() == before.dropLast())
    #expect(bench.intents.isEmpty)
  }

  @Test("While the pointer drags a card, r takes it back too")
  func dragging() {
    var bench = Bench(Self.columns)
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 5, 6)
    bench.send(.standing(.fenced(.takenOver)))
    bench.keys("r")
    #expect(bench.effects.contains(.reclaim))
  }

  @Test("Where a title is typed no other letter gets in until it is back: it is said what to press")
  func typing() {
    var bench = Bench(Self.columns)
    bench.keys("nwo")
    bench.send(.standing(.fenced(.takenOver)))
    bench.keys("x")
    #expect(bench.notice == "Another terminal took this window over. r takes it back.")
    bench.paste("pasted")
    bench.keys("r")
    #expect(bench.effects.contains(.reclaim))
    bench.keys("y")
    #expect(bench.window.viewState.drafts == [.newCard(in: Bench.column(0), "wo")])
    bench.send(.standing(.writable))
    bench.keys("rd<enter>")
    #expect(bench.titles(0).contains("word"))
  }

  @Test("A search takes any letter, and says what to press first")
  func searching() {
    var bench = Bench(Self.columns)
    bench.send(.standing(.fenced(.takenOver)))
    bench.keys("/r")
    #expect(!bench.effects.contains(.reclaim))
    #expect(bench.window.model.view.filter?.text == "r")
    #expect(bench.notice == "Press Enter first, then r takes this window back.")
    bench.keys("<enter>r")
    #expect(bench.effects.contains(.reclaim))
  }

  @Test("A window that the coordinator had refused is edited again once it takes it")
  func refused() {
    var bench = Bench(Self.columns)
    bench.send(.standing(.readOnly(.identityRefused("it was revoked"))))
    bench.keys("d")
    #expect(bench.intents.isEmpty)
    bench.keys("r")
    #expect(bench.effects.contains(.reconnect))
    bench.send(.standing(.writable))
    bench.keys("d")
    #expect(bench.intents == [.cardArchive(Bench.card(0, 0))])
  }
}
