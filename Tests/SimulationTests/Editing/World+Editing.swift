import BoardModel
import WindowSync

// What people do in their windows.
extension World {
  /// Somebody does something; on a journey, where there is no link, several things at once.
  mutating func editSomething() throws {
    if try tidy() { return }
    // Also where another terminal has the window: that is refused, and said.
    guard let index = random.pick(Array(processes.indices)) else { return }
    if random.chance(1, in: 2), try settleText(index) { return }
    let count = processes[index].journeyEnd == nil ? 1 : 1 + random.below(11)
    for _ in 0..<count { try editOnce(index) }
  }

  /// What cannot be done on the board as it is gives way to something else, a few times.
  private mutating func editOnce(_ index: Int) throws {
    let before = processes[index].replica.newest?.id
    for _ in 0..<4 {
      guard let board = processes[index].replica.visible,
        let kind = random.pick(EditKind.weighted)
      else { return }
      try attempt(kind, on: board, by: index)
      if processes[index].replica.newest?.id != before { return }
    }
  }

  private mutating func attempt(_ kind: EditKind, on board: Board, by index: Int) throws {
    switch kind {
    case .undo, .forcedUndo: return try edit(index, kind, .undo(force: kind == .forcedUndo))
    case .redo, .forcedRedo: return try edit(index, kind, .redo(force: kind == .forcedRedo))
    case .typeForward, .typeBackward: return try type(index, kind, on: board)
    default: break
    }
    guard let intent = intent(kind, on: board, by: index) else { return }
    if isDoubtful(intent, on: board, by: index), random.chance(9, in: 10) { return }
    try edit(index, kind, .edit(intent))
  }

  /// People seldom try what their window says they may not do.
  func isDoubtful(_ intent: Intent, on board: Board, by index: Int) -> Bool {
    guard let needed = RoleRule.needed(for: intent) else { return false }
    guard let role = board.role(of: checks.author(of: index).user) else { return true }
    return role < needed
  }

  mutating func edit(_ index: Int, _ kind: EditKind, _ event: ReplicaEvent) throws {
    let newest = processes[index].replica.newest?.id
    let isLinked = processes[index].link != nil
    try tell(process: index, event)
    guard let made = processes[index].replica.newest, made.id != newest else { return }
    counters.note(.edit(kind))
    guard isLinked || made.queued else {
      throw Violation(.operations, "\(made.id) was made without a link and is not queued")
    }
    let count = processes[index].replica.pending.count
    if processes[index].link == nil, count > 100 { counters.note(.happening(.longSpell)) }
  }

  /// One scalar after the other, each an operation of its own and each unlike any other: forward,
  /// or always at one place. Several people like the same card and the same place.
  private mutating func type(_ index: Int, _ kind: EditKind, on board: Board) throws {
    let liked = board.liveColumns.lazy.flatMap { board.liveCards(in: $0.id) }
    guard let card = random.chance(1, in: 2) ? liked.first : random.pick(Array(liked)) else {
      return
    }
    if isDoubtful(.cardArchive(card.id), on: board, by: index) { return }
    let middle = card.body.visibleCount / 2
    let place =
      random.chance(1, in: 2) ? middle : random.below(card.body.visibleCount + 1)
    var left = place == 0 ? nil : card.body.identity(at: place - 1)
    for _ in 0..<(1 + random.below(4)) {
      let before = processes[index].replica.newest?.id
      let letter = Splice.Insertion(after: left, text: letters(1))
      try edit(
        index, kind, .edit(.cardSplice(card.id, Splice(deletions: [], insertions: [letter]))))
      guard let id = processes[index].replica.newest?.id, id != before else { return }
      if kind == .typeForward { left = TextIdentity(operation: id, offset: 0) }
    }
  }

  /// Scalars that nobody else ever types.
  mutating func letters(_ count: Int) -> String {
    var letters = String.UnicodeScalarView()
    for _ in 0..<count {
      // The ideographs: enough of them for one world.
      letters.append(Unicode.Scalar(0x4E00 + UInt32(lastLetter % 20_000)) ?? "?")
      lastLetter += 1
    }
    return String(letters)
  }

  mutating func marker() -> String { "edit \(identifier())" }
}
