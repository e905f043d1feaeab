import DequeModule

/// Work for another thread, handed out by turns of those who asked for it: nobody waits for all that
/// another asked for.
struct FairQueue<Item: Sendable>: Sendable {
  /// How much is handed out before something of it is done.
  private let width: Int
  private var running = 0
  /// Those for whom something waits, in the order of their turns.
  private var order: Deque<Payer> = []
  private var waiting: [Payer: Deque<Item>] = [:]

  init(width: Int) {
    self.width = width
  }

  mutating func add(_ item: Item, of payer: Payer) {
    if waiting[payer]?.append(item) == nil {
      waiting[payer] = [item]
      order.append(payer)
    }
  }

  /// What is done next; nil where nothing waits, or enough is under way.
  mutating func next() -> Item? {
    guard running < width, let payer = order.popFirst(),
      let item = waiting[payer]?.popFirst()
    else { return nil }
    if waiting[payer]?.isEmpty == true {
      waiting[payer] = nil
    } else {
      order.append(payer)
    }
    running += 1
    return item
  }

  /// Notes that something is done that was handed out.
  mutating func finish() { running = max(running - 1, 0) }
}
