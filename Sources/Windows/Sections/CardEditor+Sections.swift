import BoardModel
import WindowSync
import Screen

// What keys do in the sections below the body.
extension CardEditor {
  func rows(_ section: CardSection, _ desk: Desk) -> [SectionRow] {
    desk.rows(of: section, on: card, people: state.people)
  }

  /// To the field after or before this one; proposals are passed over where there are none.
  ///
  /// - Returns: false beyond the first and the last section: nobody who looks through a card finds
  ///   the keys in its title or text.
  @discardableResult
  mutating func goToField(_ step: Int, _ desk: inout Desk) -> Bool {
    flush(&desk)
    if field == .title {
      commitTitle(&desk)
      guard !title.isBlank else { return true }
    }
    let hasProposals = !desk.summary(of: .proposals, on: card).isEmpty
    let fields: [Field] =
      [.title, .body]
      + CardSection.allCases.filter { $0 != .proposals || hasProposals }.map { .section($0) }
    let place = fields.firstIndex(of: field) ?? 0
    let next = fields[(place + step + fields.count) % fields.count]
    if case .section = field, next == .title || next == .body { return false }
    enter(next, desk)
    return true
  }

  mutating func enter(_ field: Field, _ desk: Desk) {
    keepEntry()
    self.field = field
    state = SectionState()
    guard case .section(let section) = field else { return }
    if section == .assignees { state.people = desk.people }
    state.select(0, in: rows(section, desk))
  }

  /// Of what is typed in several words nothing is lost.
  mutating func keepEntry() {
    if let entry = state.entry, entry.draft(on: card) != nil { setAside = entry }
    state.entry = nil
  }

  mutating func leaveEntry(_ desk: inout Desk) {
    let isComment = state.entry.map { $0.isComment && $0.draft(on: card) != nil } ?? false
    guard isComment else {
      state.entry = nil
      return
    }
    keepEntry()
    desk.answer("Put aside: \(Keymap.section.key(of: .add)) goes on with it.")
  }

  /// What was put aside, if it was typed there.
  private mutating func takeSetAside(_ section: CardSection) -> SectionEntry? {
    guard let entry = setAside, entry.section == section else { return nil }
    setAside = nil
    if let target = entry.target { state.select(target) }
    return entry
  }

  /// The section that has the keys, where nothing is typed in it.
  var chosenSection: CardSection? {
    guard case .section(let section) = field, state.entry == nil else { return nil }
    return section
  }

  /// Keys in a section; what is typed there has them first.
  mutating func handle(_ chord: KeyChord, in section: CardSection, _ desk: inout Desk) {
    if state.entry != nil { return type(chord, in: section, &desk) }
    guard let command = Keymap.section[chord] else { return }
    let rows = rows(section, desk)
    state.resolve(in: rows)
    switch command {
    case .up: state.select(state.index - 1, in: rows)
    case .down: state.select(state.index + 1, in: rows)
    case .top: state.select(0, in: rows)
    case .bottom: state.select(rows.count - 1, in: rows)
    case .pageUp: state.scroll = max(0, state.scroll - 5)
    case .pageDown: state.scroll += 5
    case .choose: choose(state.selected(in: rows), section, &desk)
    case .add: add(section, &desk)
    case .edit: change(state.selected(in: rows), section, &desk)
    case .remove: remove(state.selected(in: rows), section, &desk)
    case .removeEverywhere: removeLabel(state.selected(in: rows), &desk)
    case .nextColour: recolour(state.selected(in: rows), by: 1, &desk)
    case .previousColour: recolour(state.selected(in: rows), by: -1, &desk)
    case .moveUp: move(by: -1, rows, &desk)
    case .moveDown: move(by: 1, rows, &desk)
    }
  }

  /// Makes an edit that ctrl-z takes back.
  @discardableResult
  mutating func act(_ intent: Intent, _ desk: inout Desk) -> Bool {
    flush(&desk)
    guard desk.edit(intent) else { return false }
    undoable += 1
    redoable = 0
    return true
  }

  // MARK: What is chosen

  private mutating func choose(
    _ row: SectionRow?, _ section: CardSection, _ desk: inout Desk
  ) {
    guard let row else { return add(section, &desk) }
    switch row.target {
    case .label(let id): toggle(.label(id), &desk)
    case .assignee(let user): toggle(.assignee(user), &desk)
    case .due: add(.due, &desk)
    case .item(let id):
      guard let item = desk.board?.item(id, on: card) else { return }
      act(.set(.itemDone(card, id), .flag(!item.done)), &desk)
    case .comment: change(row, section, &desk)
    case .proposal(let field, let user, let operation):
      let intent = Intent.settle(field, user: user, operation: operation, accept: true)
      if act(intent, &desk) { desk.answer("Accepted what \(user) proposed.") }
    }
  }

  private mutating func toggle(_ element: CardElement, _ desk: inout Desk) {
    if let stamp = desk.board?.attached(element, to: card) {
      act(.detach(card, element, seen: stamp.operation), &desk)
    } else {
      act(.attach(card, element), &desk)
    }
  }

