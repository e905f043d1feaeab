import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import Wire

/// The format on disk: names, numbers, tables.
enum StoreFormat {
  static let fileName = "board.db"
  static let lockName = "lock"
  /// The application id in the header of the database file: "BRDL".
  static let applicationID: Int32 = 0x4252_444C
  /// The user version in the header of the database file; it rises with every change of the tables, or of
  /// what their rows hold.
  static let version = 12

  /// The tables. A board has a number of its own in them, so that a row and its index entry stay
  /// small. Checksums are CRC-32C over what the columns of the row mean (see `Checksum`), but for
  /// `link` and `before`. How many rows there must be of the tables that are read whole, and the sum of
  /// their checksums, is in `meta` (`Inventory`); of `operations` the chain tells, of `places` these,
  /// and each board has one title.
  ///
  /// The rows of `operations` are numbered from 1, in the order in which they were committed. The
  /// link of each is over the hashes of its operations (`SaltedRow`), which a purge leaves as they
  /// are, and each has the link of the one before it: a chain. They are written at the end of the
  /// table, which for most groups is one page, however many boards they are of. Their index, `places`,
  /// and the last operation that is listed in `boards` follow later (`StorePlaces`). A snapshot is in
  /// parts, and there once it has its last one.
  ///
  /// Where SQLite moves rows from page to page it may leave copies that no deletion overwrites. So a
  /// row whose words may be purged stays where it is, with as many bytes as before, its checksum being
  /// four of them (`operations`), or has so many zeros before the words, `pad`, that these come into
  /// pages of its own.
  static let tables = """
    CREATE TABLE meta (
      name TEXT PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE boards (
      number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE,
      sequence INTEGER NOT NULL, time INTEGER NOT NULL, archived INTEGER NOT NULL,
      forgotten_epoch INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT;
    CREATE TABLE titles (
      board INTEGER PRIMARY KEY, pad BLOB NOT NULL, checksum INTEGER NOT NULL,
      title TEXT NOT NULL) STRICT;
    CREATE TABLE members (
      board INTEGER NOT NULL, user TEXT NOT NULL, role INTEGER NOT NULL,
      checksum INTEGER NOT NULL, PRIMARY KEY (board, user)) STRICT, WITHOUT ROWID;
    CREATE TABLE users (
      user TEXT PRIMARY KEY, name TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE holdings (
      user TEXT NOT NULL, device TEXT NOT NULL, boards INTEGER NOT NULL, made INTEGER NOT NULL,
      bytes INTEGER NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (user, device))
      STRICT, WITHOUT ROWID;
    CREATE TABLE devices (
      user TEXT NOT NULL, device TEXT NOT NULL, checksum INTEGER NOT NULL, bytes BLOB NOT NULL,
      PRIMARY KEY (user, device)) STRICT, WITHOUT ROWID;
    CREATE TABLE invitations (
      id BLOB PRIMARY KEY, checksum INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE audit (
      number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, cause TEXT NOT NULL,
      checksum INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
    CREATE INDEX audit_by_kind ON audit (kind, number);
    CREATE INDEX audit_by_cause ON audit (kind, cause);
    CREATE TABLE operations (
      number INTEGER PRIMARY KEY, board INTEGER NOT NULL, first INTEGER NOT NULL,
      last INTEGER NOT NULL, checksum BLOB NOT NULL, link INTEGER NOT NULL,
      before INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
    CREATE TABLE places (
      board INTEGER NOT NULL, last INTEGER NOT NULL, first INTEGER NOT NULL, row INTEGER NOT NULL,
      PRIMARY KEY (board, last)) STRICT, WITHOUT ROWID;
    CREATE TABLE sessions (
      id BLOB PRIMARY KEY, pad BLOB NOT NULL, checksum INTEGER NOT NULL,
      bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE snapshots (
      board INTEGER NOT NULL, sequence INTEGER NOT NULL, part INTEGER NOT NULL,
      ends INTEGER NOT NULL, pad BLOB NOT NULL, checksum INTEGER NOT NULL,
      bytes BLOB NOT NULL) STRICT;
    CREATE UNIQUE INDEX snapshots_in_order ON snapshots (board, sequence, part, ends);
    """

