/// A fingerprint of everything replicated: the SHA-256 of each entity, added up as four 64-bit
/// lanes without carry between them, so that a change costs one entity (SPEC.md DIG-001).
public struct BoardDigest: Hashable, Sendable {
  /// The four lanes.
  public let lanes: [UInt64]

  public static let empty = BoardDigest(lanes: [0, 0, 0, 0])

  /// - Parameter lanes: four words.
  public init(lanes: [UInt64]) {
    self.lanes = lanes
  }

  /// - Parameter bytes: 32 bytes, of big-endian words; missing ones count as zero.
  public init(bytes: [UInt8]) {
    var lanes: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.prefix(32).enumerated() {
      lanes[index / 8] |= UInt64(byte) << UInt64(56 - 8 * (index % 8))
    }
    self.lanes = lanes
  }

  /// The lanes as 32 bytes, each big-endian.
  public var bytes: [UInt8] {
    lanes.flatMap { lane in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: lane >> UInt64($0)) }
    }
  }

  func adding(_ other: BoardDigest) -> BoardDigest {
    BoardDigest(lanes: zip(lanes, other.lanes).map { $0 &+ $1 })
  }

  func removing(_ other: BoardDigest) -> BoardDigest {
    BoardDigest(lanes: zip(lanes, other.lanes).map { $0 &- $1 })
  }
}

extension BoardDigest: WireValue {
  public static var leastSize: Int { 32 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(bytes: try reader.raw(32))
  }

  public func write(to writer: inout ByteWriter) { writer.raw(bytes) }
}
