/// The name of a user in a certificate: a name part in lower case, since people read and type it,
/// and not the one that means whoever has no role of their own (SPEC.md TLS-013).
public struct UserName: Hashable, Sendable, CustomStringConvertible {
  private static let everyone = "everyone"

  private let part: NamePart

  public var description: String { part.description }

  /// Throws `IdentityError` of kind `malformedName` that quotes the text and says what is wrong.
  public init(_ text: some StringProtocol) throws {
    part = try NamePart(text)
    func malformed(_ why: String) -> IdentityError {
      IdentityError(
        kind: .malformedName, detail: "the name \(part.description.debugDescription) \(why)")
    }
    guard !part.description.utf8.contains(where: NamePart.isUpperCase) else {
      throw malformed("has letters in upper case, and users' names have none")
    }
    guard part.description != Self.everyone else {
      throw malformed("means whoever has no role of their own, and is no user's: choose another")
    }
  }

  /// A name that a person typed, which is folded to lower case. Throws as `init(_:)` does.
  public init(typed text: String) throws {
    try self.init(Self.folded(text))
  }

  /// The name nearest to the one an operating system gives a user; nil where there is none.
  public init?(nearestTo text: String) {
    guard let part = NamePart(nearestTo: text),
      let name = try? UserName(typed: part.description)
    else { return nil }
    self = name
  }

  private static func folded(_ text: String) -> String {
    String(
      decoding: text.utf8.map { NamePart.isUpperCase($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
