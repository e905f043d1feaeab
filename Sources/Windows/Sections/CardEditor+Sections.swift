import BoardModel
import WindowSync
import Screen
import Wording

// This part gives the keys their effects in the sections below the body.
extension CardEditor {
  func rows(_ section: CardSection, _ view: BoardView, _ clock: ModelClock) -> [SectionRow] {
    view.rows(of: section, on: card, people: state.people, clock)
  }

  /// Goes to the field after or before this one; proposals are skipped if there are none.
  ///
  /// - Returns: false beyond the first and the last section, so that a person who looks through a
  ///   card does not get into its title or body by accident.
  @discardableResult
  mutating func goToField(_ step: Int, _ model: inout WindowModel) -> Bool {
    flush(&model)
    if field == .title {
      commitTitle(&model)
      guard !title.line.isBlank else { return true }
    }
    let hasProposals = !model.view.summary(of: .proposals, on: card, model.clock).isEmpty
    let fields: [Field] =
      [.title, .body]
      + CardSection.allCases.filter { $0 != .proposals || hasProposals }.map { .section($0) }
    let place = fields.firstIndex(of: field) ?? 0
    let next = fields[(place + step + fields.count) % fields.count]
    if case .section = field, next == .title || next == .body { return false }
    enter(next, model.view, model.clock)
    return true
  }

  mutating func enter(_ field: Field, _ view: BoardView, _ clock: ModelClock) {
    keepEntry()
    self.field = field
    state = SectionState()
    guard case .section(let section) = field else { return }
    if section == .assignees { state.people = view.people }
    let rows = rows(section, view, clock)
    state.select(0, in: rows)
    if section == .priority {
      state.select(.priority(view.board?.priority(of: card)))
      state.resolve(in: rows)
    }
  }

  /// Ends the entry; one with text of several words is put aside, so that nothing is lost.
  mutating func keepEntry() {
    if let entry = state.entry, entry.draft(on: card) != nil { stashedDraft = entry }
    state.entry = nil
  }

  /// - Returns: what is said of a text that is put aside.
  mutating func leaveEntry() -> String? {
    let isComment = state.entry.map { $0.isComment && $0.draft(on: card) != nil } ?? false
    guard isComment else {
      state.entry = nil
      return nil
    }
    keepEntry()
    return "Put aside: \(Keymap.section.key(of: .add)) goes on with it."
  }

  /// The entry that was put aside in this section.
  private mutating func takeSetAside(_ section: CardSection) -> SectionEntry? {
    guard let entry = stashedDraft, entry.section == section else { return nil }
    stashedDraft = nil
    if let target = entry.target { state.select(target) }
    return entry
  }

  /// The section that has the keys while nothing is typed in it.
  var chosenSection: CardSection? {
    guard case .section(let section) = field, state.entry == nil else { return nil }
    return section
  }

  /// Handles a key in a section; an entry that is typed takes it first.
  mutating func handle(_ chord: KeyChord, in section: CardSection, _ model: inout WindowModel) {
    if state.entry != nil { return type(chord, in: section, &model) }
    guard let command = Keymap.section[chord] else { return }
    let rows = rows(section, model.view, model.clock)
    state.resolve(in: rows)
    do throws(SectionEdit.Fault) {
      try perform(command, on: rows, in: section, &model)
    } catch {
      model.refuse(error.text)
    }
  }

  private mutating func perform(
    _ command: SectionCommand, on rows: [SectionRow], in section: CardSection,
    _ model: inout WindowModel
  ) throws(SectionEdit.Fault) {
    let row = state.selected(in: rows)
    switch command {
    case .up: state.select(state.index - 1, in: rows)
    case .down: state.select(state.index + 1, in: rows)
    case .top: state.select(0, in: rows)
    case .bottom: state.select(rows.count - 1, in: rows)
    case .pageUp: state.scroll = max(0, state.scroll - 5)
    case .pageDown: state.scroll += 5
    case .choose: choose(row, section, &model)
    case .add: add(section, &model)
    case .edit: change(row, section, &model)
    case .remove: make(try SectionEdit.removal(of: row, on: card, model.view), &model)
    case .removeEverywhere: make(try SectionEdit.labelRemoval(of: row, model.words), &model)
    case .nextColour: make(try SectionEdit.recolouring(of: row, by: 1), &model)
    case .previousColour: make(try SectionEdit.recolouring(of: row, by: -1), &model)
    case .moveUp: make(try SectionEdit.move(of: state.index, by: -1, rows, on: card), &model)
    case .moveDown: make(try SectionEdit.move(of: state.index, by: 1, rows, on: card), &model)
    }
  }

