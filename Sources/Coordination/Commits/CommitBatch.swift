import BoardModel
import LogRecords
import Wire

/// What becomes durable together, and who waits for it.
struct CommitBatch: Sendable {
  private(set) var boards: [BoardID: Part] = [:]
  /// The boards in the order in which they came into the batch.
  private(set) var order: [BoardID] = []
  private var operationCount = 0
  /// The sessions whose records changed, in the order in which they did.
  private(set) var sessions: [SessionID] = []
  private var isIn: Set<SessionID> = []
  private(set) var removedSessions: [SessionID] = []
  /// The roles that its operations gave and took.
  private(set) var members: [MemberRecord] = []
  /// The answers that are sent when the batch is durable, in the order of the requests.
  private(set) var answers: [Answer] = []
  /// How many answers to ATTACH wait, for each board.
  private var attaches: [BoardID: Int] = [:]
  /// Whether somebody waits for a display name to be durable.
  private var namesUsers = false
  /// Whether who may come in is to be written, also where nothing else is.
  private var admits = false
  /// The devices whose connections end when the batch is durable.
  private(set) var thrownOut: [DeviceName] = []
  /// The bytes of all operations, by who submitted them.
  private(set) var bytes = ShareCounts()
  /// The records as they were when the batch was handed out.
  private(set) var records: [SessionRecord] = []
  private(set) var forgottenEpochs: [ForgottenEpoch] = []
  /// What became known of users before the batch was handed out.
  private(set) var users: [UserRecord] = []
  /// The purges among its operations.
  private(set) var purges: [PurgeRecord] = []
  /// What an operator may have to know of its operations: where the batch fails, it did not happen.
  private(set) var audit: [AuditRecord] = []
  /// The boards on which its operations gave or took roles.
  private(set) var roleGivers: Set<BoardID> = []
  /// The boards on which one of its operations may have archived or purged cards.
  private(set) var cardTakers: Set<BoardID> = []

  /// The operations of one board in a batch.
  struct Part: Sendable {
    fileprivate(set) var operations: [LoadedBoard.EncodedOperation] = []
    /// The board with all of them, where the batch was handed out. What the log is handed needs
    /// nothing else, so that no operation stays behind whose answer is given.
    fileprivate(set) var closing: ClosingBoard?
    /// The digest at the last sequence number divisible by 64, if it is to be published.
    fileprivate(set) var digest: Digest?

    /// - Returns: whether it is the first.
    fileprivate mutating func add(_ operation: OrderedOperation) -> Bool {
      operations.append(operation.encoded)
      if let digest = operation.digest { self.digest = digest }
      return operations.count == 1
    }
  }

  /// A board as it is when a batch with operations of it is handed out.
  struct ClosingBoard: Sendable {
    /// What is durable of it with the batch.
    let durable: LoadedBoard.Durable
    /// What is listed of it then.
    let summary: BoardSummary

    init(_ loaded: borrowing LoadedBoard) { self.init(loaded.tip, time: loaded.lastTime) }

    /// - Parameter time: that of its last operation.
    init(_ board: borrowing Board, time: UInt64) {
      durable = LoadedBoard.Durable(board)
      summary = BoardSummary(
        id: board.id, title: board.title?.value ?? "", sequence: board.sequence, time: time,
        isArchived: board.isArchived)
    }
  }

  typealias Digest = (sequence: UInt64, digest: BoardDigest)

  /// An answer that waits for durability.
  enum Answer: Sendable {
    case outcome(ConnectionID, request: UInt64, StoredOutcome)
    case attached(ConnectionID, request: UInt64, SessionID, Attach)
    case detached(ConnectionID, request: UInt64)
    case windowEnded(ConnectionID, request: UInt64)
    /// What the user wants to be called from now on.
    case users(ConnectionID, request: UInt64, String)
    /// A certificate whose device was not durable.
    case certificate(ConnectionID, request: UInt64, CertificateMessage)
    /// An invitation that ends then.
    case admitted(ConnectionID, request: UInt64, expires: UInt64)
    case deviceRevoked(ConnectionID, request: UInt64)
    /// The answer to an administrator on the host.
    case administered(AdministratorToken, AdministratorAnswer)
    /// The answer to an administrator whose operation is in the batch.
    case edited(AdministratorToken)
    /// The news that a window ended, for the window that had the session.
    case windowEnd(ConnectionID, WindowEnd)
    /// What boards hold on which not everything was durable, as frames that answer the request.
    case content(ConnectionID, request: UInt64, Message, of: [BoardID], [Frame])
    /// A snapshot that was not durable.
    case snapshot(ConnectionID, request: UInt64, BoardID, SnapshotImage)

