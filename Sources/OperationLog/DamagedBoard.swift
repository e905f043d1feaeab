public import BoardModel

/// A board that was found damaged when its store was opened; the others are whole.
public struct DamagedBoard: Hashable, Sendable {
  public let id: BoardID
  /// A sentence without a full stop.
  public let fault: String
}
