/// A 128-bit identifier made by a client, so that nothing needs to ask before it can name a thing.
///
/// `Kind` only keeps a card's identifier from being used as a column's.
public struct Identifier<Kind>: Hashable, Sendable, Comparable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

public enum BoardKind: Sendable {}
public enum ColumnKind: Sendable {}
public enum CardKind: Sendable {}
public enum LabelKind: Sendable {}
public enum ItemKind: Sendable {}
public enum CommentKind: Sendable {}
public enum SessionKind: Sendable {}
public enum InstanceKind: Sendable {}
public enum IncarnationKind: Sendable {}
public enum TargetKind: Sendable {}
public enum DragKind: Sendable {}
public enum InvitationKind: Sendable {}

public typealias BoardID = Identifier<BoardKind>
public typealias ColumnID = Identifier<ColumnKind>
public typealias CardID = Identifier<CardKind>
public typealias LabelID = Identifier<LabelKind>
/// The identifier of one item of a card's checklist, unique on that card.
public typealias ItemID = Identifier<ItemKind>
/// The identifier of a comment, unique on its card.
public typealias CommentID = Identifier<CommentKind>
/// The lasting identity of one window.
public typealias SessionID = Identifier<SessionKind>
/// The identity of one process that attaches to a session, random at each start.
public typealias InstanceID = Identifier<InstanceKind>
/// The identity of one life of a coordinator's store; a restored backup or a wiped store has
/// another.
public typealias IncarnationID = Identifier<IncarnationKind>
/// The identifier of what an activity is about, whatever kind of thing that is.
public typealias TargetID = Identifier<TargetKind>
/// The identifier of what a person carries from one window to another.
public typealias DragID = Identifier<DragKind>
/// The identifier of an invitation to join a cluster.
public typealias InvitationID = Identifier<InvitationKind>

extension Identifier: CustomStringConvertible {
  /// The identifier as 32 lower-case hexadecimal digits.
  public var description: String { hexadecimal(high) + hexadecimal(low) }

  /// Reads exactly 32 hexadecimal digits of either case; fails for any other text.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32 else { return nil }
    let middle = text.index(text.startIndex, offsetBy: 16)
    guard text.utf8.allSatisfy(isHexadecimalDigit),
      let high = UInt64(text[..<middle], radix: 16), let low = UInt64(text[middle...], radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// The identifier of another kind that is derived from this one, so that all replicas agree on
  /// it.
  public func rebound<Other>(to other: Other.Type, tweak: UInt64) -> Identifier<Other> {
    Identifier<Other>(high: high ^ tweak, low: low &+ tweak)
  }
}

private func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}

func isHexadecimalDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
  default: false
  }
}
