import BoardModel
import LogRecords
import Wire

@testable import Coordination

/// The table of boards in which board 1 is in a certain state. The time is 1000.
struct BoardTableBench {
  enum State: String, CaseIterable {
    /// There is no such board.
    case unknown
    /// The log has it, and it is not in memory.
    case stored
    /// It is being read, and a request waits for it, or two.
    case loading, loadingTwo
    /// It was made, which is not durable yet.
    case made
    /// It is in memory, and nobody is attached.
    case loaded
    /// It is, and its second operation was ordered, which is not durable yet.
    case ordered
    /// It is, and an operation was ordered that raises its level, which is not durable yet.
    case raised
    /// It is, and connection 1 is attached to it.
    case attached
    /// It is, and connection 1, then connection 2.
    case attachedTwo
    /// An operation could not be written: the board is read again, and a request waits for it.
    case reloading
    case damaged
  }

  enum Event: String, CaseIterable {
    /// The store is open, which has it.
    case open
    case wait, finishLoading, finishDamaged, make
    case order, orderRaise
    case subscribe, unsubscribe, unsubscribeSecond
    /// Nobody has been at it for a little less than ten minutes, for ten minutes.
    case idleSoon, idle
    case unload
    /// What was ordered last became durable with all before it.
    case appended
    case revert
  }

  var boards = BoardTable()
  private static let time: UInt64 = 1_000
  private static let ann = Author(user: "ann", device: "laptop")
  private static let levels = ModelLevels(newest: 2) { _ in 1 }
  private static let contents = StoreContents(
    incarnation: IncarnationID(high: 1, low: 7),
    boards: [BoardSummary(id: board(1), title: "Work", sequence: 1, time: 1)],
    members: [annsRole], sessions: [])
  private static let annsRole = MemberRecord(board: board(1), user: "ann", role: .owner)

  init(_ state: State) {
    if state != .unknown, state != .made { boards.open(Self.contents) }
    switch state {
    case .unknown, .stored: break
    case .made: boards.make(Self.inMemory(isDurable: false))
    case .loading, .loadingTwo, .loaded, .ordered, .raised, .attached, .attachedTwo, .reloading,
      .damaged:
      _ = boards.wait(for: board(1), (ConnectionID(5), request: 5, message: Self.message))
    }
    switch state {
    case .unknown, .stored, .made, .loading: break
    case .loadingTwo:
      _ = boards.wait(for: board(1), (ConnectionID(6), request: 6, message: Self.message))
    case .damaged: _ = boards.finishLoading(board(1), damaged: "torn")
    case .loaded, .ordered, .raised, .attached, .attachedTwo, .reloading:
      _ = boards.finishLoading(Self.inMemory())
    }
    switch state {
    case .ordered: _ = happen(.order)
    case .reloading:
      boards.change(board(1)) { $0.subscribe(ConnectionID(1)) }
      _ = happen(.order)
      _ = happen(.revert)
      _ = boards.wait(for: board(1), (ConnectionID(5), request: 5, message: Self.message))
    case .raised: _ = happen(.orderRaise)
    case .attached, .attachedTwo: boards.change(board(1)) { $0.subscribe(ConnectionID(1)) }
    default: break
    }
    if state == .attachedTwo { _ = happen(.subscribe) }
  }

  private static let message = Message.listBoards(ListBoards())

  private static func operation(_ counter: UInt64, _ intent: Intent) -> Operation {
    Operation(
      id: OperationID(session: session(1), epoch: 1, counter: counter), base: counter - 1,
      queued: false, intent: intent)
  }

  private static let creation = operation(1, .boardCreate(title: "Work"))

  /// The board with the operation that made it.
  private static func made(_ id: BoardID = board(1)) -> Board {
    var made = Board(id: id, levels: levels)
    _ = made.apply(creation, sequence: 1, time: 1, author: ann)
    return made
  }

  static func inMemory(
    _ id: BoardID = board(1), isDurable: Bool = true, idleSince: UInt64 = 500
  ) -> LoadedBoard {
    LoadedBoard(
      tip: made(id),
      durable: LoadedBoard.Durable(isDurable ? made(id) : Board(id: id, levels: levels)),
      lastTime: 1,
      creation: LoadedBoard.Creation(
        author: Author(user: "ann", device: "laptop"),
        operation: creation.id, hash: [1],
        stored: StoredOutcome(counter: 1, sequence: 1, time: 1, outcome: .applied)),
      snapshotSequence: 0, idleSince: idleSince)
  }

