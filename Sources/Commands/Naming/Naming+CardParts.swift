import BoardModel
import Wording

// Finding labels, items and comments by the names that a person gives.
extension Naming {
  /// Finds a label by its exact name, else by its name in any letter case, else by the beginning of
  /// its identifier.
  static func label(
    _ name: String, on board: Board, removed: Bool = false
  ) throws(CommandFailure) -> Label {
    let none =
      removed
      ? "no label \(quoted(name)) was removed from the board"
      : "the board has no label \(quoted(name)): make it with `board label new`"
    return try one(
      name, of: removed ? board.removedLabels : board.labels, kind: "label",
      title: { $0.name.value }, id: { $0.id.description }, whenNone: none)
  }

  /// Finds an item by its number, else by the beginning of its identifier.
  /// - Parameter alsoRemoved: whether an identifier may be that of a removed item.
  static func item(
    _ name: String, of card: Card, on board: Board, alsoRemoved: Bool = false
  ) throws(CommandFailure) -> ChecklistItem {
    let items = board.checklist(of: card.id)
    let title = Wording.quote(card.title.value)
    if name.utf8.count < ShortNames.shortest, let number = Int(name), number > 0 {
      if number <= items.count { return items[number - 1] }
      throw CommandFailure(
        .notFound,
        items.isEmpty
          ? "\(title) has no checklist: begin one with `board check add`"
          : "the checklist of \(title) has no item \(number): \(Wording.numbers(to: items.count))",
        candidates: candidates(items))
    }
    let removed = alsoRemoved ? board.removedItems(of: card.id) : []
    let found = beginning(name, items + removed) { $0.id.description }
    if let item = found.first, found.count == 1 { return item }
    throw CommandFailure(
      found.isEmpty ? .notFound : .ambiguous,
      found.isEmpty
        ? "\(quoted(name)) names no item of \(title): name items by their numbers, which "
          + "`board show` prints, or by \(ShortNames.beginning) of their identifiers"
        : "the identifiers of \(found.count) items begin with \(quoted(name)): write more of it",
      candidates: candidates(found.isEmpty ? items : found))
  }

  private static func candidates(_ items: [ChecklistItem]) -> [String] {
    items.enumerated().prefix(listed).map { "\($0 + 1) \($1.text.value)" }
  }

  /// Finds a comment by its number, else by the beginning of its identifier.
  /// - Parameter alsoRemoved: whether it may be a removed comment.
  static func comment(
    _ name: String, on card: Card, _ board: Board, alsoRemoved: Bool = false
  ) throws(CommandFailure) -> CardComment {
    let shown = board.comments(on: card.id)
    if let number = Int(name), number > 0,
      name.utf8.count < ShortNames.shortest || number <= shown.count
    {
      if number <= shown.count { return shown[number - 1] }
      let title = Wording.quote(card.title.value)
      throw CommandFailure(
        .notFound,
        shown.isEmpty
          ? "there is no comment on \(title)"
          : "there is no comment \(number) on \(title): \(Wording.numbers(to: shown.count))",
        candidates: candidates(shown))
    }
    let comments = shown + (alsoRemoved ? board.removedComments(on: card.id) : [])
    let found = beginning(name, comments) { $0.id.description }
    if let comment = found.first, found.count == 1 { return comment }
    throw CommandFailure(
      found.isEmpty ? .notFound : .ambiguous,
      found.isEmpty
        ? "no comment on \(Wording.quote(card.title.value)) is named \(quoted(name)): name one "
          + "by its number, which `board show` prints, or by \(ShortNames.beginning) of its "
          + "identifier"
        : "the identifiers of \(found.count) comments begin with \(quoted(name)): write more of it",
      candidates: candidates(found.isEmpty ? comments : found))
  }

  private static func candidates(_ comments: [CardComment]) -> [String] {
    let names = ShortNames(of: comments.map(\.id))
    return comments.suffix(listed).map { comment in
      let text = Wording.shortened(comment.body.string.replacing("\n", with: " "))
      return "\(names.name(of: comment.id)) \(comment.created.author.user): \(text)"
    }
  }

  private static func beginning<Thing>(
    _ name: String, _ things: [Thing], id: (Thing) -> String
  ) -> [Thing] {
    guard isHexadecimal(name), isLongEnough(name) else { return [] }
    let folded = name.lowercased()
    return things.filter { id($0).hasPrefix(folded) }
  }
}
