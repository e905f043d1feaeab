import BoardModel
import Wire
import Wording

// Labels, members, items and comments as JSON.
extension Shapes {
  func label(_ label: Label) -> JSON {
    .object([
      "id": .string(label.id.description), "short": .string(label.id.short),
      "name": .string(label.name.value), "colour": .string(LabelColour.name(label.colour)),
      "removed": .bool(label.removed),
    ])
  }

  /// Labels, each with the number of live cards that have it.
  func labelUses(_ labels: [Label]) -> JSON {
    let counts = board.labelCounts
    return .array(
      labels.map { label in
        .object([
          "label": self.label(label), "cards": .number(UInt64(counts[label.id] ?? 0)),
        ])
      })
  }

  func member(_ user: String, _ role: Role) -> JSON {
    .object([
      "user": .string(user), "everyone": .bool(user.isEmpty), "role": .string(Wording.name(role)),
    ])
  }

  static func user(_ entry: UserEntry) -> JSON {
    .object([
      "user": .string(entry.user), "seen": .bool(entry.isSeen), "name": .string(entry.name),
    ])
  }

  var members: JSON { .array(board.members.map { member($0.user, $0.role) }) }

  /// The members that a card has in a list besides its title.
  func fields(listed card: Card) -> [JSON.Member] {
    let items = board.checklist(of: card.id)
    return members(of: [
      "labels": .array(board.labels(on: card.id).map { .string($0.name.value) }),
      "assignees": .array(board.assignees(of: card.id).map { .string($0) }),
      "due": .string(board.due(of: card.id).map { DueDay.text($0) } ?? ""),
      "overdue": .bool(board.isOverdue(card, on: today)), "priority": priority(of: card),
      "blocked": .bool(board.isBlocked(card.id)),
      "items": .number(UInt64(items.count)),
      "done": .number(UInt64(items.count(where: \.done))),
      "comments": .number(UInt64(board.comments(on: card.id).count)),
    ])
  }

  func fields(whole card: Card) -> [JSON.Member] {
    members(of: [
      "labels": .array(board.labels(on: card.id).map { label($0) }),
      "assignees": .array(board.assignees(of: card.id).map { .string($0) }),
      "due": .string(board.due(of: card.id).map { DueDay.text($0) } ?? ""),
      "overdue": .bool(board.isOverdue(card, on: today)), "priority": priority(of: card),
      "blocked": .bool(board.isBlocked(card.id)),
      "blockers": .array(board.blockers(of: card.id).map { blocker($0) }),
      "checklist": .array(
        board.checklist(of: card.id).enumerated().map { item($1, number: $0 + 1, on: card.id) }),
      "comments": .array(
        board.comments(on: card.id).enumerated().map { comment($1, number: $0 + 1) }),
    ])
  }

  private func priority(of card: Card) -> JSON {
    .string(board.priority(of: card.id).map { Wording.name($0) } ?? Wording.noPriority)
  }

  private func blocker(_ card: Card) -> JSON {
    .object([
      "id": .string(card.id.description), "short": .string(card.id.short),
      "number": .number(UInt64(board.number(of: card.id) ?? 0)),
      "title": .string(card.title.value), "archived": .bool(card.archived.value),
    ])
  }

  private func item(_ item: ChecklistItem, number: Int, on card: CardID) -> JSON {
    .object([
      "number": .number(UInt64(number)), "id": .string(item.id.description),
      "text": .string(item.text.value), "done": .bool(item.done),
      "changed": stamp(board.field(.itemDone(card, item.id))?.stamp ?? item.created),
    ])
  }

  private func comment(_ comment: CardComment, number: Int) -> JSON {
    .object([
      "number": .number(UInt64(number)),
      "id": .string(comment.id.description), "short": .string(comment.id.short),
      "user": .string(comment.created.author.user), "body": .string(comment.body.string),
      "created": stamp(comment.created), "edited": stamp(comment.bodyStamp),
    ])
  }

  func wipLimit(of column: Column) -> [JSON.Member] {
    members(of: [
      "limit": .number(UInt64(board.wipLimit(of: column.id) ?? 0)),
      "overLimit": .bool(board.isOverWIPLimit(column.id)),
    ])
  }

  func members(of pairs: KeyValuePairs<String, JSON>) -> [JSON.Member] {
    pairs.map { JSON.Member(key: $0.key, value: $0.value) }
  }
}

extension Identifier {
  /// The beginning that is printed where nothing of the same kind is near: 8 digits.
  var short: String { String(description.prefix(8)) }
}

extension Board {
  /// The number of live cards that have each label.
  var labelCounts: [LabelID: Int] {
    var counts: [LabelID: Int] = [:]
    for column in liveColumns {
      for card in liveCards(in: column.id) {
        for label in labels(on: card.id) { counts[label.id, default: 0] += 1 }
      }
    }
    return counts
  }

  /// - Parameter today: the day for which the due date is judged, in days since 1970-01-01.
  func isOverdue(_ card: Card, on today: UInt32) -> Bool {
    guard !card.archived.value, let due = due(of: card.id) else { return false }
    return due < today
  }

  func isOverWIPLimit(_ column: ColumnID) -> Bool {
    wipLimit(of: column).map { liveCount(in: column) > $0 } ?? false
  }
}
