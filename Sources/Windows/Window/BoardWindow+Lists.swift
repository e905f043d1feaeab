import Screen

// This part handles the lists that stand over the board.
extension BoardWindow {
  mutating func list(_ mode: Mode, _ input: Input) -> Mode {
    switch input {
    case .key(let key, let modifiers):
      guard let command = Keymap.list[KeyChord(key, modifiers)] else { return mode }
      return perform(command, mode)
    case .mouse(let event): return point(event, mode)
    case .paste, .focus, .reply: return mode
    }
  }

  mutating func receipts(_ list: ReceiptList, _ input: Input) -> Mode {
    guard case .key(let key, let modifiers) = input else {
      return self.list(.receipts(list), input)
    }
    guard let command = Keymap.receipts[KeyChord(key, modifiers)] else { return .receipts(list) }
    var list = list
    return list.handle(command, &model)
  }

  mutating func actions(_ menu: ActionMenu, _ input: Input) -> Mode {
    switch input {
    case .key(let key, let modifiers):
      let chord = KeyChord(key, modifiers)
      guard Keymap.list[chord] == nil, let mode = menu.handle(chord, &model) else { break }
      return mode
    case .mouse(let event) where event.action == .press(.right):
      return Pointing.handle(event, &model)
    case .mouse, .paste, .focus, .reply: break
    }
    return list(.actions(menu), input)
  }

  private mutating func perform(_ command: ListCommand, _ mode: Mode) -> Mode {
    switch mode {
    case .actions(var menu): menu.handle(command, &model)
    case .destination(var choice): choice.handle(command, &model)
    case .offer(var offer): offer.handle(command, &model)
    case .columnMenu(var menu): menu.handle(command, &model)
    case .deletion(var deletion): deletion.handle(command, &model)
    case .boards(var boards): boards.handle(command, &model)
    case .archive(var archive): archive.handle(command, &model)
    case .help(var page): page.handle(command, &model)
    case .receipts(var list): list.handle(.list(command), &model)
    case .browsing, .pressed, .dragging, .card, .history, .prompt, .reading, .external,
      .columnForm:
      mode
    }
  }

  private mutating func point(_ event: MouseEvent, _ mode: Mode) -> Mode {
    switch event.action {
    case .wheel(.up): return perform(.up, mode)
    case .wheel(.down): return perform(.down, mode)
    case .press(.left):
      guard let panel = ListPanel(mode, model) else { return mode }
      guard panel.rect.contains(event.position) else { return perform(.close, mode) }
      guard let row = panel.row(at: event.position) else { return mode }
      return perform(.choose, selecting(row, of: panel.count, mode))
    case .press, .release, .drag, .move, .wheel: return mode
    }
  }

  private func selecting(_ row: Int, of count: Int, _ mode: Mode) -> Mode {
    switch mode {
    case .actions(var menu):
      menu.cursor.select(row, count: count)
      return .actions(menu)
    case .destination(var choice):
      choice.cursor.select(row, count: count)
      return .destination(choice)
    case .columnMenu(var menu):
      menu.cursor.select(row, count: count)
      return .columnMenu(menu)
    case .deletion(var deletion):
      deletion.cursor.select(row, count: count)
      return .deletion(deletion)
    case .boards(var boards):
      boards.cursor.select(row, count: count)
      return .boards(boards)
    case .archive(var archive):
      archive.cursor.select(row, count: count)
      return .archive(archive)
    case .receipts(var list):
      list.cursor.select(row, count: count)
      return .receipts(list)
    case .browsing, .pressed, .dragging, .card, .history, .prompt, .offer, .reading, .help,
      .external, .columnForm:
      return mode
    }
  }

  mutating func listed(_ answer: BoardSwitcher.Answer) {
    guard case .boards(var boards) = mode else { return }
    boards.take(answer)
    mode = .boards(boards)
  }
}
