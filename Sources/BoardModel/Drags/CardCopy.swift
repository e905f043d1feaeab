/// The content of a card, from which a new one is made elsewhere (SPEC.md DRG-012).
public struct CardCopy: Hashable, Sendable {
  public struct Label: Hashable, Sendable {
    public let name: String
    /// The number of the colour, from 0 to 15.
    public let colour: UInt8

    public init(name: String, colour: UInt8) {
      self.name = name
      self.colour = colour
    }
  }

  public struct Item: Hashable, Sendable {
    public let text: String
    public let isDone: Bool

    public init(text: String, isDone: Bool) {
      self.text = text
      self.isDone = isDone
    }
  }

  public let title: String
  public let body: String
  /// The day on which the card is due, in days since 1970-01-01.
  public let due: UInt32?
  /// The number of the card's `Priority`.
  public let priority: UInt32?
  public let labels: [Label]
  public let assignees: [String]
  /// The items from top to bottom.
  public let items: [Item]

  public init(
    title: String, body: String, due: UInt32?, priority: UInt32?, labels: [Label],
    assignees: [String], items: [Item]
  ) {
    self.title = title
    self.body = body
    self.due = due
    self.priority = priority
    self.labels = labels
    self.assignees = assignees
    self.items = items
  }

  /// Fails where the board does not have the card.
  public init?(of id: CardID, on board: Board) {
    guard let card = board.card(id) else { return nil }
    self.init(
      title: card.title.value, body: card.body.string, due: board.due(of: id),
      priority: board.priority(of: id)?.rawValue,
      labels: board.labels(on: id).sorted(by: CardCopy.isBefore)
        .map { Label(name: $0.name.value, colour: $0.colour) },
      assignees: board.assignees(of: id),
      items: board.checklist(of: id).map { Item(text: $0.text.value, isDone: $0.done) })
  }

  /// The order of labels by the bytes of their names, which is the same everywhere.
  private static func isBefore(_ left: BoardModel.Label, _ right: BoardModel.Label) -> Bool {
    let (one, other) = (left.name.value.utf8, right.name.value.utf8)
    return one.elementsEqual(other) ? left.id < right.id : one.lexicographicallyPrecedes(other)
  }

  /// The text in the form of SPEC.md DRG-013.
  public var plainText: String {
    var parts = [title]
    if !body.isEmpty { parts.append(body) }
    if !items.isEmpty {
      parts.append(
        items.map { ($0.isDone ? "- [x] " : "- [ ] ") + $0.text }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  public var markdown: String { "# " + plainText }
}

/// The media types in which everybody can have a card (SPEC.md DRG).
public enum CardRepresentation: String, Hashable, Sendable, CaseIterable {
  case card = "application/x-board-card"
  case markdown = "text/markdown"
  case plainText = "text/plain"
  case link = "text/uri-list"

  /// - Parameter cluster: the cluster of the coordinator that has the board.
  /// - Returns: nil where the board does not have the card.
  public func bytes(of card: CardID, on board: Board, cluster: String) -> [UInt8]? {
    guard let copy = CardCopy(of: card, on: board) else { return nil }
    switch self {
    case .card: return copy.bytes
    case .markdown: return Array(copy.markdown.utf8)
    case .plainText: return Array(copy.plainText.utf8)
    case .link: return Array("board://\(cluster)/b/\(board.id)/c/\(card)\r\n".utf8)
    }
  }
}
