import BoardModel
import Wire

// Coordinators that keep what was purged, or do something else in its place.
extension Wrong {
  static let purges: [Wrong] = [
    Wrong("archives a card that it is to purge", "purge/card", "the outcome of a second purge") {
      .submitting { intent in
        if case .purge(.card(let card)) = intent { .cardArchive(card) } else { intent }
      }
    },
    Wrong("keeps no identifier of a purged card", "purge/card", "what was purged") {
      .changing(Snapshot.self) { snapshot in
        let kept = snapshot.entities.filter { if case .purged = $0 { false } else { true } }
        let gone = UInt32(snapshot.entities.count - kept.count)
        return Snapshot(
          sequence: snapshot.sequence, cursor: snapshot.cursor, total: snapshot.total - gone,
          entities: kept)
      }
    },
    Wrong("removes a comment that it is to purge", "purge/comment", "the outcome of a second purge")
    {
      .submitting { intent in
        guard case .purge(.comment(let card, let comment)) = intent else { return intent }
        return .set(.commentRemoved(card, comment), .flag(true))
      }
    },
    Wrong("keeps how to undo what was purged", "purge/past", "the outcome of the undo") {
      .submitting { intent in
        if case .purge(.past) = intent { .receiptsSeen(through: 0) } else { intent }
      }
    },
    Wrong("keeps nothing of a batch", "purge/history", "what the history has of the operations") {
      .changing(History.self) { history in history.changingPurged(parts: { _ in [] }) }
    },
    Wrong(
      "has one hash for all that was purged", "purge/history",
      "two purged operations have the same hash"
    ) {
      .changing(History.self) { history in
        history.changingPurged(hash: { _ in [UInt8](repeating: 7, count: 32) })
      }
    },
    Wrong(
      "hashes what is left of an operation", "purge/history",
      "what the history has of the operations before the purge"
    ) {
      .changing(History.self) { history in
        history.changingPurged(hash: { purged in
          var writer = ByteWriter()
          writer.value(purged)
          return SHA256.hash(writer.bytes)
        })
      }
    },
    Wrong("replays across a purge", "purge/history", "catch-up from 5 on") {
      .changing(Attached.self) { attached in
        Attached(
          epoch: attached.epoch, lastCounter: attached.lastCounter, sequence: attached.sequence,
          level: attached.level, catchUp: .operations, outcomes: attached.outcomes)
      }
    },
    Wrong("keeps the words around an edit", "purge/context", "the extensions of an edit of base 1")
    {
      .changing(History.self) { history in
        History(
          operations: history.operations.map { committed in
            guard let operation = committed.operation else { return committed }
            let context = TextContext(before: "b", after: "o")
            return CommittedOperation(
              sequence: committed.sequence, time: committed.time, author: committed.author,
              operation: Operation(
                id: operation.id, base: operation.base, queued: operation.queued,
                intent: operation.intent,
                extensions: Extensions(
                  entries: Extensions(leftOf: nil, context: context).entries
                    + operation.extensions.entries)), outcome: committed.outcome)
          }, sequence: history.sequence)
      }
    },
    Wrong("renames a board that it is to purge", "purge/board", "the event error does not arrive") {
      .submitting { $0 == .purge(.board) ? .boardRename(title: "Gone") : $0 }
    },
  ]
}

extension History {
  /// Of what was purged something else is left.
  fileprivate func changingPurged(
    hash: (PurgedOperation) -> [UInt8] = { $0.hash },
    parts: (PurgedOperation) -> [PurgedOperation.Part] = { $0.parts }
  ) -> History {
    History(
      operations: operations.map { committed in
        guard case .purged(let purged) = committed.content else { return committed }
        return CommittedOperation(
          sequence: committed.sequence, time: committed.time, author: committed.author,
          content: .purged(
            PurgedOperation(
              id: purged.id, hash: hash(purged), base: purged.base, queued: purged.queued,
              parts: parts(purged), outcome: purged.outcome)))
      }, sequence: sequence)
  }
}
