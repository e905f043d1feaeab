import BoardModel
import Wording

// This part puts the sections of a card into words.
extension BoardView {
  /// The entries of a section; for labels and assignees with those that the card does not have.
  /// - Parameter people: the users to choose assignees from.
  func rows(
    of section: CardSection, on card: CardID, people: [String], _ clock: ModelClock
  ) -> [SectionRow] {
    guard let board, self.card(card) != nil else { return [] }
    switch section {
    case .labels:
      return board.labels.map { label in
        let isOn = board.attached(.label(label.id), to: card) != nil
        return SectionRow(
          target: .label(label.id), sign: isOn ? "[x]" : "[ ]", text: label.name.value,
          aside: ColourNames.name(Int(label.colour)), colour: label.colour)
      }
    case .assignees:
      let assigned = board.assignees(of: card)
      let others = people.filter { !assigned.contains($0) }
      let row = { (user: String, sign: String) in
        SectionRow(target: .assignee(user), sign: sign, text: user, aside: names.name(of: user))
      }
      return assigned.map { row($0, "[x]") } + others.map { row($0, "[ ]") }
    case .due:
      return board.due(of: card) == nil
        ? [] : [SectionRow(target: .due, text: dueWords(of: card, clock))]
    case .priority:
      let now = board.priority(of: card)
      return (Priority.allCases.reversed().map { $0 } + [nil]).map { priority in
        SectionRow(
          target: .priority(priority), sign: priority == now ? "[x]" : "[ ]",
          text: priority.map { Wording.name($0) } ?? Wording.noPriority)
      }
    case .blockers:
      return board.blockers(of: card).map { blocker in
        SectionRow(
          target: .blocker(blocker.id), sign: blocker.archived.value ? "[ ]" : "[x]",
          text: (Wording.number(of: blocker.id, on: board).map { $0 + " " } ?? "")
            + blocker.title.value, aside: blocker.archived.value ? "archived" : "")
      }
    case .checklist:
      return board.checklist(of: card).map { item in
        SectionRow(
          target: .item(item.id), sign: item.done ? "[x]" : "[ ]", text: item.text.value)
      }
    case .comments:
      return board.comments(on: card).map { comment in
        let isEdited = comment.bodyStamp.operation != comment.created.operation
        return SectionRow(
          target: .comment(comment.id), text: comment.body.string,
          aside: aside(of: comment.created, clock) + (isEdited ? ", edited" : ""))
      }
    case .proposals:
      return proposals.filter { $0.field.card == card }.map { proposal in
        SectionRow(
          target: .proposal(
            proposal.field, user: proposal.stamp.author.user, proposal.stamp.operation),
          text: "\(words.field(proposal.field)): "
            + words.value(proposal.value, of: proposal.field, isWhole: true),
          aside: aside(of: proposal.stamp, clock))
      }
    }
  }

  private func aside(of stamp: Stamp, _ clock: ModelClock) -> String {
    "\(names.person(stamp.author.user)), \(clock.age(of: stamp.time))"
  }

  /// The contents of a section in one line; empty where it holds nothing.
  func summary(of section: CardSection, on card: CardID, _ clock: ModelClock) -> String {
    guard let board else { return "" }
    switch section {
    case .labels: return board.labels(on: card).map(\.name.value).joined(separator: ", ")
    case .assignees: return board.assignees(of: card).joined(separator: ", ")
    case .due: return board.due(of: card) == nil ? "" : dueWords(of: card, clock)
    case .priority: return board.priority(of: card).map { Wording.name($0) } ?? ""
    case .blockers:
      return board.blocking(card)
        .map { Wording.number(of: $0.id, on: board) ?? words.quoted($0.title.value) }
        .joined(separator: ", ")
    case .checklist:
      let items = board.checklist(of: card)
      return items.isEmpty ? "" : "\(items.count { $0.done })/\(items.count)"
    case .comments:
      let count = board.comments(on: card).count
      return count == 0 ? "" : "\(count)"
    case .proposals:
      let count = proposals.count { $0.field.card == card }
      return count == 0 ? "" : "\(count) to accept or dismiss"
    }
  }

  private func dueWords(of card: CardID, _ clock: ModelClock) -> String {
    guard let number = board?.due(of: card), let day = CalendarDay(Int(number)) else { return "" }
    guard let today = clock.today else { return day.text }
    let ahead = day.number - today.number
    let words =
      switch ahead {
      case 0: "today"
      case 1: "tomorrow"
      case 2...: "in \(ahead) days"
      case -1: "overdue since yesterday"
      default: "overdue for \(-ahead) days"
      }
    return "\(day.text), \(words)"
  }

  /// Everyone who may be meant by a name: those who have a role on the board, or have edited it.
  var people: [String] {
    guard let board else { return [] }
    var names: Set<String> = [user]
    for member in board.members where !member.user.isEmpty { names.insert(member.user) }
    for column in board.liveColumns {
      names.insert(column.title.stamp.author.user)
      for id in column.cards {
        guard let card = board.card(id) else { continue }
        names.insert(card.created.author.user)
        names.insert(card.title.stamp.author.user)
        names.insert(card.bodyStamp.author.user)
        names.insert(card.column.stamp.author.user)
      }
    }
    return names.sorted()
  }
}
