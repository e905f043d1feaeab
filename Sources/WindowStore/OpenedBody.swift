public import BoardModel

/// The encoding of a card's body as it was when an editor got it. The bytes are stored on disk, so
/// a later process can read them.
public enum OpenedBody {
  /// The value that replaces the encoding once the edits made from the edited text are on disk.
  public static let merged: [UInt8] = []

  public static func bytes(_ body: Text, of card: CardID) -> [UInt8] {
    var writer = ByteWriter()
    writer.value(Entity.text(card, body.runs))
    return writer.bytes
  }

  /// The body that the bytes encode; nil if they are not a body of this card.
  public static func body(_ bytes: [UInt8], of card: CardID) -> Text? {
    var reader = ByteReader(bytes)
    guard case .text(card, let runs) = try? reader.value(Entity.self) else { return nil }
    var body = Text()
    return runs.allSatisfy { body.append($0) } ? body : nil
  }

  /// Whether the edited file differs from the text that the editor got.
  public static func isChanged(_ edited: EditedBody) -> Bool {
    body(edited.opened, of: edited.card).map { Array($0.string.utf8) } != edited.text
  }
}
