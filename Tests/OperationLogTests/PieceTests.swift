import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import OwnThread
import Synchronization
import Testing
import Wire

@testable import OperationLog

/// What a group waits for, and what it writes.
@Suite("The log's thread between two groups", .ownThread, .timeLimit(.minutes(2)))
struct PieceTests {
  @Test("A board of many bytes is loaded a piece at a time, and groups are appended between them")
  func loading() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let pieces = [[UInt8]](repeating: [UInt8](repeating: 7, count: 1 << 16), count: 40)
    try await store.append(group(firstBoard, from: 1, count: 1))
    try await store.saveSnapshot(of: firstBoard, at: 1, pieces)
    for sequence in UInt64(2)...30 {
      try await store.append(group(firstBoard, from: sequence, count: 1, length: 200_000))
    }
    var (snapshots, rows): ([Int], [UInt64]) = ([], [])
    try store.load(firstBoard) { piece in
      switch piece {
      case .snapshot(let snapshot): snapshots.append(snapshot.bytes.count)
      case .row(let row):
        rows.append(row.first)
        // A load that held on to the connection would wait here for itself.
        let next = UInt64(rows.count)
        let appended = blocking { done in
          store.append(group(secondBoard, from: next, count: 1), completion: done)
        }
        #expect(throws: Never.self) { try appended.get() }
      }
    }
    #expect(snapshots == [40 << 16])
    #expect(rows == Array(2...30))
    #expect(try store.contents().boards.map(\.sequence) == [30, 29])
    let longest = try await store.connection.writeWithoutTransaction { db in
      try Int.fetchOne(db, sql: "SELECT max(length(bytes)) FROM snapshots")
    }
    #expect(longest == StoreReading.bytesAtOnce)
    try store.close()
  }

  @Test("A group that comes while a large snapshot is read or saved does not wait for all of it")
  func order() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let pieces = [[UInt8]](repeating: [UInt8](repeating: 7, count: 1 << 20), count: 3)
    try await store.append(group(firstBoard, from: 1, count: 2))
    let order = Mutex<[String]>([])
    await withCheckedContinuation { continuation in
      store.saveSnapshot(of: firstBoard, at: 1, pieces) { _ in
        order.withLock { $0.append("saved") }
        continuation.resume()
      }
      store.append(group(firstBoard, from: 3, count: 1)) { _ in
        order.withLock { $0.append("appended while saving") }
      }
    }
    // The group comes when the first part is read, and then is before all that follow.
    let isFirst = Mutex(true)
    try await store.connection.writeWithoutTransaction { db in
      db.trace { event in
        guard case .statement(let statement) = event,
          statement.sql.contains("SELECT sequence, part"),
          isFirst.withLock({ first in
            defer { first = false }
            return first
          })
        else { return }
        store.append(group(firstBoard, from: 4, count: 1)) { _ in
          order.withLock { $0.append("appended while loading") }
        }
      }
    }
    try store.load(firstBoard) { piece in
      if case .snapshot = piece { order.withLock { $0.append("loaded") } }
    }
    #expect(
      order.withLock { $0 }
        == ["appended while saving", "saved", "appended while loading", "loaded"])
    try store.close()
  }

  @Test("Of a snapshot during which something is purged nothing stays")
  func purgedMeanwhile() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let word = Array("a-pasted-password".utf8)
    let pieces = [[UInt8]](repeating: word + [UInt8](repeating: 7, count: 1 << 20), count: 4)
    try await store.append(group(firstBoard, from: 1, count: 2))
    var purge = group(firstBoard, from: 3, count: 1)
    purge.snapshots = [DeferredSnapshot(snapshot(firstBoard, at: 3))]
    purge.purges = [PurgeRecord(board: firstBoard, sequence: 3, target: .board)]
    let last = purge
    await withCheckedContinuation { continuation in
      store.saveSnapshot(of: firstBoard, at: 2, pieces) { _ in continuation.resume() }
      store.append(last) { _ in }
    }
    #expect(try await store.check().boards.map(\.snapshots) == [[3]])
    for name in try Folder.names(in: fixture.folder) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/" + name))
      #expect(bytes.range(of: Data(word)) == nil, "\(name)")
    }
    try store.close()
  }

  @Test("A snapshot that is not whole is none, and goes with the next that is")
  func unfinished() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    try await store.append(group(firstBoard, from: 1, count: 9))
    let piece = [UInt8](repeating: 7, count: StoreReading.bytesAtOnce)
    for sequence in UInt64(1)...4 {
      try await store.saveSnapshot(of: firstBoard, at: sequence, [piece, piece, piece])
    }
    try await store.connection.writeWithoutTransaction { db in
      try db.execute(sql: "DELETE FROM snapshots WHERE sequence = 4 AND part = 2")
    }
    #expect(try store.load(firstBoard).snapshot?.sequence == 3)
    try await store.saveSnapshot(of: firstBoard, at: 5, [piece])
    // The steps that remove the older ones have their turn before this.
    var counts: [Int] = []
    repeat {
      counts = try await store.connection.writeWithoutTransaction { db in
        try Int.fetchAll(
          db, sql: "SELECT count(*) FROM snapshots GROUP BY sequence ORDER BY sequence")
      }
    } while counts.count > 2
    #expect(counts == [3, 1])
    #expect(try await store.check().boards.map(\.snapshots) == [[3, 5]])
    try store.close()
  }

  @Test("A row of more than one operation that is longer than what is read at once is refused")
  func longRow() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let length = StoreReading.bytesAtOnce
    let error = await #expect(throws: StoreError.self) {
      try await store.append(group(firstBoard, from: 1, count: 2, length: length / 2))
    }
    guard case .unfit = error else { Issue.record("\(String(describing: error))"); return }
    try await store.append(group(firstBoard, from: 1, count: 1, length: length))
    try store.close()
  }

  @Test("A group of edits is one statement in a transaction, and one page, on however many boards")
  func onePage() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let boards = (1...8).map { BoardID(high: 1, low: UInt64($0)) }
    func group(_ sequence: UInt64) -> CommitGroup {
      CommitGroup(
        operations: boards.map { encoded($0, from: sequence, count: 1) },
        summaries: boards.map { summary($0, sequence) })
    }
    for sequence in UInt64(1)...3 { try await store.append(group(sequence)) }
    let statements = Mutex<[String]>([])
    try await store.connection.writeWithoutTransaction { db in
      db.trace { event in
        guard case .statement(let statement) = event else { return }
        statements.withLock { $0.append(String(statement.sql.prefix(22))) }
      }
    }
    func journal() throws -> Int { try Folder.size(of: fixture.database + "-wal") ?? 0 }
    let before = try journal()
    for sequence in UInt64(4)...23 { try await store.append(group(sequence)) }
    let frames = (try journal() - before) / 4_120
    // What rows take: a page that is full is written once more, with its neighbour, the page above
    // both and the first page of the file.
    let full = 20 * 8 * (group(1).operations[0].row.bytes.count + 4 + 32 + 48) / 4_096 + 1
    #expect(frames >= 20 && frames <= 20 + full * 3, "\(frames)")
    let each =
      ["BEGIN IMMEDIATE"] + [String](repeating: "INSERT INTO operations", count: 8) + ["COMMIT"]
    #expect(statements.withLock { $0 } == Array([[String]](repeating: each, count: 20).joined()))
    try store.close()
  }

  @Test("The index of rows follows with later groups, and reads do not show how far it is")
  func index() async throws {
    let fixture = try Fixture()
    var store = try fixture.open()
    let count = UInt64(LogTail.limit * 2 + 10)
    for sequence in 1...count {
      try await store.append(group(firstBoard, from: sequence, count: 1))
    }
    let placed = try await store.connection.writeWithoutTransaction { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM places")
    }
    #expect(placed == LogTail.limit * 2)
    let crashed = try fixture.copy(to: "crashed")
    for folder in [fixture.folder, crashed] {
      #expect(try await store.readAll(firstBoard, through: .max).map(\.first) == Array(1...count))
      #expect(try await store.read(firstBoard, from: count, through: count).map(\.first) == [count])
      #expect(try store.contents().boards == [summary(firstBoard, count)])
      #expect(try await store.check().isSound)
      try store.close()
      store = try Store.open(folder: folder == crashed ? fixture.folder : crashed)
    }
    try store.close()
  }
}

extension Store {
  fileprivate func saveSnapshot(
    of board: BoardID, at sequence: UInt64, _ pieces: [[UInt8]]
  ) async throws {
    try await withCheckedContinuation { continuation in
      saveSnapshot(of: board, at: sequence, pieces) { continuation.resume(returning: $0) }
    }.get()
  }
}
