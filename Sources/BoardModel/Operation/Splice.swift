/// An edit of a text, by the identities of its scalars.
///
/// Deletions come first, then the insertions in order; the inserted scalars get the operation's
/// offsets 0, 1, … across all insertions. An insertion may stand after an earlier one's scalar.
public struct Splice: Hashable, Sendable {
  public let deletions: [TextRange]
  public let insertions: [Insertion]

  public init(deletions: [TextRange], insertions: [Insertion]) {
    self.deletions = deletions
    self.insertions = insertions
  }

  /// The number of scalars that the splice types.
  public var typedCount: Int { insertions.reduce(0) { $0 + $1.text.unicodeScalars.count } }

  public struct Insertion: Hashable, Sendable {
    /// The scalar that the insertion stands after; nil for the start of the text.
    public let after: TextIdentity?
    public let text: String

    public init(after: TextIdentity?, text: String) {
      self.after = after
      self.text = text
    }
  }
}
