public import BoardModel

/// Asks for the operations of the attached board's log that concern one card (SPEC.md HIS-006).
/// HISTORY answers it. Allowed only where the feature *card-history* is agreed.
public struct FetchCardHistory: Hashable, Sendable {
  public let card: CardID
  /// The first sequence number wanted.
  public let from: UInt64
  /// The most operations wanted.
  public let count: UInt32
  public let extensions: Extensions

  public init(card: CardID, from: UInt64, count: UInt32, extensions: Extensions = .none) {
    self.card = card
    self.from = from
    self.count = count
    self.extensions = extensions
  }
}

extension FetchCardHistory: MessageBody {
  public static let type = FrameType(rawValue: 0x0024)
  public static let layout = WireLayout(
    FetchCardHistory.init, WireField(\.card), WireField(\.from), WireField(\.count),
    WireField(\.extensions))
}
