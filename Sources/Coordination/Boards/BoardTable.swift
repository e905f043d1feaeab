import BoardModel
import LogRecords
import Wire

/// All boards of the store: what is listed of each, and where it is.
struct BoardTable: Sendable {
  private(set) var places: [BoardID: BoardPlace] = [:]
  /// The summaries of all durable boards.
  private var summaries: [BoardID: BoardSummary] = [:]
  private(set) var members = MemberTable()
  /// The store that has them; nil before it is open.
  private(set) var incarnation = IncarnationID(high: 0, low: 0)

  /// A request that waits for its board.
  typealias Waiting = (connection: ConnectionID, request: UInt64, message: Message)

  subscript(_ id: BoardID) -> BoardPlace? { places[id] }

  /// The board, for a user who may read it. To anybody else it is as if there were none.
  func place(of id: BoardID, for user: String) -> BoardPlace? {
    mayRead(id, user) ? places[id] : nil
  }

  /// Whether a user may read a board: they have a role on it that is durable, or they are making it.
  func mayRead(_ id: BoardID, _ user: String) -> Bool {
    if members.role(of: user, on: id) != nil { return true }
    guard case .loaded(let board) = places[id], board.durable.sequence == 0 else { return false }
    return board.creation.user == user
  }

  var count: Int { places.count }

  func loaded(_ id: BoardID) -> LoadedBoard? {
    if case .loaded(let board) = places[id] { board } else { nil }
  }

  /// A board that is in memory, with everything durable and nothing else.
  func durable(_ id: BoardID) -> Board? {
    if case .loaded(let board) = places[id] { board.durable } else { nil }
  }

  /// The connections that are attached to a board, in the order in which they came.
  func subscribers(of id: BoardID) -> [ConnectionID] { loaded(id)?.subscribers ?? [] }

  /// What is listed of the boards that a user may read, in ascending order.
  func listed(for user: String) -> [BoardSummary] {
    members.boards(readBy: user).compactMap { summaries[$0] }
  }

  mutating func open(_ contents: StoreContents) {
    incarnation = contents.incarnation
    for summary in contents.boards {
      summaries[summary.id] = summary
      places[summary.id] = .stored
    }
    for record in contents.members { members.take(record) }
  }

  /// Changes a board that is in memory.
  /// - Returns: what `change` does; nil where the board is not in memory.
  @discardableResult
  mutating func change<Result>(
    _ id: BoardID, _ change: (inout LoadedBoard) -> Result
  ) -> Result? {
    guard case .loaded(var board) = places[id] else { return nil }
    places[id] = .stored  // `board` is the sole owner while it changes: nothing is copied.
    defer { places[id] = .loaded(board) }
    return change(&board)
  }
}

// How a board comes into memory, and leaves it.
extension BoardTable {
  /// Keeps a request until its board is in memory.
  /// - Returns: whether the board has to be loaded; otherwise that has begun.
  mutating func wait(for id: BoardID, _ waiting: Waiting) -> Bool {
    guard case .loading(var others) = places[id] else {
      places[id] = .loading([waiting])
      return true
    }
    others.append(waiting)
    places[id] = .loading(others)
    return false
  }

  /// Takes a board that was made, or what became of one that was being loaded.
  /// - Returns: the requests that waited for it; nil where nobody loads it.
  mutating func finishLoading(_ id: BoardID, _ place: BoardPlace) -> [Waiting]? {
    guard case .loading(let waiting) = places[id] else { return nil }
    places[id] = place
    return waiting
  }

  mutating func make(_ board: LoadedBoard) { places[board.tip.id] = .loaded(board) }

  /// How long a board that nobody looks at stays in memory; the log has it.
  static let idleMilliseconds: UInt64 = 600_000

  /// The boards that nobody looked at for so long that they leave memory, if nothing of them is on
  /// its way to the log.
  func idle(now: Moment) -> [BoardID] {
    places.keys.sorted().filter { id in
      guard let board = loaded(id) else { return false }
      return board.subscribers.isEmpty && now.monotonic - board.idleSince >= Self.idleMilliseconds
        && board.tip.sequence == board.durable.sequence
    }
  }

  mutating func unload(_ id: BoardID) { places[id] = .stored }
}

// What the log has of the boards.
extension BoardTable {
  /// Takes operations of a board that became durable.
  /// - Parameters:
  ///   - limit: the most operations that are kept in memory.
  ///   - bytes: the most bytes of these.
  /// - Returns: the model level to which they raised it.
  mutating func appended(
    _ part: CommitBatch.Part, _ summary: BoardSummary, limit: Int, bytes: Int
  ) -> UInt16? {
    let level = durable(summary.id)?.level ?? 0
    summaries[summary.id] = summary
    guard let board = part.board else { return nil }
    change(summary.id) { loaded in
      loaded.advance(to: board)
      loaded.remember(part.operations, limit: limit, bytes: bytes)
    }
    return board.level > level ? board.level : nil
  }

  /// Takes roles that became durable.
  mutating func appended(_ records: [MemberRecord]) {
    for record in records { members.take(record) }
  }

  /// Takes back what was ordered on a board and did not become durable.
  /// - Returns: the number of the last operation that is durable; nil for a board that was to be
  ///   made, and is gone.
  mutating func revert(_ id: BoardID) -> UInt64? {
    guard let durable = durable(id) else { return nil }
    guard durable.sequence > 0 else {
      places[id] = nil
      return nil
    }
    change(id) { $0.revert(to: durable) }
    return durable.sequence
  }
}
