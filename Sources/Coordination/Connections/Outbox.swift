import Wire

/// Bytes on their way to one peer.
struct Outbox: Sendable {
  /// The bytes gathered in this turn; they are handed out at its end in one piece.
  private(set) var gathered: [UInt8] = []
  /// The number of bytes that were handed out and not yet taken by the socket.
  private(set) var unsent = 0
  /// An upper bound of the waiting bytes that say who is present or what is carried.
  private(set) var aside = 0
  /// The bytes of answers that wait until what they say is durable.
  private(set) var held = 0
  /// The time at which the socket last took something, or had nothing to take.
  private(set) var lastProgress: UInt64 = 0
  /// Whether something could not be added aside since the socket last took bytes.
  private(set) var lacksRoomAside = false
  /// What of the waiting bytes counts against a share (SPEC.md LIM-016).
  private(set) var counted = 0
  /// Whether reading from the peer has stopped until it has read what waits for it.
  private(set) var paused = false

  /// The most bytes of PRESENT, CARRIED and INVITATION that wait for one window: as much as a
  /// thousand people at one board cause at once. What does not fit is told later, with its state at
  /// that time.
  static let asideBytes = 256 << 10

  /// The bytes that count against the room for events; those in `aside` do not.
  var weight: Int { max(unsent + gathered.count + held - aside, 0) }

  /// How many bytes may still be added aside.
  var roomAside: Int { Self.asideBytes - aside }

  /// Whether an event of this size may still wait.
  func hasRoom(for count: Int, limit: Int) -> Bool { weight == 0 || weight + count <= limit }

  /// - Returns: whether these are the first bytes of the turn.
  mutating func gather(_ bytes: [UInt8]) -> Bool {
    guard gathered.isEmpty else {
      gathered += bytes
      return false
    }
    // What goes to many is shared by them as long as nothing comes behind it.
    gathered = bytes
    return true
  }

  /// Lets bytes that are gathered next take no room of other events.
  /// - Returns: whether there is room for them.
  mutating func reserveAside(_ count: Int) -> Bool {
    guard count <= roomAside else {
      lacksRoomAside = true
      return false
    }
    aside += count
    return true
  }

  /// Notes that something that is told aside waits for room.
  mutating func lackRoomAside() { lacksRoomAside = true }

  /// Counts an answer that is not to be sent yet; `release(_:)` with the same number ends that.
  mutating func hold(_ count: Int) { held += count }

  mutating func release(_ count: Int) { held -= count }

  /// Counts anew what waits. Little is not counted: every connection has some now and then.
  /// - Parameter isGone: whether nothing of it is sent any more.
  /// - Returns: how much more it is than before.
  mutating func recount(isGone: Bool) -> Int {
    let waiting = isGone ? 0 : unsent + gathered.count + held
    let before = counted
    counted = waiting < Outbox.leastCounted ? 0 : waiting
    return counted - before
  }

  private static let leastCounted = 1 << 14

  /// Hands out what was gathered in this turn.
  mutating func flush(now: Moment) -> [UInt8] {
    guard !gathered.isEmpty else { return [] }
    defer { gathered = [] }
    if unsent == 0 { lastProgress = now.monotonic }
    unsent += gathered.count
    return gathered
  }

  /// Stops reading from a peer that does not read its answers, until it has read them.
  /// - Returns: whether it stops now.
  mutating func pause(limit: Int) -> Bool {
    guard !paused, weight > limit else { return false }
    paused = true
    return true
  }

  /// Notes how many bytes the socket has not yet taken.
  /// - Returns: whether reading goes on from here.
  mutating func progress(unsent: Int, limit: Int, now: Moment) -> Bool {
    self.unsent = unsent
    aside = min(aside, unsent)
    lacksRoomAside = false
    lastProgress = now.monotonic
    guard paused, unsent + held - aside <= limit / 2 else { return false }
    paused = false
    return true
  }
}
