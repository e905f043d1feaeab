/// What a member of a board may do. Each role may do what those after it may.
public enum Role: UInt8, Hashable, Sendable, CaseIterable, Comparable {
  /// Also says who may do what, and raises the board's level.
  case owner = 1
  /// Also edits all that is not a comment.
  case editor = 2
  /// Also comments.
  case commenter = 3
  /// Reads, and has favourites.
  case viewer = 4

  /// A role that may do less is less.
  public static func < (left: Role, right: Role) -> Bool { left.rawValue > right.rawValue }
}
