import Screen

/// A list that stands over the board, or over the form for a new column, and has the keys. A new one
/// is a value of this kind and the place where it is opened.
protocol OverlayList: Sendable {
  /// The chosen row; in a list whose rows cannot be chosen, the first one that is shown.
  var cursor: ListCursor { get set }

  func content(_ model: WindowModel) -> ListContent

  /// The keys that the last line names.
  var hints: [(String, String)] { get }

  /// Whether the key has a meaning in the list.
  func has(_ chord: KeyChord) -> Bool

  /// The number of rows by which a page moves.
  func page(_ model: WindowModel) -> Int

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> ListOutcome

  /// Moves the cursor by a command that does nothing else.
  mutating func move(_ motion: ListCommand, _ model: WindowModel)

  /// Does what the chosen row says.
  mutating func choose(_ model: inout WindowModel) -> ListOutcome

  mutating func create(_ model: inout WindowModel) -> ListOutcome

  mutating func close(_ model: inout WindowModel) -> ListOutcome

  /// - Returns: whether the list still stands after the board has changed; if not, the reason has
  ///   been shown.
  mutating func boardChanged(_ model: inout WindowModel) -> Bool

  /// Asks, after any event, for what the list shows and the window does not know.
  func ask(_ model: inout WindowModel)
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

  func page(_ model: WindowModel) -> Int { max(1, model.viewport.size.rows - 6) }

  mutating func move(_ motion: ListCommand, _ model: WindowModel) { moveCursor(motion, model) }

  mutating func create(_ model: inout WindowModel) -> ListOutcome { .stays }

  mutating func close(_ model: inout WindowModel) -> ListOutcome { .closes }

  mutating func boardChanged(_ model: inout WindowModel) -> Bool { true }

  func ask(_ model: inout WindowModel) {}

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
    case .create: return create(&model)
    case .close: return close(&model)
    case .up, .down, .pageUp, .pageDown, .top, .bottom:
      move(command, model)
      return .stays
    }
  }

  mutating func moveCursor(_ motion: ListCommand, _ model: WindowModel) {
    let page = page(model)
    cursor.move(motion, count: content(model).places(page: page), page: page)
  }

  private mutating func point(_ event: MouseEvent, _ model: inout WindowModel) -> ListOutcome {
    switch event.action {
    case .wheel(.up): return perform(.up, &model)
    case .wheel(.down): return perform(.down, &model)
    case .press(.left):
      let panel = ListPanel(self, model)
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
