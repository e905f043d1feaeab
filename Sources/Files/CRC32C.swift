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
    remainder = bytes.withUnsafeBytes { bytes in
      CRC32C.tables.withUnsafeBufferPointer { tables in
        var remainder = remainder
        var index = 0
        while index + 8 <= bytes.count {
          let next = UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          remainder = CRC32C.step(remainder, next, tables)
          index += 8
        }
        while index < bytes.count {
          remainder = CRC32C.step(remainder, bytes[index], tables)
          index += 1
        }
        return remainder
      }
    }
  }

  /// Adds the number as eight bytes, the highest first.
  public mutating func update(_ number: UInt64) {
    remainder = CRC32C.tables.withUnsafeBufferPointer {
      CRC32C.step(remainder, number.byteSwapped, $0)
    }
  }

  public var value: UInt32 { ~remainder }

  private static func step(
    _ remainder: UInt32, _ byte: UInt8, _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    tables[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
  }

  /// Adds eight bytes, the first in the lowest bits.
  private static func step(
    _ remainder: UInt32, _ bytes: UInt64, _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    let mixed = bytes ^ UInt64(remainder)
    let (low, high) = (Int(mixed & 0xFFFF_FFFF), Int(mixed >> 32))
    let first = tables[7 << 8 | low & 0xFF] ^ tables[6 << 8 | low >> 8 & 0xFF]
    let second = tables[5 << 8 | low >> 16 & 0xFF] ^ tables[4 << 8 | low >> 24]
    let third = tables[3 << 8 | high & 0xFF] ^ tables[2 << 8 | high >> 8 & 0xFF]
    let fourth = tables[1 << 8 | high >> 16 & 0xFF] ^ tables[high >> 24]
    return first ^ second ^ third ^ fourth
  }

  /// Eight tables of 256: the first for a byte, each further one for a byte with one more behind it.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte: UInt32 in 0..<256 {
      var value = byte
      for _ in 0..<8 { value = value & 1 == 1 ? 0x82F6_3B78 ^ value >> 1 : value >> 1 }
      tables.append(value)
    }
    for index in 256..<2_048 {
      let before = tables[index - 256]
      tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
    }
    return tables
  }()
}
