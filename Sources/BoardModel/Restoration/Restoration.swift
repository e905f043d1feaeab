/// Ordinary edits, made on the board as it is now, that write a value of the past again.
public enum Restoration {
  public enum Fault: Error, Hashable, Sendable {
    /// The history does not tell any more what the value was.
    case unknown
    case columnGone(title: String)
    /// A mark, or the text of a comment, may be changed by its author alone.
    case notYours
    /// The field shows the value already.
    case alreadyThere
  }

  /// - Parameters:
  ///   - change: the change whose value is restored, whether it was written or only proposed.
  ///   - author: the user who made the change.
  ///   - user: who restores.
  public static func intents(
    _ change: FieldChange, by author: String, of card: Card, on board: Board, user: String
  ) throws(Fault) -> [Intent] {
    switch (change.field, change.after) {
    case (.cardTitle, .text(let title)):
      guard title != card.title.value else { throw .alreadyThere }
      return [.cardRetitle(card.id, title: title)]
    case (_, .body(let text)):
      return try splices(
        to: text.string, in: change.field, of: card, on: board, user: user)
    case (_, .cardPlace(let column, _)):
      guard column != card.column.value else { throw .alreadyThere }
      guard let target = board.column(column), !target.deleted.value else {
        throw .columnGone(title: board.column(column)?.title.value ?? column.description)
      }
      return [.cardMove([card.id], to: column, at: Anchors())]
    case (.cardArchived, .flag(let archived)):
      guard archived != card.archived.value else { throw .alreadyThere }
      return [archived ? .cardArchive(card.id) : .cardRestore(card.id)]
    case (.favourite, .flag(let marked)):
      guard author == user else { throw .notYours }
      guard marked != board.isFavourite(card.id, of: user) else { throw .alreadyThere }
      return [.cardFavourite(card.id, marked: marked)]
    case (let field, let value?): return try plain(value, in: field, on: board)
    case (_, nil):
      guard let typed = change.typed, !typed.isEmpty else { throw .unknown }
      // The text never got a place in the body: it goes to the end, where nothing is in its way.
      let present = (board.text(of: change.field) ?? Text()).string
      let gap = present.isEmpty || present.hasSuffix("\n") ? "" : "\n"
      return try splices(
        to: present + gap + typed, in: change.field, of: card, on: board, user: user)
    }
  }

  private static func plain(
    _ value: FieldValue, in field: FieldAddress, on board: Board
  ) throws(Fault) -> [Intent] {
    let element: (card: CardID, element: CardElement)
    switch field {
    case .cardLabel(let card, let label): element = (card, .label(label))
    case .cardAssignee(let card, let user): element = (card, .assignee(user))
    case .cardBlocker(let card, let blocker): element = (card, .blocker(blocker))
    default:
      guard field.fits(value) else { throw .unknown }
      let first = revival(of: field, on: board)
      if board.value(of: field) != value { return first + [.set(field, value)] }
      guard !first.isEmpty else { throw .alreadyThere }
      return first
    }
    let held = board.attached(element.element, to: element.card)
    guard (held != nil) != (value == .flag(true)) else { throw .alreadyThere }
    guard let held else { return [.attach(element.card, element.element)] }
    return [.detach(element.card, element.element, seen: held.operation)]
  }

  /// The intents that bring back what was removed since; otherwise nobody could see the value.
  private static func revival(of field: FieldAddress, on board: Board) -> [Intent] {
    let removed: FieldAddress
    switch field {
    case .itemText(let card, let item), .itemDone(let card, let item),
      .itemPlace(let card, let item):
      removed = .itemRemoved(card, item)
    case .commentBody(let card, let comment): removed = .commentRemoved(card, comment)
    default: return []
    }
    return board.value(of: removed) == .flag(true) ? [.set(removed, .flag(false))] : []
  }

  private static func splices(
    to text: String, in field: FieldAddress, of card: Card, on board: Board, user: String
  ) throws(Fault) -> [Intent] {
    guard let present = board.text(of: field) else { throw .unknown }
    if case .commentBody(_, let id) = field,
      board.comment(id, on: card.id)?.created.author.user != user
    {
      throw .notYours
    }
    let splices = SpliceDiff.splices(from: present, to: Array(text.unicodeScalars))
    let first = revival(of: field, on: board)
    guard !(first.isEmpty && splices.isEmpty) else { throw .alreadyThere }
    guard case .commentBody(_, let comment) = field else {
      return splices.map { .cardSplice(card.id, $0) }
    }
    return first + splices.map { .commentSplice(card.id, comment, $0) }
  }
}
