import BoardModel

/// A field of a card, as a person names it: by a word, and by which one it is if a card has
/// several.
struct FieldName: Hashable, Sendable {
  private let kind: Kind
  /// The label, user, card, item or comment meant; empty for a field that a card has once.
  private let which: String

  private enum Kind: String, CaseIterable {
    case title, body, place, archived, favourite, due, priority
    case label, assignee, blocker
    case item
    case itemDone = "item-done"
    case itemPlace = "item-place"
    case itemRemoved = "item-removed"
    case comment
    case commentRemoved = "comment-removed"

    /// The argument that follows the word; nil if none does.
    var argument: String? {
      switch self {
      case .title, .body, .place, .archived, .favourite, .due, .priority: nil
      case .label: "LABEL"
      case .assignee: "USER"
      case .blocker: "CARD"
      case .item, .itemDone, .itemPlace, .itemRemoved: "ITEM"
      case .comment, .commentRemoved: "COMMENT"
      }
    }

    var usage: String { argument.map { "\(rawValue) \($0)" } ?? rawValue }
  }

  /// The field as it was named, behind an article where a card has one such field.
  var words: String { which.isEmpty ? "the \(kind.rawValue)" : "\(kind.rawValue) \(which)" }

  static let all: String = Kind.allCases.map(\.usage).joined(separator: ", ")

  /// - Parameter which: the word behind the field's name; nil if there is none.
  init(_ name: String, _ which: String?) throws(CommandFailure) {
    let folded = name.lowercased()
    guard let kind = Kind(rawValue: folded == "column" ? "place" : folded) else {
      throw CommandFailure(
        .usage, "\(Naming.quoted(name)) is no field of a card: name one of \(FieldName.all)")
    }
    switch (kind.argument, which) {
    case (let argument?, nil):
      throw CommandFailure(
        .usage, "\(Naming.quoted(name)) says not which: write \(folded) \(argument)")
    case (nil, let which?):
      throw CommandFailure(
        .usage, "a card has one \(folded): \(Naming.quoted(which)) says nothing more")
    case (_?, _?), (nil, nil): break
    }
    self.kind = kind
    self.which = which ?? ""
  }

  /// - Parameter user: the user that `@me` means.
  func address(
    on card: Card, of board: Board, user: String
  ) throws(CommandFailure) -> FieldAddress {
    let id = card.id
    switch kind {
    case .title: return .cardTitle(id)
    case .body: return .cardBody(id)
    case .place: return .cardPlace(id)
    case .archived: return .cardArchived(id)
    case .favourite: return .favourite(id)
    case .due: return .cardDue(id)
    case .priority: return .cardPriority(id)
    case .label: return .cardLabel(id, try label(on: board))
    case .assignee: return .cardAssignee(id, user: try TypedUser.parse(which, for: user))
    case .blocker: return .cardBlocker(id, blocker: try Naming.card(which, on: board).id)
    case .item: return .itemText(id, try item(of: card, on: board))
    case .itemDone: return .itemDone(id, try item(of: card, on: board))
    case .itemPlace: return .itemPlace(id, try item(of: card, on: board))
    case .itemRemoved: return .itemRemoved(id, try item(of: card, on: board))
    case .comment: return .commentBody(id, try comment(on: card, of: board))
    case .commentRemoved: return .commentRemoved(id, try comment(on: card, of: board))
    }
  }

  private func label(on board: Board) throws(CommandFailure) -> LabelID {
    do throws(CommandFailure) {
      return try Naming.label(which, on: board).id
    } catch {
      guard let removed = try? Naming.label(which, on: board, removed: true) else { throw error }
      return removed.id
    }
  }

  private func item(of card: Card, on board: Board) throws(CommandFailure) -> ItemID {
    try Naming.item(which, of: card, on: board, alsoRemoved: true).id
  }

  private func comment(on card: Card, of board: Board) throws(CommandFailure) -> CommentID {
    try Naming.comment(which, on: card, board, alsoRemoved: true).id
  }
}
