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
    guard let (failed, gathered) = commits.failed() else { return }
    measureGroup()
    for purge in failed.purges {
      if let maker = maker(ofPurged: purge) { holdings.unpurge(by: maker) }
    }
    holdings.retry()
    for id in failed.order { revertBoard(id) }
    for id in gathered.order where failed.boards[id] == nil { revertBoard(id) }
    // A store without room for operations may have room for sessions (SPEC.md EDT-026): windows are
    // let in, to read.
    let retries = !failed.order.isEmpty
    if retries {
      access.retry()
    } else {
      access.revert()
      users.revert()
      sessions.revert(failed.sessions + gathered.sessions)
      commits.removeLater(failed.removedSessions + gathered.removedSessions)
    }
    for answer in failed.answers + gathered.answers {
      switch answer {
      case .outcome(let id, let request, _): refuse(id, request, reason)
      case .edited: refuse(answer, reason)
      case .attached(let id, let request, let session, let body):
        if boards[body.board] == nil {
          // The group was to make the board, so there is none.
          abandonAttach(id, session)
          if sessions[session]?.durable == nil { sessions.remove(session) }
          refuse(id, request, reason)
        } else if retries {
          commits.answer(answer)
        } else if sessions[session]?.isAttachable(as: body.instance) == true {
          completeAttach(id, request, session, body)
        } else {
          abandonAttach(id, session)
          refuse(id, request, reason)
        }
      case .content(let id, let request, let message, _, let frames):
        resume(id, request, frames, to: message, isTrue: false)
      case .snapshot(let id, let request, _, _):
        if awaitsSnapshot(id, request) { fetchSnapshot(id, request) }
      case .detached, .windowEnded, .windowEnd, .users, .certificate, .admitted, .deviceRevoked,
        .administered:
        if retries {
          commits.answer(answer)
        } else {
          refuse(answer, reason)
        }
      }
    }
    guard retries else {
      // Who is refused from here on is told so, also on the connections that are open.
      return endConnections(of: failed.thrownOut + gathered.thrownOut)
    }
    for name in failed.thrownOut + gathered.thrownOut { commits.throwOut(name) }
    commits.save((failed.sessions + gathered.sessions).filter { sessions[$0] != nil })
    commits.remove(failed.removedSessions + gathered.removedSessions)
  }

  private mutating func abandonAttach(_ id: ConnectionID, _ session: SessionID) {
    sessions.abandon(session, id)
    _ = connections[id]?.detach()
  }

  private mutating func refuse(_ answer: CommitBatch.Answer, _ reason: String) {
    switch answer {
    case .administered(let token, _):
      let kept =
        access.owesRevocations
        ? ". Who was revoked is refused from now on, which is written as soon as there is room; a restart "
          + "before that would forget it" : ""
      output.append(.administered(token, .refused(reason + kept)))
    case .edited(let token): output.append(.administered(token, .refused(reason)))
    case .outcome, .attached, .detached, .windowEnded, .users, .certificate, .admitted,
      .deviceRevoked, .windowEnd, .content, .snapshot:
      break
    }
    guard let (id, request) = answer.address else { return }
    if case .windowEnd = answer {
      // The window has its session after all, and attaches again.
      sayGoodbye(id, reason: 0, reason)
    } else {
      decline(
        id, request,
        Refusal(.storeUnavailable, reason, retryAfter: Coordinator.storeRetryMilliseconds))
    }
  }

  private mutating func refuse(_ id: ConnectionID, _ request: UInt64, _ reason: String) {
    refuse(
      id, request, .storeUnavailable, reason, retryAfter: Coordinator.storeRetryMilliseconds)
  }

  static let storeRetryMilliseconds: UInt32 = 1_000

  private mutating func revertBoard(_ id: BoardID) {
    let lost = boards.change(id) { $0.images.lose(after: $0.durable.sequence) } ?? []
    defer { fetchAgain(lost) }
    let maker = boards.read(id) { $0.creation.author }
    if let sequence = boards.revert(id) {
      sessions.revertOperations(on: id, to: sequence)
      loads.add(id, of: .network(nil))
    } else {
      sessions.unmade(id)
      if let maker { holdings.unmake(by: maker) }
    }
  }
}
