import BoardModel
import LogRecords
import Wire

@testable import Coordination

/// What is not durable yet, in a certain state: operations are of board 1, answers are for the
/// first connection.
struct CommitQueueBench {
  enum State: String, CaseIterable {
    case idle
    /// An operation and its answer are gathered.
    case gathering
    /// A connection waits for the epoch of session 1, which is gathered.
    case attaching
    /// The removal of session 1 is gathered.
    case removing
    /// It failed before, and goes with the next group.
    case removalFailed
    /// It failed before, and an operation is gathered.
    case removalDue
    /// Only an answer is gathered, which is never handed out alone.
    case answering
    /// A display name is gathered, which is.
    case naming
    /// The log writes the first operation.
    case writing
    /// It does, and the second operation is gathered.
    case writingMore
    /// The log writes the epoch for which a connection waits.
    case writingEpoch
    /// It does, and the second operation is gathered.
    case writingEpochMore
  }

  enum Event: String, CaseIterable {
    /// An operation of board 2, one of board 1 with the digest of the board.
    case add, addDigest
    case save, readmit, forget, remove, removeLater
    /// An answer waits for what is gathered, for operation 1, for operation 2.
    case answer, answerFirst, answerSecond
    /// An answer waits for everything that was ordered.
    case answerAll
    /// A display name waits for what is gathered.
    case name
    /// The connection, or another, does not wait for ATTACHED any longer.
    case withdrawAttach, withdrawOther
    /// What is gathered is handed out, if it may be: as it is; where the board is not in memory;
    /// where there is session 1.
    case cut, cutWithoutBoard, cutKnowing
    case appended, failed
  }

  var queue = CommitQueue()
  private static let id = session(1)
  private static let connection = ConnectionID(1)
  private static let attach = CoordinatorHarness().attachBody(1)
  private static let end = WindowEnd(
    ending: .standard, reason: "enough", author: Author(user: "ann", device: "laptop"))
  private static let record = SessionRecord(
    id: id, board: board(1), author: Author(user: "ann", device: "laptop"),
    configuration: .board, instance: InstanceID(high: 9, low: 1), epoch: 2, firstEpoch: 1,
    acknowledgedCounter: 0, acknowledgedSequence: 0, lastSeen: 3)

  init(_ state: State) {
    switch state {
    case .idle: break
    case .gathering, .writing, .writingMore: order(1)
    case .attaching, .writingEpoch, .writingEpochMore:
      queue.readmit(Self.id)
      queue.answer(.attached(Self.connection, request: 7, Self.id, Self.attach))
    case .removing: queue.forget(Self.id)
    case .removalFailed, .removalDue: queue.removeLater([Self.id])
    case .answering: queue.answer(.detached(Self.connection, request: 9))
    case .naming: queue.answer(.users(Self.connection, request: 9, "ann"))
    }
    switch state {
    case .idle, .gathering, .attaching, .removing, .removalFailed, .answering, .naming: break
    case .removalDue: order(1)
    case .writing, .writingEpoch: _ = cut()
    case .writingMore, .writingEpochMore:
      _ = cut()
      order(2)
    }
  }

  private mutating func order(_ sequence: UInt64) {
    queue.add(Self.ordered(sequence), on: board(1))
    queue.answer(Self.outcome(sequence))
  }

  private static func ordered(
    _ sequence: UInt64, on number: UInt64 = 1, digest: CommitBatch.Digest? = nil
  ) -> OrderedOperation {
    let operation = Operation(
      id: OperationID(session: id, epoch: 1, counter: sequence), base: 0, queued: false,
      intent: .cardRetitle(card(1), title: "One"))
    return OrderedOperation(
      SubmittedOperation(operation), .applied, on: board(number),
      sequence: sequence, time: 100 + sequence, author: Author(user: "ann", device: "laptop"),
      digest: digest)
  }

  private static func outcome(_ sequence: UInt64) -> CommitBatch.Answer {
    .outcome(connection, request: sequence, ordered(sequence).stored)
  }

  /// The boards of a group, by whose titles they are known.
  private static func tip(_ number: UInt64) -> Board {
    var tip = Board(id: board(number))
    _ = tip.apply(
      Operation(
        id: OperationID(session: id, epoch: 1, counter: 1), base: 0, queued: false,
        intent: .boardCreate(title: "Board \(number)")), sequence: 1, time: 100,
      author: Author(user: "ann", device: "laptop"))
    return tip
  }

  private static func closing(_ number: UInt64) -> CommitBatch.ClosingBoard {
    CommitBatch.ClosingBoard(tip(number), time: 101)
  }

  private mutating func cut(hasBoards: Bool = true, knows: Bool = false) -> String {
    guard queue.isReady else { return "-" }
    let boards = hasBoards ? [Self.closing(1), Self.closing(2)] : []
    let group = queue.cut(
      boards: boards, members: [],
      records: queue.gathering.sessions.contains(Self.id) ? [Self.record] : [],
      forgottenEpochs: [], users: [], holdings: [], access: AccessChanges(), snapshots: [],
      isKnown: { knows && $0 == Self.id })
    return "append " + Self.words(group)
  }

