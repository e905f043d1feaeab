public import BoardModel

// The encoding of a view in its file and in the user information of its window.
extension ViewState {
  /// The first byte of the encoding, which changes with its shape.
  private static let version: UInt8 = 3

  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.uint8(ViewState.version)
    writer.value(column)
    writer.value(card)
    writer.uint32(firstColumn)
    writer.list(scrolls) {
      $0.identifier($1.column)
      $0.uint32($1.cards)
    }
    writer.string(filter)
    writer.value(marked)
    writer.value(openCard)
    writer.uint32(cardTop)
    writer.list(drafts) { $0.draft($1) }
    return writer.bytes
  }

  /// - Throws: `MalformedBytes` if the bytes are not those of a state.
  public init(bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    let version = try reader.uint8()
    guard version == ViewState.version else {
      throw MalformedBytes(.unknownCase, at: 0)
    }
    column = try reader.value()
    card = try reader.value()
    firstColumn = try reader.uint32()
    scrolls = try reader.list(minimum: 20) { (reader) throws(MalformedBytes) in
      Scroll(column: try reader.identifier(), cards: try reader.uint32())
    }
    filter = try reader.title()
    marked = try reader.value()
    openCard = try reader.value()
    cardTop = try reader.uint32()
    drafts = try reader.list(minimum: 3) { (reader) throws(MalformedBytes) in try reader.draft() }
    try reader.finish()
  }
}

extension ByteWriter {
  fileprivate mutating func draft(_ value: ViewState.Draft) {
    switch value {
    case .edit(let intent, let counter):
      uint8(1)
      self.intent(intent)
      uint64(counter)
    case .title(let card, let text, let from):
      uint8(2)
      identifier(card)
      string(text)
      string(from)
    case .newCard(let column, let text):
      uint8(3)
      identifier(column)
      string(text)
    case .firstCard(let column, let text):
      uint8(14)
      identifier(column)
      string(text)
    case .newColumn(let text):
      uint8(4)
      string(text)
    case .newColumnCards(let title, let text):
      uint8(5)
      string(title)
      string(text)
    case .columnTitle(let column, let text):
      uint8(6)
      identifier(column)
      string(text)
    case .boardTitle(let text):
      uint8(7)
      string(text)
    case .newBoard(let text):
      uint8(8)
      string(text)
    case .comment(let card, let comment, let text):
      uint8(9)
      identifier(card)
      self.value(comment)
      // A text may be longer than a string of the encoding.
      data(Array(text.utf8))
    case .item(let card, let item, let text, let from):
      uint8(10)
      identifier(card)
      self.value(item)
      string(text)
      string(from)
    case .refused(let operation, let intent):
      uint8(11)
      self.value(operation)
      self.intent(intent)
    case .columnForm(let title, let lines, let gathered):
      uint8(gathered.isEmpty ? 12 : 13)
      string(title)
      list(lines) { $0.string($1) }
      if !gathered.isEmpty { self.value(gathered) }
    }
  }
}

/// The part of the bytes' text that a body may hold.
private func bodyText(_ bytes: [UInt8]) -> String {
  let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
  return String(String.UnicodeScalarView(scalars.filter(TextRules.allowsInBody)))
}

extension ByteReader {
  fileprivate mutating func draft() throws(MalformedBytes) -> ViewState.Draft {
    let start = offset
    switch try uint8() {
    case 1: return .edit(try intent(inBatch: false), counter: try uint64())
    case 2: return .title(try identifier(), try title(), from: try title())
    case 3: return .newCard(in: try identifier(), try title())
    case 4: return .newColumn(try title())
    case 14: return .firstCard(in: try identifier(), try title())
    case 5: return .newColumnCards(title: try title(), try title())
    case 6: return .columnTitle(try identifier(), try title())
    case 7: return .boardTitle(try title())
    case 8: return .newBoard(try title())
    case 9: return .comment(try identifier(), try value(), bodyText(try data()))
    case 10: return .item(try identifier(), try value(), try title(), from: try title())
    case 11: return .refused(try value(), try intent(inBatch: false))
    case 12:
      return .columnForm(
        title: try title(),
        lines: try list(minimum: 2) { (reader) throws(MalformedBytes) in try reader.title() })
    case 13:
      return .columnForm(
        title: try title(),
        lines: try list(minimum: 2) { (reader) throws(MalformedBytes) in try reader.title() },
        gathered: try value())
    default: throw MalformedBytes(.unknownCase, at: start)
    }
  }
}
