import BoardModel
import Screen

// This part paints the other people at the board and at its cards.
extension Painting {
  /// Paints others' carets as cells in their colours; neither the text nor this window's caret
  /// moves.
  mutating func paintOthersCarets(_ editor: CardEditor, _ panel: CardPanel) {
    // The windows come most important first, and the last one painted stays on top.
    for remoteWindow in others.windows(at: editor.card).reversed() {
      guard let offset = remoteWindow.caret(in: editor.body.draft.text, of: editor.card) else {
        continue
      }
      let place = editor.body.wrapped.position(ofOffset: offset)
      let row = place.row - editor.body.top
      guard (0..<panel.body.rows).contains(row) else { continue }
      let cell = Rect(
        column: panel.body.column + place.column, row: panel.body.row + row, columns: 1, rows: 1)
      let style = theme.caret(in: remoteWindow.colour, isActive: remoteWindow.isActive)
      grid.restyle(cell) { $0 = style }
    }
  }

  /// Paints who else has the card open and what they do there, as far as the line has room.
  mutating func paintRemoteWindows(of card: CardID, in line: Rect) {
    var told: Set<String> = []
    let all = others.windows(at: card).filter { told.insert($0.name + $0.deed).inserted }
    guard !all.isEmpty else { return }
    var column = line.column
    for (index, remoteWindow) in all.enumerated() {
      let rest = all.count - index - 1
      let room = line.endColumn - column - (rest > 0 ? textColumns(" +\(rest) ") : 1)
      let words = "\(remoteWindow.name) \(remoteWindow.deed)"
      guard textColumns(words) + 1 <= room || index == 0 else {
        grid.write(
          "+\(rest + 1) ", at: Position(column: column, row: line.row), clip: line,
          style: theme.muted)
        return
      }
      let deed = truncated(
        remoteWindow.deed, toColumns: max(0, room - textColumns(remoteWindow.name) - 2))
      let style = theme.person(in: remoteWindow.colour, isActive: remoteWindow.isActive)
      column = grid.write(
        remoteWindow.name, at: Position(column: column, row: line.row), clip: line, style: style)
      column = grid.write(
        " \(deed) ", at: Position(column: column, row: line.row), clip: line, style: theme.muted)
      guard rest > 0 else { return }
      column = grid.write(
        "· ", at: Position(column: column, row: line.row), clip: line, style: theme.muted)
    }
  }

  /// Paints the initials of those who have a card open, in the lowest of its lines with room, so
  /// that no title is cut and no card moves.
  mutating func paintRemoteWindows(of placed: Scene.PlacedCard, focused: Style?) {
    let people = Others.people(others.windows(at: placed.id))
    guard !people.isEmpty else { return }
    let chips = placed.shape.chips.chips
    var used = placed.shape.lines.map { textColumns($0) }
    if !chips.isEmpty {
      used.append(chips.reduce(chips.count - 1) { $0 + textColumns($1.text) })
    }
    for row in used.indices.reversed() where row < placed.rect.rows {
      let signs = row == 0 ? placed.shape.signColumns : 1
      let room = placed.rect.columns - CardShape.gutter - used[row] - signs - 1
      let end = placed.rect.endColumn - signs
      let place = Position(column: end, row: placed.rect.row + row)
      if paint(people, endingAt: place, room, focused) != nil { return }
    }
  }

  /// Paints who else is at the board, at the end of the room that its title leaves.
  mutating func paintPeople(in room: Rect) {
    let people = Others.people(others.windows)
    guard !people.isEmpty else { return }
    let word = "with "
    let end = Position(column: room.endColumn, row: room.row)
    if let start = paint(people, and: others.more, endingAt: end, room.columns, nil),
      start - room.column >= textColumns(word)
    {
      grid.write(
        word, at: Position(column: start - textColumns(word), row: room.row), clip: room,
        style: theme.muted)
    }
  }

  /// Paints as many initials as fit, and the number of the people left out.
  /// - Parameter unnamed: the number of those whose names are not known.
  /// - Returns: the column of the first initials; nil where none fit.
  private mutating func paint(
    _ people: [RemoteWindow], and unnamed: Int = 0, endingAt end: Position, _ room: Int,
    _ style: Style?
  ) -> Int? {
    var shown = people.count
    let all = people.count + unnamed
    func more(_ count: Int) -> String { count < all ? "+\(all - count)" : "" }
    func columns(_ count: Int) -> Int {
      people.prefix(count).reduce(textColumns(more(count))) { $0 + textColumns($1.initials) + 1 }
        - (count == all ? 1 : 0)
    }
    while shown > 0, columns(shown) > room { shown -= 1 }
    guard shown > 0 else { return nil }
    let start = end.column - columns(shown)
    var column = start
    for remoteWindow in people.prefix(shown) {
      let own = theme.person(in: remoteWindow.colour, isActive: remoteWindow.isActive)
      column =
        grid.write(
          remoteWindow.initials, at: Position(column: column, row: end.row), style: style ?? own)
        + 1
    }
    grid.write(
      more(shown), at: Position(column: column, row: end.row), style: style ?? theme.muted)
    return start
  }
}

extension Theme {
  /// The style of a person's name or initials.
  func person(in colour: UInt8, isActive: Bool) -> Style {
    Style(foreground: .indexed(colour), isActive ? [.bold] : [.dim])
  }

  /// The style of the cell of a person's caret: reversed, so that it is seen without colours too.
  func caret(in colour: UInt8, isActive: Bool) -> Style {
    Style(foreground: .indexed(colour), isActive ? [.reverse] : [.reverse, .dim])
  }
}
