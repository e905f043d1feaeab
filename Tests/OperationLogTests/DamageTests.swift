import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import OwnThread
import Statements
import Testing
import Wire

@testable import OperationLog

@Suite("A store after a crash or with damage", .ownThread, .timeLimit(.minutes(2)))
struct DamageTests {
  /// Opens a store that may be damaged and reads all of it.
  /// - Returns: the rows of the first board, or the error.
  private func rows(in folder: String) async -> Result<[OperationRow], StoreError> {
    do {
      let store = try Store.open(folder: folder)
      defer { try? store.close() }
      let contents = try store.contents()
      guard let board = contents.boards.first(where: { $0.id == firstBoard }) else {
        return .success([])
      }
      let loaded = try store.load(firstBoard)
      #expect(loaded.rows.last?.last == board.sequence)
      return .success(loaded.rows)
    } catch let error as StoreError {
      return .failure(error)
    } catch {
      Issue.record("an error of another kind: \(error)")
      return .failure(.closed)
    }
  }

  @Test("After a crash at any moment between two groups every completed one is there")
  func crashPoints() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    for index in 0..<40 {
      // Some large enough that the journal is moved into the file on the way.
      let length = index % 8 == 7 ? 20_000 : 20
      try await store.append(
        group(firstBoard, from: UInt64(index) * 12 + 1, count: 12, length: length))
      if index % 10 == 9 {
        try await store.saveSnapshot(snapshot(firstBoard, at: UInt64(index) * 12))
      }
      // Behind the checkpoint, if there was one.
      _ = try store.contents()
      let copy = try Store.open(folder: fixture.copy(to: "crash-\(index)"))
      let contents = try copy.contents()
      #expect(contents.boards == [summary(firstBoard, UInt64(index) * 12 + 12)])
      #expect(contents.sessions == [record(acknowledged: UInt64(index) * 12 + 12)])
      let rows = try await copy.readAll(firstBoard, through: .max)
      let firsts = (0...UInt64(index)).map { $0 * 12 + 1 }
      #expect(rows.map(\.first) == firsts)
      try copy.close()
      try FileManager.default.removeItem(atPath: copy.folder)
    }
    try store.close()
  }

  @Test("A journal cut anywhere leaves whole groups from the first on")
  func cutJournal() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    for index in UInt64(0)..<6 {
      try await store.append(group(firstBoard, from: index * 3 + 1, count: 3))
    }
    let folder = try fixture.copy(to: "whole")
    try store.close()
    let database = try fixture.bytes(folder + "/board.db")
    let journal = try fixture.bytes(folder + "/board.db-wal")
    #expect(journal.count > 4_096 * 6)
    var seen: Set<Int> = []
    for cut in Array(stride(from: 0, to: journal.count, by: 1_021)) + [journal.count] {
      let folder = fixture.root + "/cut-\(cut)"
      try Folder.make(folder)
      try OpenFile(folder + "/board.db", .new).write(database, at: 0)
      try OpenFile(folder + "/board.db-wal", .new).write(Array(journal.prefix(cut)), at: 0)
      let found = try await rows(in: folder).get()
      let expected = (0..<UInt64(found.count)).map { row(firstBoard, from: $0 * 3 + 1, count: 3) }
      #expect(found == expected)
      seen.insert(found.count)
      try FileManager.default.removeItem(atPath: folder)
    }
    #expect(seen == Set(0...6))
  }

  @Test("Pages of zeros are reported, with what can be read", arguments: 1..<6)
  func zeroedPages(page: Int) async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 60)
    let file = try OpenFile(fixture.database, .existing)
    #expect(try file.size() > 4_096 * 8)
    try file.write([UInt8](repeating: 0, count: 4_096), at: 4_096 * page)
    let before = try fixture.bytes(fixture.database)
    guard case .failure(.damaged(let path, let report)) = await rows(in: fixture.folder) else {
      Issue.record("not reported")
      return
    }
    #expect(path == fixture.database)
    #expect(!report.faults.isEmpty)
    #expect(try fixture.bytes(fixture.database) == before)
  }

  @Test("A damaged row is found when its board is loaded, and a check says how far it can be read")
  func damagedRow() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 5)
    try alter(fixture, "UPDATE operations SET bytes = zeroblob(length(bytes)) WHERE first = 7")
    let store = try fixture.open()
    #expect(store.damagedBoards.map(\.fault) == ["edits 7 to 9 of board \"board 1\" are damaged"])
    let report = try await store.check()
    #expect(report.boards.map(\.readable) == [6])
    #expect(report.boards.map(\.rows) == [5])
    #expect(report.faults.count == 2)
    #expect(report.summary.contains("\"board 1\" up to edit 6 of 15"))
    let error = #expect(throws: StoreError.self) { try store.load(firstBoard) }
    #expect(
      error
        == .boardDamaged(
          path: fixture.database, board: firstBoard, fault: "edits 7 to 9 cannot be read"))
    // A coordinator that goes on writing would bury what is left.
    let after = await #expect(throws: StoreError.self) {
      try await store.append(group(firstBoard, from: 16, count: 1))
    }
    #expect(after == error)
    // Other boards have nothing to do with it.
    try await store.append(group(secondBoard, from: 1, count: 2))
    #expect(try store.load(secondBoard).rows.count == 1)
    try store.close()
  }

  @Test(
    "Of a row that cannot be read a purge leaves nothing, and a check goes on telling of it",
    .holds("PRG-016"))
  func purgedDamage() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 5)
    let word = "a-pasted-password"
    try alter(fixture, "UPDATE operations SET bytes = CAST('\(word)' AS BLOB) WHERE first = 7")
    let store = try fixture.open()
    var purge = group(firstBoard, from: 16, count: 1)
    purge.snapshots = [DeferredSnapshot(snapshot(firstBoard, at: 16))]
    purge.purges = [PurgeRecord(board: firstBoard, sequence: 16, target: .board)]
    try await store.append(purge)
    for name in try Folder.names(in: fixture.folder) where name != "lock" {
      let text = String(decoding: try fixture.bytes(fixture.folder + "/" + name), as: UTF8.self)
      #expect(!text.contains(word), "\(name)")
    }
    #expect(try await store.check().faults.count == 2)
    try store.close()
  }

  @Test("A missing row is found at the start")
  func missingRow() async throws {
    for first in [1, 7, 13] {
      let fixture = try Fixture()
      try await fixture.fill(groups: 5)
      try alter(fixture, "DELETE FROM operations WHERE first = \(first)")
      guard case .failure(.damaged(_, let report)) = await rows(in: fixture.folder) else {
        Issue.record("not reported")
        return
      }
      #expect(report.boards.map(\.readable) == [first == 13 ? 12 : UInt64(first) - 1])
    }
  }

  @Test("A damaged session is found at the start")
  func damagedSession() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 1)
    try alter(fixture, "UPDATE sessions SET checksum = checksum + 1")
    guard case .failure(.damaged(_, let report)) = await rows(in: fixture.folder) else {
      Issue.record("not reported")
      return
    }
    #expect(report.faults == ["what is known of a window is damaged"])
    #expect(report.boards.map(\.isWhole) == [true])
  }

  @Test("A damaged snapshot gives way to the one before it, and to the first operation")
  func damagedSnapshots() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 4)
    var store = try fixture.open()
    try await store.saveSnapshot(snapshot(firstBoard, at: 3))
    try await store.saveSnapshot(snapshot(firstBoard, at: 6))
    try store.close()
    try alter(fixture, "UPDATE snapshots SET bytes = x'00' WHERE sequence = 6")
    store = try fixture.open()
    var board = try store.load(firstBoard)
    #expect(board.snapshot == snapshot(firstBoard, at: 3))
    #expect(board.rows.map(\.first) == [4, 7, 10])
    #expect(board.skipped == [6])
    try store.close()
    try alter(fixture, "UPDATE snapshots SET bytes = x'00'")
    store = try fixture.open()
    board = try store.load(firstBoard)
    #expect(board.snapshot == nil)
    #expect(board.rows.count == 4)
    #expect(board.skipped == [6, 3])
    try store.close()
  }

  @Test("A newer format is refused with both numbers, and so is an older one")
  func otherFormat() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 1)
    for (version, known) in [(11, 12), (13, 12)] {
      try alter(fixture, "PRAGMA user_version = \(version)")
      let before = try fixture.bytes(fixture.database)
      let expected: StoreError =
        version < known
        ? .olderFormat(path: fixture.database, found: version, known: known)
        : .newerFormat(path: fixture.database, found: version, known: known)
      #expect(throws: expected) { _ = try fixture.open() }
      #expect(try fixture.bytes(fixture.database) == before)
    }
  }

  @Test("What is no store is refused and left alone")
  func otherFiles() throws {
    let fixture = try Fixture()
    try Folder.make(fixture.folder)
    let foreign = fixture.root + "/foreign.db"
    try DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE t (x)") }
    let contents = [
      Array("just text".utf8), [UInt8](repeating: 0, count: 4_096), try fixture.bytes(foreign),
    ]
    for bytes in contents {
      try OpenFile(fixture.database, .replace).write(bytes, at: 0)
      let error = #expect(throws: StoreError.self) { _ = try fixture.open() }
      guard case .notAStore = error else { Issue.record("\(String(describing: error))"); return }
      #expect(try fixture.bytes(fixture.database) == bytes)
    }
  }

  @Test("A store whose file was emptied or taken away is not made anew over its journal")
  func emptied() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    try await store.append(group(firstBoard, from: 1, count: 1))
    let copy = try fixture.copy(to: "copy")
    try store.close()
    let journal = try fixture.bytes(copy + "/board.db-wal")
    #expect(!journal.isEmpty)
    do { _ = try OpenFile(copy + "/board.db", .replace) }
    for _ in 0..<2 {
      guard case .failure(.damaged) = await rows(in: copy) else {
        Issue.record("not reported")
        return
      }
      #expect(try fixture.bytes(copy + "/board.db-wal") == journal)
      try Folder.remove(copy + "/board.db")
    }
  }

  @Test("What a crash left of a store in the making is in nobody's way")
  func interruptedCreation() throws {
    let fixture = try Fixture()
    try Folder.make(fixture.folder)
    try OpenFile(fixture.database + ".new", .new).write([1, 2, 3], at: 0)
    let store = try fixture.open()
    #expect(try store.contents().boards == [])
    try store.close()
    #expect(try Folder.names(in: fixture.folder) == ["board.db", "lock"])
  }

  @Test("A folder that cannot be one is named as the reason")
  func noFolder() throws {
    let fixture = try Fixture()
    let path = fixture.root + "/file"
    do { _ = try OpenFile(path, .new) }
    #expect(throws: StoreError.file(FileError("make", path, code: ENOTDIR))) {
      _ = try Store.open(folder: path)
    }
  }
}

/// Changes a closed store as no store does.
func alter(_ fixture: Fixture, _ sql: String) throws {
  let queue = try DatabaseQueue(path: fixture.database)
  try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  try queue.close()
}