    /// Whom it answers; nil for an administrator.
    var address: (connection: ConnectionID, request: UInt64)? {
      switch self {
      case .outcome(let connection, let request, _), .detached(let connection, let request),
        .windowEnded(let connection, let request), .attached(let connection, let request, _, _),
        .users(let connection, let request, _), .content(let connection, let request, _, _, _),
        .snapshot(let connection, let request, _, _),
        .certificate(let connection, let request, _), .admitted(let connection, let request, _),
        .deviceRevoked(let connection, let request):
        (connection, request)
      case .windowEnd(let connection, _): (connection, 0)
      case .administered, .edited: nil
      }
    }
  }

  /// How many operations and sessions it has.
  var weight: Int { operationCount + sessions.count }

  var isEmpty: Bool {
    order.isEmpty && sessions.isEmpty && removedSessions.isEmpty && !namesUsers && !admits
  }

  mutating func add(_ session: SessionID) {
    if isIn.insert(session).inserted { sessions.append(session) }
  }

  /// Adds a session that shall stay in the log, or come into it.
  mutating func readmit(_ session: SessionID) {
    removedSessions.removeAll { $0 == session }
    add(session)
  }

  /// Removes a session from the log, of which nothing is to be written any more.
  mutating func forget(_ session: SessionID) {
    if isIn.remove(session) != nil { sessions.removeAll { $0 == session } }
    removedSessions.append(session)
  }

  mutating func remove(_ sessions: [SessionID]) { removedSessions += sessions }

  mutating func add(_ answer: Answer) {
    answers.append(answer)
    switch answer {
    case .attached(_, _, _, let body): attaches[body.board, default: 0] += 1
    case .users: namesUsers = true
    case .certificate, .admitted, .deviceRevoked, .administered: admits = true
    case .outcome, .detached, .windowEnded, .windowEnd, .content, .snapshot, .edited: break
    }
  }

  mutating func saveAccess() { admits = true }

  mutating func note(_ record: AuditRecord) { audit.append(record) }

  /// Has the connections of a device end when the batch is durable.
  mutating func throwOut(_ name: DeviceName) {
    thrownOut.append(name)
    admits = true
  }

  /// - Returns: whether it is the first one of the board.
  mutating func add(_ operation: OrderedOperation, on board: BoardID) -> Bool {
    operationCount += 1
    let isFirst = boards[board, default: Part()].add(operation)
    if isFirst { order.append(board) }
    if let purge = operation.purge { purges.append(purge) }
    if operation.mayTakeCards { cardTakers.insert(board) }
    if !operation.roles.isEmpty { roleGivers.insert(board) }
    bytes.add(operation.encoded.bytes.count, of: Holder(author: operation.author))
    return isFirst
  }

  /// Notes the boards, roles, records, numbers and users as they are when the batch is handed out.
  mutating func close(
    boards: [ClosingBoard], members: [MemberRecord], records: [SessionRecord],
    forgottenEpochs: [ForgottenEpoch], users: [UserRecord]
  ) {
    self.users = users
    self.records = records
    self.members = members
    self.forgottenEpochs = forgottenEpochs
    for closing in boards { self.boards[closing.summary.id]?.closing = closing }
  }

  func attaches(to board: BoardID) -> Bool { attaches[board] ?? 0 > 0 }

  mutating func withdrawAttach(of id: ConnectionID) -> UInt64? {
    guard !attaches.isEmpty else { return nil }
    for (index, answer) in answers.enumerated() {
      guard case .attached(id, let request, _, let body) = answer else { continue }
      answers.remove(at: index)
      attaches[body.board, default: 1] -= 1
      return request
    }
    return nil
  }

  /// What the log keeps of the operations of a board: rows as few as possible, none of them longer
  /// than `OperationRow.limit` unless it holds a single operation.
  func rows(of id: BoardID) -> [EncodedRow] {
    var rest = boards[id]?.operations[...] ?? []
    var rows: [EncodedRow] = []
    while let first = rest.first {
      var size = 4
      let end = rest.firstIndex { operation in
        size += operation.bytes.count
        return size > OperationRow.limit
      }
      let row = rest[..<max(end ?? rest.endIndex, rest.startIndex + 1)]
      rows.append(
        EncodedRow(
          board: id, first: first.sequence, operations: row.map(\.bytes),
          room: row.reduce(0) { $0 + $1.room }))
      rest = rest[row.endIndex...]
    }
    return rows
  }

  func summary(of id: BoardID) -> BoardSummary? { boards[id]?.closing?.summary }
}

/// The payload of COMMITTED without its extensions: a count and the operations.
func committedList(_ operations: ArraySlice<LoadedBoard.EncodedOperation>) -> [UInt8] {
  var writer = ByteWriter(reservingCapacity: 4 + operations.reduce(0) { $0 + $1.bytes.count })
  writer.uint32(UInt32(operations.count))
  for operation in operations { writer.raw(operation.bytes) }
  return writer.bytes
}
