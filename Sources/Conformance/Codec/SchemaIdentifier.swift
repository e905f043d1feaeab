/// A 128-bit identifier.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
  public let bytes: [UInt8]

  static let zero = Identifier(bytes: [UInt8](repeating: 0, count: 16))

  static func random() -> Identifier {
    Identifier(bytes: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(high: UInt64, low: UInt64) {
    bytes = [high, low].flatMap { half in
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: half >> (8 * UInt64($0))) }
    }
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String { hexadecimal(bytes) }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }.joined()
}
