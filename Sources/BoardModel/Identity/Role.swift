/// What a member of a board may do. Each role may do what those after it may.
public enum Role: UInt8, WireValue, Hashable, Sendable, CaseIterable, Comparable {
  /// An owner also decides who may do what, and raises the board's level.
  case owner = 1
  /// An editor also edits all that is not a comment.
  case editor = 2
  /// A commenter also comments.
  case commenter = 3
  /// A viewer reads, and has favourites. Who has no role does not even read.
  case viewer = 4

  /// A role that may do less is less.
  public static func < (left: Role, right: Role) -> Bool { left.rawValue > right.rawValue }
}
