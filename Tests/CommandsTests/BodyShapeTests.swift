import BoardModel
import Testing

@testable import Commands

@Suite("Whether JSON says that a card has text")
struct BodyShapeTests {
  private let id = Sample.card("abcd2")

  private func hasBody(_ sample: Sample) throws -> JSON? {
    let column = try #require(sample.board.column(Sample.column(1)))
    let cards = value(of: "cards", in: Shapes(sample.board, user: "ann").listed(column))
    guard case .array(let cards)? = cards, let card = cards.last else { return nil }
    return value(of: "hasBody", in: card)
  }

  private func value(of key: String, in json: JSON) -> JSON? {
    guard case .object(let members) = json else { return nil }
    return members.first { $0.key == key }?.value
  }

  @Test("Text that was typed and deleted whole is none")
  func deleted() throws {
    var sample = Sample.usual
    #expect(try hasBody(sample) == .bool(false))
    let empty = try #require(sample.board.card(id)).body
    sample.make(.cardSplice(id, empty.splice(replacing: 0..<0, with: "text")))
    #expect(try hasBody(sample) == .bool(true))
    let typed = try #require(sample.board.card(id)).body
    sample.make(.cardSplice(id, typed.splice(replacing: 0..<4, with: "")))
    #expect(try #require(sample.board.card(id)).body.totalCount == 4)
    #expect(try hasBody(sample) == .bool(false))
  }
}
