import Screen
import WindowSync

/// The keys that matter now, which the last line shows while there is no notice.
struct Hints {
  let scene: Scene
  let carried: Carried
  let receipts: ReceiptReader
  /// The reason that prevents edits or sending; nil if there is none.
  let obstacle: [(String, String)]?

  private var view: BoardView { scene.view }

  func hints(for mode: Mode) -> [(String, String)] {
    switch mode {
    case .browsing, .pressed: return browsing
    case .columnForm(let form):
      if scene.standing.isFenced { return Hints.taking }
      if form.state != .typing { return [] }
      let keys = Keymap.columnForm
      return (carried.dragged == nil || !form.takesDrop ? [] : carrying) + [
        (keys.key(of: .enter), "next"), (keys.key(of: .make), "make"),
        (keys.key(of: .close), "close"), (keys.key(of: .help), "help"),
      ]
    case .dragging:
      return [
        ("release", "drops"), ("ctrl or alt", "copies"), ("edge", "window"), ("Esc", "cancels"),
      ]
    case .card(let editor):
      if case .section(let section) = editor.field { return hints(for: section, editor) }
      return [
        (Keymap.card.key(of: .close), closing),
        (Keymap.card.key(of: .nextField), "labels …"),
        (Keymap.card.key(of: .editInEditor), "$EDITOR"), (Keymap.card.key(of: .undo), "undo"),
        (Keymap.card.key(of: .history), "history"),
      ]
    case .history(let view):
      return [
        (Keymap.history.key(of: .list(.choose)), view.wholeTop == nil ? "whole change" : "list"),
        (Keymap.history.key(of: .restore), "restore"),
        (Keymap.history.key(of: .list(.close)), "close"),
      ]
    case .prompt(let prompt):
      if case .search = prompt.purpose {
        return [("Enter", "keeps"), ("Esc", "clears"), ("↑↓", "choose")]
      }
      if prompt.isRestored { return [("Enter", "goes on"), ("Esc", "throws it away")] }
      if prompt.isHeldUp(scene.standing), let reason = scene.standing.readOnlyReason {
        return [("Esc", "asks first"), ("read-only:", reason)]
      }
      if case .newColumnCard = prompt.purpose {
        return [("Enter", "next, empty: done"), ("Esc", "cancel")]
      }
      return [("Enter", "done"), ("Esc", "cancel")]
    case .list(let list, _): return list.hints
    case .reading(let pasted):
      return [("Esc", "cancel"), ("reading", pasted.name + " …")]
    case .external: return [("$EDITOR", "has the terminal")]
    }
  }

  private func hints(
    for section: CardSection, _ editor: CardEditor
  ) -> [(String, String)] {
    if let entry = editor.state.entry {
      let complete = editor.completion(entry, view).map { [("Tab", $0)] } ?? []
      return [("Enter", "done"), ("Esc", "cancel")] + complete
        + (entry.isComment ? [("alt-Enter", "new line")] : [])
    }
    let keys = Keymap.section
    let (choose, add) = (keys.key(of: .choose), keys.key(of: .add))
    let (change, remove) = (keys.key(of: .edit), keys.key(of: .remove))
    let own: [(String, String)] =
      switch section {
      case .labels:
        [
          (choose, "on or off"), (add, "new"), (change, "rename"),
          (keys.key(of: .nextColour), "colour"), (keys.key(of: .removeEverywhere), "remove"),
        ]
      case .assignees: [(choose, "on or off"), (add, "by name")]
      case .due: [(choose, "date"), (remove, "none")]
      case .priority: [(choose, "set"), (remove, "none")]
      case .blockers: [(add, "by number"), (choose, "take away")]
      case .checklist:
        [(choose, "tick"), (add, "new"), (change, "reword"), (remove, "remove"), ("JK", "move")]
      case .comments: [(add, "write"), (change, "edit yours"), (remove, "remove")]
      case .proposals: [(choose, "accept"), (remove, "dismiss")]
      }
    return own + [
      (Keymap.card.key(of: .nextField), "next"), (Keymap.card.key(of: .undo), "undo"),
      (Keymap.card.key(of: .close), "close"),
    ]
  }

  /// What the key that closes a card does, in a word or two.
  private var closing: String {
    if view.readCard != nil { return "read" }
    return scene.isDetailBeside && !view.isFavourites ? "to the board" : "close"
  }

  /// The hints while another terminal has the window.
  private static let taking = [
    (Keymap.board.key(of: .reconnect), "takes it over"),
    (Keymap.board.key(of: .quit), "leaves it there"),
  ]

  private static let reading: [(String, String)] = {
    let keys = Keymap<SoleCardCommand>.soleCard
    return [
      (keys.key(of: .board(.open)), "write"), (keys.key(of: .close), "close"),
      (keys.key(of: .board(.help)), "help"), (keys.key(of: .firstSection), "labels …"),
      (keys.key(of: .board(.editTitle)), "title"), (keys.key(of: .board(.actions)), "actions"),
      (keys.key(of: .history), "history"),
    ]
  }()

  /// The key of a command of the board and the word for it.
  private static func hint(_ command: BoardCommand) -> (String, String) {
    // The four keys that move are named together.
    let commands: [BoardCommand] =
      command == .moveLeft ? [.moveLeft, .moveDown, .moveUp, .moveRight] : [command]
    return (commands.map { Keymap.board.key(of: $0) }.joined(), command.row.hint)
  }

  private var carrying: [(String, String)] {
    switch carried.state {
    case .nothing: []
    case .fetching: [("Esc", "stops")]
    case .dropping: [("Esc", "cancels")]
    case .held(let dragged):
      if case .forbidden = scene.proposal(of: dragged) {
        [("Esc", "cancels")]
      } else if dragged.isAtPointer {
        [("release", "drops"), ("Esc", "cancels")]
      } else {
        [(Keymap.board.key(of: .carry), "drops"), ("Esc", "cancels")]
      }
    }
  }

  private var browsing: [(String, String)] {
    if view.board == nil, scene.standing.isFenced { return Hints.taking }
    let keys = Keymap.board
    // The screen says why there is no board.
    if view.board == nil, scene.standing.isBoardLost {
      return [Hints.hint(.boards), Hints.hint(.quit)]
    }
    if let obstacle { return obstacle }
    if view.board == nil { return [Hints.hint(.quit)] }
    if carried.held != nil {
      return carrying + [(keys.key(of: .copyTitle), "copies its text"), Hints.hint(.help)]
    }
    if carried.dragged != nil { return carrying }
    if view.readCard != nil { return Hints.reading }
    if view.contents.lanes.isEmpty {
      return [Hints.hint(.newColumn), Hints.hint(.help)]
    }
    if !view.marked.isEmpty {
      return [
        (view.isFavourites ? keys.key(of: .moveTo) : Hints.hint(.moveLeft).0, "move all"),
        (keys.key(of: .archive), "archive all"),
        (keys.key(of: .favourite), view.isFavourites ? "all off" : "favourite all"),
        (keys.key(of: .clear), "clear marks"),
      ]
    }
    if view.isFavourites { return BoardCommand.footerOfFavourites.map(Hints.hint) }
    let unseen = receipts.unread
    let proposed = view.looseProposals.count
    var inbox: [(String, String)] = []
    if unseen > 0 { inbox = [(keys.key(of: .receipts), "replaced or refused: \(unseen)")] }
    if unseen == 0, proposed > 0 { inbox = [(keys.key(of: .receipts), "proposed: \(proposed)")] }
    return inbox + BoardCommand.footer.map(Hints.hint)
  }
}
