import BoardModel
import Files
import Foundation
import LogRecords

/// What is found on the pages of a damaged store. Each record is told from others by the kinds of its
/// values, and counts where its checksum fits.
struct FoundRecords {
  private(set) var meta: [String: [UInt8]] = [:]
  private(set) var sessions: [SessionID: SessionRecord] = [:]
  private(set) var users: [UserRecord] = []
  private(set) var holdings: [Author: HoldingRecord] = [:]
  private(set) var devices: [DeviceName: DeviceRecord] = [:]
  private(set) var audit: [AuditRecord] = []
  private(set) var listed: [Int64: ListedBoard] = [:]
  /// What may be the identifier of the board of a number.
  private(set) var identifiers: [Int64: Set<BoardID>] = [:]
  private(set) var titles: [Int64: [(checksum: Int64, title: String)]] = [:]
  private(set) var rows: [Int64: [FoundRow]] = [:]
  private(set) var snapshots: [Int64: [FoundPart]] = [:]
  private var names: [String: String] = [:]
  private var numberedAudit: [Int64: [AuditRecord]] = [:]
  /// What has no checksum that tells whose it is.
  private(set) var traces: [Int64: BoardTraces] = [:]

  /// - Parameter files: the pages as they are, the older copies of them first.
  init(_ files: [PageFile]) throws(FileError) {
    for pages in files {
      let older = numberedAudit
      numberedAudit = [:]
      for number in 1...max(pages.count, 1) {
        for place in try pages.places(on: number) {
          guard let cell = try pages.cell(at: place) else { continue }
          if place.kind == .table { takeRow(cell) } else { takeKeyed(cell.values) }
          if place.isMarked { BoardTraces.note(cell, place.kind, in: &traces) }
        }
      }
      numberedAudit.merge(older) { newer, _ in newer }
    }
    audit = numberedAudit.sorted { $0.key < $1.key }.flatMap(\.value)
    users = names.sorted { $0.key < $1.key }.map { UserRecord(user: $0.key, name: $0.value) }
  }

  /// Takes a record of a table with rowids.
  private mutating func takeRow(_ cell: StoredCell) {
    let values = cell.values
    if let row = FoundRow(cell) {
      rows[row.board, default: []].append(row)
    } else if let part = FoundPart(cell) {
      snapshots[part.board, default: []].append(part)
    } else if values.count == 7, let board = ListedBoard(cell) {
      // Of two the one that was written later.
      if listed[board.number]?.sequence ?? 0 <= board.sequence { listed[board.number] = board }
      identifiers[board.number, default: []].insert(board.id)
    } else if values.count == 7, let id = values[1].blob.flatMap({ BoardID(stored: Data($0)) }) {
      identifiers[cell.rowID, default: []].insert(id)
    } else if values.count == 4, let checksum = values[2].integer, let title = values[3].text {
      titles[cell.rowID, default: []].append((checksum, title))
    } else if values.count == 5, let bytes = values[4].blob,
      Checksum.of(bytes) == values[3].integer, let record = try? AuditRecord(stored: bytes)
    {
      // Two have a number where that of one is damaged, which no checksum is over.
      numberedAudit[cell.rowID, default: []].append(record)
    }
  }

  private mutating func takeMeta(_ key: String, _ bytes: [UInt8]) {
    let isEarlier =
      if key == StoreMeta.inventory, let found = Inventory(stored: bytes), let inventory {
        found.changes < inventory.changes
      } else {
        false
      }
    if !isEarlier { meta[key] = bytes }
  }

  /// Takes a record of a table without rowids, or of an index.
  private mutating func takeKeyed(_ values: [StoredValue]) {
    switch values.count {
    case 2:
      // The index of boards has each identifier a second time.
      if let id = values[0].blob.flatMap({ BoardID(stored: Data($0)) }),
        let number = values[1].integer
      {
        identifiers[number, default: []].insert(id)
      }
    case 3:
      guard let checksum = values[2].integer, let key = values[0].text else { return }
      if let bytes = values[1].blob, Checksum.of(meta: key, bytes) == checksum {
        takeMeta(key, bytes)
      } else if let name = values[1].text, Checksum.of(user: key, name: name) == checksum {
        names[key] = name
      }
    case 4:
      guard let checksum = values[2].integer, let bytes = values[3].blob else { return }
      if Checksum.of(bytes) == checksum, let device = try? DeviceRecord(stored: bytes),
        device.name.user == values[0].text, device.name.device == values[1].text
      {
        // Of two the one that lets in less.
        if devices[device.name]?.floor ?? 0 <= device.floor { devices[device.name] = device }
      } else if let id = values[0].blob.flatMap({ SessionID(stored: Data($0)) }),
        Checksum.of(session: id, bytes) == checksum,
        let session = try? SessionRecord(stored: bytes), session.id == id
      {
        if sessions[id]?.epoch ?? 0 <= session.epoch { sessions[id] = session }
      }
    case 6:
      guard let user = values[0].text, let device = values[1].text,
        let checksum = values[5].integer
      else { return }
      let holder = Author(user: user, device: device)
      let numbers = values[2...4].compactMap { $0.integer.flatMap { Int(exactly: $0) } }
      if let record = HoldingRecord(holder: holder, numbers), Checksum.of(record) == checksum {
        // Of two the one that counts more.
        if holdings[holder]?.bytes ?? 0 <= record.bytes { holdings[holder] = record }
      }
    default: break
    }
  }
}

// What is made of it.
extension FoundRecords {
  /// How much there was; nil where that cannot be read.
  var inventory: Inventory? { meta[StoreMeta.inventory].flatMap(Inventory.init(stored:)) }

  /// What is not there beside the boards, as far as anything tells of it.
  func faults(_ witness: Witness.Record?, damagedFrames: Int) -> [String] {
    var faults: [String] = []
    if damagedFrames > 0 {
      faults.append(
        "\(damagedFrames) pages in the journal are damaged: what was written there last may be lost"
      )
    }
    guard let inventory else {
      return faults + [
        "how many boards, windows, users, devices and records of the audit there were cannot be read: any "
          + "of them may be missing"
      ]
    }
    var found = Inventory()
    for session in sessions.values { found.add(.sessions, Checksum.of(key: session.id)) }
    for user in users { found.add(.users, Checksum.of(user: user.user, name: user.name)) }
    for record in holdings.values { found.add(.holdings, Checksum.of(record)) }
    for device in devices.values { found.add(.devices, Checksum.of(device.stored)) }
    for record in audit { found.add(.audit, Checksum.of(record.stored)) }
    for table in [Inventory.Table.sessions, .users, .holdings, .devices, .audit]
    where found[table] != inventory[table] {
      faults.append(
        found[table].rows == inventory[table].rows
          ? "what can be read of \(table.title) is not what was written last"
          : "of \(table.title) \(found[table].rows) records can be read, and there were "
            + "\(inventory[table].rows)")
    }
    if let witness, witness.changes > inventory.changes {
      faults.append(
        "the last \(witness.changes - inventory.changes) changes of windows, users and devices are gone"
      )
    }
    return faults
  }
}
