import BoardModel
import Screen
import WindowSync

/// The chip in the first line of all the user's windows that says what is carried, what putting it
/// down here would do, and by which keys.
struct CarriedChip: Equatable {
  enum Kind: Equatable {
    case dragged, does, stays, forbidden, busy, keys
  }

  struct Part: Equatable {
    let text: String
    let kind: Kind
  }

  /// The parts from left to right; those that do not fit are left out from the right, but the first
  /// is cut instead.
  private(set) var parts: [Part]

  private static let maximumTitle = 24
  private static let maximumColumn = 16
  /// The columns that at least remain of a title that is cut.
  private static let minimumTitle = 4
  /// The columns kept for the board's title before the keys are shown, which the last line has too.
  private static let boardTitle = 14

  /// Makes nil where nothing is carried, and where the items hang at this window's pointer.
  init?(_ carried: Carried, _ scene: Scene, _ mode: Mode) {
    guard let dragged = carried.dragged else { return nil }
    if case .dragging(let drag) = mode, drag.whereabouts == .here { return nil }
    let title = truncated(dragged.title, toColumns: CarriedChip.maximumTitle)
    parts = [Part(text: " \(title) ", kind: .dragged)]
    switch carried.state {
    case .nothing: return nil
    case .fetching(_, let fetch):
      parts.append(Part(text: " \(CarriedChip.words(for: fetch)) ", kind: .busy))
      parts.append(Part(text: " Esc stops", kind: .keys))
    case .dropping: parts.append(Part(text: " … ", kind: .busy))
    case .held:
      guard let keys = CarriedChip.keys(mode, dragged) else { return }
      let part = CarriedChip.part(for: scene.proposal(of: dragged), scene.view)
      parts.append(part)
      parts.append(Part(text: part.kind == .forbidden ? " Esc cancels" : " \(keys)", kind: .keys))
    }
  }

  /// The keys that put the items down; nil in modes in which nothing can be put down.
  private static func keys(_ mode: Mode, _ dragged: DraggedItems) -> String? {
    switch mode {
    case .browsing, .pressed:
      dragged.isAtPointer ? "release drops" : "\(drop) drops  Esc cancels"
    case .columnForm(let form):
      if dragged.isAtPointer {
        "release drops"
      } else if form.takesDrop {
        "\(drop) drops  Esc cancels"
      } else {
        "\(drop) in an empty line drops"
      }
    case .dragging, .card, .history, .prompt, .list, .reading, .external:
      nil
    }
  }

  private static var drop: String { Keymap.board.key(of: .carry) }

  private static func part(for proposal: CarryProposal, _ view: BoardView) -> Part {
    func column(_ place: CardPlace) -> String {
      truncated(view.board?.column(place.column)?.title.value ?? "", toColumns: maximumColumn)
    }
    switch proposal {
    case .land(.move(_, let place)): return Part(text: " → \(column(place)) ", kind: .does)
    case .land(.duplicate(_, let place)), .land(.make(_, let place)), .fetch(let place):
      return Part(text: " + copy to \(column(place)) ", kind: .does)
    case .land(.favour): return Part(text: " ★ favourite ", kind: .does)
    case .land(.gather): return Part(text: " → the new column ", kind: .does)
    case .stays: return Part(text: " · stays ", kind: .stays)
    case .forbidden(let reason): return Part(text: " ✕ \(reason) ", kind: .forbidden)
    }
  }

  private static func words(for fetch: Fetch) -> String {
    let percent = fetch.total == 0 ? "" : ", \(fetch.percent) %"
    guard fetch.count > 1 else { return "copying" + percent }
    return "copying \(fetch.item + 1) of \(fetch.count)" + percent
  }

  /// The parts that fit into so many columns: the keys are left out first, then the title is cut,
  /// then the part that says what would be done.
  func parts(in columns: Int) -> [Part] {
    var parts = parts
    func width() -> Int { parts.reduce(0) { $0 + textColumns($1.text) } }
    if width() + CarriedChip.boardTitle > columns, parts.last?.kind == .keys { parts.removeLast() }
    guard width() > columns, parts.count > 1 else {
      return width() > columns
        ? [Part(text: truncated(parts[0].text, toColumns: columns), kind: .dragged)] : parts
    }
    let over = width() - columns
    let title = parts[0].text
    let room = max(min(textColumns(title), CarriedChip.minimumTitle + 2), textColumns(title) - over)
    parts[0] = Part(text: truncated(title, toColumns: room), kind: .dragged)
    let rest = max(0, columns - textColumns(parts[0].text))
    parts[1] = Part(text: truncated(parts[1].text, toColumns: rest), kind: parts[1].kind)
    return parts
  }
}

extension Painting {
  /// Paints the chip at the right end of the line.
  /// - Returns: the room that is left of the chip.
  mutating func paint(_ chip: CarriedChip, in room: Rect) -> Rect {
    let parts = chip.parts(in: room.columns)
    let columns = parts.reduce(0) { $0 + textColumns($1.text) }
    var column = room.endColumn - columns
    for part in parts {
      column = grid.write(
        part.text, at: Position(column: column, row: room.row), clip: room,
        style: style(of: part.kind))
    }
    return Rect(
      column: room.column, row: room.row, columns: max(0, room.columns - columns - 2), rows: 1)
  }

  private func style(of kind: CarriedChip.Kind) -> Style {
    switch kind {
    case .dragged: theme.ghost
    case .does: theme.good.adding(.reverse)
    case .stays: theme.muted.adding(.reverse)
    case .forbidden: theme.bad.adding(.reverse)
    case .busy: theme.busy.adding(.reverse)
    case .keys: theme.hint
    }
  }
}
