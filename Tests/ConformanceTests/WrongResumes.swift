import BoardModel
import Wire

/// Coordinators that go wrong where a client comes back, or begins.
extension Wrong {
  static let resumes: [Wrong] = [
    Wrong(
      "never asks for an acknowledgement", "edits/acknowledge-first-bytes",
      "is answered by outcome"
    ) {
      Tampering(incoming: { frame in
        guard case .submit(let submit)? = try? Message(frame) else { return [frame] }
        let all = Acknowledge(sequence: 0, counter: submit.operation.id.counter - 1)
        return [all.frame(), frame]
      })
    },
    Wrong(
      "says nothing of what a compaction left", "texts/compaction-bound",
      "the outcome of the first compaction"
    ) {
      .changing(OutcomeMessage.self) { message in
        guard case .applied(let displaced, _) = message.stored.outcome else { return message }
        return OutcomeMessage(
          stored: StoredOutcome(
            counter: message.stored.counter, sequence: message.stored.sequence,
            time: message.stored.time, outcome: .applied(displaced: displaced, notes: [])))
      }
    },
    Wrong("has a name without end", "handshake/long-agent", "own name is too long") {
      .changing(Welcome.self) { welcome in
        Welcome(
          minor: welcome.minor, features: welcome.features, frameLimit: welcome.frameLimit,
          requestsInFlight: welcome.requestsInFlight,
          keepaliveMilliseconds: welcome.keepaliveMilliseconds, time: welcome.time,
          cluster: welcome.cluster, peer: welcome.peer, incarnation: welcome.incarnation,
          agent: String(repeating: "a", count: Limits.agentBytes + 1),
          extensions: welcome.extensions)
      }
    },
    Wrong("sends no snapshot unasked", "snapshots/unasked", "whether more follows") {
      .receiving(Attach.self) { body in
        Attach(
          board: body.board, session: body.session, instance: body.instance,
          configuration: body.configuration, epoch: body.epoch, incarnation: body.incarnation,
          sequence: body.sequence, firstPending: body.firstPending, level: body.level)
      }
    },
    Wrong("answers one of two", "snapshots/two-at-once", "the answer to request") {
      .outgoing { $0.filter { !$0.isError(.snapshotGone) } }
    },
    Wrong("goes on where nothing began", "snapshots/unasked", "chunk is 1, expected 0") {
      .changing(Snapshot.self) { snapshot in
        Snapshot(
          sequence: snapshot.sequence, cursor: 1, total: snapshot.total,
          entities: snapshot.entities)
      }
    },
    Wrong("tells the last outcomes first", "resume/outcomes-beyond", "the outcomes told is") {
      .changing(Attached.self) { body in
        Attached(
          epoch: body.epoch, lastCounter: body.lastCounter, sequence: body.sequence,
          level: body.level, catchUp: body.catchUp,
          outcomes: body.outcomes.map { stored in
            StoredOutcome(
              counter: stored.counter + 1, sequence: stored.sequence, time: stored.time,
              outcome: stored.outcome)
          })
      }
    },
    Wrong("takes no further window", "windows/additional", "already-open") {
      .receiving(AttachWindow.self) {
        $0.replacing(manner: $0.manner == .additional ? .resume : $0.manner)
      }
    },
  ]
}
