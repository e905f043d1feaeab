/// A fingerprint of everything replicated: the SHA-256 of each entity, of each element's place in
/// its list and of each piece of a text, added up as four 64-bit lanes without carry between them,
/// so that a change costs what it changes (SPEC.md DIG-001).
public struct BoardDigest: Hashable, Sendable {
  private var lanes: SIMD4<UInt64>

  public static let empty = BoardDigest(lanes: [0, 0, 0, 0])

  /// - Parameter lanes: four words; missing ones count as zero.
  public init(lanes words: [UInt64]) {
    lanes = .zero
    for (index, word) in words.prefix(4).enumerated() { lanes[index] = word }
  }

  /// - Parameter bytes: 32 bytes, of big-endian words; missing ones count as zero.
  public init(bytes: [UInt8]) {
    lanes = .zero
    for (index, byte) in bytes.prefix(32).enumerated() {
      lanes[index / 8] |= UInt64(byte) << UInt64(56 - 8 * (index % 8))
    }
  }

  init(hashing bytes: [UInt8]) {
    self.init(bytes: SHA256.hash(bytes))
  }

  /// The lanes as 32 bytes, each big-endian.
  public var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: lanes[$0 / 8] >> UInt64(56 - 8 * ($0 % 8))) }
  }

  mutating func add(_ other: BoardDigest) { lanes &+= other.lanes }

  mutating func remove(_ other: BoardDigest) { lanes &-= other.lanes }
}

extension BoardDigest: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, children: ["lanes": (0..<4).map { lanes[$0] }], displayStyle: .struct)
  }
}

extension BoardDigest: WireValue {
  public static var leastSize: Int { 32 }

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init(bytes: try reader.raw(32))
  }

  public func write(to writer: inout ByteWriter) { writer.raw(bytes) }
}
