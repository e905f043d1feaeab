import BoardModel
import Wire

/// Coordinators that go wrong about whose session it is, and which epochs it has.
extension Wrong {
  static let sessions: [Wrong] = [
    Wrong("never raises the epoch", "takeover/newest-wins", "epoch is 1, expected 2") {
      .changing(Attached.self) { body in
        Attached(
          epoch: 1, lastCounter: body.lastCounter, sequence: body.sequence, level: body.level,
          catchUp: body.catchUp, outcomes: body.outcomes)
      }
    },
    Wrong("does not tell the fenced", "takeover/newest-wins", "the event error does not arrive") {
      .outgoing { $0.filter { $0.type != ErrorMessage.type || $0.request > 0 } }
    },
    Wrong("forgets outcomes", "resume/outcomes", "the outcomes from 1 on is") {
      .changing(Attached.self) { body in
        Attached(
          epoch: body.epoch, lastCounter: body.lastCounter, sequence: body.sequence,
          level: body.level, catchUp: body.catchUp, outcomes: Array(body.outcomes.dropFirst()))
      }
    },
    Wrong("begins again with epoch 1", "sessions/made-again", "epoch is 1, expected 2") {
      .changing(Attached.self) { body in
        Attached(
          epoch: 1, lastCounter: body.lastCounter, sequence: body.sequence, level: body.level,
          catchUp: body.catchUp, outcomes: body.outcomes)
      }
    },
    Wrong("takes an epoch that was used", "sessions/made-again", "is answered by outcome") {
      .receiving(Submit.self) { body in
        let operation = body.operation
        guard case .boardRename("again") = operation.intent else { return body }
        return Submit(
          operation: Operation(
            id: OperationID(
              session: operation.id.session, epoch: operation.id.epoch + 1,
              counter: operation.id.counter), base: operation.base, queued: operation.queued,
            intent: operation.intent))
      }
    },
    Wrong("overlooks who made the board", "sessions/creation-epoch", "is answered by outcome") {
      .receiving(CreateBoard.self) { body in
        let operation = body.operation
        return CreateBoard(
          board: body.board,
          operation: Operation(
            id: OperationID(
              session: operation.id.session, epoch: 0, counter: operation.id.counter),
            base: operation.base, queued: operation.queued, intent: operation.intent))
      }
    },
    Wrong(
      "overlooks wild acknowledgements", "edits/acknowledged-beyond",
      "the event error does not arrive"
    ) {
      Tampering(incoming: { $0.type == Acknowledge.type ? [] : [$0] })
    },
    Wrong("remembers closed sessions", "sessions/close", "is answered by attached") {
      Tampering(incoming: { frame in
        frame.type == Detach.type ? [Detach(close: false).frame(request: frame.request)] : [frame]
      })
    },
  ]
}
