import BoardModel
@testable import Coordination
import Testing
import WindowSync
import Wire

/// A mistake a coordinator, a store or a window might make. Each is put into the world around the
/// machines, or into their state, and must be seen by a checker.
enum Bug: String, CaseIterable, CustomTestStringConvertible {
  /// The coordinator is told that a group is durable before it is.
  case acknowledgedBeforeCommit
  /// After a restart it no longer knows what it applied.
  case lostLedger
  /// A fenced connection keeps its route.
  case skippedEpochCheck
  /// A window's disk loses what it said it had.
  case pendingNotWritten
  /// A window gets two groups of operations in the wrong order.
  case reorderedFanOut
  /// A window does not get a group of operations.
  case droppedFanOut
  /// The store leaves the last operation of a group out.
  case shortenedGroup
  /// The store leaves new epochs out.
  case lostEpochs
  /// An answer goes out with the outcome of another operation.
  case wrongOutcome
  /// An operation reaches a window with another author than it had.
  case wrongAuthor

  var testDescription: String { rawValue }
}

extension World {
  /// The coordinator's bytes to a window, as the bug leaves them.
  mutating func tampered(_ bytes: [UInt8], on link: ConnectionID) -> [UInt8] {
    guard let bug,
      [.reorderedFanOut, .droppedFanOut, .wrongAuthor, .wrongOutcome]
        .contains(bug)
    else { return bytes }
    var decoder = FrameDecoder(limit: 1 << 21)
    decoder.feed(bytes)
    var frames: [Frame] = []
    while let frame = try? decoder.next() { frames.append(frame) }
    return frames.flatMap { tampered($0, bug) }
  }

  private mutating func tampered(_ frame: Frame, _ bug: Bug) -> [UInt8] {
    switch try? Message(frame) {
    case .committed(let committed) where random.chance(1, in: 8):
      switch bug {
      case .droppedFanOut: return []
      case .reorderedFanOut where committed.operations.count > 1:
        return Committed(operations: committed.operations.reversed()).frame().bytes
      case .wrongAuthor:
        let changed = committed.operations.map { one in
          CommittedOperation(
            sequence: one.sequence, time: one.time,
            author: Author(user: "nobody", device: "none"), operation: one.operation,
            outcome: one.outcome)
        }
        return Committed(operations: changed).frame().bytes
      default: return frame.bytes
      }
    case .outcome(let answer) where bug == .wrongOutcome && random.chance(1, in: 8):
      let stored = StoredOutcome(
        counter: answer.stored.counter, sequence: answer.stored.sequence,
        time: answer.stored.time, outcome: .rejected(.emptyOperation))
      return OutcomeMessage(stored: stored).frame(request: frame.request, flags: frame.flags).bytes
    default: return frame.bytes
    }
  }

  /// The group as the buggy store writes it.
  mutating func mutated(_ group: CommitGroup) -> CommitGroup {
    var group = group
    switch bug {
    case .shortenedGroup:
      group.operations = group.operations.map { row in
        var reader = ByteReader(row.bytes)
        guard let all = try? reader.committedList(), all.count > 1, random.chance(1, in: 4) else {
          return row
        }
        var writer = ByteWriter()
        writer.list(Array(all.dropLast())) { $0.committed($1) }
        return OperationRow(
          board: row.board, first: row.first, last: row.last - 1, bytes: writer.bytes)
      }
    case .lostEpochs: group.sessions = group.sessions.filter { $0.epoch == 1 }
    default: break
    }
    return group
  }

  /// With the bug, a coordinator that loaded its board counts from what was acknowledged.
  func forgettingLedgers(_ coordinator: Coordinator, after event: CoordinatorEvent) -> Coordinator {
    guard bug == .lostLedger, case .loaded = event else { return coordinator }
    var changed = coordinator
    for id in changed.sessions.keys {
      changed.sessions[id]?.ledger.forget(through: .max)
      let acknowledged = changed.sessions[id]?.record.acknowledgedCounter ?? 0
      changed.sessions[id]?.ledger.lastCounter = acknowledged
    }
    return changed
  }

  /// With the bug, a connection whose session was taken over goes on as if it were not.
  func keepingRoutes(_ coordinator: Coordinator, since before: Coordinator?) -> Coordinator {
    guard bug == .skippedEpochCheck, let before else { return coordinator }
    var changed = coordinator
    for (id, connection) in before.connections {
      guard case .ready(.attached(let session, let board, _, _)) = connection.phase,
        case .ready(.none) = changed.connections[id]?.phase,
        let route = changed.sessions[session]?.route, route != id
      else { continue }
      changed.connections[id]?.phase = connection.phase
      changed.changeLoaded(board) { $0.subscribers.append(id) }
    }
    return changed
  }
}
