// The encoding of what windows say of the people at them.
extension ByteWriter {
  public mutating func presence(_ value: PresenceState) {
    bool(value.isActive)
    optional(value.focus) { $0.presenceFocus($1) }
  }

  private mutating func presenceFocus(_ value: PresenceFocus) {
    switch value {
    case .card(let card): tagged(1, card)
    case .field(let field):
      uint8(2)
      self.field(field)
    case .body(let card, let caret):
      tagged(3, card)
      optional(caret) { $0.textIdentity($1) }
    case .comment(let card, let comment, let caret):
      tagged(4, card, comment)
      optional(caret) { $0.textIdentity($1) }
    }
  }
}

extension ByteReader {
  public mutating func presence() throws(MalformedBytes) -> PresenceState {
    PresenceState(
      isActive: try bool(),
      focus: try optional { (reader) throws(MalformedBytes) in try reader.presenceFocus() })
  }

  private mutating func presenceFocus() throws(MalformedBytes) -> PresenceFocus {
    let start = offset
    switch try uint8() {
    case 1: return .card(try identifier())
    case 2: return .field(try field())
    case 3: return .body(try identifier(), caret: try caret())
    case 4: return .comment(try identifier(), try identifier(), caret: try caret())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }

  private mutating func caret() throws(MalformedBytes) -> TextIdentity? {
    try optional { (reader) throws(MalformedBytes) in try reader.textIdentity() }
  }
}
