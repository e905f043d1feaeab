import BoardModel
import Wire

/// What a window was told of the people at the other windows of its board.
struct PresenceTold: Hashable, Sendable {
  /// The last change that it was told of.
  var through: UInt64 = 0
  /// The sessions of which it knows the presence.
  var known: Set<SessionID> = []
  /// How many more there are.
  var more = 0
  /// Whether there was room for all that it had to be told.
  var isWhole = true

  var isFull: Bool { known.count >= Limits.presenceOthers }
}

/// What a window is told.
struct PresenceTelling: Hashable, Sendable {
  private(set) var bytes: [UInt8] = []
  /// What it was told of from here on.
  private(set) var told: PresenceTold
  private let room: Int

  init(_ told: PresenceTold, room: Int) {
    self.told = told
    self.told.isWhole = true
    self.room = room
  }

  /// Tells how a session is present, or that it is not any more.
  /// - Returns: false where there is no room for that.
  mutating func add(_ entry: PresenceRoll.Entry) -> Bool {
    guard write(entry.frame) else { return false }
    if entry.state == nil {
      told.known.remove(entry.session)
    } else {
      told.known.insert(entry.session)
    }
    return true
  }

  /// Tells that a session is not among those any more that the window is told of.
  /// - Returns: false where there is no room for that.
  mutating func drop(_ entry: PresenceRoll.Entry) -> Bool {
    let gone = Present(session: entry.session, author: entry.author, state: nil)
    guard write(gone.frame().bytes) else { return false }
    told.known.remove(entry.session)
    return true
  }

  /// Notes that the window was told of all changes through this one of the sessions that it knows.
  mutating func reach(_ change: UInt64) { told.through = change }

  /// Tells how many there are beside those that the window knows.
  mutating func count(_ others: Int) {
    let more = max(others - told.known.count, 0)
    guard more != told.more else { return }
    if write(MorePresent(count: UInt32(clamping: more)).frame().bytes) { told.more = more }
  }

  private mutating func write(_ frame: [UInt8]) -> Bool {
    told.isWhole = bytes.count + frame.count <= room
    if told.isWhole { bytes += frame }
    return told.isWhole
  }
}
