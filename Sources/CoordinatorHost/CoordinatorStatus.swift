import Coordination
import OperationLog

/// What a running coordinator says of itself to its operator.
public struct CoordinatorStatus: Codable, Hashable, Sendable {
  public let seconds: UInt64
  public let connections: Int
  public let sessions: Int
  public let boards: Int
  public let loadedBoards: Int
  /// What an operator has something to do about, a sentence each without a full stop.
  public let warnings: [String]
  /// The limits that are in force, by their names.
  public let limits: [String: Int]
  public let measures: [Measure]

  /// How often a quantity had which size since the coordinator started. The median and the
  /// percentile are right to a factor of two.
  public struct Measure: Codable, Hashable, Sendable {
    public let name: String
    public let count: UInt64
    public let mean: Double
    public let median: UInt64
    public let percentile99: UInt64
    public let most: UInt64

    init(_ name: String, _ sizes: Distribution) {
      self.name = name
      count = sizes.count
      mean = count > 0 ? Double(sizes.sum) / Double(count) : 0
      median = sizes.percentile(50)
      percentile99 = sizes.percentile(99)
      most = sizes.most
    }
  }

  init(
    _ coordinator: Coordinator, seconds: UInt64, turns: Distribution, appends: Distribution,
    warnings: [OperatorWarning] = [], limits: [String: Int] = [:]
  ) {
    let (counters, measures) = (coordinator.counters, coordinator.measures)
    self.seconds = seconds
    connections = counters.connections
    sessions = counters.sessions
    boards = counters.boards
    loadedBoards = counters.loadedBoards
    self.warnings = warnings.map { "\($0)" }
    self.limits = limits
    self.measures = [
      Measure("events per turn", measures.eventsPerTurn),
      Measure("CPU microseconds per turn", turns),
      Measure("operations per group", measures.operationsPerGroup),
      Measure("bytes per group", measures.bytesPerGroup),
      Measure("answers waiting per group", measures.answersPerGroup),
      Measure("microseconds until durable", appends),
      Measure("bytes per send", measures.bytesPerSend),
      Measure("bytes waiting before a send", measures.bytesWaiting),
    ]
  }
}

extension CoordinatorStatus {
  /// Asks the coordinator that has the store in a folder open.
  ///
  /// - Returns: nil where none has.
  /// - Throws: `StoreError`, `CoordinatorRefusal`, `CoordinatorSilent`, `FileError`.
  public static func ofCoordinator(in folder: String) throws -> CoordinatorStatus? {
    guard try Store.isThere(folder) else { throw StoreError.missing(folder: folder) }
    return try ControlClient(StoreHolder(folder: folder, process: nil))?.status()
  }
}
