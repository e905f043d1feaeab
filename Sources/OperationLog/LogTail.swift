import BoardModel
import GRDB
import LogRecords
import Wire

/// What is kept in memory of the log, so that a group neither looks up its boards nor writes an
/// index: every board, the last row, where the rows stand that `places` does not have yet, and how many
/// rows the other tables have.
struct LogTail: Hashable, Sendable {
  private(set) var boards: [BoardID: Board]
  private(set) var end: LogEnd
  /// The rows that `places` does not have yet, in their order.
  private(set) var unplaced: [Place]
  private(set) var inventory: Inventory

  struct Board: Hashable, Sendable {
    /// The board's number in the tables.
    let number: Int64
    var title: String
    var isArchived: Bool
    /// The sequence number and the time of its last operation.
    var last: UInt64
    var time: UInt64
  }

  /// Where the operations `first` to `last` of a board stand.
  struct Place: Hashable, Sendable {
    let board: Int64
    let first: UInt64
    let last: UInt64
    /// The number of the row.
    let row: Int64
  }

  /// What a group does to the log. It counts once the transaction is committed.
  struct Growth {
    var boards: [BoardID: Board] = [:]
    var end: LogEnd
    var inventory: Inventory
    var places: [Place] = []
    /// The number of the row up to which `places` has all.
    var placed: Int64 = 0
  }

  mutating func take(_ growth: Growth) {
    boards.merge(growth.boards) { $1 }
    (end, inventory) = (growth.end, growth.inventory)
    unplaced += growth.places
    if growth.placed > 0 { unplaced.removeAll { $0.row <= growth.placed } }
  }

  func board(_ id: BoardID) throws(StoreError) -> Board {
    guard let board = boards[id] else { throw .boardUnknown(id) }
    return board
  }

  /// The rows with operations of a board from `sequence` on that `places` does not have yet.
  func unplaced(_ board: Int64, from sequence: UInt64) -> [Int64] {
    unplaced.lazy.filter { $0.board == board && $0.last >= sequence }.map(\.row)
  }

  /// The rows that are kept in memory before they are written into `places`, together with a group:
  /// so many that few groups bear it, so few that none is held up and that a start reads little.
  static let limit = 256
}

/// The last row of the log.
struct LogEnd: Hashable, Sendable {
  /// Rows are counted from 1; 0 for a log without any.
  var number: Int64
  /// That row's link in the chain.
  var link: Int64

  static let none = LogEnd(number: 0, link: 0)
}

extension LogTail {
  /// Reads the list of boards, and the rows behind the last one that `places` has.
  init(_ db: Database) throws {
    (boards, end, unplaced) = ([:], .none, [])
    inventory = try Inventory(db)
    var ids: [Int64: BoardID] = [:]
    for row in try Row.fetchAll(
      db,
      sql: """
        SELECT id, number, title, archived, sequence, time FROM boards LEFT JOIN titles
          ON board = number
        """)
    {
      let id: BoardID = try row.identifier(0)
      let board = Board(
        number: try row.integer(1), title: try row.text(2), isArchived: try row.integer(3) != 0,
        last: try row.sequence(4), time: UInt64(bitPattern: try row.integer(5)))
      (boards[id], ids[board.number]) = (board, id)
    }
    let listed = boards
    let cursor = try Row.fetchCursor(
      db, sql: "SELECT number, link, board, first, last FROM operations ORDER BY number DESC")
    while let row = try cursor.next() {
      let number = try row.integer(0)
      if end == .none { end = LogEnd(number: number, link: try row.integer(1)) }
      let place = Place(
        board: try row.integer(2), first: try row.sequence(3), last: try row.sequence(4),
        row: number)
      guard let id = ids[place.board] else { throw Row.garbled }
      guard place.last > listed[id]?.last ?? 0 else { break }
      if boards[id]?.last == listed[id]?.last {
        boards[id]?.last = place.last
        // Where the row is damaged, so is the board: what is listed of its time stays.
        if let time = try StoreReading.time(of: number, on: id, db) { boards[id]?.time = time }
      }
      unplaced.append(place)
    }
    unplaced.reverse()
  }
}
