import BoardModel
import Screen

/// The menu of the board's commands that apply to a card, or to all marked cards; each does what
/// its key does.
struct ActionMenu: OverlayList {
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

  init(_ scene: Scene, _ carried: Carried, at origin: Position? = nil) {
    cards = scene.view.selection
    self.origin = origin
    choices = ActionMenu.choices(scene, carried)
  }

  private func title(_ view: BoardView) -> String {
    guard ActionMenu.isAboutFocus(view) else {
      return cards.count == 1 ? "1 marked card" : "\(cards.count) marked cards"
    }
    return cards.first.flatMap { view.card($0)?.title.value } ?? ""
  }

  /// Whether the menu is about the focused card: keys act on the marked cards, unless that is the
  /// focused one alone.
  private static func isAboutFocus(_ view: BoardView) -> Bool {
    view.marked.isEmpty
      || view.selection == [view.focusedCard?.id].compactMap(\.self)
  }

  // MARK: What applies

  static func choices(_ scene: Scene, _ carried: Carried) -> [Choice] {
    let view = scene.view
    let cards = view.selection
    guard !cards.isEmpty else { return [] }
    let subject = CommandRow.MenuSubject(
      areMany: !isAboutFocus(view), areFavourites: cards.allSatisfy { view.isFavourite($0) },
      isRead: view.readCard != nil, isMarked: !view.marked.isEmpty,
      isCarrying: carried.dragged != nil)
    return BoardCommand.menu.compactMap { command in
      let row = command.row
      guard view.refusal(of: command) == nil, let text = row.menu(subject) else { return nil }
      let refusal =
        row.role.flatMap { scene.editRefusal($0) } ?? scarcity(for: command, subject, view)
      return Choice(command: command, text: text, refusal: refusal)
    }
  }

  /// The sentence that says why the cards leave the command nothing to do; nil if they do not.
  private static func scarcity(
    for command: BoardCommand, _ subject: CommandRow.MenuSubject, _ view: BoardView
  ) -> String? {
    switch command {
    case .moveTo: view.destinations.count > 1 ? nil : "There is no other column."
    case .archive:
      !subject.areMany && view.focusedCard?.archived.value == true ? view.archivedAlready : nil
    default: nil
    }
  }

  mutating func boardChanged(_ view: BoardView, _ inbox: Inbox) -> Notice? {
    // Others may have removed some of the cards meanwhile.
    cards == view.selection ? nil : Notice("What the menu was for has changed meanwhile.", .news)
  }

  // MARK: What is shown

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    ListContent(
      title: title(scene.view), count: choices.count,
      notes: [choices[cursor.index].refusal].compactMap(\.self), shape: .choice(cursor),
      anchor: origin ?? scene.positionBelowFocus, columns: columns
    ) { choices[$0].row }
  }

  /// The columns of the menu: enough for its widest row and for its widest refusal.
  private var columns: Int {
    let rows = choices.map { textColumns($0.text) + 8 }
    let notes = choices.compactMap(\.refusal).map { textColumns($0) }
    return 6 + max(24, (rows + notes).max() ?? 0)
  }

  // MARK: Keys

  func page(screenRows: Int) -> Int { choices.count }

  func has(_ chord: KeyChord) -> Bool { Keymap.list[chord] != nil || Keymap.board[chord] != nil }

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> ListOutcome {
    switch input {
    case .key(let key, let modifiers):
      let chord = KeyChord(key, modifiers)
      guard Keymap.list[chord] == nil, let command = Keymap.board[chord] else { break }
      if command == .actions { return .closes }
      if let choice = choices.first(where: { $0.command == command }) { return run(choice, &model) }
    case .mouse(let event) where event.action == .press(.right):
      return .opens(Pointing.handle(event, &model))
    case .mouse, .paste, .focus, .reply: break
    }
    return handleAsList(input, &model)
  }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    run(choices[cursor.index], &model)
  }

  private func run(_ choice: Choice, _ model: inout WindowModel) -> ListOutcome {
    if let refusal = choice.refusal {
      model.refuse(refusal)
      return .stays
    }
    return .opens(Browsing.handle(choice.command, &model))
  }
}

extension ActionMenu.Choice {
  fileprivate var row: ListPanel.Row {
    let isAvailable = refusal == nil
    return ListPanel.Row(
      text: (isDestructive ? "! " : "") + text,
      aside: isAvailable ? Keymap.board.key(of: command) : "—",
      kind: !isAvailable ? .unavailable : isDestructive ? .destructive : .plain)
  }
}
