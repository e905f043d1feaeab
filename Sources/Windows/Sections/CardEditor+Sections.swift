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
      guard !title.isBlank else { return true }
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
    state.select(0, in: rows(section, view, clock))
  }

  /// Ends the entry; one with text of several words is put aside, so that nothing is lost.
  mutating func keepEntry() {
    if let entry = state.entry, entry.draft(on: card) != nil { stashedDraft = entry }
    state.entry = nil
  }

  mutating func leaveEntry(_ model: inout WindowModel) {
    let isComment = state.entry.map { $0.isComment && $0.draft(on: card) != nil } ?? false
    guard isComment else {
      state.entry = nil
      return
    }
    keepEntry()
    model.answer("Put aside: \(Keymap.section.key(of: .add)) goes on with it.")
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
    switch command {
    case .up: state.select(state.index - 1, in: rows)
    case .down: state.select(state.index + 1, in: rows)
    case .top: state.select(0, in: rows)
    case .bottom: state.select(rows.count - 1, in: rows)
    case .pageUp: state.scroll = max(0, state.scroll - 5)
    case .pageDown: state.scroll += 5
    case .choose: choose(state.selected(in: rows), section, &model)
    case .add: add(section, &model)
    case .edit: change(state.selected(in: rows), section, &model)
    case .remove: remove(state.selected(in: rows), section, &model)
    case .removeEverywhere: removeLabel(state.selected(in: rows), &model)
    case .nextColour: recolour(state.selected(in: rows), by: 1, &model)
    case .previousColour: recolour(state.selected(in: rows), by: -1, &model)
    case .moveUp: move(by: -1, rows, &model)
    case .moveDown: move(by: 1, rows, &model)
    }
  }

  /// Makes an edit that ctrl-z undoes.
  @discardableResult
  mutating func act(_ intent: Intent, _ model: inout WindowModel) -> Bool {
    flush(&model)
    guard model.edit(intent) else { return false }
    undoable += 1
    redoable = 0
    return true
  }

  // MARK: What is chosen

  private mutating func choose(
    _ row: SectionRow?, _ section: CardSection, _ model: inout WindowModel
  ) {
    guard let row else { return add(section, &model) }
    switch row.target {
    case .label(let id): toggle(.label(id), &model)
    case .assignee(let user): toggle(.assignee(user), &model)
    case .due: add(.due, &model)
    case .item(let id):
      guard let item = model.board?.item(id, on: card) else { return }
      act(.set(.itemDone(card, id), .flag(!item.done)), &model)
    case .comment: change(row, section, &model)
    case .proposal(let field, let user, let operation):
      let intent = Intent.settle(field, user: user, operation: operation, accept: true)
      if act(intent, &model) { model.answer("Accepted what \(user) proposed.") }
    }
  }

  private mutating func toggle(_ element: CardElement, _ model: inout WindowModel) {
    if let stamp = model.board?.attached(element, to: card) {
      act(.detach(card, element, seen: stamp.operation), &model)
    } else {
      act(.attach(card, element), &model)
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
    case .assignee, .proposal: model.refuse("There is nothing to edit here.")
    }
  }

  private mutating func remove(
    _ row: SectionRow?, _ section: CardSection, _ model: inout WindowModel
  ) {
    guard let row else { return model.refuse("There is nothing to take away.") }
    switch row.target {
    case .label(let id): detach(.label(id), &model)
    case .assignee(let user): detach(.assignee(user), &model)
    case .due: act(.set(.cardDue(card), .number(nil)), &model)
    case .item(let id):
      guard act(.set(.itemRemoved(card, id), .flag(true)), &model) else { return }
      model.answer("Removed \(model.words.quoted(row.text)). ctrl-z undoes.")
    case .comment(let id):
      guard let comment = model.board?.comment(id, on: card) else { return }
      guard
        comment.created.author.user == model.user || model.board?.role(of: model.user) == .owner
      else { return model.refuse("\(comment.created.author.user) wrote it: it is not yours.") }
      guard act(.set(.commentRemoved(card, id), .flag(true)), &model) else { return }
      model.answer("Removed the comment. ctrl-z undoes.")
    case .proposal(let field, let user, let operation):
      let intent = Intent.settle(field, user: user, operation: operation, accept: false)
      // A dismissal has no step that an undo takes back, so that it is not counted as undoable.
      guard model.edit(intent) else { return }
      model.answer("Dismissed what \(user) proposed.")
    }
  }

  private mutating func detach(_ element: CardElement, _ model: inout WindowModel) {
    guard let stamp = model.board?.attached(element, to: card) else {
      return model.refuse("The card does not have it.")
    }
    act(.detach(card, element, seen: stamp.operation), &model)
  }

  private mutating func removeLabel(_ row: SectionRow?, _ model: inout WindowModel) {
    guard case .label(let id) = row?.target else {
      return model.refuse("Only labels can be removed from the board.")
    }
    guard act(.set(.labelRemoved(id), .flag(true)), &model) else { return }
    model.answer("Removed \(model.words.quoted(row?.text ?? "")) from the board. ctrl-z undoes.")
  }

  private mutating func recolour(_ row: SectionRow?, by step: Int, _ model: inout WindowModel) {
    guard case .label(let id) = row?.target, let colour = row?.colour else {
      return model.refuse("Only labels have colours.")
    }
    let count = BoardLimits.colours
    let next = (Int(colour) + step + count) % count
    act(.set(.labelColour(id), .number(UInt32(next))), &model)
  }

  private mutating func move(by step: Int, _ rows: [SectionRow], _ model: inout WindowModel) {
    guard case .item(let id) = state.selected(in: rows)?.target else {
      return model.refuse("Only items of a checklist can be moved.")
    }
    let others = rows.compactMap { row -> ItemID? in
      if case .item(let other) = row.target, other != id { other } else { nil }
    }
    let place = state.index + step
    guard (0...others.count).contains(place) else {
      return model.refuse(
        step < 0 ? "It is at the top already." : "It is at the bottom already.")
    }
    let anchors = Anchors<ItemKind>(
      after: place > 0 ? others[place - 1] : nil, before: place < others.count ? others[place] : nil
    )
    act(.set(.itemPlace(card, id), .itemPlace(anchors)), &model)
  }
}
