/// How much a coordinator does at once, since it started: for an operator, and to see where time goes.
public struct Measures: Hashable, Sendable {
  /// The events that one turn takes.
  public private(set) var eventsPerTurn = Distribution()
  /// The bytes that one connection is sent at once.
  public private(set) var bytesPerSend = Distribution()
  /// The operations of a group, and the bytes of these.
  public private(set) var operationsPerGroup = Distribution()
  public private(set) var bytesPerGroup = Distribution()
  /// The answers that wait for a group when the log gets it.
  public private(set) var answersPerGroup = Distribution()
  /// The bytes that still wait for the socket of a connection when it is sent more.
  public private(set) var bytesWaiting = Distribution()

  mutating func take(turnOf events: Int) { eventsPerTurn.add(events) }

  mutating func take(sent bytes: Int, waiting: Int) {
    bytesPerSend.add(bytes)
    bytesWaiting.add(waiting)
  }

  mutating func take(_ batch: CommitBatch) {
    operationsPerGroup.add(batch.boards.values.reduce(0) { $0 + $1.operations.count })
    bytesPerGroup.add(batch.bytes.all)
    answersPerGroup.add(batch.answers.count)
  }
}

/// How often a quantity had which size. Sizes are told apart by their binary digits: a percentile is
/// right to a factor of two, and noting one costs next to nothing.
public struct Distribution: Hashable, Sendable {
  public private(set) var count: UInt64 = 0
  public private(set) var sum: UInt64 = 0
  public private(set) var most: UInt64 = 0
  /// How many had no binary digit, one, two, and so on.
  private var byDigits = [UInt64](repeating: 0, count: UInt64.bitWidth + 1)

  public init() {}

  public mutating func add(_ size: Int) {
    let size = UInt64(clamping: size)
    count += 1
    sum &+= size
    most = max(most, size)
    byDigits[UInt64.bitWidth - size.leadingZeroBitCount] += 1
  }

  /// A size that so many hundredths do not exceed, at most twice the least such; 0 of none.
  public func percentile(_ hundredths: UInt64) -> UInt64 {
    let needed = (count * hundredths + 99) / 100
    var seen: UInt64 = 0
    for (digits, number) in byDigits.enumerated() {
      seen += number
      if seen >= needed, seen > 0 { return min(most, digits == 64 ? .max : (1 << digits) - 1) }
    }
    return most
  }
}
