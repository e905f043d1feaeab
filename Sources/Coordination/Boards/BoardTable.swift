import BoardModel
import LogRecords
import Wire

/// All boards of the store: what is listed of each, and where it is.
struct BoardTable: Sendable {
  private(set) var places: [BoardID: BoardPlace] = [:]
  /// The boards that are in memory: loaded, or being read again.
  private var residents = InPlaceTable<BoardID, LoadedBoard>()
  /// The number of the board that was pinned last.
  private var lastPin: UInt64 = 0
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
    return read(id) { $0.durable.sequence == 0 && $0.creation.author.user == user } ?? false
  }

  var count: Int { places.count }

  /// A board that is in memory with everything that was ordered.
  func loaded(_ id: BoardID) -> LoadedBoard? {
    isLoaded(id) ? residents[id] : nil
  }

  /// Looks at a board that is in memory with everything that was ordered, in its place: nothing is
  /// copied.
  func readLoaded<Result>(_ id: BoardID, _ body: (borrowing LoadedBoard) -> Result) -> Result? {
    isLoaded(id) ? read(id, body) : nil
  }

  /// Whether a board is in memory with everything that was ordered.
  func isLoaded(_ id: BoardID) -> Bool {
    if case .loaded = places[id] { true } else { false }
  }

  /// A board that is in memory, perhaps without its tip.
  func resident(_ id: BoardID) -> LoadedBoard? { residents[id] }

  /// Asks a board that is in memory, perhaps without its tip. Nothing is copied.
  func read<Result>(_ id: BoardID, _ body: (borrowing LoadedBoard) -> Result) -> Result? {
    residents.read(id, body)
  }

  /// What is durable of a board that is in memory.
  func durable(_ id: BoardID) -> LoadedBoard.Durable? { read(id) { $0.durable } }

  /// The number of the last operation that is durable on a board that is in memory.
  func durableSequence(_ id: BoardID) -> UInt64? { read(id) { $0.durable.sequence } }

  /// Whether everything that was ordered on a board is durable, as on one that is not in memory.
  func isSettled(_ id: BoardID) -> Bool {
    isLoaded(id) ? read(id) { $0.isSettled } ?? true : true
  }

  /// What is listed as the title of a board that is durable.
  func title(of id: BoardID) -> String { summaries[id]?.title ?? "" }

  /// The connections that are attached to a board, in the order in which they came.
  func subscribers(of id: BoardID) -> [ConnectionID] { read(id) { $0.subscribers } ?? [] }

  /// What is listed of the boards that a user may read, in ascending order.
  func listed(for user: String) -> [BoardSummary] {
    members.boards(readBy: user).compactMap { summaries[$0] }
  }

  /// What is listed of all boards that were not purged, in ascending order.
  var listed: [BoardSummary] {
    summaries.values.filter { members.mayBeRead($0.id) }.sorted { $0.id < $1.id }
  }

  mutating func open(_ contents: StoreContents) {
    incarnation = contents.incarnation
    for summary in contents.boards {
      summaries[summary.id] = summary
      unload(summary.id)
    }
    for record in contents.members { members.take(record) }
  }

  /// Changes a board that is in memory, in its place: nothing is copied.
  /// - Returns: what `change` does; nil where the board is not in memory.
  @discardableResult
  mutating func change<Result>(
    _ id: BoardID, _ change: (inout LoadedBoard) -> Result
  ) -> Result? {
    residents.change(id, change)
  }
}

// What is made of boards elsewhere.
extension BoardTable {
  /// Pins a board that is in memory, unless that is done already.
  /// - Parameter ledgers: those of its sessions, where the log is to get it.
  mutating func pin(
    _ id: BoardID, toStoreWith ledgers: [(SessionID, Session.Ledger)]? = nil
  ) -> PinnedBoard? {
    guard isLoaded(id), read(id, { $0.images.pinned == nil }) == true else { return nil }
    lastPin += 1
    return change(id) { [lastPin] in $0.pin(lastPin, toStoreWith: ledgers) }
  }

