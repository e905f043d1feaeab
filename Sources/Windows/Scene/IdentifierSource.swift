public import BoardModel

/// The source of identifiers for what is made in this window: two SplitMix64 sequences from a
/// random seed, so that the same seed and the same keys give the same identifiers.
public struct IdentifierSource: Sendable {
  private var high: UInt64
  private var low: UInt64

  /// - Parameters: the halves of 128 random bits; windows with the same bits would use the same
  ///   identifiers.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public mutating func next<Kind>(_ kind: Kind.Type = Kind.self) -> Identifier<Kind> {
    Identifier(high: IdentifierSource.step(&high), low: IdentifierSource.step(&low))
  }

  private static func step(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
