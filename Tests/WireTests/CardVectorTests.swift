import BoardModel
import Statements
import Testing
import Wire

/// Copies of cards, and the texts that they make (SPEC.md DRG-012 to DRG-014).
@Suite("Card vectors")
struct CardVectorTests {
  private struct CardVector: Decodable {
    let name: String
    let value: Copy?
    let hex: String
    let plain: String?
    let markdown: String?
    let fault: String?
    let offset: Int?

    struct Copy: Decodable {
      let title: String
      let body: String
      let due: UInt32?
      let priority: UInt32?
      let labels: [Label]
      let assignees: [String]
      let items: [Item]
      let extensions: [Extension]

      var copy: CardCopy {
        CardCopy(
          title: title, body: body, due: due, priority: priority,
          labels: labels.map { CardCopy.Label(name: $0.name, colour: $0.colour) },
          assignees: assignees,
          items: items.map { CardCopy.Item(text: $0.text, isDone: $0.done) })
      }
    }

    struct Label: Decodable {
      let name: String
      let colour: UInt8
    }

    struct Item: Decodable {
      let text: String
      let done: Bool
    }

    struct Extension: Decodable {
      let tag: UInt16
    }
  }

  @Test(
    "A copy of a card is read as what it holds, is written as it was, and makes its texts",
    .holds(vectors: "cards.json"), .holds("DRG-012", "DRG-013", "DRG-014"))
  func copies() throws {
    let copies = try vectors("cards.json", of: CardVector.self).filter { $0.fault == nil }
    try #require(copies.count > 5)
    for vector in copies {
      let value = try #require(vector.value, "\(vector.name)")
      let copy = try CardCopy(bytes: bytes(vector.hex))
      #expect(copy == value.copy, "\(vector.name)")
      // What is not known is read over, and not handed on as one's own.
      if value.extensions.isEmpty { #expect(hex(copy.bytes) == vector.hex, "\(vector.name)") }
      #expect(copy.plainText == vector.plain, "\(vector.name)")
      #expect(copy.markdown == vector.markdown, "\(vector.name)")
    }
  }

  @Test("Bytes that are no copy of a card are refused with the reason and the offset")
  func refusals() throws {
    let faults = try vectors("cards.json", of: CardVector.self).filter { $0.fault != nil }
    try #require(faults.count > 20)
    for vector in faults {
      do throws(MalformedBytes) {
        _ = try CardCopy(bytes: bytes(vector.hex))
        Issue.record("\(vector.name) was accepted")
      } catch {
        #expect(error.reason.name == vector.fault, "\(vector.name)")
        #expect(error.offset == vector.offset, "\(vector.name)")
      }
    }
  }
}