  /// Pins a board to be hashed, where that is due and too much for one turn.
  mutating func pinUnhashed(_ id: BoardID, now: Moment) -> PinnedBoard? {
    guard isLoaded(id), read(id, { $0.isHashingDue(now: now) }) == true else { return nil }
    lastPin += 1
    return change(id) { [lastPin] in $0.pinUnhashed(lastPin) }
  }
}

// How a board comes into memory, and leaves it.
extension BoardTable {
  /// Keeps a request until its board is in memory.
  /// - Returns: whether the board has to be loaded; otherwise that has begun.
  mutating func wait(for id: BoardID, _ waiting: Waiting) -> Bool {
    switch places[id] {
    case .loading(let others): places[id] = .loading(others + [waiting])
    case .reloading(let others): places[id] = .reloading(others + [waiting])
    case .stored, .loaded, .damaged, nil:
      residents[id] = nil
      places[id] = .loading([waiting])
      return true
    }
    return false
  }

  /// Has a board read, for what waits for it elsewhere.
  /// - Returns: whether the board has to be loaded; otherwise that has begun.
  mutating func beginLoading(_ id: BoardID) -> Bool {
    if isAwaited(id) { return false }
    residents[id] = nil
    places[id] = .loading([])
    return true
  }

  /// Whether the board is being read.
  func isAwaited(_ id: BoardID) -> Bool {
    waiting(for: id) != nil
  }

  /// Whether the board is being read again.
  func isReloading(_ id: BoardID) -> Bool {
    if case .reloading = places[id] { true } else { false }
  }

  /// Takes a board that was being loaded.
  /// - Returns: the requests that waited for it; nil where nobody loads it.
  mutating func finishLoading(_ board: LoadedBoard) -> [Waiting]? {
    guard let waiting = waiting(for: board.tip.id) else { return nil }
    make(board)
    return waiting
  }

  /// Takes the reason why a board that was being loaded cannot be read.
  /// - Returns: the requests that waited for it; nil where nobody loads it.
  mutating func finishLoading(_ id: BoardID, damaged reason: String) -> [Waiting]? {
    guard let waiting = waiting(for: id) else { return nil }
    residents[id] = nil
    places[id] = .damaged(reason)
    return waiting
  }

  private func waiting(for id: BoardID) -> [Waiting]? {
    switch places[id] {
    case .loading(let waiting), .reloading(let waiting): waiting
    case .stored, .loaded, .damaged, nil: nil
    }
  }

  /// Takes a board that is in memory from now on.
  mutating func make(_ board: LoadedBoard) {
    residents[board.tip.id] = board
    places[board.tip.id] = .loaded
  }

  /// How long a board that nobody looks at stays in memory; the log has it.
  static let idleMilliseconds: UInt64 = 600_000
  /// The most boards for which that holds: a script makes hundreds in a second.
  static let mostIdle = 64
  /// How long the other boards that nobody looks at stay, at least.
  static let crowdedMilliseconds: UInt64 = 60_000

  /// The boards that nobody looked at for so long that they leave memory, if nothing of them is on
  /// its way to the log.
  func idle(now: Moment) -> [BoardID] {
    let unseen = residents.keys.compactMap { id -> (since: UInt64, id: BoardID)? in
      readLoaded(id) { $0.subscribers.isEmpty && $0.isSettled ? ($0.idleSince, id) : nil } ?? nil
    }
    return unseen.sorted { $0 > $1 }.enumerated().compactMap { place, board in
      let stays = place < Self.mostIdle ? Self.idleMilliseconds : Self.crowdedMilliseconds
      return now.monotonic - board.since >= stays ? board.id : nil
    }.sorted()
  }

  mutating func unload(_ id: BoardID) {
    residents[id] = nil
    places[id] = .stored
  }
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
    guard let durable = part.closing?.durable else { return nil }
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
    guard isLoaded(id), let durable = durableSequence(id) else { return nil }
    guard durable > 0 else {
      residents[id] = nil
      places[id] = nil
      return nil
    }
    change(id) { $0.loseTip() }
    places[id] = .reloading([])
    return durable
  }
}
