import BoardModel
import Foundation
import Testing
import Wire

/// The table by which both sides decide what they take says what the schema says.
@Suite("Table of messages")
struct MessageTableTests {
  /// What the schema and the table say of one message, in words that can be compared.
  struct Rules: Hashable, CustomStringConvertible {
    let type: UInt16
    let sender: String
    let kinds: [String]
    let feature: String?
    let answers: [String]
    let comesInParts: Bool

    var description: String {
      "\(type) from \(sender) as \(kinds), feature \(feature ?? "none"), answered by \(answers)"
        + (comesInParts ? ", in parts" : "")
    }
  }

  @Test("The table's senders, kinds, features, answers and numbers are the schema's")
  func table() throws {
    let messages = try Schema.load().messages
    try #require(!messages.isEmpty)
    let names = Dictionary(uniqueKeysWithValues: messages.map { ($0.type, $0.name) })
    let features = Dictionary(uniqueKeysWithValues: Feature.known.map { ($0.value, $0.name) })
    let schema = messages.map {
      Rules(
        type: $0.type, sender: $0.sender, kinds: $0.kinds, feature: $0.feature,
        answers: $0.answeredBy, comesInParts: $0.repeats == true)
    }
    let table = MessageEntry.all.map { entry in
      Rules(
        type: entry.type.rawValue, sender: entry.sender.rawValue,
        kinds: entry.forms.map(\.rawValue), feature: entry.feature.map { features[$0] ?? "\($0)" },
        answers: [entry.answer, entry.continuation].compactMap(\.self).map {
          names[$0.rawValue] ?? "\($0)"
        },
        comesInParts: entry.comesInParts)
    }
    let byType = { (left: Rules, right: Rules) in left.type < right.type }
    #expect(table.sorted(by: byType) == schema.sorted(by: byType))
  }

  @Test("Exactly what an entry names is allowed: sender, kind, parts and feature")
  func allowed() {
    let frames: [(Frame, MessageForm, more: Bool)] = [
      (Self.frame([], 0), .event, false), (Self.frame([], 1), .request, false),
      (Self.frame(.response, 1), .response, false),
      (Self.frame([.response, .more], 1), .response, true),
      (Self.frame(.more, 0), .event, true), (Self.frame(.more, 1), .request, true),
    ]
    let everything = Feature.known.map(\.value)
    for entry in MessageEntry.all {
      for (frame, form, more) in frames {
        for sender in [MessageSender.client, .coordinator] {
          let expected =
            [sender, .both].contains(entry.sender) && entry.forms.contains(form)
            && (!more || form == .response && entry.comesInParts)
          #expect(
            entry.allows(frame, from: sender, features: everything) == expected,
            "\(entry.type) as \(form) from \(sender)")
          let without = everything.filter { $0 != entry.feature }
          #expect(
            entry.allows(frame, from: sender, features: without)
              == (expected && entry.feature == nil),
            "\(entry.type) without its feature")
        }
      }
    }
  }

  private static func frame(_ flags: FrameFlags, _ request: UInt64) -> Frame {
    Frame(type: Ping.type, flags: flags, request: request, payload: [])
  }

  /// The types of what stands in lists, by the schema's names. Texts and numbers that a list of
  /// strings or a copied card holds have no type of their own.
  private static let elements: [String: any WireValue.Type] = [
    "board-summary": BoardSummary.self, "committed-operation": CommittedOperation.self,
    "purged-part": PurgedOperation.Part.self, "device-entry": DeviceEntry.self,
    "drag-item": DragItem.self, "entity": Entity.self, "favourite": Favourite.self,
    "field-address": FieldAddress.self, "gone-window": GoneWindow.self,
    "held-element": HeldElement.self, "id128": SessionID.self,
    "insertion": Splice.Insertion.self, "note": Note.self, "operation-id": OperationID.self,
    "stored-outcome": StoredOutcome.self, "text-range": TextRange.self, "text-run": TextRun.self,
    "u16": UInt16.self, "undo-step": UndoStep.self, "user-entry": UserEntry.self,
    "window-summary": WindowSummary.self,
  ]
  private static let untyped: Set = ["copied-item", "copied-label", "intent", "title"]

  @Test("The least size of every element of a list is the schema's")
  func leastSizes() throws {
    let url = ProtocolFiles.folder.appending(path: "schema/protocol.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    let lists = Self.lists(in: schema)
    #expect(Set(lists.map(\.element)) == Self.untyped.union(Self.elements.keys))
    for (element, minimum) in lists where !Self.untyped.contains(element) {
      #expect(Self.elements[element]?.leastSize == minimum, "\(element)")
    }
  }

  private static func lists(in json: Any) -> [(element: String, minimum: Int)] {
    if let values = json as? [Any] { return values.flatMap(lists) }
    guard let object = json as? [String: Any] else { return [] }
    let own = (object["list"] as? String).map { ($0, object["minimum"] as? Int ?? 0) }
    return [own].compactMap(\.self) + object.values.flatMap(lists)
  }
}
