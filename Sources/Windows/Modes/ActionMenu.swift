import BoardModel
import Screen

/// The menu of the board's commands that apply to a card, or to all marked cards; each does what
/// its key does.
struct ActionMenu: Sendable {
  struct Choice: Hashable, Sendable {
    let command: BoardCommand
    let text: String
    /// The sentence that says why the command cannot be done; nil if it can.
    let refusal: String?

    /// Whether the command takes something off the board.
    var isDestructive: Bool { command == .archive }
  }

  /// The cards for which the menu was opened.
  let cards: [CardID]
  /// The position at which the menu was asked for; nil places it beside the focus.
  let origin: Position?
  let choices: [Choice]
  var cursor = ListCursor()

  init(_ model: WindowModel, at origin: Position? = nil) {
    cards = model.view.selection
    self.origin = origin
    choices = ActionMenu.choices(model)
  }

  func title(_ model: WindowModel) -> String {
    guard ActionMenu.isAboutFocus(model) else {
      return cards.count == 1 ? "1 marked card" : "\(cards.count) marked cards"
    }
    return cards.first.flatMap { model.card($0)?.title.value } ?? ""
  }

  /// Whether the menu is about the focused card: keys act on the marked cards, unless that is the
  /// focused one alone.
  private static func isAboutFocus(_ model: WindowModel) -> Bool {
    model.view.marked.isEmpty
      || model.view.selection == [model.view.focusedCard?.id].compactMap(\.self)
  }

  // MARK: What applies

  static func choices(_ model: WindowModel) -> [Choice] {
    let cards = model.view.selection
    guard !cards.isEmpty else { return [] }
    let areAll = !isAboutFocus(model)
    let all = areAll ? " all" : ""
    let isFavourite = cards.allSatisfy { model.view.isFavourite($0) }
    let edit = model.editRefusal()
    let move = edit ?? (model.view.destinations.count > 1 ? nil : "There is no other column.")
    var choices: [Choice] = []
    func add(_ command: BoardCommand, _ text: String, _ refusal: String? = nil) {
      guard model.view.refusal(of: command) == nil else { return }
      choices.append(Choice(command: command, text: text, refusal: refusal))
    }
    if !areAll {
      add(.open, model.view.readCard == nil ? "Open" : "Write")
      add(.openBeside, "Open in a split beside this window")
      add(.openWindow, "Open in a new window")
      add(.editTitle, "Edit the title", edit)
      add(.editInEditor, "Edit the body in $EDITOR", edit)
      add(.labels, "Labels …", edit)
    }
    add(.moveTo, "Move\(all) to a column …", move)
    add(.duplicate, areAll ? "Make copies of all" : "Make a copy", edit)
    add(
      .favourite, isFavourite ? "No favourite\(areAll ? "s" : "") any longer" : "Favourite\(all)",
      model.editRefusal(nil))
    let isCarrying = model.carried.dragged != nil
    if !isCarrying { add(.carry, "Take\(all) up, to put down in any window") }
    if !areAll {
      add(.mark, model.view.marked.isEmpty ? "Mark" : "Mark no longer")
      add(.copyTitle, isCarrying ? "Copy what is carried as text" : "Copy the title")
      add(.invite, "Invite a user to it …")
    }
    let isArchived = !areAll && model.view.focusedCard?.archived.value == true
    add(.archive, "Archive\(all)", edit ?? (isArchived ? model.view.archivedAlready : nil))
    return choices
  }

  /// Whether the menu's cards are still the selected ones; others may have removed some meanwhile.
  func applies(_ model: WindowModel) -> Bool { cards == model.view.selection }

  // MARK: Keys

  mutating func handle(_ command: ListCommand, _ model: inout WindowModel) -> Mode {
    switch command {
    case .choose: return run(choices[cursor.index], &model)
    case .close: return .browsing
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .create:
      cursor.move(command, count: choices.count, page: choices.count)
      return .actions(self)
    }
  }

  /// Runs the command that the key has on the board, if it is in the menu; nil if it is not.
  func handle(_ chord: KeyChord, _ model: inout WindowModel) -> Mode? {
    guard let command = Keymap.board[chord] else { return nil }
    if command == .actions { return .browsing }
    return choices.first { $0.command == command }.map { run($0, &model) }
  }

  private func run(_ choice: Choice, _ model: inout WindowModel) -> Mode {
    if let refusal = choice.refusal {
      model.refuse(refusal)
      return .actions(self)
    }
    return Browsing.handle(choice.command, &model)
  }
}