  /// What comes of an event, in words.
  mutating func happen(_ event: Event) -> String {
    switch event {
    case .add: queue.add(Self.ordered(3, on: 2), on: board(2))
    case .addDigest:
      var tip = Self.tip(1)
      queue.add(Self.ordered(3, digest: (3, tip.digest())), on: board(1))
    case .save: queue.save([Self.id, session(2), Self.id])
    case .readmit: queue.readmit(Self.id)
    case .forget: queue.forget(Self.id)
    case .remove: queue.remove([Self.id])
    case .removeLater: queue.removeLater([Self.id])
    case .answer: queue.answer(.windowEnd(Self.connection, Self.end))
    case .name: queue.answer(.users(Self.connection, request: 9, "ann"))
    case .answerFirst: queue.answer(Self.outcome(1), after: 1, on: board(1))
    case .answerSecond: queue.answer(Self.outcome(2), after: 2, on: board(1))
    case .answerAll:
      queue.answerAfterAll(
        .content(Self.connection, request: 4, .listBoards(ListBoards()), of: [], []))
    case .withdrawAttach:
      return queue.withdrawAttach(of: Self.connection).map { "request \($0)" } ?? "-"
    case .withdrawOther:
      return queue.withdrawAttach(of: ConnectionID(2)).map { "request \($0)" } ?? "-"
    case .cut: return cut()
    case .cutWithoutBoard: return cut(hasBoards: false)
    case .cutKnowing: return cut(knows: true)
    case .appended: return queue.appended().map { "take \(Self.words($0))" } ?? "-"
    case .failed:
      guard let (failed, gathered) = queue.failed() else { return "-" }
      return "take back \(Self.words(failed)) and \(Self.words(gathered))"
    }
    return "-"
  }

  /// How things stand: what the log writes, what is gathered, what is removed later, and the boards
  /// that may not leave memory.
  var standing: String {
    var words = queue.inFlight.map { ["writes \(Self.words($0))"] } ?? []
    words.append("gathers \(Self.words(queue.gathering))")
    if !queue.unsavedRemovals.isEmpty { words.append("later -\(queue.unsavedRemovals.map(\.low))") }
    let held = [1, 2].filter { queue.holds(board($0)) }
    if !held.isEmpty { words.append("holds \(held)") }
    return words.joined(separator: ", ")
  }
}

// The words of what is handed out and kept.
extension CommitQueueBench {
  private static func words(_ group: CommitGroup) -> String {
    var words = group.operations.map { row in
      let isWhole = row.operations == (row.first...row.last).map { ordered($0).encoded.bytes }
      return "b\(row.board.low):\(row.first)-\(row.last)" + (isWhole ? "" : "?")
    }
    words += group.summaries.map { "“\($0.title)” \($0.id.low)@\($0.sequence) \($0.time)" }
    words += group.sessions.map { $0 == record ? "+1" : "\($0)" }
    if !group.removedSessions.isEmpty { words.append("-\(group.removedSessions.map(\.low))") }
    return words.isEmpty ? "nothing" : words.joined(separator: " ")
  }

  private static func words(_ batch: CommitBatch) -> String {
    var words = batch.order.compactMap { id in
      batch.boards[id].map { "b\(id.low):\(Self.words($0))" }
    }
    if batch.boards.count != batch.order.count { words.append("\(batch.boards.count) boards") }
    if !batch.sessions.isEmpty { words.append("+\(batch.sessions.map(\.low))") }
    if !batch.records.isEmpty { words.append(batch.records == [record] ? "logs 1" : "?") }
    if !batch.removedSessions.isEmpty { words.append("-\(batch.removedSessions.map(\.low))") }
    words += batch.answers.map(Self.words)
    return words.isEmpty ? "nothing" : words.joined(separator: " ")
  }

  private static func words(_ part: CommitBatch.Part) -> String {
    let numbers = part.operations.map { operation in
      let isRight = operation.bytes == ordered(operation.sequence).encoded.bytes
      return "\(operation.sequence)" + (isRight ? "" : "?")
    }
    var tip = Self.tip(1)
    let digest = part.digest.map { $0 == (3, tip.digest()) ? "#3" : "#?" } ?? ""
    let isWhole = part.closing.map { $0.durable.sequence == tip.sequence }
    return numbers.joined(separator: ",") + digest + (isWhole.map { $0 ? " whole" : " ?" } ?? "")
  }

  private static func words(_ answer: CommitBatch.Answer) -> String {
    guard let address = answer.address, address.connection == connection else { return "?" }
    return switch answer {
    case .outcome(_, let request, let stored):
      "outcome \(request)" + (stored == ordered(request).stored ? "" : " ?")
    case .attached(_, let request, let session, let body):
      "attached \(request)" + (session == id && body == attach ? "" : " ?")
    case .detached(_, let request): "detached \(request)"
    case .windowEnded(_, let request): "ended \(request)"
    case .windowEnd(_, let end): end == Self.end ? "end" : "end ?"
    case .users(_, let request, let user): "names \(request)" + (user == "ann" ? "" : " ?")
    case .content(_, let request, _, _, _): "content \(request)"
    case .snapshot(_, let request, _, _): "snapshot \(request)"
    case .certificate(_, let request, _): "certificate \(request)"
    case .admitted(_, let request, _): "admitted \(request)"
    case .deviceRevoked(_, let request): "revoked \(request)"
    case .administered: "administered"
    case .edited: "edited"
    }
  }
}
