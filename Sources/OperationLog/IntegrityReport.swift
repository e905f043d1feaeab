public import BoardModel

/// The contents of a store, and the damage in it.
public struct IntegrityReport: Hashable, Sendable {
  public struct Board: Hashable, Sendable {
    public let id: BoardID
    public let title: String
    /// The sequence number of the last operation, according to the list of boards and the rows.
    public internal(set) var sequence: UInt64
    /// The number of rows of operations that were found.
    public internal(set) var rows = 0
    /// The last operation up to which all from 1 on are there and decode: what can be saved.
    public internal(set) var readable: UInt64 = 0
    /// The sequence numbers of the undamaged snapshots.
    public internal(set) var snapshots: [UInt64] = []

    public var isWhole: Bool { readable == sequence }
  }

  /// The boards that were not purged.
  public internal(set) var boards: [Board] = []
  /// The number of boards of which a purge left nothing but their identifiers.
  public internal(set) var purgedBoards = 0
  /// The number of sessions that decode.
  public internal(set) var sessions = 0
  /// As `AccessContents.unconfirmedSince`; nil also where that cannot be read.
  public internal(set) var unconfirmedSince: UInt64?
  /// The faults, one sentence each, without a full stop; at most `faultLimit`.
  public internal(set) var faults: [String] = []

  /// The most faults in a report: one broken page can make every row a fault, and nobody reads more
  /// of them than this.
  public static let faultLimit = 50

  public var isSound: Bool { faults.isEmpty }

  mutating func add(_ fault: String) {
    if faults.count < Self.faultLimit { faults.append(fault) }
  }

  /// One sentence with the first fault, and what can be saved of which board.
  public var summary: String {
    let first = faults.first ?? "no fault found"
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    let whole = boards.filter(\.isWhole)
    let parts = boards.filter { !$0.isWhole }.prefix(5).map {
      "\"\($0.title)\" up to edit \($0.readable) of \($0.sequence)"
    }
    let saved =
      ["\(whole.count) of \(boards.count) boards whole"] + parts
      + (purgedBoards > 0 ? ["\(purgedBoards) purged"] : [])
    return "\(first)\(more); readable: \(saved.joined(separator: ", "))"
  }
}
