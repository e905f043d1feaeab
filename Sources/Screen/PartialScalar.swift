/// The first bytes of a scalar in UTF-8.
struct PartialScalar: Equatable {
  private var value: UInt32
  private var missing: Int
  /// The values that the next byte may have. They exclude overlong forms, surrogates and values
  /// above U+10FFFF at the first byte that gives them away.
  private var allowed: ClosedRange<UInt8>

  enum Step {
    case more(PartialScalar)
    case scalar(Unicode.Scalar)
    /// The byte does not continue the scalar.
    case invalid
  }

  /// Returns nil if no scalar of several bytes starts with this byte.
  init?(_ lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (value, missing) = (UInt32(lead & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(lead & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(lead & 0x07), 3)
    default: return nil
    }
    switch lead {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: allowed = 0x80...0xBF
    }
  }

  func adding(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else { return .invalid }
    var next = self
    next.value = value << 6 | UInt32(byte & 0x3F)
    next.missing -= 1
    next.allowed = 0x80...0xBF
    if next.missing > 0 { return .more(next) }
    return .scalar(Unicode.Scalar(next.value) ?? .replacement)
  }
}
