import BoardModel
import WindowSync

// What fields hold, in words.
extension WindowModel {
  /// - Parameter isWhole: a title is given with all it holds, else its beginning.
  func words(_ value: ProposedValue, in field: FieldAddress, isWhole: Bool = false) -> String {
    switch value {
    case .title(let title): isWhole ? title : "“\(short(title))”"
    case .cardPlace(let column, let place):
      "in \(name(of: column))" + (place.after.map { " after \(name(of: $0))" } ?? "")
    case .columnPlace(let place):
      place.after.map { "right of \(name(of: $0))" } ?? "the first place"
    case .archived(let archived): archived ? "archived" : "on the board"
    case .field(let value): words(value, in: field, isWhole: isWhole)
    case .text(let fragment):
      isWhole ? fragment.text.string : "“\(short(fragment.text.string))”"
    }
  }

  private func words(_ value: PlainValue, in field: FieldAddress, isWhole: Bool) -> String {
    switch value {
    case .text(let text): return isWhole ? text : "“\(short(text))”"
    case .role(let role): return role.map { WindowModel.article($0) } ?? "no member"
    case .itemPlace: return "another place"
    case .flag(let flag): return WindowModel.words(flag, in: field)
    case .number(let number):
      guard let number else { return "none" }
      switch field {
      case .cardDue: return CalendarDay(Int(number))?.text ?? "\(number)"
      case .labelColour: return ColourNames.name(Int(number))
      default: return "\(number)"
      }
    }
  }

  private static func words(_ flag: Bool, in field: FieldAddress) -> String {
    switch field {
    case .itemDone: flag ? "done" : "not done"
    case .labelRemoved, .itemRemoved, .commentRemoved: flag ? "removed" : "not removed"
    case .columnDeleted: flag ? "deleted" : "not deleted"
    case .favourite: flag ? "a favourite" : "no favourite"
    case .cardLabel, .cardAssignee: flag ? "on the card" : "not on the card"
    default: flag ? "yes" : "no"
    }
  }

  /// What a field holds now, and who wrote it; nil where there is no such field any longer.
  func current(_ field: FieldAddress) -> (value: ProposedValue, stamp: Stamp?)? {
    guard let board else { return nil }
    switch field {
    case .boardTitle: return board.title.map { (.title($0.value), $0.stamp) }
    case .columnTitle(let id):
      return board.column(id).map { (.title($0.title.value), $0.title.stamp) }
    case .columnPlace(let id):
      return board.column(id).map { (.columnPlace(place(of: id)), $0.placed) }
    case .columnDeleted(let id):
      return board.column(id).map { (.field(.flag($0.deleted.value)), $0.deleted.stamp) }
    case .cardTitle(let id): return card(id).map { (.title($0.title.value), $0.title.stamp) }
    case .cardPlace(let id):
      return card(id).map { (.cardPlace($0.column.value, Anchors()), $0.column.stamp) }
    case .cardArchived(let id):
      return card(id).map { (.archived($0.archived.value), $0.archived.stamp) }
    case .favourite(let id): return (.field(.flag(isFavourite(id))), nil)
    case .cardBody, .commentBody: return nil
    case .cardLabel(let id, let label): return held(.label(label), id)
    case .cardAssignee(let id, let user): return held(.assignee(user), id)
    case .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName, .labelColour, .labelRemoved,
      .cardDue,
      .itemText, .itemDone, .itemPlace, .itemRemoved, .commentRemoved:
      return board.value(of: field).map { (.field($0), board.field(field)?.stamp) }
    }
  }

  private func held(_ element: CardElement, _ card: CardID) -> (value: ProposedValue, stamp: Stamp?)
  {
    let stamp = board?.attached(element, to: card)
    return (.field(.flag(stamp != nil)), stamp)
  }

  private func place(of column: ColumnID) -> Anchors<ColumnKind> {
    guard let order = board?.columnOrder, let index = order.firstIndex(of: column) else {
      return Anchors()
    }
    return Anchors(after: index > 0 ? order[index - 1] : nil)
  }
}
