import BoardModel
import Screen
import Wording

/// The chips below a card's title on the board: labels, priority, whether it is
/// blocked, due date, checklist, comments, assignees.
struct CardChips: Equatable, Sendable {
  struct Chip: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
      case label(UInt8)
      case plain
      case warning
    }

    let text: String
    let kind: Kind
  }

  /// The chips from left to right, with a cell between two; they fit the width.
  private(set) var chips: [Chip] = []

  /// The least cells of a label that is cut, brackets included.
  private static let minimumLabel = 5
  private static let maximumLabel = 14
  /// The most cells of a column's name.
  private static let maximumColumn = 16

  init() {}

  /// - Parameter columns: the columns for all chips.
  init(_ card: CardID, _ view: BoardView, _ clock: ModelClock, columns: Int) {
    guard let board = view.board else { return }
    var plain: [Chip] = []
    if view.isFavourites, let id = board.card(card)?.column.value,
      let column = board.column(id)
    {
      plain.append(
        Chip(
          text: "in " + truncated(column.title.value, toColumns: CardChips.maximumColumn),
          kind: .plain))
    }
    if let priority = board.priority(of: card) {
      plain.append(
        Chip(text: Wording.name(priority), kind: priority == .urgent ? .warning : .plain))
    }
    if board.isBlocked(card) { plain.append(Chip(text: "blocked", kind: .warning)) }
    if let due = board.due(of: card), let day = CalendarDay(Int(due)) {
      let isOverdue = clock.isOverdue(due)
      plain.append(
        Chip(text: (isOverdue ? "!" : "") + day.short, kind: isOverdue ? .warning : .plain))
    }
    let items = board.checklist(of: card)
    if !items.isEmpty {
      plain.append(Chip(text: "\(items.count { $0.done })/\(items.count)", kind: .plain))
    }
    let comments = board.comments(on: card).count
    if comments > 0 { plain.append(Chip(text: "“\(comments)”", kind: .plain)) }
    let assignees = board.assignees(of: card)
    if !assignees.isEmpty {
      let shown = assignees.prefix(3).map(CardChips.initials).joined(separator: " ")
      let more = assignees.count > 3 ? "+\(assignees.count - 3)" : ""
      plain.append(Chip(text: "@" + shown + more, kind: .plain))
    }
    while CardChips.columns(plain) > columns, !plain.isEmpty { plain.removeLast() }
    let room = columns - CardChips.columns(plain) - (plain.isEmpty ? 0 : 1)
    chips = CardChips.labels(board.labels(on: card), columns: room) + plain
  }

  /// As many labels as fit, none shorter than can be read, and the number of the others.
  private static func labels(_ labels: [Label], columns: Int) -> [Chip] {
    var chips: [Chip] = []
    var used = 0
    for (place, label) in labels.enumerated() {
      let rest = labels.count - place - 1
      let more = rest > 0 ? textColumns("+\(rest)") + 1 : 0
      let room = columns - used - more
      guard room >= minimumLabel else {
        let text = "+\(rest + 1)"
        if used + textColumns(text) <= columns { chips.append(Chip(text: text, kind: .plain)) }
        return chips
      }
      let name = truncated(label.name.value, toColumns: min(room, maximumLabel) - 2)
      let chip = Chip(text: "[\(name)]", kind: .label(label.colour))
      chips.append(chip)
      used += textColumns(chip.text) + 1
    }
    return chips
  }

  private static func columns(_ chips: [Chip]) -> Int {
    chips.reduce(0) { $0 + textColumns($1.text) } + max(0, chips.count - 1)
  }

  /// The initials of a user: `ada.lovelace` and `ada-lovelace` are `AL`, `ada` is `Ad`. The second
  /// letter of a single name is lower case, so that no `RO` is taken for the mode "read-only".
  static func initials(_ user: String) -> String {
    let parts = user.split { $0 == "." || $0 == "-" || $0 == "_" }
    guard parts.count > 1 else { return user.prefix(1).uppercased() + user.dropFirst().prefix(1) }
    return String(parts.prefix(2).compactMap(\.first)).uppercased()
  }
}
