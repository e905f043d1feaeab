import BoardModel
import Screen

// This part says which keys of the board apply in windows for other subjects.
extension BoardCommand {
  /// The sentence that says why a window for this subject does not do the command; nil where it
  /// does.
  func refusal(in subject: Subject) -> String? {
    switch subject {
    case .board: nil
    case .card: appliesToCard ? nil : "This window is for one card only."
    case .favourites:
      appliesToFavourites ? nil : "That is done on the board, not among favourites."
    case .addColumn: appliesToForm ? nil : "This window is for a new column only."
    }
  }

  private var appliesToCard: Bool {
    switch self {
    case .open, .actions, .invite, .editTitle, .editInEditor, .labels, .moveTo, .archive,
      .favourite, .carry, .copyTitle, .receipts, .help, .undo, .redo, .forceUndo, .toggleMouse,
      .reconnect, .repaint,
      .suspend, .quit, .detailUp, .detailDown, .clear:
      true
    case .left, .right, .up, .down, .top, .bottom, .firstColumn, .lastColumn, .pageUp, .pageDown,
      .moveLeft, .moveRight, .moveUp, .moveDown, .openBeside, .openWindow, .favouritesWindow,
      .openInvitation, .newCard, .duplicate, .mark, .newColumn, .columnMenu, .renameBoard, .boards,
      .archiveView, .search, .nextFound,
      .previousFound, .detail:
      false
    }
  }

  private var appliesToFavourites: Bool {
    switch self {
    case .moveLeft, .moveRight, .moveUp, .moveDown, .newCard, .duplicate, .newColumn, .columnMenu,
      .renameBoard, .boards, .archiveView, .left, .right, .firstColumn, .lastColumn,
      .favouritesWindow:
      false
    case .up, .down, .top, .bottom, .pageUp, .pageDown, .open, .openBeside, .openWindow, .actions,
      .invite, .openInvitation, .editTitle, .editInEditor, .labels, .moveTo, .archive, .favourite,
      .mark, .carry, .copyTitle,
      .receipts, .search, .nextFound, .previousFound, .clear, .help, .undo, .redo, .forceUndo,
      .detail, .detailUp, .detailDown, .toggleMouse, .reconnect, .repaint, .suspend, .quit:
      true
    }
  }

  private var appliesToForm: Bool {
    switch self {
    case .help, .toggleMouse, .reconnect, .repaint, .suspend, .quit: true
    default: false
    }
  }
}

extension Keymap where Command == BoardCommand {
  static let favourites = Keymap(
    Keymap.board.bindings.filter { $0.command.refusal(in: .favourites) == nil })
}
