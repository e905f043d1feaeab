import BoardModel
import Testing
import WindowStore
import Windows

@testable import WindowHost

@Suite("A body that an editor left, and a purge")
struct PurgedBodyTests {
  private static let card = CardID(high: 6, low: 1)
  private static let column = ColumnID(high: 5, low: 1)

  private struct Place {
    var board = Board(id: BoardID(high: 1, low: 1))
    private var counter: UInt64 = 0

    init(body: String) {
      apply(.boardCreate(title: "board"))
      apply(.columnCreate(column, title: "column", at: Anchors()))
      apply(.cardCreate(card, in: column, title: "card", body: body, at: Anchors()))
    }

    mutating func apply(_ intent: Intent) {
      counter += 1
      let operation = Operation(
        id: OperationID(session: SessionID(high: 9, low: 9), epoch: 1, counter: counter),
        base: board.sequence, queued: false, intent: intent)
      let outcome = board.apply(
        operation, sequence: board.sequence + 1, time: 5,
        author: Author(user: "ann", device: "desk"))
      #expect(!outcome.isRejected, "\(outcome)")
    }

    /// What an editor was given, and what it left of that.
    func edited(_ text: String) -> EditedBody {
      EditedBody(
        card: card, path: "/x.md", text: Array(text.utf8),
        opened: OpenedBody.bytes(board.card(card)?.body ?? Text(), of: card))
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("Of a purged card what was typed stays, each piece in a line, and no word of others")
  func purgedCard() throws {
    var place = Place(body: "one Zebraword two\nthree\n")
    let edited = place.edited("one Zebraword mine two\nthree\nand this\n")
    #expect(PurgedBody.reduced(edited, on: place.board) == nil)
    place.apply(.purge(.card(Self.card)))
    let reduced = try #require(PurgedBody.reduced(edited, on: place.board))
    #expect(text(reduced.text) == "mine \nand this\n")
    #expect(!text(reduced.opened).contains("Zebraword"))
    #expect(OpenedBody.body(reduced.opened, of: Self.card)?.string == "")
    #expect(reduced.opened != OpenedBody.merged)
    // Again there is nothing to take out.
    let again = EditedBody(
      card: Self.card, path: "/x.md", text: reduced.text, opened: reduced.opened)
    #expect(PurgedBody.reduced(again, on: place.board) == nil)
  }

  @Test("Where the past of a body was purged, its words are no typing, and what it holds stays")
  func purgedPast() throws {
    var place = Place(body: "keep Zebraword this")
    let edited = place.edited("keep Zebraword mine this")
    let body = try #require(place.board.card(Self.card)?.body)
    place.apply(.cardSplice(Self.card, body.splice(replacing: 5..<15, with: "")))
    #expect(PurgedBody.reduced(edited, on: place.board) == nil)
    place.apply(.purge(.past(.cardBody(Self.card))))
    let reduced = try #require(PurgedBody.reduced(edited, on: place.board))
    #expect(text(reduced.text) == "keep mine this")
    #expect(!text(reduced.opened).contains("Zebraword"))
    #expect(OpenedBody.body(reduced.opened, of: Self.card)?.string == "keep this")
  }

  @Test("A body that was left says, once, who purged its card, when, and where the text is")
  func notice() {
    var place = Place(body: "one")
    var editor = RunningEditor([place.edited("two")], pending: 0)
    #expect(editor.purges(on: place.board) { _ in "then" }.isEmpty)
    #expect(editor.offers(on: place.board).count == 1)
    place.apply(.purge(.card(Self.card)))
    #expect(editor.offers(on: place.board).isEmpty)
    let said = editor.purges(on: place.board) { "at \($0)" }.map(\.text)
    #expect(said == ["ann purged a card, at 5: what you wrote for it in $EDITOR stays in /x.md."])
    #expect(editor.purges(on: place.board) { _ in "then" }.isEmpty)
  }
}
