import BoardModel
import Files
import Foundation
import LogRecords
import PageMap
import Wire

@testable import OperationLog

/// What salvaging has to find, by what it is called.
enum Thing: Hashable {
  case cluster
  case board(BoardID)
  case title(BoardID)
  case session(SessionID)
  case user(String)
  case holding(Author)
  case device(DeviceName)
  case audit(AuditRecord)
  case row(BoardID, first: UInt64)
  case snapshot(BoardID, at: UInt64)

  /// What is found in a folder, with its content.
  static func found(in folder: String) throws -> [Thing: AnyHashable] {
    let damaged = try DamagedStore(folder)
    var things: [Thing: AnyHashable] = [:]
    for session in damaged.sessions { things[.session(session.id)] = session }
    for user in damaged.users { things[.user(user.user)] = user }
    for record in damaged.holdings { things[.holding(record.holder)] = record }
    for device in damaged.devices { things[.device(device.name)] = device }
    for record in damaged.audit { things[.audit(record)] = record }
    if let cluster = damaged.cluster { things[.cluster] = cluster }
    for board in damaged.boards {
      things[.board(board.id)] = board.id
      if let title = board.title { things[.title(board.id)] = title }
      for row in board.rows { things[.row(board.id, first: row.first)] = row }
      for image in board.snapshots { things[.snapshot(board.id, at: image.sequence)] = image }
    }
    return things
  }
}

/// The files of an undamaged store, and what lies at each of their bytes.
struct MappedStore {
  let files: [(name: String, bytes: [UInt8])]
  let map: PageMap
  private let journal: JournalMap?
  private let database: [UInt8]
  /// The boards, by their numbers in the tables.
  private let boards: [Int64: BoardID]

  /// What a byte belongs to.
  enum Spot {
    case page(PageMap.Place)
    /// The journal: SQLite reads it as far as it is whole, up to `rows` rows of the log.
    case journal(rows: Int, mayBeLost: Set<Thing>)
    /// No reader of the whole store needs it.
    case elsewhere
  }

  init(_ files: [(name: String, bytes: [UInt8])]) {
    self.files = files
    database = files.first { $0.name == StoreFormat.fileName }?.bytes ?? []
    journal = files.first { $0.name == StoreFormat.fileName + "-wal" }.map { JournalMap($0.bytes) }
    map = PageMap(journal?.applied(to: database) ?? database)
    boards = Self.boards(map)
  }

  private static func boards(_ map: PageMap) -> [Int64: BoardID] {
    var boards: [Int64: BoardID] = [:]
    for record in map.records where record.tree.name == "boards" {
      boards[record.rowID] = record.values[1].blob.flatMap { BoardID(stored: Data($0)) }
    }
    return boards
  }

  /// Where there is something in the files: the parts of pages, and the heads of the journal and its frames.
  var spans: [(file: Int, range: Range<Int>)] {
    files.indices.flatMap { file -> [(file: Int, range: Range<Int>)] in
      switch files[file].name {
      case StoreFormat.fileName where journal == nil: map.spans.map { (file, $0) }
      case StoreFormat.fileName + "-wal": (journal?.heads ?? []).map { (file, $0) }
      default: [(file, files[file].bytes.indices)].filter { !$0.1.isEmpty }
      }
    }
  }

  /// All that the records hold.
  var things: Set<Thing> {
    Set(map.records.flatMap(things)).union(boards.values.map { .board($0) })
  }

  /// - Parameter bit: the one that is flipped.
  func spot(_ file: Int, _ offset: Int, _ bit: UInt8) -> Spot {
    switch files[file].name {
    case StoreFormat.fileName:
      let isOld = journal?.frames.contains { $0.page == offset / PageMap.pageSize + 1 } ?? false
      // The head of the file is looked at before its journal is.
      return isOld && offset >= 100 ? .elsewhere : .page(map.place(at: offset))
    case StoreFormat.fileName + "-wal":
      guard let journal else { return .elsewhere }
      let frame = journal.frame(at: offset)
      let seen = PageMap(journal.applied(to: database, frames: frame ?? 0))
      return .journal(
        rows: seen.records.count { $0.tree.name == "operations" },
        mayBeLost: frame.map { mayBeLost(journal, $0, at: offset, bit) } ?? [])
    default: return .elsewhere
    }
  }

  /// What may be lost with a byte of the journal.
  private func mayBeLost(
    _ journal: JournalMap, _ index: Int, at offset: Int, _ bit: UInt8
  ) -> Set<Thing> {
    let frame = journal.frames[index]
    func onPage(_ number: Int) -> Set<Thing> { Set(map.onPage(number).flatMap(things)) }
    switch offset - frame.start {
    case 0..<4: return onPage(frame.page)
    case 4..<8 where journal.isUncommitted(index, withoutBit: bit, at: offset):
      return Set(journal.transaction(endedBy: index).flatMap { onPage($0.page) })
    case 4..<24: return []
    default:
      guard !journal.isSuperseded(index) else { return [] }
      return mayBeLost(
        map.place(at: (frame.page - 1) * PageMap.pageSize + offset - frame.content))
    }
  }

  /// What may be lost with a byte of a page: the record that it is of. Which page is where, what SQLite
  /// knows of the file, and an index are not needed to find records.
  func mayBeLost(_ place: PageMap.Place) -> Set<Thing> {
    switch place.part {
    case .record, .next, .key, .pointer: Set(place.records.flatMap(things))
    case .layout: Set(place.onPage.flatMap(things))
    case .database, .child, .unused: []
    }
  }

  /// The boards of which something cannot be read where a byte is another.
  func boards(_ place: PageMap.Place) -> Set<BoardID> {
    switch place.part {
    // A search that passes the place may miss whatever it looks for.
    case .database, .layout, .pointer, .child, .key: Set(boards.values)
    case .record where place.tree?.name == "places" || place.tree?.name == "snapshots_in_order":
      Set(boards.values)
    case .record, .next: Set(place.records.compactMap(board))
    case .unused: []
    }
  }

  private func board(_ record: PageMap.Record) -> BoardID? {
    switch record.tree.name {
    case "boards", "titles": boards[record.rowID]
    case "operations", "sqlite_autoindex_boards_1": record.values[1].integer.flatMap { boards[$0] }
    case "members", "places", "snapshots", "snapshots_in_order":
      record.values[0].integer.flatMap { boards[$0] }
    default: nil
    }
  }

  /// What a record holds that nothing else does.
  private func things(_ record: PageMap.Record) -> [Thing] {
    let values = record.values
    let thing: Thing? =
      switch record.tree.name {
      case "meta": values[0].text == StoreMeta.cluster ? .cluster : nil
      case "titles": board(record).map { .title($0) }
      case "users": values[0].text.map { .user($0) }
      case "holdings":
        DeviceName(values).map { .holding(Author(user: $0.user, device: $0.device)) }
      case "devices": DeviceName(values).map { .device($0) }
      case "sessions":
        values[0].blob.flatMap { SessionID(stored: Data($0)) }.map { .session($0) }
      case "audit":
        values[4].blob.flatMap { try? AuditRecord(stored: $0) }.map { .audit($0) }
      case "operations":
        board(record).map { .row($0, first: UInt64(values[2].integer ?? 0)) }
      case "snapshots":
        board(record).map { .snapshot($0, at: UInt64(values[1].integer ?? 0)) }
      default: nil
      }
    return thing.map { [$0] } ?? []
  }
}

extension DeviceName {
  fileprivate init?(_ values: [RecordValue]) {
    guard let user = values[0].text, let device = values[1].text else { return nil }
    self.init(user: user, device: device)
  }
}
