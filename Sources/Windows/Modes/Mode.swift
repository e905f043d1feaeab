import BoardModel

/// The mode that determines what the keys mean. Each case holds what only that mode needs.
enum Mode: Sendable {
  case browsing
  /// A button went down on a card; moving makes it a drag.
  case pressed(Press)
  case dragging(PointerDrag)
  case card(CardEditor)
  /// The history stands over an open card.
  case history(HistoryView)
  case prompt(Prompt)
  case actions(ActionMenu)
  case destination(ColumnChoice)
  case offer(CardOffer)
  case columnForm(ColumnForm)
  /// The file that a paste may name is being read.
  case reading(PastedPath)
  case columnMenu(ColumnMenu)
  case deletion(ColumnDeletion)
  case boards(BoardSwitcher)
  case archive(ArchiveList)
  case help(HelpPage)
  case receipts(ReceiptList)
  /// The body of a card is in `$EDITOR`, which has the terminal.
  case external(ExternalEdit)
}

/// The chosen row of a list, counted from 0.
struct ListCursor: Hashable, Sendable {
  private(set) var index = 0

  mutating func move(_ command: ListCommand, count: Int, page: Int) {
    let last = max(0, count - 1)
    switch command {
    case .up: index = max(0, index - 1)
    case .down: index = min(last, index + 1)
    case .pageUp: index = max(0, index - max(1, page))
    case .pageDown: index = min(last, index + max(1, page))
    case .top: index = 0
    case .bottom: index = last
    case .choose, .create, .close: break
    }
  }

  mutating func clamp(to count: Int) { index = min(index, max(0, count - 1)) }

  mutating func select(_ row: Int, count: Int) { index = min(max(0, row), max(0, count - 1)) }
}

/// The body of a card as it was given to `$EDITOR`.
struct ExternalEdit: Sendable {
  enum Origin: Sendable {
    case board(Text)
    /// The last edit of the editor's text may still await its identifier.
    case card(CardEditor)
  }

  let card: CardID
  private(set) var origin: Origin

  init(_ card: CardID, _ origin: Origin) {
    self.card = card
    self.origin = origin
  }

  /// The text with the identities of its characters, by which the saved text is merged.
  var opened: Text {
    switch origin {
    case .board(let text): text
    case .card(let editor): editor.draft.text
    }
  }

  mutating func made(_ id: OperationID, _ intent: Intent) {
    guard case .card(var editor) = origin else { return }
    editor.made(id, intent)
    origin = .card(editor)
  }
}
