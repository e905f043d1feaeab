import BoardModel
import Screen
import WindowSync
import Wording

// This part edits the text that is typed in a section.
extension CardEditor {
  mutating func type(_ chord: KeyChord, in section: CardSection, _ model: inout WindowModel) {
    guard var entry = state.entry else { return }
    switch (chord.key, chord.modifiers) {
    case (.enter, []): return finish(entry, &model)
    case (.enter, _) where entry.isComment: model.tell(entry.field.insert("\n"), of: entry.field)
    case (.tab, _):
      guard entry.isCompleted else { return }
      guard let name = completion(entry, model.view) else {
        return model.refuse(
          entry.purpose == .newBlocker
            ? "No other card has such a title." : "Nobody here has such a name.")
      }
      entry.field = LineField(name)
    case (.character(let scalar), []):
      model.tell(entry.field.insert(String(Character(scalar))), of: entry.field)
    default:
      guard let command = Keymap.text[chord] else { return }
      model.tell(entry.field.handle(command), of: entry.field)
    }
    state.entry = entry
  }

  mutating func pasteInSection(_ text: String, _ model: inout WindowModel) {
    guard var entry = state.entry else { return }
    model.tell(entry.field.insert(text), of: entry.field)
    state.entry = entry
  }

  /// The first name that begins with the typed text, or the number of the first card whose title
  /// holds it.
  func completion(_ entry: SectionEntry, _ view: BoardView) -> String? {
    guard entry.isCompleted, !entry.field.isBlank else { return nil }
    let typed = entry.field.text.lowercased()
    guard entry.purpose == .newBlocker else {
      return state.people.first { $0.lowercased().hasPrefix(typed) }
    }
    guard let board = view.board, CardName(typed) == nil else { return nil }
    let cards = board.liveColumns.lazy.flatMap { board.liveCards(in: $0.id) }
    return cards.first { $0.id != card && $0.title.value.lowercased().contains(typed) }
      .flatMap { Wording.number(of: $0.id, on: board) }
  }

  /// Makes an edit of the typed text; if that is not possible, the text stays.
  mutating func finish(_ entry: SectionEntry, _ model: inout WindowModel) {
    let text = entry.field.text
    if case .due = entry.purpose { return finishDue(text, &model) }
    guard !entry.field.isBlank else {
      return model.refuse("There is nothing typed. Esc goes back.")
    }
    let isDone: Bool
    switch entry.purpose {
    case .newLabel: isDone = createLabel(text, &model)
    case .renameLabel(let id, let before):
      isDone = text == before || act(.set(.labelName(id), .text(text)), &model)
    case .newAssignee: isDone = assign(text, &model)
    case .newBlocker: isDone = block(by: text, &model)
    case .newItem:
      let id = model.identifiers.next(ItemKind.self)
      isDone = act(.itemAdd(card, id, text: text, at: Anchors()), &model)
      if isDone {
        // The next item can be typed at once.
        state.entry = SectionEntry(.newItem)
        return state.select(.item(id))
      }
    case .rewordItem(let id, let before):
      isDone = text == before || act(.set(.itemText(card, id), .text(text)), &model)
    case .newComment:
      let id = model.identifiers.next(CommentKind.self)
      isDone = act(.commentAdd(card, id, text: text), &model)
      if isDone { state.select(.comment(id)) }
    case .editComment(let id, let opened): isDone = edit(id, text, opened, &model)
    case .due: isDone = true
    }
    if isDone { state.entry = nil }
  }

  private mutating func finishDue(_ text: String, _ model: inout WindowModel) {
    let typed = text.isEmpty ? TypedDay.none : TypedDay(text, today: model.clock.today)
    guard let typed else {
      return model.refuse("A day is 2026-12-01, +3d, +2w, today, tomorrow, a weekday, or none.")
    }
    let day: UInt32? = if case .day(let day) = typed { UInt32(day.number) } else { nil }
    guard day == model.board?.due(of: card) || act(.set(.cardDue(card), .number(day)), &model)
    else {
      return
    }
    state.entry = nil
  }

