import Wire

/// The snapshots of a board in memory: the one that windows get, and the one that is being encoded.
/// At most one is at a time, so that a large board that many join is encoded again only when it is.
struct BoardImages: Sendable {
  /// What windows fetched last, which may wait to be durable. The next one shares the parts that
  /// did not change since it was pinned.
  private(set) var newest: SnapshotImage?
  private(set) var pinned: Pinned?
  /// What goes to the log once everything in it is durable.
  private(set) var unstored: UnstoredSnapshot?
  /// The sequence number of the newest snapshot that the log has.
  private(set) var stored: UInt64

  /// What is being encoded.
  struct Pinned: Hashable, Sendable {
    let number: UInt64
    let sequence: UInt64
    fileprivate(set) var waiting: [Request]
  }

  /// A request for a snapshot that is not older than what its window was told.
  struct Request: Hashable, Sendable {
    let connection: ConnectionID
    let request: UInt64
    let told: UInt64
  }

  init(stored: UInt64) { self.stored = stored }

  /// Keeps a request until the board is encoded.
  mutating func wait(_ request: Request) { pinned?.waiting.append(request) }

  /// Notes that the board is being encoded as it is at a sequence number.
  mutating func pin(_ number: UInt64, at sequence: UInt64) {
    pinned = Pinned(number: number, sequence: sequence, waiting: [])
  }

  /// Takes the board in bytes.
  /// - Parameters:
  ///   - toStore: the same for the log, where it is to get it.
  ///   - number: which pinned board it is.
  /// - Returns: the requests that waited for it; nil where it is wanted no longer.
  mutating func take(
    _ image: SnapshotImage, toStore: UnstoredSnapshot?, number: UInt64
  ) -> [Request]? {
    guard let done = pinned, done.number == number else { return nil }
    pinned = nil
    newest = image
    if let toStore { unstored = toStore }
    return done.waiting
  }

  /// - Returns: what the log is to get now that so much is durable.
  mutating func takeUnstored(durable: UInt64) -> UnstoredSnapshot? {
    guard let snapshot = unstored, snapshot.sequence <= durable else { return nil }
    unstored = nil
    // A purge came with a snapshot of its own.
    guard snapshot.sequence > stored else { return nil }
    stored = snapshot.sequence
    return snapshot
  }

  /// Lets go of everything behind a sequence number, as that did not become durable.
  /// - Returns: the requests that waited for what is gone.
  mutating func lose(after durable: UInt64) -> [Request] {
    lose { $0 > durable }
  }

  /// Lets go of everything from before a purge.
  /// - Parameter sequence: that of the snapshot which the log got with the purge. It is written once:
  ///   while it was written anew there would be none.
  /// - Returns: the requests that waited for what is gone.
  mutating func forget(before purge: UInt64, storedAt sequence: UInt64) -> [Request] {
    stored = max(stored, sequence)
    return lose { $0 < purge }
  }

  private mutating func lose(where isGone: (UInt64) -> Bool) -> [Request] {
    if let sequence = newest?.sequence, isGone(sequence) { newest = nil }
    if let sequence = unstored?.sequence, isGone(sequence) { unstored = nil }
    guard let lost = pinned, isGone(lost.sequence) else { return [] }
    // What changed before it was pinned is noted nowhere else.
    (pinned, newest) = (nil, nil)
    return lost.waiting
  }
}
