import BoardModel
import Screen

/// The facts about a command of the board, from which the help, the last line, the menu of a card
/// and the tests are made.
struct CommandRow: Sendable {
  /// The windows, besides those of boards, in which a command applies.
  struct Places: OptionSet, Sendable {
    let rawValue: UInt8

    /// A card that is read, in a window of its own or in another one.
    static let card = Places(rawValue: 1)
    static let favourites = Places(rawValue: 2)
    /// The form for a new column.
    static let form = Places(rawValue: 4)
    static let cards: Places = [.card, .favourites]
    static let everywhere: Places = [.card, .favourites, .form]
  }

  /// The edit that comes of a command, with the least role that it needs; nil stands for any role.
  enum Edit: Hashable, Sendable {
    case none
    /// The command asks for what is to be edited, and does nothing for a person who may not edit.
    case begins(Role?)
    /// The command edits the selected cards at once: a person is first told that there are none.
    case makes(Role?)
  }

  /// What becomes of the items that the person carries.
  enum Carried: Hashable, Sendable {
    case kept, putDown, copied, letGo
  }

  /// The cards for which a menu is opened.
  struct MenuSubject: Sendable {
    /// Whether the menu is about the marked cards, and not about the focused one.
    let areMany: Bool
    let areFavourites: Bool
    let isRead: Bool
    let isMarked: Bool
    let isCarrying: Bool

    /// The word that says of a command that it does something to all of them.
    var all: String { areMany ? " all" : "" }
  }

  let keys: [KeyChord]
  /// What the command does, in a few words for the help.
  let words: String
  /// The word for it in the last line; empty for a command that the last line never names.
  let hint: String
  let places: Places
  let bearing: Bearing
  let edit: Edit
  let carried: Carried
  /// The words for it in the menu of a card; nil where the menu does not offer it.
  let menu: @Sendable (MenuSubject) -> String?

  init(
    _ keys: [KeyChord], _ words: String, hint: String = "", in places: Places = [],
    bearing: Bearing = .acts, edit: Edit = .none, carried: Carried = .kept,
    menu: @escaping @Sendable (MenuSubject) -> String? = { _ in nil }
  ) {
    (self.keys, self.words, self.hint, self.places) = (keys, words, hint, places)
    (self.bearing, self.edit, self.carried, self.menu) = (bearing, edit, carried, menu)
  }

  /// The least role of a person who may do the command: nil of nil if it edits nothing.
  var role: Role?? {
    switch edit {
    case .none: .none
    case .begins(let role), .makes(let role): .some(role)
    }
  }
}

extension BoardCommand {
  /// The sentence that says why a window for this subject does not do the command; nil where it
  /// does.
  func refusal(in subject: Subject) -> String? {
    let places = row.places
    switch subject {
    case .board: return nil
    case .card: return places.contains(.card) ? nil : "This window is for one card only."
    case .favourites:
      return places.contains(.favourites) ? nil : "That is done on the board, not among favourites."
    case .addColumn:
      return places.contains(.form) ? nil : "This window is for a new column only."
    }
  }
}
