public import BoardModel

/// Asks for a part of a board: what belongs to no card, and the cards that are named (SPEC.md EXC).
/// It needs no attachment.
public struct FetchExcerpt: Hashable, Sendable {
  public let board: BoardID
  /// The newest model level that the client knows.
  public let level: UInt16
  /// The names of cards, as people write them.
  public let cards: [String]
  public let extensions: Extensions

  public init(board: BoardID, level: UInt16, cards: [String], extensions: Extensions = .none) {
    self.board = board
    self.level = level
    self.cards = cards
    self.extensions = extensions
  }
}

/// One or more of these messages answer FETCH_EXCERPT.
public struct Excerpt: Hashable, Sendable {
  /// The sequence number of the operation that left the board so.
  public let sequence: UInt64
  /// Whether there is an excerpt: none is given where it would be too large, or where the client
  /// does not know the board's level.
  public let isGiven: Bool
  public let entities: [Entity]
  public let extensions: Extensions

  public init(
    sequence: UInt64, isGiven: Bool, entities: [Entity], extensions: Extensions = .none
  ) {
    self.sequence = sequence
    self.isGiven = isGiven
    self.entities = entities
    self.extensions = extensions
  }
}

extension FetchExcerpt: MessageBody {
  public static let type = FrameType(rawValue: 0x0025)
  public static let layout = WireLayout(
    FetchExcerpt.init, WireField(\.board), WireField(\.level),
    WireField(titles: \.cards, maximum: Limits.excerptCards), WireField(\.extensions))
}

extension Excerpt: MessageBody {
  public static let type = FrameType(rawValue: 0x0026)
  public static let layout = WireLayout(
    Excerpt.init, WireField(\.sequence), WireField(\.isGiven), WireField(\.entities),
    WireField(\.extensions))
}
