/// What a purge takes away for good (SPEC.md PRG-001).
public enum PurgeTarget: Hashable, Sendable {
  case card(CardID)
  case comment(CardID, CommentID)
  /// What the field held before, while what it holds now stays.
  case past(FieldAddress)
  /// The board with all that is on it.
  case board

  public var card: CardID? {
    switch self {
    case .card(let id), .comment(let id, _): id
    case .past(let field): field.card
    case .board: nil
    }
  }

  /// Whether a field is gone with the target, or, for the past of one, loses what it held before. A
  /// card is gone as a blocker of others too.
  public func covers(_ field: FieldAddress) -> Bool {
    switch (self, field) {
    case (.card(let id), .cardBlocker(_, let blocker)) where blocker == id: true
    case (.card(let id), _): field.card == id
    case (.comment(let card, let id), .commentBody(let other, let own)),
      (.comment(let card, let id), .commentRemoved(let other, let own)):
      card == other && id == own
    case (.comment, _): false
    case (.past(let own), _): own == field
    case (.board, _): true
    }
  }
}

extension PurgeTarget: WireValue {
  public static var leastSize: Int { 1 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .card(try reader.identifier())
    case 2: self = .comment(try reader.identifier(), try reader.identifier())
    case 3: self = .past(try reader.value())
    case 4: self = .board
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .card(let id): writer.tagged(1, id)
    case .comment(let card, let id): writer.tagged(2, card, id)
    case .past(let field): writer.tagged(3, field)
    case .board: writer.uint8(4)
    }
  }
}
