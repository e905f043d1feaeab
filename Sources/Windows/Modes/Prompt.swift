import BoardModel
import Screen

/// A line that is typed at the bottom of the window.
struct Prompt: Sendable {
  enum Purpose: Hashable, Sendable {
    case newCard(in: ColumnID, after: CardID?)
    case retitle(CardID, from: String)
    case newColumn(after: ColumnID?)
    /// The next card of a new column, behind those typed before it. As in the window for a new column
    /// a line is a card, commas and all.
    case newColumnCard(after: ColumnID?, title: String, cards: [String])
    case renameColumn(ColumnID)
    /// How many cards it should hold at most.
    case columnLimit(ColumnID)
    case renameBoard
    case newBoard
    /// Who is to look at the card.
    case invite(CardID)
    /// `from`: where Esc goes back to.
    case search(from: Focus)
  }

  enum State: Hashable, Sendable {
    /// It came back with the window: no key goes into it before the person goes on.
    case resting
    case typing
  }

  let purpose: Purpose
  private(set) var field: LineField
  private(set) var state = State.typing

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    switch purpose {
    case .newColumnCard: field = LineField(text, limit: ColumnForm.lineScalars)
    case .newCard, .retitle, .newColumn, .renameColumn, .columnLimit, .renameBoard, .newBoard,
      .invite, .search:
      field = LineField(text)
    }
  }

  /// - Parameter text: what was typed in an earlier life of the window.
  init(_ purpose: Purpose, kept text: String) {
    self.init(purpose, text: text)
    state = .resting
  }

  /// What stands left of the line.
  func label(_ desk: Desk) -> String {
    switch purpose {
    case .newCard(let column, _):
      "New card in \(desk.board?.column(column)?.title.value ?? "")"
    case .retitle: "Title"
    case .newColumn: "New column"
    case .newColumnCard(_, let title, let cards): "Card \(cards.count + 1) of \(title)"
    case .renameColumn: "Column"
    case .columnLimit: "Cards at most, none for no limit"
    case .renameBoard: "Board"
    case .newBoard: "New board"
    case .invite(let card): "User to invite to \(desk.name(of: card))"
    case .search: "Search"
    }
  }

  /// What would be lost if the window ended now; a search is part of the view.
  var draft: ViewState.Draft? {
    let text = field.text
    if case .newColumnCard(_, let title, let cards) = purpose, !cards.isEmpty {
      return .columnForm(title: title, lines: cards + [text])
    }
    guard !text.isEmpty else { return nil }
    switch purpose {
    case .newCard(let column, _): return .newCard(in: column, text)
    case .retitle(let card, let before): return text == before ? nil : .title(card, text)
    case .newColumn: return .newColumn(text)
    case .newColumnCard(_, let title, _): return .newColumnCards(title: title, text)
    case .renameColumn(let column): return .columnTitle(column, text)
    case .renameBoard: return .boardTitle(text)
    case .newBoard: return .newBoard(text)
    case .search, .columnLimit, .invite: return nil
    }
  }

  mutating func insert(_ text: String, _ desk: inout Desk) {
    let change = field.insert(text)
    take(change, &desk)
  }

  mutating func handle(_ input: Input, _ desk: inout Desk) -> Mode {
    switch state {
    case .resting: rest(input, &desk)
    case .typing: type(input, &desk)
    }
  }

  private mutating func rest(_ input: Input, _ desk: inout Desk) -> Mode {
    switch input {
    case .key(.escape, _), .key(.character("c"), .control): return cancelled(&desk)
    case .key(.enter, _): state = .typing
    case .mouse(let event):
      if event.action == .press(.left),
        event.position.row == desk.layout(hasPrompt: true).prompt?.row
      {
        state = .typing
      } else if case .wheel(let direction) = event.action {
        desk.wheel(direction, at: event.position)
      }
    case .key, .paste:
      desk.refuse("Typed before: Enter goes on with it, Esc throws it away.")
    case .focus, .reply: break
    }
    return .prompt(self)
  }

  private mutating func type(_ input: Input, _ desk: inout Desk) -> Mode {
    switch input {
    case .key(.escape, _), .key(.character("c"), .control): return cancelled(&desk)
    case .key(.enter, _): return entered(&desk)
    case .paste(let paste):
      if case .newColumnCard(let after, let title, let cards) = purpose {
        return take(paste, after: after, title, cards, &desk)
      }
      insert(paste.text, &desk)
    case .key(let key, let modifiers):
      if case .character(let scalar) = key, modifiers.isEmpty {
        insert(String(Character(scalar)), &desk)
      } else if let command = Keymap.text[KeyChord(key, modifiers)] {
        moveBoard(command, &desk)
        let change = field.handle(command)
        take(change, &desk)
      }
    case .mouse(let event):
      if case .wheel(let direction) = event.action {
        desk.wheel(direction, at: event.position)
      }
    case .focus, .reply: break
    }
    return .prompt(self)
  }

  /// While searching, the keys that go up and down choose among what is found.
  private func moveBoard(_ command: TextCommand, _ desk: inout Desk) {
    guard case .search = purpose else { return }
    let steps: [TextCommand: Int] = [.move(.up): -1, .move(.down): 1]
    guard let step = steps[command] else { return }
    desk.focus.move(toLane: desk.focus.lane, index: desk.focus.index + step, in: desk.contents)
    desk.revealFocus(hasPrompt: true)
  }

  private func take(_ change: LineField.Change, _ desk: inout Desk) {
    switch change {
    case .none, .caret: return
    case .text: break
    case .cut(.full): desk.refuse("It cannot be longer: \(field.limit) characters.")
    case .cut(.firstLineOnly):
      desk.answer("Only the first line was pasted: this is one line.", .refusal)
    }
    if case .search = purpose { desk.setFilter(Filter(field.text)) }
  }

  private func cancelled(_ desk: inout Desk) -> Mode {
    if case .search(let from) = purpose {
      desk.setFilter(nil)
      desk.refocus(from)
    }
    return .browsing
  }

  private func entered(_ desk: inout Desk) -> Mode {
    let text = field.text
    switch purpose {
    case .search:
      if desk.filter != nil, desk.contents.lanes.allSatisfy({ $0.cards.isEmpty }) {
        desk.answer("No card holds “\(text)”.")
      }
      return .browsing
    case .newColumnCard(let after, let title, let cards):
      return newColumn(title, cards, after: after, &desk)
    case .columnLimit(let column): return limit(column, text, &desk)
    case .invite(let card):
      return desk.invite(text.trimmed, to: card) ? .browsing : .prompt(self)
    case .newCard, .retitle, .newColumn, .renameColumn, .renameBoard, .newBoard: break
    }
    guard !field.isBlank else {
      desk.refuse("A title cannot be empty.")
      return .prompt(self)
    }
    switch purpose {
    case .newCard(let column, let after):
      let id = desk.identifiers.next(CardKind.self)
      let intent = Intent.cardCreate(
        id, in: column, title: text, body: "", at: Anchors(after: after))
      guard desk.edit(intent) else { return .prompt(self) }
      desk.awaited = .card(id)
      tellIfHidden(text, &desk)
      return .browsing
    case .retitle(let card, let before):
      guard text == before || desk.edit(.cardRetitle(card, title: text)) else {
        return .prompt(self)
      }
      return .browsing
    case .newColumn(let after):
      return .prompt(Prompt(.newColumnCard(after: after, title: text, cards: [])))
    case .renameColumn(let column):
      return desk.edit(.columnRename(column, title: text)) ? .browsing : .prompt(self)
    case .renameBoard:
      return desk.edit(.boardRename(title: text)) ? .browsing : .prompt(self)
    case .newBoard:
      desk.effects.append(.createBoard(desk.identifiers.next(BoardKind.self), title: text))
      return .browsing
    case .search, .newColumnCard, .columnLimit, .invite: return .browsing
    }
  }

  private func limit(_ column: ColumnID, _ text: String, _ desk: inout Desk) -> Mode {
    let word = text.trimmed.lowercased()
    let limit = word.isEmpty || word == "none" ? nil : Int(word)
    guard
      limit.map({ (1...BoardLimits.columnLimit).contains($0) }) ?? (word.isEmpty || word == "none")
    else {
      desk.refuse("A limit is a number from 1 to \(BoardLimits.columnLimit), or none.")
      return .prompt(self)
    }
    guard limit != desk.board?.limit(of: column) else { return .browsing }
    return desk.edit(.set(.columnLimit(column), .number(limit.map { UInt32($0) })))
      ? .browsing : .prompt(self)
  }

  private func tellIfHidden(_ title: String, _ desk: inout Desk) {
    guard let filter = desk.filter, !title.lowercased().contains(filter.text.lowercased())
    else { return }
    desk.answer("The search hides the new card. Esc clears it.")
  }

  /// The line is one more card; an empty one makes the column.
  private func newColumn(
    _ title: String, _ cards: [String], after: ColumnID?, _ desk: inout Desk
  ) -> Mode {
    guard field.isBlank else {
      guard cards.count < CardOffer.maximumCards else {
        desk.refuse("No more than \(CardOffer.maximumCards) cards at once.")
        return .prompt(self)
      }
      return .prompt(
        Prompt(.newColumnCard(after: after, title: title, cards: cards + [field.text])))
    }
    return desk.makeColumn(title, cards.compactMap { CardOffer.card(of: $0) }, after: after)
      ? .browsing : .prompt(self)
  }

  /// Each line that is pasted is a card; the last one is still to be typed on.
  private mutating func take(
    _ paste: Paste, after: ColumnID?, _ title: String, _ cards: [String], _ desk: inout Desk
  ) -> Mode {
    guard paste.ending != .truncated else {
      desk.refuse("Too long: nothing was taken of what was pasted.")
      return .prompt(self)
    }
    let lines = paste.text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !TextRules.isBlank($0) }
    guard cards.count + lines.count <= CardOffer.maximumCards else {
      desk.refuse("No more than \(CardOffer.maximumCards) cards at once.")
      return .prompt(self)
    }
    var prompt = self
    var done = cards
    for (place, line) in lines.enumerated() {
      if place > 0 {
        done.append(prompt.field.text)
        prompt = Prompt(.newColumnCard(after: after, title: title, cards: done))
      }
      prompt.insert(line, &desk)
    }
    return .prompt(prompt)
  }
}
