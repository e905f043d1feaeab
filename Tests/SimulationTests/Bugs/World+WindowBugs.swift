import BoardModel
import WindowDisk
@testable import WindowSync

// A window's disk and its shell, as bugs leave them.
extension World {
  /// What the buggy disk writes.
  mutating func writable(_ operations: [Operation]) -> [Operation] {
    switch bug {
    case .pendingNotWritten: return random.chance(1, in: 4) ? [] : operations
    case .splicedTwice:
      guard let last = operations.last, case .cardSplice = last.intent else { return operations }
      let again = OperationID(
        session: last.id.session, epoch: last.id.epoch, counter: last.id.counter + 1)
      return operations + [
        Operation(id: again, base: last.base, queued: last.queued, intent: last.intent)
      ]
    default: return operations
    }
  }

  /// What a window finds on its buggy disk.
  func readable(_ saved: SavedReplica) -> SavedReplica {
    switch bug {
    case .swappedPending:
      var pending = saved.pending
      guard pending.count > 1 else { return saved }
      let (one, other) = (pending[pending.count - 2], pending[pending.count - 1])
      pending[pending.count - 2] = one.with(intent: other.intent)
      pending[pending.count - 1] = other.with(intent: one.intent)
      return SavedReplica(session: saved.session, pending: pending, board: saved.board)
    case .unnoticedCorruption:
      guard let board = saved.board else { return saved }
      let corrupted = SavedBoard(
        board: board.board, sequence: board.sequence, entities: board.entities.map(\.corrupted),
        ownThrough: board.ownThrough)
      return SavedReplica(session: saved.session, pending: saved.pending, board: corrupted)
    default: return saved
    }
  }

  /// The window's disk lets go of the board, and with a bug of more, or of nothing.
  mutating func forgetBoard(of index: Int) {
    if bug == .unsentForgotten { processes[index].disk.loseUnsent() }
    if bug != .keptBoard { processes[index].disk.loseBoard() }
  }

  /// With the bug, the disk keeps the board that it has, where the new one lacks what was purged.
  mutating func save(_ board: SavedBoard, of index: Int) {
    let known = processes[index].disk.board?.sequence ?? .max
    let isPurged = board.entities.contains { entity in
      if case .lastPurge(let sequence) = entity { sequence > known } else { false }
    }
    if bug == .keptCache, isPurged { return }
    processes[index].disk.save(board)
  }

  /// The window's disk takes the edits under their new names, and with bugs not all of them, or not
  /// those that got an epoch only.
  mutating func carryOver(
    to session: SavedSession, _ pending: [Operation], on index: Int
  ) {
    let old = processes[index].disk
    let areNamed = session.session == old.session.session && old.pending.first?.id.epoch == 0
    if bug != .unnamedOnDisk || !areNamed {
      processes[index].disk.carryOver(to: session, pending)
    }
    leaveBehind(of: index)
  }

  /// With the bug, the last of what a fenced window has to deliver is lost on the way.
  private mutating func leaveBehind(of index: Int) {
    guard bug == .unsentLeftBehind else { return }
    let pending = processes[index].replica.pending
    guard !pending.isEmpty else { return }
    processes[index].replica.outgoing = OutgoingEdits(pending.dropLast(), forgotten: 0)
    processes[index].replica.outgoing.beginCarrying()
  }
}

extension Entity {
  /// Cards with other titles than they have.
  fileprivate var corrupted: Entity {
    guard case .card(var card) = self else { return self }
    card.title = Field(card.title.value + "?", card.title.stamp)
    return .card(card)
  }
}
