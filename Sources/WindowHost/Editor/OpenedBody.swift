import BoardModel
import WindowStore

/// A card's body as an editor was given it, in bytes that outlive this process.
enum OpenedBody {
  static func bytes(_ body: Text, of card: CardID) -> [UInt8] {
    var writer = ByteWriter()
    writer.entity(.text(card, body.runs))
    return writer.bytes
  }

  /// Nil where the bytes are of no body of this card.
  static func body(_ bytes: [UInt8], of card: CardID) -> Text? {
    var reader = ByteReader(bytes)
    guard case .text(card, let runs) = try? reader.entity() else { return nil }
    var body = Text()
    for run in runs { body.append(run) }
    return body
  }

  /// Whether the file holds something else than the editor was given of the card.
  static func isChanged(_ edited: EditedBody) -> Bool {
    body(edited.opened, of: edited.card).map { Array($0.string.utf8) } != edited.text
  }
}
