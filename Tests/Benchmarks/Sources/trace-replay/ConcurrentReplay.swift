import BoardModel
import WindowSync

/// How what authors make comes to the coordinator.
enum Pace {
  /// Each edit by itself, and its author hears of it before the next: the way it is while people type.
  case alone
  /// What all authors make until one sees something new of another, up to 32 edits at once: the way it
  /// is where the coordinator, or the way to it, is the slowest part.
  case together

  /// The most edits that a turn of the coordinator takes. A window that was not told of as many is told.
  var mostTogether: Int {
    switch self {
    case .alone: 1
    case .together: 32
    }
  }
}

/// Several authors: through a coordinator, each in a window that shows what its author had seen.
struct ConcurrentReplay {
  private let trace: Trace
  private let order: OrderOfEdits?

  init(_ trace: Trace) {
    self.trace = trace
    order = OrderOfEdits(trace)
  }

  /// What a reader of the measurements must know.
  var remark: String? {
    guard order == nil else { return nil }
    return "Windows are ahead of their authors: no order in which a coordinator can tell them of "
      + "edits keeps each, with no more pending than it may hold, at what its author had seen. "
      + "Each edit names what its author had seen."
  }

  func run() -> [Measurement] {
    let count = trace.edits.count
    let (alone, exchange) = Measurement.of(
      "through a coordinator", edits: count, keepsText: false, { try throughCoordinator(.alone) },
      fault: fault)
    guard let store = exchange?.store, alone.fault == nil else { return [alone] }
    var together: [Measurement] = []
    if order != nil {
      together = [
        Measurement.of(
          "the same, together", edits: count, keepsText: false,
          { try throughCoordinator(.together) },
          fault: fault
        ).0
      ]
    }
    let restored = Measurement.of(
      "from the store's log", edits: count, keepsText: false, { try store.replayed() },
      fault: { trace.fault(of: $0.card(Names.card)?.body.string ?? "") }
    ).0
    guard let operations = try? store.operations() else { return [alone] + together + [restored] }
    let text = Measurement.of(
      "straight into a text", edits: count, keepsText: true, { try merged(operations) },
      fault: { trace.fault(of: $0.string) }
    ).0
    return [alone] + together + [restored, text]
  }

  private func throughCoordinator(_ pace: Pace) throws -> Exchange {
    if let obstacle = trace.obstacle { throw ReplayFault(obstacle) }
    var exchange = try Exchange(trace)
    if let order {
      try replay(in: order, pace, &exchange)
    } else {
      try replayAhead(&exchange)
    }
    for author in 0..<trace.authors { try exchange.settle(author) }
    return exchange
  }

  private func replay(in order: OrderOfEdits, _ pace: Pace, _ exchange: inout Exchange) throws {
    let told = order.told(at: pace, trace)
    let awaited = Set(told.compactMap { $0 })
    for (place, index) in order.edits.enumerated() {
      let edit = trace.edits[index]
      try naming(index) {
        if let told = told[place] {
          try exchange.arrive()
          try exchange.deliver(through: exchange.beginning + UInt64(told), to: edit.author)
        }
        try exchange.edit(edit.patch, by: edit.author)
        // A window is told of whole groups only.
        if exchange.waiting == pace.mostTogether || awaited.contains(place + 1) {
          try exchange.arrive()
        }
      }
    }
  }

  private func replayAhead(_ exchange: inout Exchange) throws {
    var texts = SeenTexts(exchange, trace)
    for (index, edit) in trace.edits.enumerated() {
      try naming(index) {
        try exchange.settle(edit.author)
        try exchange.edit(edit.patch, by: edit.author, of: try texts.text(before: edit))
        try exchange.arrive()
        try texts.note(exchange.store.lastOperation(), by: edit.author)
      }
    }
  }

  private func naming(_ index: Int, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw ReplayFault("edit \(index): \(error)")
    }
  }

  private func fault(of exchange: Exchange) throws -> String? {
    for committed in try exchange.store.operations() where committed.outcome.isRejected {
      return "operation \(committed.sequence) was rejected: \(committed.outcome)"
    }
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

  /// The merge alone: the splices in the coordinator's order.
  private func merged(_ operations: [CommittedOperation]) throws -> Text {
    var board = Board(id: Names.board)
    if let first = operations.first { _ = board.apply(first) }
    var text = board.card(Names.card)?.body ?? Text()
    for committed in operations.dropFirst() {
      if let operation = committed.operation { try text.apply(operation) }
    }
    return text
  }
}
