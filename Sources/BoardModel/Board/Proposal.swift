/// A value that was superseded when it arrived, kept to be accepted or dismissed. There is one for
/// each field and user: a later one of the same user replaces it.
public struct Proposal: Hashable, Sendable {
  public let field: FieldAddress
  public let value: FieldValue
  public let stamp: Stamp

  public init(field: FieldAddress, value: FieldValue, stamp: Stamp) {
    self.field = field
    self.value = value
    self.stamp = stamp
  }

  public var key: Key { Key(field: field, user: stamp.author.user) }

  public struct Key: Hashable, Sendable {
    public let field: FieldAddress
    public let user: String

    public init(field: FieldAddress, user: String) {
      self.field = field
      self.user = user
    }
  }
}
