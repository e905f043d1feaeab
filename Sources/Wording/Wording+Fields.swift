public import BoardModel

// The names and values of fields.
extension Wording {
  public func field(_ field: FieldAddress) -> String {
    switch field {
    case .boardTitle: "the board's title"
    case .columnTitle(let id): "the title of \(theColumn(id))"
    case .columnPlace(let id): "the place of \(theColumn(id))"
    case .columnDeleted(let id): theColumn(id)
    case .cardTitle(let id): "the title of \(card(id))"
    case .cardBody(let id): "the body of \(card(id))"
    case .cardPlace(let id): "the place of \(card(id))"
    case .cardArchived(let id): "whether \(card(id)) is archived"
    case .favourite(let id): "the favourite mark on \(card(id))"
    case .boardArchived: "whether the board is archived"
    case .wipLimitBlocks: "whether full columns refuse cards"
    case .memberRole(let user): "the role of \(Wording.name(ofUser: user))"
    case .columnWIPLimit(let id): "the limit of \(theColumn(id))"
    case .labelName(let id): "the name of the label \(label(id))"
    case .labelColour(let id): "the colour of the label \(label(id))"
    case .labelRemoved(let id): "the label \(label(id))"
    case .cardDue(let id): "the due date of \(card(id))"
    case .cardPriority(let id): "the priority of \(card(id))"
    case .itemText(let id, let item), .itemDone(let id, let item), .itemPlace(let id, let item),
      .itemRemoved(let id, let item):
      "the item \(self.item(item, on: id)) of \(card(id))"
    case .commentBody(let id, _), .commentRemoved(let id, _): "a comment on \(card(id))"
    case .cardLabel(let id, let label): "the label \(self.label(label)) on \(card(id))"
    case .cardAssignee(let id, let user): "the assignee \(user) of \(card(id))"
    case .cardBlocker(let id, let blocker): "the blocker \(card(blocker)) of \(card(id))"
    }
  }

  /// The field's name where it is clear whose it is, as in a history.
  public func shortName(of field: FieldAddress) -> String {
    switch field {
    case .cardTitle, .boardTitle, .columnTitle: "title"
    case .cardBody: "body"
    case .cardPlace, .columnPlace: "place"
    case .cardArchived, .columnDeleted, .boardArchived: "archive"
    case .favourite: "star"
    case .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName, .labelColour, .labelRemoved:
      "board"
    case .cardDue: "due"
    case .cardPriority: "priority"
    case .itemText: "item"
    case .itemDone(let card, let item), .itemPlace(let card, let item),
      .itemRemoved(let card, let item):
      "item \(self.item(item, on: card))"
    case .commentBody, .commentRemoved: "comment"
    case .cardLabel(_, let label): "label \(self.label(label))"
    case .cardAssignee(_, let user): "assignee \(user)"
    case .cardBlocker(_, let blocker): "blocker \(card(blocker))"
    }
  }

  /// - Parameter isWhole: whether a text is given whole; else only its beginning is, in quotation
  ///   marks.
  public func value(_ value: FieldValue, of field: FieldAddress, isWhole: Bool = false) -> String {
    switch value {
    case .text(let text): return isWhole ? text : quoted(text)
    case .body(let text): return isWhole ? text.string : quoted(text.string)
    case .fragment(let fragment):
      return isWhole ? fragment.text.string : quoted(fragment.text.string)
    case .role(let role): return role.map { Wording.article($0) } ?? "no member"
    case .cardPlace(let column, let place):
      return "in \(self.column(column))" + (place.after.map { " after \(card($0))" } ?? "")
    case .columnPlace(let place):
      return place.after.map { "right of \(column($0))" } ?? "the first place"
    case .itemPlace: return "another place"
    case .flag(let flag): return Wording.flag(flag, of: field)
    case .number(let number):
      guard let number else { return "none" }
      switch field {
      case .cardDue: return CalendarDay(Int(number))?.text ?? "\(number)"
      case .cardPriority:
        return Priority(rawValue: number).map { Wording.name($0) } ?? "\(number)"
      case .labelColour: return ColourNames.name(Int(number))
      default: return "\(number)"
      }
    }
  }

  private static func flag(_ flag: Bool, of field: FieldAddress) -> String {
    switch field {
    case .cardArchived: flag ? "archived" : "on the board"
    case .boardArchived: flag ? "archived" : "not archived"
    case .itemDone: flag ? "done" : "not done"
    case .labelRemoved, .itemRemoved, .commentRemoved: flag ? "removed" : "not removed"
    case .columnDeleted: flag ? "deleted" : "not deleted"
    case .favourite: flag ? "a favourite" : "no favourite"
    case .cardLabel, .cardAssignee: flag ? "on the card" : "not on the card"
    case .cardBlocker: flag ? "there" : "not there"
    case .wipLimitBlocks, .boardTitle, .columnTitle, .columnPlace, .cardTitle, .cardBody,
      .cardPlace, .memberRole, .columnWIPLimit, .labelName, .labelColour, .cardDue, .cardPriority,
      .itemText, .itemPlace, .commentBody:
      flag ? "yes" : "no"
    }
  }

  /// The value or text that the field has now; nil where it is gone.
  public func present(_ field: FieldAddress, isWhole: Bool = false) -> String? {
    let present =
      board?.text(of: field).map { FieldValue.body($0) }
      ?? board?.state(of: field, for: user)?.value
    return present.map { value($0, of: field, isWhole: isWhole) }
  }
}
