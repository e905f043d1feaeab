import BoardModel
import Screen

/// What can be done with a card, or with all that are marked: the commands of the board that apply,
/// each as its key does it.
struct ActionMenu: Sendable {
  struct Choice: Hashable, Sendable {
    let command: BoardCommand
    let text: String
    /// Why it cannot be done, as a sentence.
    let refusal: String?

    /// It takes something off the board.
    var isDestructive: Bool { command == .archive }
  }

  /// What it was opened for.
  let cards: [CardID]
  /// Where it was asked for; nil is beside the focus.
  let origin: Position?
  let choices: [Choice]
  var cursor = ListCursor()

  init(_ desk: Desk, at origin: Position? = nil) {
    cards = desk.selection
    self.origin = origin
    choices = ActionMenu.choices(desk)
  }

  func title(_ desk: Desk) -> String {
    guard ActionMenu.isAboutFocus(desk) else {
      return cards.count == 1 ? "1 marked card" : "\(cards.count) marked cards"
    }
    return cards.first.flatMap { desk.card($0)?.title.value } ?? ""
  }

  /// Keys act on the marked cards, unless that is the focused one alone.
  private static func isAboutFocus(_ desk: Desk) -> Bool {
    desk.marked.isEmpty || desk.selection == [desk.focusedCard?.id].compactMap(\.self)
  }

  // MARK: What applies

  static func choices(_ desk: Desk) -> [Choice] {
    let cards = desk.selection
    guard !cards.isEmpty else { return [] }
    let areAll = !isAboutFocus(desk)
    let all = areAll ? " all" : ""
    let isFavourite = cards.allSatisfy { desk.isFavourite($0) }
    let edit = desk.editRefusal()
    let move = edit ?? (desk.destinations.count > 1 ? nil : "There is no other column.")
    var choices: [Choice] = []
    func add(_ command: BoardCommand, _ text: String, _ refusal: String? = nil) {
      guard desk.refusal(of: command) == nil else { return }
      choices.append(Choice(command: command, text: text, refusal: refusal))
    }
    if !areAll {
      add(.open, desk.readCard == nil ? "Open" : "Write")
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
      desk.editRefusal(nil))
    let isCarrying = desk.carried.burden != nil
    if !isCarrying { add(.carry, "Take\(all) up, to put down in any window") }
    if !areAll {
      add(.mark, desk.marked.isEmpty ? "Mark" : "Mark no longer")
      add(.copyTitle, isCarrying ? "Copy what is carried as text" : "Copy the title")
      add(.invite, "Invite a user to it …")
    }
    let isArchived = !areAll && desk.focusedCard?.archived.value == true
    add(.archive, "Archive\(all)", edit ?? (isArchived ? desk.archivedAlready : nil))
    return choices
  }

  /// Others may take away what it is about: nothing else is acted on.
  func applies(_ desk: Desk) -> Bool { cards == desk.selection }

  // MARK: Keys

  mutating func handle(_ command: ListCommand, _ desk: inout Desk) -> Mode {
    switch command {
    case .choose: return run(choices[cursor.index], &desk)
    case .close: return .browsing
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .create:
      cursor.move(command, count: choices.count, page: choices.count)
      return .actions(self)
    }
  }

  /// A key that means something on the board means the same here, if it is on the menu.
  func handle(_ chord: KeyChord, _ desk: inout Desk) -> Mode? {
    guard let command = Keymap.board[chord] else { return nil }
    if command == .actions { return .browsing }
    return choices.first { $0.command == command }.map { run($0, &desk) }
  }

  private func run(_ choice: Choice, _ desk: inout Desk) -> Mode {
    if let refusal = choice.refusal {
      desk.refuse(refusal)
      return .actions(self)
    }
    return Browsing.handle(choice.command, &desk)
  }
}
