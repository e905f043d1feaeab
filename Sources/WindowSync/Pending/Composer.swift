public import BoardModel

/// Brings what a person typed into the lengths that fields have on the wire. A long text becomes
/// several insertions, each standing behind the one before it.
public enum Composer {
  /// The longest text one field holds, in bytes of UTF-8.
  public static let fieldBytes = 65_535

  /// The same intent with fields that fit. A card whose body does not fit becomes a batch that
  /// creates it and types the rest.
  /// - Parameter id: the operation that will carry it; its scalars name each other by it.
  public static func fitting(_ intent: Intent, as id: OperationID) -> Intent {
    var typed: UInt32 = 0
    switch intent {
    case .batch(let intents):
      return .batch(intents.flatMap { fit($0, id, &typed) })
    default:
      let parts = fit(intent, id, &typed)
      return parts.count == 1 ? parts[0] : .batch(parts)
    }
  }

  /// - Parameter typed: how many scalars the operation has typed before; the count rises by this
  ///   intent's.
  private static func fit(_ intent: Intent, _ id: OperationID, _ typed: inout UInt32) -> [Intent] {
    switch intent {
    case .cardCreate(let card, let column, let title, let body, let place):
      let pieces = pieces(of: TextRules.normalizedBody(body))
      let first = pieces.first ?? ""
      let create = Intent.cardCreate(card, in: column, title: title, body: first, at: place)
      typed += count(first)
      guard pieces.count > 1 else { return [create] }
      let rest = chain(pieces.dropFirst(), after: identity(before: typed, id), id, &typed)
      return [create, .cardSplice(card, Splice(deletions: [], insertions: rest))]
    case .cardSplice(let card, let splice):
      return [.cardSplice(card, fit(splice, id, &typed))]
    case .commentAdd(let card, let comment, let text):
      let pieces = pieces(of: TextRules.normalizedBody(text))
      let first = pieces.first ?? ""
      typed += count(first)
      let add = Intent.commentAdd(card, comment, text: first)
      guard pieces.count > 1 else { return [add] }
      let rest = chain(pieces.dropFirst(), after: identity(before: typed, id), id, &typed)
      return [add, .commentSplice(card, comment, Splice(deletions: [], insertions: rest))]
    case .commentSplice(let card, let comment, let splice):
      return [.commentSplice(card, comment, fit(splice, id, &typed))]
    default:
      return [intent]
    }
  }

  private static func fit(
    _ splice: Splice, _ id: OperationID, _ typed: inout UInt32
  ) -> Splice {
    let insertions = splice.insertions.flatMap { insertion in
      chain(
        pieces(of: TextRules.normalizedBody(insertion.text))[...], after: insertion.after, id,
        &typed)
    }
    return Splice(deletions: splice.deletions, insertions: insertions)
  }

  private static func chain(
    _ pieces: ArraySlice<String>, after left: TextIdentity?, _ id: OperationID,
    _ typed: inout UInt32
  ) -> [Splice.Insertion] {
    var anchor = left
    return pieces.map { piece in
      let insertion = Splice.Insertion(after: anchor, text: piece)
      typed += count(piece)
      anchor = identity(before: typed, id)
      return insertion
    }
  }

  private static func identity(before offset: UInt32, _ id: OperationID) -> TextIdentity {
    TextIdentity(operation: id, offset: offset &- 1)
  }

  private static func count(_ text: String) -> UInt32 {
    UInt32(truncatingIfNeeded: text.unicodeScalars.count)
  }

  /// The text cut between scalars into pieces of at most `fieldBytes`; none for an empty text.
  static func pieces(of text: String) -> [String] {
    if text.utf8.count <= fieldBytes { return text.isEmpty ? [] : [text] }
    var pieces: [String] = []
    var piece = String.UnicodeScalarView()
    var size = 0
    for scalar in text.unicodeScalars {
      let width = UTF8.width(scalar)
      if size + width > fieldBytes {
        pieces.append(String(piece))
        (piece, size) = (String.UnicodeScalarView(), 0)
      }
      piece.append(scalar)
      size += width
    }
    pieces.append(String(piece))
    return pieces
  }
}
