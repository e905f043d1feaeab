/// The Castagnoli CRC (RFC 3720): tells what a disk or a power cut changed, not what an enemy did.
public struct CRC32C: Sendable {
  private var remainder: UInt32 = ~0

  public init() {}

  public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = CRC32C()
    sum.update(bytes)
    return sum.value
  }

  public mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      remainder = table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
    }
  }

  public mutating func update(_ number: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      update(CollectionOfOne(UInt8(truncatingIfNeeded: number >> shift)))
    }
  }

  public var value: UInt32 { ~remainder }
}

private let table: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in
    value & 1 == 1 ? 0x82F6_3B78 ^ value >> 1 : value >> 1
  }
}
