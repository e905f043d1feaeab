import BoardModel
import Screen
import WindowSync
import Wording

/// A line that is typed at the bottom of the window.
struct Prompt: Sendable {
  enum Purpose: Hashable, Sendable {
    case newCard(in: ColumnID, after: CardID?)
    /// A card at the top of the column.
    case firstCard(in: ColumnID)
    case retitle(CardID, from: String)
    case newColumn(after: ColumnID?)
    /// The title of the next card of a new column, after the cards typed before it. A line is one
    /// card, commas included, as in the window for a new column.
    case newColumnCard(after: ColumnID?, title: String, cards: [String])
    case renameColumn(ColumnID)
    /// The most cards that the column should hold.
    case columnWIPLimit(ColumnID)
    case renameBoard
    case newBoard
    /// The user who is to look at the card.
    case invite(CardID)
    /// `from` is the focus to which Esc returns.
    case search(from: Focus)
  }

  enum State: Hashable, Sendable {
    /// The text was restored with the window: no key changes it before the person goes on with it.
    case resting
    /// The person pressed the key that throws the text away, and was asked for it again.
    case leaving
    case typing
  }

  let purpose: Purpose
  private(set) var field: LineField
  private(set) var state = State.typing
  /// The title of which the person was told that another board has it.
  private var warnedOf: String?

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    switch purpose {
    case .newColumnCard: field = LineField(text, limit: ColumnForm.lineScalars)
    case .newCard, .firstCard, .retitle, .newColumn, .renameColumn, .columnWIPLimit, .renameBoard,
      .newBoard, .invite, .search:
      field = LineField(text)
    }
  }

  /// - Parameter text: the text that was typed before the window was started again.
  init(_ purpose: Purpose, kept text: String) {
    self.init(purpose, text: text)
    state = .resting
  }

  /// Whether the person has not decided what becomes of the text, which was restored or can become
  /// nothing now.
  var isRestored: Bool {
    switch state {
    case .resting, .leaving: true
    case .typing: false
    }
  }

  /// Whether the text can become nothing now, as the window may not edit.
  func isHeldUp(_ standing: Standing) -> Bool { standing != .writable && draft != nil }

  /// The label to the left of the line.
  func label(_ view: BoardView) -> String {
    switch purpose {
    case .newCard(let column, _):
      "New card in \(view.board?.column(column)?.title.value ?? "")"
    case .firstCard(let column):
      "New card at the top of \(view.board?.column(column)?.title.value ?? "")"
    case .retitle: "Title"
    case .newColumn: "New column"
    case .newColumnCard(_, let title, let cards): "Card \(cards.count + 1) of \(title)"
    case .renameColumn: "Column"
    case .columnWIPLimit: "Cards at most, none for no limit"
    case .renameBoard: "Board"
    case .newBoard: "New board"
    case .invite(let card): "User to invite to \(view.words.card(card))"
    case .search: "Search"
    }
  }

  /// The draft that would be lost if the window ended now; a search is saved with the view.
  var draft: ViewState.Draft? {
    let text = field.text
    if case .newColumnCard(_, let title, let cards) = purpose, !cards.isEmpty {
      return .columnForm(title: title, lines: cards + [text])
    }
    guard !text.isEmpty else { return nil }
    switch purpose {
    case .newCard(let column, _): return .newCard(in: column, text)
    case .firstCard(let column): return .firstCard(in: column, text)
    case .retitle(let card, let before):
      return text == before ? nil : .title(card, text, from: before)
    case .newColumn: return .newColumn(text)
    case .newColumnCard(_, let title, _): return .newColumnCards(title: title, text)
    case .renameColumn(let column): return .columnTitle(column, text)
    case .renameBoard: return .boardTitle(text)
    case .newBoard: return .newBoard(text)
    case .search, .columnWIPLimit, .invite: return nil
    }
  }

  mutating func insert(_ text: String, _ model: inout WindowModel) {
    let change = field.insert(text)
    take(change, &model)
  }

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> Mode {
    switch state {
    case .resting, .leaving: rest(input, &model)
    case .typing: type(input, &model)
    }
  }

  private mutating func rest(_ input: Input, _ model: inout WindowModel) -> Mode {
    switch input {
    case .key(.escape, _), .key(.character("c"), .control): return thrownAway(&model)
    case .key(.enter, _): state = .typing
    case .mouse(let event):
      if event.action == .press(.left),
        event.position.row == model.scene.layout(hasPrompt: true).prompt?.row
      {
        state = .typing
      } else if case .wheel(let direction) = event.action {
        model.scroll { $0.wheel(direction, at: event.position) }
      }
    case .key, .paste:
      state = .resting
      model.refuse("Typed before: Enter goes on with it, Esc throws it away.")
    case .focus, .reply: break
    }
    return .prompt(self)
  }

  /// Throws a text away that is nowhere else, once the person has said so twice.
  private mutating func thrownAway(_ model: inout WindowModel) -> Mode {
    let text = model.view.words.quoted(draft?.text ?? field.text)
    guard state == .leaving else {
      state = .leaving
      model.refuse("Esc again throws \(text) away for good, Enter goes on with it.")
      return .prompt(self)
    }
    model.answer("Thrown away: \(text).")
    return .browsing
  }

  private mutating func type(_ input: Input, _ model: inout WindowModel) -> Mode {
    switch input {
    case .key(.escape, _), .key(.character("c"), .control):
      // Where nothing can be edited Enter makes nothing, and the key that is left asks first.
      if isHeldUp(model.standing) { return thrownAway(&model) }
      return cancelled(&model)
    case .key(.enter, _): return entered(&model)
    case .paste(let paste):
      if case .newColumnCard(let after, let title, let cards) = purpose {
        return take(paste, after: after, title, cards, &model)
      }
      insert(paste.text, &model)
    case .key(let key, let modifiers):
      if case .character(let scalar) = key, modifiers.isEmpty {
        insert(String(Character(scalar)), &model)
      } else if let command = Keymap.text[KeyChord(key, modifiers)] {
        moveBoard(command, &model)
        let change = field.handle(command)
        take(change, &model)
      }
    case .mouse(let event):
      if case .wheel(let direction) = event.action {
        model.scroll { $0.wheel(direction, at: event.position) }
      }
    case .focus, .reply: break
    }
    return .prompt(self)
  }

  /// While searching, the keys that go up and down choose among the cards found.
  private func moveBoard(_ command: TextCommand, _ model: inout WindowModel) {
    guard case .search = purpose else { return }
    let steps: [TextCommand: Int] = [.move(.up): -1, .move(.down): 1]
    guard let step = steps[command] else { return }
    let focus = model.view.focus
    model.moveFocus(toLane: focus.lane, index: focus.index + step, hasPrompt: true)
  }

  private func take(_ change: LineField.Change, _ model: inout WindowModel) {
    model.tell(change, of: field)
    switch change {
    case .none, .caret: return
    case .text, .cut:
      if case .search = purpose { model.setFilter(Filter(field.text)) }
    }
  }

  private func cancelled(_ model: inout WindowModel) -> Mode {
    if case .search(let from) = purpose {
      model.setFilter(nil)
      model.refocus(from)
    }
    return .browsing
  }

  /// The warning that another board has the title; nil where there is none, or it was given.
  private func warning(of title: String, _ model: WindowModel) -> String? {
    guard title != warnedOf else { return nil }
    let board: BoardID?
    switch purpose {
    case .newBoard: board = nil
    case .renameBoard: board = model.board?.id
    default: return nil
    }
    return model.sameTitle(title, besides: board).map { "Enter takes it nevertheless: \($0)." }
  }

  private mutating func entered(_ model: inout WindowModel) -> Mode {
    let text = field.text
    switch purpose {
    case .search:
      if model.view.filter != nil, model.view.contents.lanes.allSatisfy({ $0.cards.isEmpty }) {
        model.answer("No card holds “\(text)”." + (Filter.advice(on: text).map { " \($0)" } ?? ""))
      }
      return .browsing
    case .newColumnCard(let after, let title, let cards):
      return newColumn(title, cards, after: after, &model)
    case .columnWIPLimit(let column): return limit(column, text, &model)
    case .invite(let card):
      return model.invite(text.trimmed, to: card) ? .browsing : .prompt(self)
    case .newCard, .firstCard, .retitle, .newColumn, .renameColumn, .renameBoard, .newBoard: break
    }
    guard !field.isBlank else {
      model.refuse("A title cannot be empty.")
      return .prompt(self)
    }
    if let warning = warning(of: text, model) {
      model.answer(warning)
      warnedOf = text
      return .prompt(self)
    }
    switch purpose {
    case .newCard(let column, let after):
      return create(text, in: column, &model) { _ in Anchors(after: after) }
    case .firstCard(let column):
      return create(text, in: column, &model) { Anchors.start(for: $0) }
    case .retitle(let card, let before):
      guard text == before || model.edit(.cardRetitle(card, title: text)) else {
        return .prompt(self)
      }
      return .browsing
    case .newColumn(let after):
      return .prompt(Prompt(.newColumnCard(after: after, title: text, cards: [])))
    case .renameColumn(let column):
      return model.edit(.columnRename(column, title: text)) ? .browsing : .prompt(self)
    case .renameBoard:
      return model.edit(.boardRename(title: text)) ? .browsing : .prompt(self)
    case .newBoard:
      model.effects.append(.createBoard(model.identifiers.next(BoardKind.self), title: text))
      return .browsing
    case .search, .newColumnCard, .columnWIPLimit, .invite: return .browsing
    }
  }

  private func create(
    _ title: String, in column: ColumnID, _ model: inout WindowModel,
    at place: (CardID) -> Anchors<CardKind>
  ) -> Mode {
    let id = model.identifiers.next(CardKind.self)
    guard model.edit(.cardCreate(id, in: column, title: title, body: "", at: place(id))) else {
      return .prompt(self)
    }
    model.view.await(.card(id))
    if let filter = model.view.filter, !filter.finds(title) {
      model.answer("The search hides the new card. Esc clears it.")
    }
    return .browsing
  }

  private func limit(_ column: ColumnID, _ text: String, _ model: inout WindowModel) -> Mode {
    let word = text.trimmed.lowercased()
    let limit = word.isEmpty || word == "none" ? nil : Int(word)
    guard
      limit.map({ (1...BoardLimits.columnWIPLimit).contains($0) })
        ?? (word.isEmpty || word == "none")
    else {
      model.refuse("A limit is a number from 1 to \(BoardLimits.columnWIPLimit), or none.")
      return .prompt(self)
    }
    guard limit != model.board?.wipLimit(of: column) else { return .browsing }
    return model.edit(.set(.columnWIPLimit(column), .number(limit.map { UInt32($0) })))
      ? .browsing : .prompt(self)
  }

  /// Takes the line as one more card; an empty one makes the column.
  private func newColumn(
    _ title: String, _ cards: [String], after: ColumnID?, _ model: inout WindowModel
  ) -> Mode {
    guard field.isBlank else {
      guard cards.count < CardOffer.maximumCards else {
        model.refuse("No more than \(CardOffer.maximumCards) cards at once.")
        return .prompt(self)
      }
      return .prompt(
        Prompt(.newColumnCard(after: after, title: title, cards: cards + [field.text])))
    }
    return model.makeColumn(title, cards.compactMap { CardOffer.card(of: $0) }, after: after)
      ? .browsing : .prompt(self)
  }

  /// Takes each pasted line as a card, except for the last one, which can still be typed on.
  private mutating func take(
    _ paste: Paste, after: ColumnID?, _ title: String, _ cards: [String], _ model: inout WindowModel
  ) -> Mode {
    guard paste.ending != .truncated else {
      model.refuse("Too long: nothing was taken of what was pasted.")
      return .prompt(self)
    }
    let lines = paste.text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !TextRules.isBlank($0) }
    guard cards.count + lines.count <= CardOffer.maximumCards else {
      model.refuse("No more than \(CardOffer.maximumCards) cards at once.")
      return .prompt(self)
    }
    var prompt = self
    var done = cards
    for (place, line) in lines.enumerated() {
      if place > 0 {
        done.append(prompt.field.text)
        prompt = Prompt(.newColumnCard(after: after, title: title, cards: done))
      }
      prompt.insert(line, &model)
    }
    return .prompt(prompt)
  }
}
