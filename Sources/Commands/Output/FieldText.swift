import BoardModel

/// The values of fields as text, the same for people and for scripts.
struct FieldText: Sendable {
  let board: Board
  /// The user whose mark (favourite) on a card is meant.
  let user: String

  /// The text of a value that a proposal or a receipt holds.
  func text(_ value: ProposedValue, of field: FieldAddress) -> String {
    switch value {
    case .title(let title): title
    case .cardPlace(let column, _): title(of: column)
    case .columnPlace: "moved"
    case .archived(let archived): archived ? "archived" : "restored"
    case .field(let value): FieldText.text(value, of: field)
    case .text(let fragment): fragment.text.string
    }
  }

  static func text(_ value: PlainValue, of field: FieldAddress) -> String {
    switch (field, value) {
    case (.cardDue, .number(let day)): day.map { DueDay.text($0) } ?? "none"
    case (.labelColour, .number(let colour?)):
      LabelColour.name(UInt8(truncatingIfNeeded: colour))
    case (_, .text(let text)): text
    case (_, .flag(let flag)): flag ? "yes" : "no"
    case (_, .number(let number)): number.map(String.init) ?? "none"
    case (_, .role(let role)): role.map(Wording.name) ?? "none"
    case (_, .itemPlace): "moved"
    }
  }

  /// The text of a value for people: what a person wrote is put in quotation marks.
  static func shown(_ value: PlainValue, of field: FieldAddress) -> String {
    if case .text(let text) = value { return Wording.quote(text) }
    return text(value, of: field)
  }

  /// The text that the field shows now; empty if what it belongs to is gone.
  func present(_ field: FieldAddress) -> String {
    switch field {
    case .boardTitle: board.title?.value ?? ""
    case .columnTitle(let id): title(of: id)
    case .columnPlace, .itemPlace: "moved"
    case .columnDeleted(let id):
      board.column(id).map { $0.deleted.value ? "deleted" : "not deleted" } ?? ""
    case .cardTitle(let id): board.card(id)?.title.value ?? ""
    case .cardBody(let id): board.card(id)?.body.string ?? ""
    case .cardPlace(let id): board.card(id).map { title(of: $0.column.value) } ?? ""
    case .cardArchived(let id):
      board.card(id).map { $0.archived.value ? "archived" : "not archived" } ?? ""
    case .favourite(let id): board.isFavourite(id, of: user) ? "yes" : "no"
    case .commentBody(let card, let id): board.comment(id, on: card)?.body.string ?? ""
    case .cardLabel(let card, let id): has(.label(id), card)
    case .cardAssignee(let card, let user): has(.assignee(user), card)
    case .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName, .labelColour, .labelRemoved,
      .cardDue,
      .itemText, .itemDone, .itemRemoved, .commentRemoved:
      board.value(of: field).map { FieldText.text($0, of: field) } ?? ""
    }
  }

  /// The stamp of the edit that wrote the field's value; nil if nobody wrote one.
  func stamp(of field: FieldAddress) -> Stamp? {
    switch field {
    case .boardTitle: board.title?.stamp
    case .columnTitle(let id): board.column(id)?.title.stamp
    case .columnPlace(let id): board.column(id)?.placed
    case .columnDeleted(let id): board.column(id)?.deleted.stamp
    case .cardTitle(let id): board.card(id)?.title.stamp
    case .cardBody(let id): board.card(id)?.bodyStamp
    case .cardPlace(let id): board.card(id)?.column.stamp
    case .cardArchived(let id): board.card(id)?.archived.stamp
    case .favourite: nil
    case .commentBody(let card, let id): board.comment(id, on: card)?.bodyStamp
    case .cardLabel(let card, let id): board.attached(.label(id), to: card)
    case .cardAssignee(let card, let user): board.attached(.assignee(user), to: card)
    case .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName, .labelColour, .labelRemoved,
      .cardDue,
      .itemText, .itemDone, .itemPlace, .itemRemoved, .commentRemoved:
      board.field(field)?.stamp
    }
  }

  private func has(_ element: CardElement, _ card: CardID) -> String {
    board.attached(element, to: card) == nil ? "no" : "yes"
  }

  private func title(of column: ColumnID) -> String {
    board.column(column)?.title.value ?? column.description
  }
}