  /// Whether the tables are defined as they are here. A name that is garbled would show only where it
  /// is asked for.
  static func isDefined(in db: Database) throws -> Bool {
    let found = try String.fetchAll(
      db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    let expected = tables.split(separator: ";").map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return found == expected.filter { !$0.isEmpty }
  }

  /// The size of a page. What follows depends on it.
  static let pageSize = 4_096

  /// The zeros before what comes into pages of its own: no row of a table has more than 4,061 bytes on
  /// a page that it shares with others, and none of a table without rowid more than 1,002
  /// (https://www.sqlite.org/fileformat2.html#cell_payload_overflow_pages).
  static let pad = "zeroblob(4096)"
  static let padWithoutRowID = "zeroblob(1024)"

  static func path(in folder: String) -> String { folder + "/" + fileName }

  /// Whether a file of a store's folder has what is on boards: the database, its journals and its copies.
  static func isSecret(_ name: String) -> Bool { name.hasPrefix(fileName) }
}

enum Checksum {
  static func of(board: BoardID, first: UInt64, last: UInt64, _ bytes: [UInt8]) -> Int64 {
    var sum = CRC32C()
    sum.update(board.high)
    sum.update(board.low)
    sum.update(first)
    sum.update(last)
    sum.update(bytes[...])
    return Int64(sum.value)
  }

  /// The checksum of a row of `operations`: four bytes.
  static func of(_ row: OperationRow, stored: [UInt8]) -> Data {
    let sum = of(board: row.board, first: row.first, last: row.last, stored)
    return Data(UInt32(truncatingIfNeeded: sum).bigEndianBytes)
  }

  /// The link of a row in the chain.
  /// - Parameter hashes: those of its operations, one behind the other.
  static func link(board: BoardID, first: UInt64, last: UInt64, hashes: [UInt8]) -> Int64 {
    of(board: board, first: first, last: last, hashes)
  }

  /// - Parameter ends: whether it is the last part of the snapshot.
  static func of(
    snapshot board: BoardID, at sequence: UInt64, part: Int, ends: Bool, _ bytes: [UInt8]
  ) -> Int64 {
    of(board: board, first: UInt64(part) << 1 | (ends ? 1 : 0), last: sequence, bytes)
  }

  static func of(meta name: String, _ bytes: [UInt8]) -> Int64 {
    var sum = CRC32C()
    sum.update(Array(name.utf8)[...])
    sum.update([0][...])
    sum.update(bytes[...])
    return Int64(sum.value)
  }

  static func of(title: String, of board: BoardID) -> Int64 {
    of(board: board, first: 0, last: 0, Array(title.utf8))
  }

  /// What the inventory has of a session.
  static func of(key session: SessionID) -> Int64 { of(session: session, []) }

  static func of(member user: String, role: Role, board: BoardID) -> Int64 {
    var sum = CRC32C()
    sum.update(board.high)
    sum.update(board.low)
    sum.update(Array(user.utf8)[...])
    sum.update([role.rawValue][...])
    return Int64(sum.value)
  }

  static func of(user: String, name: String) -> Int64 {
    var sum = CRC32C()
    sum.update(Array(user.utf8)[...])
    sum.update([0][...])
    sum.update(Array(name.utf8)[...])
    return Int64(sum.value)
  }

  static func of(_ record: HoldingRecord) -> Int64 {
    var sum = CRC32C()
    let numbers = [record.boards, record.boardsMade, record.bytes]
    sum.update(Array(record.holder.user.utf8)[...])
    sum.update([0][...])
    sum.update(Array("\(record.holder.device) \(numbers)".utf8)[...])
    return Int64(sum.value)
  }

  /// The checksum of a row whose key is also in its bytes.
  static func of(_ bytes: [UInt8]) -> Int64 {
    var sum = CRC32C()
    sum.update(bytes[...])
    return Int64(sum.value)
  }

  static func of(session: SessionID, _ bytes: [UInt8]) -> Int64 {
    var sum = CRC32C()
    sum.update(session.high)
    sum.update(session.low)
    sum.update(bytes[...])
    return Int64(sum.value)
  }
}

extension Identifier {
  /// The identifier as 16 bytes, big-endian.
  var stored: Data {
    var writer = ByteWriter(reservingCapacity: 16)
    writer.identifier(self)
    return Data(writer.bytes)
  }

  init?(stored: Data) {
    guard stored.count == 16 else { return nil }
    var reader = ByteReader([UInt8](stored))
    guard let id = try? reader.identifier(Kind.self) else { return nil }
    self = id
  }
}

extension UInt32 {
  fileprivate var bigEndianBytes: [UInt8] {
    var writer = ByteWriter(reservingCapacity: 4)
    writer.uint32(self)
    return writer.bytes
  }
}

extension WireValue {
  /// The record as the store keeps it.
  var stored: [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }

  init(stored: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(stored)
    try self.init(&reader)
    try reader.finish()
  }
}
