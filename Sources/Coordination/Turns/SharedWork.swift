/// Work for another thread that several may wait for: it is handed out with the first turn of any of
/// them, so that nobody waits for what else another asked for.
struct SharedWork<Key: Hashable & Sendable, Work: Sendable>: Sendable {
  private var queue: FairQueue<Key>
  /// What was not handed out yet.
  private var waiting: [Key: Work] = [:]

  /// - Parameter width: how much is handed out before something of it is done.
  init(width: Int) { queue = FairQueue(width: width) }

  /// Has something done.
  mutating func add(_ key: Key, _ work: Work, of payer: Payer) {
    waiting[key] = work
    queue.add(key, of: payer)
  }

  /// Has something done that is its own name.
  mutating func add(_ work: Work, of payer: Payer) where Work == Key { add(work, work, of: payer) }

  /// Notes that somebody else waits for it too.
  mutating func join(_ key: Key, of payer: Payer) {
    if waiting[key] != nil { queue.add(key, of: payer) }
  }

  /// What is done next; nil where nothing waits, or enough is under way.
  mutating func next() -> Work? {
    while let key = queue.next() {
      if let work = waiting.removeValue(forKey: key) { return work }
      queue.finish()
    }
    return nil
  }

  /// Notes that something is done that was handed out.
  mutating func finish() { queue.finish() }
}
