/// The error for bytes that are not the single valid encoding of a value.
public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of fault, with the names of the schema's list `malformed` as raw values.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case truncated
    case trailingBytes = "trailing-bytes"
    case notBool = "not-bool"
    case notUTF8 = "not-utf8"
    case forbiddenScalar = "forbidden-scalar"
    case unknownCase = "unknown-case"
    case countTooLarge = "count-too-large"
    case extensionOrder = "extension-order"
    case tooDeep = "too-deep"
    case outOfRange = "out-of-range"
  }

  public let kind: Kind
  /// The offset of the byte at fault, from the first byte decoded.
  public let offset: Int

  public init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  public var description: String { "\(kind.rawValue) at byte \(offset)" }
}
