public import BoardModel

/// The role that a user has on a board, as the store lists it beside the board's operations: so it
/// is known who may read a board that is not in memory.
public struct MemberRecord: Hashable, Sendable {
  public let board: BoardID
  /// The user; the empty name stands for everyone who has no role of their own.
  public let user: String
  /// The role; nil for a user who has none any longer.
  public let role: Role?

  public init(board: BoardID, user: String, role: Role?) {
    self.board = board
    self.user = user
    self.role = role
  }
}
