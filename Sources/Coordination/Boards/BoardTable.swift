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
    guard let board = loaded(id), board.durable.sequence == 0 else { return false }
    return board.creation.user == user
  }

  var count: Int { places.count }

  /// A board that is in memory with everything that was ordered.
  func loaded(_ id: BoardID) -> LoadedBoard? {
    if case .loaded(let board) = places[id] { board } else { nil }
  }

  /// A board that is in memory, perhaps without its tip.
  func resident(_ id: BoardID) -> LoadedBoard? {
    switch places[id] {
    case .loaded(let board), .reloading(let board, _): board
    case .stored, .loading, .damaged, nil: nil
    }
  }

  /// What is durable of a board that is in memory.
  func durable(_ id: BoardID) -> LoadedBoard.Durable? { resident(id)?.durable }

  /// What is listed as the title of a board that is durable.
  func title(of id: BoardID) -> String { summaries[id]?.title ?? "" }

  /// The connections that are attached to a board, in the order in which they came.
  func subscribers(of id: BoardID) -> [ConnectionID] { resident(id)?.subscribers ?? [] }

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
    // `board` is the sole owner while it changes: nothing is copied.
    switch places.updateValue(.stored, forKey: id) {
    case .loaded(var board):
      defer { places[id] = .loaded(board) }
      return change(&board)
    case .reloading(var board, let waiting):
      defer { places[id] = .reloading(board, waiting) }
      return change(&board)
    case let place:
      places[id] = place
      return nil
    }
  }
}

// How a board comes into memory, and leaves it.
extension BoardTable {
  /// Keeps a request until its board is in memory.
  /// - Returns: whether the board has to be loaded; otherwise that has begun.
  mutating func wait(for id: BoardID, _ waiting: Waiting) -> Bool {
    switch places[id] {
    case .loading(let others): places[id] = .loading(others + [waiting])
    case .reloading(let board, let others): places[id] = .reloading(board, others + [waiting])
    case .stored, .loaded, .damaged, nil:
      places[id] = .loading([waiting])
      return true
    }
    return false
  }

  /// Whether the board is being read.
  func isAwaited(_ id: BoardID) -> Bool {
    switch places[id] {
    case .loading, .reloading: true
    case .stored, .loaded, .damaged, nil: false
    }
  }

  /// Takes a board that was made, or what became of one that was being loaded.
  /// - Returns: the requests that waited for it; nil where nobody loads it.
  mutating func finishLoading(_ id: BoardID, _ place: BoardPlace) -> [Waiting]? {
    switch places[id] {
    case .loading(let waiting), .reloading(_, let waiting):
      places[id] = place
      return waiting
    case .stored, .loaded, .damaged, nil: return nil
    }
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
        && board.isSettled
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
    guard let durable = part.durable else { return nil }
    change(summary.id) { loaded in
      loaded.advance(to: durable)
      loaded.remember(part.operations, limit: limit, bytes: bytes)
    }
    return durable.level > level ? durable.level : nil
  }

  /// Takes roles that became durable.
  mutating func appended(_ records: [MemberRecord]) {
    for record in records { members.take(record) }
  }

  /// Takes back what was ordered on a board and did not become durable: the board has to be read
  /// again.
  /// - Returns: the number of the last operation that is durable; nil for a board that was to be
  ///   made, and is gone.
  mutating func revert(_ id: BoardID) -> UInt64? {
    guard var board = loaded(id) else { return nil }
    guard board.durable.sequence > 0 else {
      places[id] = nil
      return nil
    }
    board.loseTip()
    places[id] = .reloading(board, [])
    return board.durable.sequence
  }
}
