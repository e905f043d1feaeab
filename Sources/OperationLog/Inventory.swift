import BoardModel
import Foundation
import GRDB

/// What should be there: for each table that is read whole at a start, how many rows it has and the sum
/// of their checksums. A row that is gone, or that another has replaced, shows in it.
///
/// It is a row of `meta`, written in the transaction that changes it. A group that adds no row to the
/// log raises the number of changes instead, so that of any two states of a store the witness can tell
/// which is the later one (`Witness`).
struct Inventory: Hashable, Sendable {
  enum Table: String, CaseIterable, Sendable {
    case meta, boards, members, users, holdings, devices, invitations, audit, sessions

    /// What a person calls a row of it.
    var title: String {
      switch self {
      case .meta: "the store itself"
      case .boards: "boards"
      case .members: "members of boards"
      case .users: "users"
      case .holdings: "how much users hold"
      case .devices: "devices"
      case .invitations: "invitations"
      case .audit: "what happened (boardd audit)"
      case .sessions: "windows"
      }
    }
  }

  struct Entry: Hashable, Sendable {
    var rows: UInt64 = 0
    /// The sum of the checksums, modulo 2^64; of `sessions` of those of their identifiers, as the
    /// checksum of what was purged must not stay anywhere.
    var sum: UInt64 = 0
  }

  private(set) var changes: UInt64 = 0
  private var entries: [Table: Entry] = [:]

  init() {}

  subscript(_ table: Table) -> Entry { entries[table] ?? Entry() }

  mutating func add(_ table: Table, _ checksum: Int64) {
    entries[table, default: Entry()].rows &+= 1
    entries[table, default: Entry()].sum &+= UInt64(bitPattern: checksum)
  }

  mutating func remove(_ table: Table, _ checksum: Int64) {
    entries[table, default: Entry()].rows &-= 1
    entries[table, default: Entry()].sum &-= UInt64(bitPattern: checksum)
  }

  // MARK: In the store

  /// Writes it, as later than before.
  mutating func write(_ db: Database) throws {
    changes += 1
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta VALUES (?, ?, ?)")
    let bytes = stored
    try replace.execute(arguments: [
      StoreMeta.inventory, Data(bytes), Checksum.of(meta: StoreMeta.inventory, bytes),
    ])
  }

  /// Reads it.
  init(_ db: Database) throws {
    guard let bytes = try StoreMeta.value(StoreMeta.inventory, db),
      let inventory = Inventory(stored: bytes)
    else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "the number of rows of the tables is missing")
    }
    self = inventory
  }

  /// The number of changes, then rows and sum of each table in the order of `Table`, each as 8 bytes.
  var stored: [UInt8] {
    var writer = ByteWriter()
    writer.uint64(changes)
    for table in Table.allCases {
      writer.uint64(self[table].rows)
      writer.uint64(self[table].sum)
    }
    return writer.bytes
  }

  init?(stored: [UInt8]) {
    var reader = ByteReader(stored)
    do {
      changes = try reader.uint64()
      for table in Table.allCases {
        entries[table] = Entry(rows: try reader.uint64(), sum: try reader.uint64())
      }
      try reader.finish()
    } catch {
      return nil
    }
  }

  /// Notes that the rows go that a statement finds, which reads their checksums.
  mutating func remove(
    _ table: Table, foundBy sql: String, _ arguments: StatementArguments, _ db: Database
  ) throws {
    let find = try db.cachedStatement(sql: sql)
    for row in try Row.fetchAll(find, arguments: arguments) {
      remove(table, try row.integer(0))
    }
  }
}
