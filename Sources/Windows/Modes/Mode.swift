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
  /// A list stands over the board, or over the form for a new column.
  case list(any OverlayList, over: ColumnForm? = nil)
  case columnForm(ColumnForm)
  /// The file that a paste may name is being read.
  case reading(PastedPath)
  /// The body of a card is in `$EDITOR`, which has the terminal.
  case external(ExternalEdit)

  /// The mode after a list has closed that stood over the form, or over the board.
  static func under(_ form: ColumnForm?) -> Mode { form.map { .columnForm($0) } ?? .browsing }
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
  /// Which board was lost meanwhile, and why; nil while the window has it.
  var loss: BoardSwitcher.Loss?

  init(_ card: CardID, _ origin: Origin) {
    self.card = card
    self.origin = origin
  }

  /// The text with the identities of its characters, by which the saved text is merged.
  var opened: Text {
    switch origin {
    case .board(let text): text
    case .card(let editor): editor.body.draft.text
    }
  }

  mutating func made(_ id: OperationID, _ intent: Intent) {
    guard case .card(var editor) = origin else { return }
    editor.made(id, intent)
    origin = .card(editor)
  }
}
