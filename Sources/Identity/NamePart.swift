import COpenSSL

/// The name of a cluster or a device, and what `UserName` narrows to that of a user: 1 to 64 bytes of
/// letters, digits, `.`, `_` and `-`, and not only dots, so that it can stand unescaped in a URI, a
/// file name and a terminal.
public struct NamePart: Hashable, Sendable, CustomStringConvertible {
  public static let longest = 64

  public let description: String

  /// Throws `IdentityError` of kind `malformedName` that quotes the text and says what is wrong.
  public init(_ text: some StringProtocol) throws {
    func malformed(_ why: String) -> IdentityError {
      IdentityError(
        kind: .malformedName, detail: "the name \(String(text.prefix(80)).debugDescription) \(why)")
    }
    guard !text.isEmpty else { throw malformed("is empty") }
    guard text.utf8.count <= Self.longest else {
      throw malformed("is longer than \(Self.longest) bytes")
    }
    if let character = text.first(where: { !$0.utf8.allSatisfy(Self.isAllowed) }) {
      throw malformed(
        "holds \(String(character).debugDescription): only a to z, A to Z, 0 to 9, '.', '_' and '-' "
          + "may stand in it")
    }
    guard text.utf8.contains(where: { $0 != UInt8(ascii: ".") }) else {
      throw malformed("has only dots")
    }
    description = String(text)
  }

  /// The name nearest to the one an operating system gives a user or a machine: other characters
  /// become `-`, and the rest beyond the limit is cut off; nil when nothing is left.
  public init?(nearestTo text: String) {
    let bytes = text.unicodeScalars.prefix(Self.longest).map { scalar -> UInt8 in
      guard let byte = UInt8(exactly: scalar.value), Self.isAllowed(byte) else {
        return UInt8(ascii: "-")
      }
      return byte
    }
    guard let part = try? NamePart(String(decoding: bytes, as: UTF8.self)) else { return nil }
    self = part
  }

  /// A name for a new cluster: 16 hexadecimal digits from the system's randomness.
  public static func random() throws -> NamePart {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = try Randomness.bytes(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return try NamePart(String(decoding: bytes, as: UTF8.self))
  }

  static func isUpperCase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      return true
    default:
      return false
    }
  }
}

enum Randomness {
  static func bytes(_ count: Int) throws -> [UInt8] {
    ERR_clear_error()
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, CInt(count)) == 1 else {
      throw IdentityError.openSSL("random bytes")
    }
    return bytes
  }
}
