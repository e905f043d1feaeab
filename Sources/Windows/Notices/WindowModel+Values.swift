import BoardModel
import WindowSync
import Wording

// This part puts the values of fields into words.
extension WindowModel {
  /// - Parameter isWhole: whether a text is given whole; else only its beginning is.
  func words(_ value: FieldValue, in field: FieldAddress, isWhole: Bool = false) -> String {
    switch value {
    case .text(let text): return isWhole ? text : "“\(short(text))”"
    case .body(let text): return isWhole ? text.string : "“\(short(text.string))”"
    case .fragment(let fragment):
      return isWhole ? fragment.text.string : "“\(short(fragment.text.string))”"
    case .role(let role): return role.map { WindowModel.article($0) } ?? "no member"
    case .cardPlace(let column, let place):
      return "in \(name(of: column))" + (place.after.map { " after \(name(of: $0))" } ?? "")
    case .columnPlace(let place):
      return place.after.map { "right of \(name(of: $0))" } ?? "the first place"
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
    case .cardArchived: flag ? "archived" : "on the board"
    case .itemDone: flag ? "done" : "not done"
    case .labelRemoved, .itemRemoved, .commentRemoved: flag ? "removed" : "not removed"
    case .columnDeleted: flag ? "deleted" : "not deleted"
    case .favourite: flag ? "a favourite" : "no favourite"
    case .cardLabel, .cardAssignee: flag ? "on the card" : "not on the card"
    default: flag ? "yes" : "no"
    }
  }

  /// The field's present value, and who wrote it; nil where the field is gone.
  func current(_ field: FieldAddress) -> (value: FieldValue, stamp: Stamp?)? {
    board?.state(of: field, for: user)
  }
}
