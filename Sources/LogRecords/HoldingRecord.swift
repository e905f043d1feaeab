public import BoardModel

/// What the log has of how much a user holds for good by one device (SPEC.md LIM-009).
public struct HoldingRecord: Hashable, Sendable {
  /// The user, and the device that made it.
  public let holder: Author
  /// The boards that were made there and that are not purged.
  public var boards: Int
  /// The boards that were ever made there.
  public var boardsMade: Int
  /// The bytes of the operations from there. The number may be behind by what a coordinator counted and
  /// did not write before it ended, less than `Self.bytesBehind` for each device.
  public var bytes: Int

  /// How many bytes more are a reason to write the record.
  public static let bytesBehind = 256 << 10

  public init(holder: Author, boards: Int = 0, boardsMade: Int = 0, bytes: Int = 0) {
    self.holder = holder
    self.boards = boards
    self.boardsMade = boardsMade
    self.bytes = bytes
  }

  /// - Parameter numbers: boards, boards that were ever made, bytes.
  /// - Returns: nil where they cannot be so.
  public init?(holder: Author, _ numbers: [Int]) {
    guard numbers.count == 3, numbers[0] >= 0, numbers[1] >= numbers[0], numbers[2] >= 0 else {
      return nil
    }
    self.init(holder: holder, boards: numbers[0], boardsMade: numbers[1], bytes: numbers[2])
  }
}
