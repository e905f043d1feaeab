/// What the log has of how much one user holds for good (SPEC.md LIM-009).
public struct HoldingRecord: Hashable, Sendable {
  public let user: String
  /// The boards that the user made and that are not purged.
  public var boards: Int
  /// The boards that the user ever made.
  public var boardsMade: Int
  /// The bytes of the user's operations. The number may be behind by what a coordinator counted and
  /// did not write before it ended, less than `Self.bytesBehind`.
  public var bytes: Int

  /// How many bytes more are a reason to write the record.
  public static let bytesBehind = 256 << 10

  public init(user: String, boards: Int = 0, boardsMade: Int = 0, bytes: Int = 0) {
    self.user = user
    self.boards = boards
    self.boardsMade = boardsMade
    self.bytes = bytes
  }

  /// - Parameter numbers: boards, boards that were ever made, bytes.
  /// - Returns: nil where they cannot be so.
  public init?(user: String, _ numbers: [Int]) {
    guard numbers.count == 3, numbers[0] >= 0, numbers[1] >= numbers[0], numbers[2] >= 0 else {
      return nil
    }
    self.init(user: user, boards: numbers[0], boardsMade: numbers[1], bytes: numbers[2])
  }
}