  /// Makes an edit that ctrl-z undoes.
  @discardableResult
  mutating func act(_ intent: Intent, _ model: inout WindowModel) -> Bool {
    flush(&model)
    guard model.edit(intent) else { return false }
    own.made()
    own.forgetRedo()
    return true
  }

  private mutating func make(_ edit: SectionEdit?, _ model: inout WindowModel) {
    guard let edit else { return }
    guard edit.isUndoable ? act(edit.intent, &model) : model.edit(edit.intent) else { return }
    if let answer = edit.answer { model.answer(answer) }
  }

  // MARK: What is chosen

  private mutating func choose(
    _ row: SectionRow?, _ section: CardSection, _ model: inout WindowModel
  ) {
    guard let row else { return add(section, &model) }
    switch row.target {
    case .label(let id): make(.toggle(.label(id), on: card, model.board), &model)
    case .assignee(let user): make(.toggle(.assignee(user), on: card, model.board), &model)
    case .due: add(.due, &model)
    case .priority(let priority):
      guard priority != model.board?.priority(of: card) else { return }
      act(.set(.cardPriority(card), .number(priority?.rawValue)), &model)
    case .blocker(let id): make(.toggle(.blocker(id), on: card, model.board), &model)
    case .item(let id):
      guard let item = model.board?.item(id, on: card) else { return }
      act(.set(.itemDone(card, id), .flag(!item.done)), &model)
    case .comment: change(row, section, &model)
    case .proposal(let field, let user, let operation):
      let intent = Intent.settle(field, user: user, operation: operation, accept: true)
      make(SectionEdit(intent, "Accepted what \(user) proposed."), &model)
    }
  }

  private mutating func add(_ section: CardSection, _ model: inout WindowModel) {
    guard model.mayEdit(section == .comments ? .commenter : .editor) else { return }
    if let entry = takeSetAside(section) {
      state.entry = entry
      return
    }
    switch section {
    case .labels: state.entry = SectionEntry(.newLabel)
    case .assignees: state.entry = SectionEntry(.newAssignee)
    case .due:
      let day = model.board?.due(of: card).flatMap { CalendarDay(Int($0)) }
      state.entry = SectionEntry(.due, text: day?.text ?? "")
    case .priority: model.refuse("Choose one of these with \(Keymap.section.key(of: .choose)).")
    case .blockers: state.entry = SectionEntry(.newBlocker)
    case .checklist: state.entry = SectionEntry(.newItem)
    case .comments: state.entry = SectionEntry(.newComment)
    case .proposals: model.refuse("Only edits made without a connection become proposals.")
    }
  }

  private mutating func change(
    _ row: SectionRow?, _ section: CardSection, _ model: inout WindowModel
  ) {
    guard let row else { return add(section, &model) }
    guard model.mayEdit(section == .comments ? .commenter : .editor) else { return }
    switch row.target {
    case .label(let id):
      state.entry = SectionEntry(.renameLabel(id, from: row.text), text: row.text)
    case .item(let id):
      state.entry = SectionEntry(.rewordItem(id, from: row.text), text: row.text)
    case .due: add(.due, &model)
    case .comment(let id):
      guard let comment = model.board?.comment(id, on: card) else { return }
      guard comment.created.author.user == model.user else {
        return model.refuse("\(comment.created.author.user) wrote it: only they can edit it.")
      }
      state.entry = SectionEntry(.editComment(id, comment.body), text: comment.body.string)
    case .assignee, .priority, .blocker, .proposal: model.refuse("There is nothing to edit here.")
    }
  }
}
