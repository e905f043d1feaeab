// The encoding of what windows say of the people at them.
extension PresenceState: WireRecord {
  public static let layout = WireLayout(
    PresenceState.init, WireField(\.isActive), WireField(\.focus))
}

extension PresenceFocus: WireValue {
  public static var leastSize: Int { 2 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    let start = reader.offset
    switch try reader.uint8() {
    case 1: self = .card(try reader.identifier())
    case 2: self = .field(try reader.value())
    case 3: self = .body(try reader.identifier(), caret: try reader.value())
    case 4:
      self = .comment(try reader.identifier(), try reader.identifier(), caret: try reader.value())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  public func write(to writer: inout ByteWriter) {
    switch self {
    case .card(let card): writer.tagged(1, card)
    case .field(let field): writer.tagged(2, field)
    case .body(let card, let caret): writer.tagged(3, card, caret)
    case .comment(let card, let comment, let caret): writer.tagged(4, card, comment, caret)
    }
  }
}
