import BoardModel

/// The values of fields as text, the same for people and for scripts.
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

  /// The text of a value for people: what a person wrote is put in quotation marks.
  static func shown(_ value: FieldValue, of field: FieldAddress) -> String {
    if case .text(let text) = value { return Wording.quote(text) }
    return text(value, of: field)
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

  /// The stamp of the edit that wrote the field's value; nil if nobody wrote one.
  func stamp(of field: FieldAddress) -> Stamp? {
    board.textStamp(of: field) ?? board.state(of: field, for: user)?.stamp
  }

  private func title(of column: ColumnID) -> String {
    board.column(column)?.title.value ?? column.description
  }
}