  private mutating func add(_ section: CardSection, _ desk: inout Desk) {
    guard desk.mayEdit(section == .comments ? .commenter : .editor) else { return }
    if let entry = takeSetAside(section) {
      state.entry = entry
      return
    }
    switch section {
    case .labels: state.entry = SectionEntry(.newLabel)
    case .assignees: state.entry = SectionEntry(.newAssignee)
    case .due:
      let day = desk.board?.due(of: card).flatMap { CalendarDay(Int($0)) }
      state.entry = SectionEntry(.due, text: day?.text ?? "")
    case .checklist: state.entry = SectionEntry(.newItem)
    case .comments: state.entry = SectionEntry(.newComment)
    case .proposals: desk.refuse("Only edits made without a connection become proposals.")
    }
  }

  private mutating func change(
    _ row: SectionRow?, _ section: CardSection, _ desk: inout Desk
  ) {
    guard let row else { return add(section, &desk) }
    guard desk.mayEdit(section == .comments ? .commenter : .editor) else { return }
    switch row.target {
    case .label(let id):
      state.entry = SectionEntry(.renameLabel(id, from: row.text), text: row.text)
    case .item(let id):
      state.entry = SectionEntry(.rewordItem(id, from: row.text), text: row.text)
    case .due: add(.due, &desk)
    case .comment(let id):
      guard let comment = desk.board?.comment(id, on: card) else { return }
      guard comment.created.author.user == desk.user else {
        return desk.refuse("\(comment.created.author.user) wrote it: only they can edit it.")
      }
      state.entry = SectionEntry(.editComment(id, comment.body), text: comment.body.string)
    case .assignee, .proposal: desk.refuse("There is nothing to edit here.")
    }
  }

  private mutating func remove(
    _ row: SectionRow?, _ section: CardSection, _ desk: inout Desk
  ) {
    guard let row else { return desk.refuse("There is nothing to take away.") }
    switch row.target {
    case .label(let id): detach(.label(id), &desk)
    case .assignee(let user): detach(.assignee(user), &desk)
    case .due: act(.set(.cardDue(card), .number(nil)), &desk)
    case .item(let id):
      guard act(.set(.itemRemoved(card, id), .flag(true)), &desk) else { return }
      desk.answer("Removed “\(desk.short(row.text))”. ctrl-z undoes.")
    case .comment(let id):
      guard let comment = desk.board?.comment(id, on: card) else { return }
      guard
        comment.created.author.user == desk.user || desk.board?.role(of: desk.user) == .owner
      else { return desk.refuse("\(comment.created.author.user) wrote it: it is not yours.") }
      guard act(.set(.commentRemoved(card, id), .flag(true)), &desk) else { return }
      desk.answer("Removed the comment. ctrl-z undoes.")
    case .proposal(let field, let user, let operation):
      let intent = Intent.settle(field, user: user, operation: operation, accept: false)
      // It has no step that an undo takes back.
      guard desk.edit(intent) else { return }
      desk.answer("Dismissed what \(user) proposed.")
    }
  }

  private mutating func detach(_ element: CardElement, _ desk: inout Desk) {
    guard let stamp = desk.board?.attached(element, to: card) else {
      return desk.refuse("The card does not have it.")
    }
    act(.detach(card, element, seen: stamp.operation), &desk)
  }

  private mutating func removeLabel(_ row: SectionRow?, _ desk: inout Desk) {
    guard case .label(let id) = row?.target else {
      return desk.refuse("Only labels can be removed from the board.")
    }
    guard act(.set(.labelRemoved(id), .flag(true)), &desk) else { return }
    desk.answer("Removed “\(desk.short(row?.text ?? ""))” from the board. ctrl-z undoes.")
  }

  private mutating func recolour(_ row: SectionRow?, by step: Int, _ desk: inout Desk) {
    guard case .label(let id) = row?.target, let colour = row?.colour else {
      return desk.refuse("Only labels have colours.")
    }
    let count = BoardLimits.colours
    let next = (Int(colour) + step + count) % count
    act(.set(.labelColour(id), .number(UInt32(next))), &desk)
  }

  private mutating func move(by step: Int, _ rows: [SectionRow], _ desk: inout Desk) {
    guard case .item(let id) = state.selected(in: rows)?.target else {
      return desk.refuse("Only items of a checklist can be moved.")
    }
    let others = rows.compactMap { row -> ItemID? in
      if case .item(let other) = row.target, other != id { other } else { nil }
    }
    let place = state.index + step
    guard (0...others.count).contains(place) else {
      return desk.refuse(
        step < 0 ? "It is at the top already." : "It is at the bottom already.")
    }
    let anchors = Anchors<ItemKind>(
      after: place > 0 ? others[place - 1] : nil, before: place < others.count ? others[place] : nil
    )
    act(.set(.itemPlace(card, id), .itemPlace(anchors)), &desk)
  }
}
