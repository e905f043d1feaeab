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
    let told: PresenceTold
    /// How many bytes may be sent to it.
    let room: Int
    /// Whether it is told more only once its socket has taken bytes.
    let waitsForRoom: Bool
  }

  /// The most windows of a board that are told at once: what they are told takes a millisecond or
  /// two. The others come next.
  static let windowsAtOnce = 256

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

  /// Has a window told that has room again, or is new, if there is something that it does not know.
  mutating func catchUp(on board: BoardID, after told: PresenceTold) {
    if rolls[board]?.concerns(told) == true { untold.insert(board) }
  }

  /// The boards whose windows are to be told now, in ascending order: they were not told just before.
  func due(now: Moment) -> [BoardID] {
    untold.filter { due($0) ?? 0 <= now.monotonic }.sorted()
  }

  private func due(_ board: BoardID) -> UInt64? {
    rolls[board]?.round.toldAt.map { $0 + Limits.presencePauseMilliseconds }
  }

  /// The time at which windows are to be told next.
  func next(now: Moment) -> UInt64? { untold.map { due($0) ?? now.monotonic }.min() }

  /// What the next of a board's windows are told.
  /// - Parameter listeners: all of its windows.
  mutating func tell(
    _ board: BoardID, to listeners: [Listener], now: Moment
  ) -> [(connection: ConnectionID, telling: PresenceTelling)] {
    guard let roll = rolls[board] else {
      untold.remove(board)
      return []
    }
    var round = roll.round
    let start = min(round.windows, listeners.count)
    let next = listeners[start...].prefix(Self.windowsAtOnce)
    let tellings = next.map {
      ($0.connection, roll.tell($0.session, $0.told, room: $0.room))
    }
    round.toldAt = now.monotonic
    round.windows = next.endIndex < listeners.count ? next.endIndex : 0
    let others = listeners[..<next.startIndex] + listeners[next.endIndex...]
    if !others.contains(where: { !$0.waitsForRoom && roll.concerns($0.told) }) {
      untold.remove(board)
    }
    let through = others.map(\.told.through) + tellings.map(\.1.told.through)
    rolls[board]?.tell(round, through: through.min() ?? roll.newest)
    return tellings
  }
}
