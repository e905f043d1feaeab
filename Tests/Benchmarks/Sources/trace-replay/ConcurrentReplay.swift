import BoardModel
import WindowSync

/// Several authors: through a coordinator, each in a window that shows what its author had seen.
enum ConcurrentReplay {
  static func run(_ trace: Trace) throws -> [Measurement] {
    var log: MemoryStore?
    let together = Measurement.of(
      "through a coordinator", edits: trace.edits.count, keepsText: false
    ) {
      let (store, fault) = exchange(trace)
      log = store
      return (store, fault)
    }
    guard let store = log, together.fault == nil else { return [together] }
    let alone = Measurement.of("from the store's log", edits: trace.edits.count, keepsText: false) {
      fromLog(store, trace)
    }
    let operations = try store.operations()
    let text = Measurement.of("straight into a text", edits: trace.edits.count, keepsText: true) {
      merged(operations, trace)
    }
    return [together, alone, text]
  }

  private static func exchange(_ trace: Trace) -> (MemoryStore?, fault: String?) {
    var index = 0
    do {
      var exchange = try Exchange(trace)
      // The sequence numbers of each author's edits.
      var sequences = [[UInt64]](repeating: [], count: trace.authors)
      for edit in trace.edits {
        for other in 0..<trace.authors where other != edit.author && edit.seen[other] > 0 {
          try exchange.deliver(through: sequences[other][edit.seen[other] - 1], to: edit.author)
        }
        try expectUnseen(edit, sequences, exchange.replicas[edit.author])
        sequences[edit.author].append(try exchange.edit(edit.patch, by: edit.author))
        index += 1
      }
      for author in 0..<trace.authors { try exchange.deliverAll(to: author) }
      return (exchange.store, try fault(of: exchange, trace))
    } catch {
      return (nil, "edit \(index): \(error)")
    }
  }

  /// A window shows nothing that its author had not seen, or this would be another recording.
  private static func expectUnseen(
    _ edit: Trace.Edit, _ sequences: [[UInt64]], _ replica: Replica
  ) throws {
    for (other, made) in sequences.enumerated() where other != edit.author {
      let seen = edit.seen[other]
      guard seen < made.count, made[seen] <= replica.confirmed?.sequence ?? 0 else { continue }
      throw ReplayFault(
        "author \(edit.author) would see more of author \(other) than it had seen: no order of a "
          + "coordinator gives what was recorded")
    }
  }

  private static func fault(of exchange: Exchange, _ trace: Trace) throws -> String? {
    var boards: [(name: String, board: Board?)] = []
    for (author, replica) in exchange.replicas.enumerated() {
      guard replica.pending.isEmpty, replica.status == .saved else {
        return "the window of author \(author) is not saved: \(replica.status)"
      }
      boards.append(("the window of author \(author)", replica.visible))
    }
    let (running, restarted) = try exchange.durableBoards(trace)
    boards.append(("the coordinator", running))
    boards.append(("a coordinator started on the store", restarted))
    boards.append(("the log from its start", try exchange.store.replayed()))
    var digest: BoardDigest?
    for (name, board) in boards {
      guard var board else { return "\(name) has no board" }
      if let fault = trace.fault(of: board.card(Names.card)?.body.string ?? "") {
        return "\(name): \(fault)"
      }
      guard digest == nil || board.digest() == digest else { return "\(name) has another digest" }
      digest = board.digest()
    }
    return nil
  }

  private static func fromLog(_ store: MemoryStore, _ trace: Trace) -> (Board?, fault: String?) {
    do {
      let board = try store.replayed()
      return (board, trace.fault(of: board.card(Names.card)?.body.string ?? ""))
    } catch {
      return (nil, "\(error)")
    }
  }

  /// The merge alone: the splices in the coordinator's order.
  private static func merged(
    _ operations: [CommittedOperation], _ trace: Trace
  ) -> (Text, fault: String?) {
    var board = Board(id: Names.board)
    if let first = operations.first { _ = board.apply(first) }
    var text = board.card(Names.card)?.body ?? Text()
    for committed in operations.dropFirst() {
      guard case .cardSplice(_, let splice) = committed.operation.intent,
        text.apply(splice, by: committed.operation.id)
      else { return (text, "operation \(committed.sequence) names text that never was") }
    }
    return (text, trace.fault(of: text.string))
  }
}
