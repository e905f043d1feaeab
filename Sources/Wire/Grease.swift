/// Values without meaning that every peer sends, so that no implementation comes to rely on never
/// seeing unknown values (SPEC.md GRS-001). All have the form 0x?A?A.
public enum Grease {
  public static func feature(_ choice: UInt8) -> UInt16 { value(choice & 0x0F) }

  public static func tag(_ choice: UInt8) -> UInt16 { value(choice & 0x0F) }

  /// A frame type with the elective bit.
  public static func frameType(_ choice: UInt8) -> FrameType {
    FrameType(rawValue: value(choice & 0x07 | 0x08))
  }

  public static func isGrease(_ value: UInt16) -> Bool { value & 0x0F0F == 0x0A0A }

  private static func value(_ nibble: UInt8) -> UInt16 {
    let byte = UInt16(nibble) << 4 | 0x0A
    return byte << 8 | byte
  }
}

/// The features that a peer may have beside those of the version; behaviour depends on them.
public enum Feature {
  /// The digest of the board is published and checked.
  public static let digest: UInt16 = 1

  /// A window can ask for the operations that concern one card.
  public static let cardHistory: UInt16 = 2

  /// Windows tell each other what their users look at and edit.
  public static let presence: UInt16 = 3

  /// Windows are listed, restored, and never opened twice.
  public static let windows: UInt16 = 4

  /// A drag that begins in one window can end in another.
  public static let drags: UInt16 = 5

  /// A user is told when their role on a board is another, and what users want to be called.
  public static let members: UInt16 = 6

  /// People are invited, and a user's devices are listed and thrown out.
  public static let devices: UInt16 = 7

  public static let known: [(name: String, value: UInt16)] = [
    ("digest", digest), ("card-history", cardHistory), ("presence", presence),
    ("windows", windows), ("drags", drags), ("members", members),
    ("devices", devices),
  ]
}

/// The protocol's version. ALPN names the major version, HELLO and WELCOME the minor.
public enum ProtocolVersion {
  public static let alpn = "board/1"
  /// The application protocol by which devices join, and renew late (SPEC.md JOI-004).
  public static let joinALPN = "board-join/1"
  public static let newestMinor: UInt16 = 0
  public static let lowestMinor: UInt16 = 0
}
