/// What a board may hold. `apply` rejects what goes beyond, so every replica agrees on it.
public enum BoardLimits {
  /// Scalars in a title: several lines of the widest column; more belongs in the body.
  public static let titleScalars = 1_000
  /// Scalars of a body, tombstones counted: ten times the longest text people keep on a card.
  public static let bodyScalars = 1_000_000
  /// Columns, deleted ones counted: a board that needs more is many boards.
  public static let columns = 1_000
  /// Cards, archived ones counted: what a window can hold in memory and search at once.
  public static let cards = 100_000
  /// Intents in a batch, and cards in one move: what fits in one frame and one decision.
  public static let batch = 1_000
  /// Cards named by all moves of one batch: each costs a walk through its column.
  public static let moves = 4_000
  /// Insertions plus deleted ranges in one splice.
  public static let spliceParts = 10_000
  /// Operations that can still be undone on a board.
  public static let undoRecords = 512
  /// Bytes of the steps kept to undo one operation, encoded; a larger one cannot be undone. A
  /// record then fits a chunk of a snapshot.
  public static let undoRecordBytes = 32_768
  /// Open proposals on a board.
  public static let proposals = 1_000
  /// Operations an outcome names as displaced: with them it still fits a frame.
  public static let displaced = 1_024
  /// Notes an outcome carries; further ones are counted by the effect they had, not named.
  public static let notes = 1_024
}
