import BoardModel
import LogRecords
import Wire

// What follows where the log could not take a group: all who wait are told at once, and may send
// the same requests again.
extension Coordinator {
  /// Takes back the group and what was ordered after it: nothing of either is durable.
  ///
  /// - Parameter reason: the sentence that all who wait are told, for people on other machines.
  mutating func groupFailed(_ reason: String) {
    guard let failed = commits.inFlight else { return }
    let gathered = commits.gathering
    commits = CommitQueue()
    for id in failed.order + gathered.order { revertBoard(id) }
    // A store without room for operations may have room for sessions (SPEC.md EDT-026): windows are
    // let in, to read.
    let retries = !failed.order.isEmpty
    if !retries { revertSessions(of: [failed, gathered]) }
    for answer in failed.answers + gathered.answers {
      switch answer {
      case .outcome(let id, let request, _): refuse(id, request, reason)
      case .attached(let id, let request, let session, let body):
        if boards[body.board] == nil {
          // The group was to make the board, so there is none.
          forgetAttach(id, session)
          if sessions[session]?.durable == nil { dropSession(session) }
          refuse(id, request, reason)
        } else if retries {
          commits.gathering.answers.append(answer)
        } else if sessions[session]?.isAttachable(as: body.instance) == true {
          completeAttach(id, request, session, body)
        } else {
          forgetAttach(id, session)
          refuse(id, request, reason)
        }
      case .detached, .windowEnded, .windowEnd:
        if retries {
          commits.gathering.answers.append(answer)
        } else {
          refuse(answer, reason)
        }
      }
    }
    if retries {
      for session in failed.sessions + gathered.sessions where sessions[session] != nil {
        commits.gathering.add(session)
      }
      commits.gathering.removedSessions += failed.removedSessions + gathered.removedSessions
    }
  }

  private mutating func revertSessions(of groups: [CommitQueue.Group]) {
    for id in groups.flatMap(\.sessions) {
      switch sessions[id]?.revert() {
      case .asWritten, nil: break
      case .unwritten: unsavedSessions.insert(id)
      case .lost: dropSession(id)
      }
    }
    unsavedRemovals += groups.flatMap(\.removedSessions)
  }

  private mutating func forgetAttach(_ id: ConnectionID, _ session: SessionID) {
    if sessions[session]?.route == id { sessions[session]?.route = nil }
    connections[id]?.phase = .ready(.none)
  }

  private mutating func refuse(_ answer: CommitQueue.Answer, _ reason: String) {
    let (id, request) = answer.address
    if case .windowEnd = answer {
      // The window has its session after all, and attaches again.
      sayGoodbye(id, reason: 0, reason)
    } else {
      refuse(id, request, reason)
    }
  }

  private mutating func refuse(_ id: ConnectionID, _ request: UInt64, _ reason: String) {
    refuse(
      id, request, .storeUnavailable, reason, retryAfter: Coordinator.storeRetryMilliseconds)
  }

  static let storeRetryMilliseconds: UInt32 = 1_000

  private mutating func revertBoard(_ id: BoardID) {
    guard case .loaded(var board) = boards[id] else { return }
    guard board.durable.exists else {
      boards[id] = nil
      return
    }
    board.tip = board.durable
    boards[id] = .loaded(board)
    for (session, state) in sessions where state.record.board == id {
      sessions[session]?.ledger.revert(to: board.durable.sequence)
    }
  }
}
