/// The Castagnoli CRC (RFC 3720). It detects damage by a disk or a power cut, not tampering.
public struct CRC32C: Sendable {
  private var remainder: UInt32 = ~0

  public init() {}

  public static func of(_ bytes: [UInt8]) -> UInt32 {
    var sum = CRC32C()
    sum.update(bytes[...])
    return sum.value
  }

  public mutating func update(_ bytes: ArraySlice<UInt8>) {
    remainder = bytes.withUnsafeBufferPointer { bytes in
      var remainder = remainder
      for byte in bytes { remainder = CRC32C.step(remainder, byte) }
      return remainder
    }
  }

  /// Adds the number as eight bytes, the highest first.
  public mutating func update(_ number: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      remainder = CRC32C.step(remainder, UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  public var value: UInt32 { ~remainder }

  private static func step(_ remainder: UInt32, _ byte: UInt8) -> UInt32 {
    table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0x82F6_3B78 ^ value >> 1 : value >> 1
    }
  }
}
