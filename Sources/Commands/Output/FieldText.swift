import BoardModel
import Wording

/// The values of fields as scripts read them.
struct FieldText: Sendable {
  let board: Board
  /// The user whose mark (favourite) on a card is meant.
  let user: String

  /// The text of a value that a proposal or a receipt holds.
  func text(_ value: FieldValue, of field: FieldAddress) -> String {
    switch (field, value) {
    case (_, .cardPlace(let column, _)): title(of: column)
    case (.cardArchived, .flag(let archived)): archived ? "archived" : "restored"
    default: FieldText.text(value, of: field)
    }
  }

  static func text(_ value: FieldValue, of field: FieldAddress) -> String {
    switch (field, value) {
    case (.cardDue, .number(let day)): day.map { DueDay.text($0) } ?? "none"
    case (.cardPriority, .number(let number)):
      number.flatMap { Priority(rawValue: $0) }.map { Wording.name($0) } ?? Wording.noPriority
    case (.labelColour, .number(let colour?)):
      LabelColour.name(UInt8(truncatingIfNeeded: colour))
    case (_, .text(let text)): text
    case (_, .flag(let flag)): flag ? "yes" : "no"
    case (_, .number(let number)): number.map(String.init) ?? "none"
    case (_, .role(let role)): role.map(Wording.name) ?? "none"
    case (_, .cardPlace), (_, .columnPlace), (_, .itemPlace): "moved"
    case (_, .body(let text)): text.string
    case (_, .fragment(let fragment)): fragment.text.string
    }
  }

  /// The text that the field shows now; empty if what it belongs to is gone.
  func present(_ field: FieldAddress) -> String {
    if field.isText { return board.text(of: field)?.string ?? "" }
    guard let value = board.state(of: field, for: user)?.value else { return "" }
    return switch (field, value) {
    case (.columnDeleted, .flag(let flag)): flag ? "deleted" : "not deleted"
    case (.cardArchived, .flag(let flag)): flag ? "archived" : "not archived"
    default: text(value, of: field)
    }
  }

  private func title(of column: ColumnID) -> String {
    board.column(column)?.title.value ?? column.description
  }
}
