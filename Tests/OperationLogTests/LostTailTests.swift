import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import OwnThread
import SampleHistory
import Testing
import Wire

@testable import OperationLog

/// A log that ends earlier than it did, though everything in it is whole.
@Suite("A log that lost its end", .ownThread, .timeLimit(.minutes(1)))
struct LostTailTests {
  /// Takes the last row away, of three operations as all are, so that no table speaks of it.
  private func shorten(_ path: String, to rows: Int64) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "DELETE FROM operations WHERE number > \(rows); DELETE FROM places WHERE row > \(rows)"
      )
      try StoreMeta.change(db) { inventory in
        try StoreBoards.change(1, &inventory, db) { $0.sequence = UInt64(rows) * 3 }
      }
    }
    try queue.close()
  }

  /// Opens a store and has it checked, as `boardd check` does.
  /// - Returns: the faults; none where the store is served.
  private func faults(in folder: String) async throws -> [String] {
    do {
      let store = try Store.open(folder: folder)
      let report = try await store.check()
      try store.close()
      return report.faults
    } catch StoreError.damaged(_, let report) {
      return report.faults
    }
  }

  /// Appends groups of three operations each, and copies the folder as a crash leaves it.
  private func crash(
    _ fixture: Fixture, after groups: UInt64, as name: String
  ) async throws -> String {
    let store = try fixture.open()
    for index in 0..<groups {
      try await store.append(group(firstBoard, from: index * 3 + 1, count: 3))
    }
    // Comes behind what is noted of the last group.
    _ = try store.contents()
    let copy = try fixture.copy(to: name)
    try store.close()
    return copy
  }

  @Test("A row that is gone from the end is noticed, though all tables agree without it")
  func missingRow() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 5)
    try shorten(fixture.database, to: 4)
    #expect(
      try await faults(in: fixture.folder)
        == ["the end of the log is gone: it had 5 rows, and has 4"])
  }

  @Test("A row that is gone from a store in use is noticed by a check of its copy")
  func missingInUse() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    for index in UInt64(0)..<3 {
      try await store.append(group(firstBoard, from: index * 3 + 1, count: 3))
    }
    _ = try store.contents()
    let copy = try CopyFolder(of: fixture.folder, in: fixture.root + "/copy")
    try await store.copy(into: CopyFile(copy.path))
    #expect(copy.check().isSound)
    try shorten(copy.path, to: 2)
    #expect(copy.check().faults == ["the end of the log is gone: it had 3 rows, and has 2"])
    #expect(throws: StoreError.self) { try copy.publish() }
    try store.close()
  }

  @Test("A journal that is cut off between two groups, or gone, is noticed")
  func cutJournal() async throws {
    let fixture = try Fixture()
    let whole = try await crash(fixture, after: 4, as: "whole")
    let journal = try fixture.bytes(whole + "/board.db-wal")
    // Most groups are more than one frame, as the session is written too.
    #expect(journal.count > 4 * 4_120)
    var found: Set<String> = []
    for cut in Array(stride(from: 32, to: journal.count, by: 4_120)) + [0] {
      let folder = fixture.root + "/cut-\(cut)"
      try Folder.make(folder)
      for name in ["/board.db", "/witness"] {
        try OpenFile(folder + name, .new).write(fixture.bytes(whole + name), at: 0)
      }
      try OpenFile(folder + "/board.db-wal", .new).write(Array(journal.prefix(cut)), at: 0)
      let faults = try await faults(in: folder)
      #expect(faults.count == 1, "cut at \(cut)")
      found.formUnion(faults)
    }
    #expect(
      found
        == Set((0..<4).map { "the end of the log is gone: it had 4 rows, and has \($0)" }))
    #expect(try await faults(in: whole) == [])
  }

  @Test("A journal that lost a change which is no edit is noticed: a revocation does not get lost")
  func lostRevocation() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    try await store.append(group(firstBoard, from: 1, count: 3))
    let before = try fixture.bytes(fixture.database + "-wal").count
    var revoked = CommitGroup()
    revoked.access.devices = [FullStore.device(1, revoked: 7)]
    try await store.append(revoked)
    _ = try store.contents()
    let copy = try fixture.copy(to: "cut")
    try store.close()
    let journal = try fixture.bytes(copy + "/board.db-wal")
    #expect(journal.count > before)
    try OpenFile(copy + "/board.db-wal", .replace).write(Array(journal.prefix(before)), at: 0)
    #expect(
      try await faults(in: copy)
        == ["the last 1 changes of what is known of windows, users and devices are gone"])
  }

  @Test("A witness that lags behind, is of another store, or is none, says nothing against a log")
  func otherWitness() async throws {
    let fixture = try Fixture()
    let earlier = try await fixture.bytes(crash(fixture, after: 2, as: "earlier") + "/witness")
    let store = try fixture.open()
    try await store.append(group(firstBoard, from: 7, count: 3))
    try store.close()
    let path = fixture.folder + "/witness"
    let longer = LogEnd(number: 99, link: 7)
    let foreign = Witness.Record(longer, changes: 9, of: IncarnationID(high: 9, low: 9)).bytes
    for bytes in [earlier, foreign, Array(foreign.dropLast()), []] {
      try OpenFile(path, .replace).write(bytes, at: 0)
      #expect(try await faults(in: fixture.folder) == [])
    }
    try Folder.remove(path)
    #expect(try await faults(in: fixture.folder) == [])
  }

  @Test("A row in another's place is noticed by those beside it, also at the end")
  func replacedRow() async throws {
    for (number, expected) in [
      (2, "row 3 of the log does not follow the one before it"),
      (3, "row 3 of the log is another than was written"),
    ] {
      let fixture = try Fixture()
      try await fixture.fill(groups: 3)
      let other = encoded(firstBoard, from: UInt64(number) * 3 - 2, count: 3, length: 30)
      try await replace(number, with: other, fixture, forging: true)
      #expect(try await faults(in: fixture.folder) == [expected])
    }
  }

  @Test("A row whose operations are others than its link says is noticed by the whole check")
  func otherOperations() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 3)
    try await replace(2, with: encoded(firstBoard, from: 4, count: 3, length: 30), fixture)
    #expect(
      try await faults(in: fixture.folder)
        == ["edits 4 to 6 of board \"board 1\" are others than were committed"])
  }

  /// Puts another row in the place of one, with a checksum that fits.
  /// - Parameter forging: also with a link that fits.
  private func replace(
    _ number: Int, with other: EncodedRow, _ fixture: Fixture, forging: Bool = false
  ) async throws {
    let salts = [UInt8](repeating: 1, count: other.operations.count * SaltedRow.saltSize)
    let stored = SaltedRow(other, salts: salts).stored
    let checksum = Checksum.of(other.row, stored: stored)
    let hashes = SaltedRow.hashes(of: other, salts: salts, by: SHA256.hash)
    let link = Checksum.link(
      board: other.board, first: other.first, last: other.last, hashes: hashes)
    let queue = try DatabaseQueue(path: fixture.database)
    try await queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "UPDATE operations SET bytes = ?, checksum = ? WHERE number = ?",
        arguments: [Data(stored), checksum, number])
      guard forging else { return }
      try db.execute(
        sql: "UPDATE operations SET link = ? WHERE number = ?", arguments: [link, number])
    }
    try queue.close()
  }

  @Test("A purge leaves the chain as it is, and a crash right behind it loses nothing")
  func purge() async throws {
    let fixture = try Fixture()
    let card = CardID(high: 4, low: 4)
    func committed(_ sequence: UInt64, _ intent: Intent) -> CommittedOperation {
      CommittedOperation(
        sequence: sequence, time: 1_000 + sequence, author: Author(user: "ann", device: "desk"),
        operation: Operation(
          id: OperationID(session: session, epoch: 1, counter: sequence), base: 0, queued: false,
          intent: intent), outcome: .applied)
    }
    func group(_ operation: CommittedOperation) -> CommitGroup {
      CommitGroup(
        operations: [EncodedRow(firstBoard, [operation])],
        summaries: [summary(firstBoard, operation.sequence)],
        purges: [PurgeRecord(operation, on: firstBoard)].compactMap(\.self))
    }
    let store = try fixture.open()
    // The second row and the last one before the purge are rewritten by it.
    for (sequence, title) in [(1, nil), (2, "x"), (3, nil), (4, "y")] as [(UInt64, String?)] {
      let intent = title.map { Intent.cardRetitle(card, title: $0) } ?? .boardRename(title: "A")
      try await store.append(group(committed(sequence, intent)))
    }
    var purge = group(committed(5, .purge(.card(card))))
    purge.snapshots = [DeferredSnapshot(snapshot(firstBoard, at: 5))]
    let chain = try await store.chain()
    let (folder, crashed, last) = (fixture.folder, fixture.root + "/crashed", purge)
    try await withCheckedThrowingContinuation { continuation in
      // On the log's thread: what is noted of the group comes after it.
      store.append(last) { result in
        continuation.resume(
          with: Result {
            try result.get()
            try Fixture.copy(folder, to: crashed)
          })
      }
    }
    // Noted before the purge, and as true behind it.
    #expect(Witness.record(in: crashed)?.row == 4)
    let kept = try await store.chain()
    #expect(kept.prefix(4) == chain[...])
    #expect(try await faults(in: crashed) == [])
    #expect(try await store.check().faults == [])
    try store.close()
    #expect(try await faults(in: fixture.folder) == [])
  }
}

extension Store {
  /// The links of all rows.
  fileprivate func chain() async throws -> [Int64] {
    try await connection.writeWithoutTransaction { db in
      try Int64.fetchAll(db, sql: "SELECT link FROM operations ORDER BY number")
    }
  }
}