  /// Makes a label and puts it on the card; a label of that name that exists already is used
  /// instead.
  private mutating func createLabel(_ name: String, _ model: inout WindowModel) -> Bool {
    let labels = model.board?.labels ?? []
    if let known = labels.first(where: { $0.name.value.lowercased() == name.lowercased() }) {
      state.select(.label(known.id))
      return model.board?.attached(.label(known.id), to: card) != nil
        || act(.attach(card, .label(known.id)), &model)
    }
    let id = model.identifiers.next(LabelKind.self)
    guard
      act(
        .batch([
          .labelCreate(id, name: name, colour: CardEditor.freshColour(labels)),
          .attach(card, .label(id)),
        ]), &model)
    else { return false }
    state.select(.label(id))
    return true
  }

  /// The colour with the fewest labels, apart from the greys.
  private static func freshColour(_ labels: [Label]) -> UInt8 {
    let colours: [UInt8] = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]
    return colours.min { left, right in
      (labels.count { $0.colour == left }, left) < (labels.count { $0.colour == right }, right)
    } ?? 1
  }

  private mutating func assign(_ typed: String, _ model: inout WindowModel) -> Bool {
    guard let name = Author.userName(typed: typed) else {
      model.refuse("No user is named so: letters, digits and . _ - only, and not everyone.")
      return false
    }
    if !state.people.contains(name) { state.people = (state.people + [name]).sorted() }
    guard
      model.board?.attached(.assignee(name), to: card) != nil
        || act(.attach(card, .assignee(name)), &model)
    else { return false }
    state.select(.assignee(name))
    return true
  }

  /// - Parameter name: a number, or the beginning of an identifier.
  private mutating func block(by name: String, _ model: inout WindowModel) -> Bool {
    let found = CardName(name).map { model.board?.cards(named: $0) ?? [] } ?? []
    guard let blocker = found.first, found.count == 1 else {
      model.refuse("No card is called so: type its number, as in #12.")
      return false
    }
    guard blocker != card else {
      model.refuse("A card cannot block itself.")
      return false
    }
    guard
      model.board?.attached(.blocker(blocker), to: card) != nil
        || act(.attach(card, .blocker(blocker)), &model)
    else { return false }
    state.select(.blocker(blocker))
    return true
  }

  /// Edits a comment by splices, which merge with what this user writes in another window.
  private mutating func edit(
    _ id: CommentID, _ text: String, _ opened: Text, _ model: inout WindowModel
  ) -> Bool {
    for splice in SpliceDiff.splices(from: opened, to: Array(text.unicodeScalars)) {
      guard act(.commentSplice(card, id, splice), &model) else { return false }
    }
    return true
  }

  /// Puts a draft that was saved with the window back where it was typed.
  mutating func restoreEntry(
    _ draft: ViewState.Draft, _ view: BoardView, _ clock: ModelClock
  ) {
    switch draft {
    case .comment(let card, let id, let text):
      enter(.section(.comments), view, clock)
      if let id, let comment = view.board?.comment(id, on: card) {
        state.select(.comment(id))
        state.entry = SectionEntry(.editComment(id, comment.body), text: text)
      } else {
        state.entry = SectionEntry(.newComment, text: text)
      }
    case .item(let card, let id, let text, _):
      enter(.section(.checklist), view, clock)
      if let id, let item = view.board?.item(id, on: card) {
        state.select(.item(id))
        state.entry = SectionEntry(.rewordItem(id, from: item.text.value), text: text)
      } else {
        state.entry = SectionEntry(.newItem, text: text)
      }
    case .edit, .title, .newCard, .firstCard, .newColumn, .newColumnCards, .columnForm,
      .columnTitle,
      .boardTitle,
      .newBoard, .refused:
      break
    }
  }
}
