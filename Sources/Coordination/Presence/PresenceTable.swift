import BoardModel
import LogRecords
import Wire

/// What the windows of all boards said last of the people at them, and which boards' windows may
/// have to be told.
struct PresenceTable: Sendable {
  private(set) var rolls: [BoardID: PresenceRoll] = [:]
  private(set) var untold: Set<BoardID> = []

  /// A window that is told who is present.
  struct Listener: Sendable {
    let connection: ConnectionID
    /// Its own session, of which it is told nothing.
    let session: SessionID
    /// The last change that it was told of.
    let told: UInt64
    /// How many bytes may be sent to it.
    let room: Int
  }

  /// What a window is told.
  struct Telling: Hashable, Sendable {
    let connection: ConnectionID
    let bytes: [UInt8]
    /// The last change that it was told of from here on.
    let through: UInt64
    /// Whether there was room for all of it.
    let isWhole: Bool
  }

  mutating func set(
    _ session: SessionID, _ author: Author, _ state: PresenceState, on board: BoardID
  ) {
    if rolls[board, default: PresenceRoll()].set(session, author, state) { untold.insert(board) }
  }

  /// Removes the presence of a session whose attachment ended.
  mutating func end(_ session: SessionID, on board: BoardID) {
    guard let author = rolls[board]?.author(of: session) else { return }
    if rolls[board]?.set(session, author, nil) == true { untold.insert(board) }
  }

  /// Forgets a board that leaves memory: nobody is at it.
  mutating func forget(_ board: BoardID) {
    rolls[board] = nil
    untold.remove(board)
  }

  /// Has a window told that was told of the changes through `told`, if there are others.
  mutating func catchUp(on board: BoardID, after told: UInt64) {
    if told < rolls[board]?.newest ?? 0 { untold.insert(board) }
  }

  /// The boards whose windows are to be told now, in ascending order: they were not told just before.
  func due(now: Moment) -> [BoardID] {
    untold.filter { due($0) ?? 0 <= now.monotonic }.sorted()
  }

  private func due(_ board: BoardID) -> UInt64? {
    rolls[board]?.toldAt.map { $0 + Limits.presencePauseMilliseconds }
  }

  /// The time at which windows are to be told next.
  func next(now: Moment) -> UInt64? { untold.map { due($0) ?? now.monotonic }.min() }

  /// What each of a board's windows is told.
  mutating func tell(_ board: BoardID, to listeners: [Listener], now: Moment) -> [Telling] {
    untold.remove(board)
    guard let roll = rolls[board] else { return [] }
    // Encoded once for all windows.
    let changes = roll.changes(after: listeners.map(\.told).min() ?? .max).map { entry in
      let present = Present(session: entry.session, author: entry.author, state: entry.state)
      return (entry: entry, frame: present.frame().bytes)
    }
    let tellings = listeners.map { listener in
      var bytes: [UInt8] = []
      var last = listener.told
      for (entry, frame) in changes
      where entry.concerns(listener.told) && entry.session != listener.session {
        guard bytes.count + frame.count <= listener.room else {
          return Telling(
            connection: listener.connection, bytes: bytes, through: last, isWhole: false)
        }
        bytes += frame
        last = entry.change
      }
      return Telling(
        connection: listener.connection, bytes: bytes, through: roll.newest, isWhole: true)
    }
    rolls[board]?.tell(at: now.monotonic, through: Set(tellings.map(\.through)))
    return tellings
  }
}