  /// What comes of an event, in words.
  mutating func happen(_ event: Event) -> String {
    let now = Moment(monotonic: Self.time, wall: Self.time)
    switch event {
    case .open: boards.open(Self.contents)
    case .wait:
      return boards.wait(for: board(1), (ConnectionID(7), request: 7, message: Self.message))
        ? "load" : "-"
    case .finishLoading: return Self.words(boards.finishLoading(Self.inMemory()))
    case .finishDamaged: return Self.words(boards.finishLoading(board(1), damaged: "unreadable"))
    case .make: boards.make(Self.inMemory(isDurable: false))
    case .order: return order(.boardRename(title: "Play"), at: now)
    case .orderRaise: return order(.boardRaise(level: 2), at: now)
    case .subscribe: return change { $0.subscribe(ConnectionID(2)) }
    case .unsubscribe: return change { $0.unsubscribe(ConnectionID(1), now: now) }
    case .unsubscribeSecond: return change { $0.unsubscribe(ConnectionID(2), now: now) }
    case .idleSoon: return idle(after: BoardTable.idleMilliseconds - 1)
    case .idle: return idle(after: BoardTable.idleMilliseconds)
    case .unload: boards.unload(board(1))
    case .appended: return appended()
    case .revert: return boards.revert(board(1)).map { "to \($0)" } ?? "-"
    }
    return "-"
  }

  private mutating func order(_ intent: Intent, at now: Moment) -> String {
    let ordered = boards.change(board(1)) {
      $0.order(
        SubmittedOperation(Self.operation($0.tip.sequence + 1, intent)), by: Self.ann, now: now)
    }
    guard let ordered else { return "-" }
    var reader = ByteReader(ordered.encoded.bytes)
    let committed = try? CommittedOperation(&reader)
    let isWhole = committed?.operation?.intent == intent && committed?.author == Self.ann
    let isStored = committed.map(StoredOutcome.init) == ordered.stored
    return "\(ordered.stored.sequence) at \(ordered.stored.time)"
      + (isWhole && isStored && ordered.stored.outcome == .applied ? "" : " ?")
  }

  private mutating func change(_ change: (inout LoadedBoard) -> Void) -> String {
    boards.change(board(1), change) == nil ? "-" : "done"
  }

  private static func words(_ waiting: [BoardTable.Waiting]?) -> String {
    guard let waiting else { return "-" }
    return "take \(waiting.map(Self.words).joined(separator: ", "))"
  }

  private static func words(_ waiting: BoardTable.Waiting) -> String {
    "\(waiting.connection.rawValue)/\(waiting.request)" + (waiting.message == message ? "" : " ?")
  }

  private func idle(after time: UInt64) -> String {
    let idle = boards.idle(now: Moment(monotonic: 500 + time, wall: 0))
    return idle.isEmpty ? "-" : "unload \(idle.map(\.low))"
  }

  private mutating func appended() -> String {
    let tip = boards.loaded(board(1))?.tip ?? Self.made()
    var batch = CommitBatch()
    _ = batch.add(
      OrderedOperation(
        SubmittedOperation(Self.creation), .applied, on: board(1), sequence: tip.sequence,
        time: 600, author: Self.ann),
      on: board(1))
    let closing = CommitBatch.ClosingBoard(tip, time: 600)
    batch.close(boards: [closing], members: [], records: [], forgottenEpochs: [], users: [])
    let roles = boards.loaded(board(1))?.memberRecords ?? [Self.annsRole]
    defer { boards.appended(roles) }
    guard let part = batch.boards[board(1)], let summary = batch.summary(of: board(1))
    else { return "?" }
    return boards.appended(part, summary, limit: 1, bytes: .max).map { "raised to \($0)" } ?? "-"
  }

  /// How the board stands: where it is, what of it was ordered and what is durable, with its
  /// titles, the operations kept, who is attached, and what is listed; then the store, and the
  /// count of boards.
  var standing: String {
    var words: [String]
    switch boards[board(1)] {
    case nil: words = ["none"]
    case .stored: words = ["stored"]
    case .loading(let waiting):
      words = ["loading for \(waiting.map(Self.words).joined(separator: ", "))"]
    case .damaged(let reason): words = ["damaged, \(reason)"]
    case .loaded: words = []
    case .reloading(let waiting):
      words = ["reloading for \(waiting.map(Self.words).joined(separator: ", "))"]
    }
    words += boards.resident(board(1)).map(Self.words) ?? []
    words += boards.listed(for: "ann").map { "lists “\($0.title)” \($0.sequence) at \($0.time)" }
    words.append("store \(boards.incarnation.low) count \(boards.count)")
    return words.joined(separator: ", ")
  }

  private static func words(_ loaded: LoadedBoard) -> [String] {
    var words = [Self.words(loaded.tip)]
    let level = loaded.durable.level
    words.append("durable \(loaded.durable.sequence)" + (level > 1 ? " level \(level)" : ""))
    if !loaded.recent.isEmpty { words.append("keeps \(loaded.recent.map { $0.sequence })") }
    let routes = loaded.subscribers.map(\.rawValue)
    words.append(routes.isEmpty ? "idle since \(loaded.idleSince)" : "for \(routes)")
    return words
  }

  private static func words(_ board: Board) -> String {
    guard let title = board.title?.value else { return "\(board.sequence)" }
    return "\(board.sequence) “\(title)”" + (board.level > 1 ? " level \(board.level)" : "")
  }
}
