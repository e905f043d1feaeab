import BoardModel
import Foundation
import GRDB

/// What is listed of a board: its row of `boards`, with a checksum over all of it.
struct ListedBoard: Hashable, Sendable {
  /// The board's number in the tables.
  let number: Int64
  let id: BoardID
  /// The sequence number and the time of its last operation, as far as they are listed.
  var sequence: UInt64 = 0
  var time: UInt64 = 0
  var isArchived = false
  var forgottenEpoch: UInt32 = 0

  var checksum: Int64 {
    Checksum.of(
      board: id, first: UInt64(bitPattern: number), last: sequence,
      rest)
  }

  private var rest: [UInt8] {
    var writer = ByteWriter(reservingCapacity: 13)
    writer.uint64(time)
    writer.uint32(forgottenEpoch)
    writer.uint8(isArchived ? 1 : 0)
    return writer.bytes
  }
}

/// The list of boards, and their titles.
enum StoreBoards {
  static let rows = """
    SELECT number, id, sequence, time, archived, forgotten_epoch, checksum FROM boards
    """
  static let titleRows = """
    SELECT id, titles.checksum, title FROM boards LEFT JOIN titles ON board = number
    """

  /// - Parameter row: number, id, sequence, time, archived, forgotten_epoch, checksum.
  /// - Returns: nil if the row is damaged.
  static func listed(_ row: Row) -> ListedBoard? {
    guard let number = try? row.integer(0), let id: BoardID = try? row.identifier(1),
      let sequence = try? row.sequence(2), let time = try? row.integer(3),
      let archived = try? row.integer(4),
      let epoch = (try? row.integer(5)).flatMap(UInt32.init(exactly:))
    else { return nil }
    let board = ListedBoard(
      number: number, id: id, sequence: sequence, time: UInt64(bitPattern: time),
      isArchived: archived != 0, forgottenEpoch: epoch)
    return board.checksum == (try? row.integer(6)) && archived >> 1 == 0 ? board : nil
  }

  /// Adds a board; its number is that of the row.
  static func insert(
    _ board: ListedBoard, _ inventory: inout Inventory, _ db: Database
  ) throws {
    let insert = try db.cachedStatement(sql: "INSERT INTO boards VALUES (?, ?, ?, ?, ?, ?, ?)")
    try insert.execute(arguments: arguments(board))
    inventory.add(.boards, board.checksum)
  }

  /// Changes what is listed of a board.
  static func change(
    _ number: Int64, _ inventory: inout Inventory, _ db: Database,
    _ body: (inout ListedBoard) -> Void
  ) throws {
    let find = try db.cachedStatement(sql: rows + " WHERE number = ?")
    guard let row = try Row.fetchOne(find, arguments: [number]), var board = listed(row) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "what is listed of a board is damaged")
    }
    let before = board
    body(&board)
    guard board != before else { return }
    let replace = try db.cachedStatement(
      sql: """
        UPDATE boards SET sequence = ?, time = ?, archived = ?, forgotten_epoch = ?, checksum = ?
        WHERE number = ?
        """)
    try replace.execute(arguments: [
      Int64(board.sequence), Int64(bitPattern: board.time), board.isArchived ? 1 : 0,
      Int64(board.forgottenEpoch), board.checksum, number,
    ])
    inventory.remove(.boards, before.checksum)
    inventory.add(.boards, board.checksum)
  }

  static func write(_ title: String, of id: BoardID, _ number: Int64, _ db: Database) throws {
    let replace = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO titles VALUES (?, \(StoreFormat.pad), ?, ?)")
    try replace.execute(arguments: [number, Checksum.of(title: title, of: id), title])
  }

  private static func arguments(_ board: ListedBoard) -> StatementArguments {
    [
      board.number, board.id.stored, Int64(board.sequence), Int64(bitPattern: board.time),
      board.isArchived ? 1 : 0, Int64(board.forgottenEpoch), board.checksum,
    ]
  }

  /// What is listed as the title of a board.
  /// - Parameter row: id of the board, checksum, title.
  /// - Returns: nil if the row is damaged, or gone.
  static func title(_ row: Row) -> String? {
    guard let id: BoardID = try? row.identifier(0), let title = try? row.text(2),
      Checksum.of(title: title, of: id) == (try? row.integer(1))
    else { return nil }
    return title
  }
}
