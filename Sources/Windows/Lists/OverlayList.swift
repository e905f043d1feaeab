import Screen

/// A list that stands over the board, or over the form for a new column, and has the keys. A new one
/// is a value of this kind and the place where it is opened.
protocol OverlayList: Sendable {
  /// The chosen row; in a list whose rows cannot be chosen, the first one that is shown.
  var cursor: ListCursor { get set }

  func content(_ scene: Scene, _ receipts: ReceiptReader) -> ListContent

  /// The keys that the last line names.
  var hints: [(String, String)] { get }

  /// Whether the key has a meaning in the list.
  func has(_ chord: KeyChord) -> Bool

  /// Whether the list shows what became of edits, for which the coordinator may have to be asked.
  var showsReceipts: Bool { get }

  /// The number of rows by which a page moves.
  /// - Parameter screenRows: the rows of the terminal.
  func page(screenRows: Int) -> Int

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> ListOutcome

  /// Moves the cursor by a command that does nothing else.
  /// - Parameter places: the number of places of the cursor.
  mutating func move(_ motion: ListCommand, places: Int, page: Int)

  /// Does what the chosen row says.
  mutating func choose(_ model: inout WindowModel) -> ListOutcome

  func create() -> ListOutcome

  mutating func close() -> ListOutcome

  /// Takes in a change of the board.
  /// - Returns: the reason why the list does not stand any longer; nil if it does.
  mutating func boardChanged(_ view: BoardView, _ inbox: Inbox) -> Notice?
}

enum ListOutcome: Sendable {
  case stays
  case closes
  /// Something else has the keys now, in the place of the list.
  case opens(Mode)
}

extension OverlayList {
  var hints: [(String, String)] { [("Enter", "choose"), ("Esc", "close")] }

  func has(_ chord: KeyChord) -> Bool { Keymap.list[chord] != nil }

  var showsReceipts: Bool { false }

  func page(screenRows: Int) -> Int { max(1, screenRows - 6) }

  mutating func move(_ motion: ListCommand, places: Int, page: Int) {
    cursor.move(motion, count: places, page: page)
  }

  func create() -> ListOutcome { .stays }

  mutating func close() -> ListOutcome { .closes }

  mutating func boardChanged(_ view: BoardView, _ inbox: Inbox) -> Notice? { nil }

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> ListOutcome {
    handleAsList(input, &model)
  }

  // MARK: What all lists have in common

  mutating func handleAsList(_ input: Input, _ model: inout WindowModel) -> ListOutcome {
    switch input {
    case .key(let key, let modifiers):
      Keymap.list[KeyChord(key, modifiers)].map { perform($0, &model) } ?? .stays
    case .mouse(let event): point(event, &model)
    case .paste, .focus, .reply: .stays
    }
  }

  mutating func perform(_ command: ListCommand, _ model: inout WindowModel) -> ListOutcome {
    switch command {
    case .choose: return choose(&model)
    case .create: return create()
    case .close: return close()
    case .up, .down, .pageUp, .pageDown, .top, .bottom:
      let page = page(screenRows: model.viewport.size.rows)
      let places = content(model.scene, model.receipts).places(page: page)
      move(command, places: places, page: page)
      return .stays
    }
  }

  private mutating func point(_ event: MouseEvent, _ model: inout WindowModel) -> ListOutcome {
    switch event.action {
    case .wheel(.up): return perform(.up, &model)
    case .wheel(.down): return perform(.down, &model)
    case .press(.left):
      let panel = ListPanel(content(model.scene, model.receipts), model.scene)
      guard panel.rect.contains(event.position) else { return perform(.close, &model) }
      guard let row = panel.row(at: event.position) else { return .stays }
      cursor.select(row, count: panel.content.count)
      return perform(.choose, &model)
    case .press, .release, .drag, .move, .wheel: return .stays
    }
  }
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
