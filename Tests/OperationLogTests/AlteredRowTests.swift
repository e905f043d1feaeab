import BoardModel
import Foundation
import GRDB
import LogRecords
import OwnThread
import Testing
import Wire

@testable import OperationLog

/// A row that is gone, or altered, in a store whose pages are as SQLite wants them.
@Suite("A store with a row that is gone or altered", .ownThread, .timeLimit(.minutes(2)))
struct AlteredRowTests {
  @Test(
    "A row that is gone from any table is noticed at the start, and so is one that is altered",
    arguments: [
      (
        "meta", "name = 'cluster'",
        "what is known of the store itself has 1 records, and there were 2"
      ),
      ("meta", "name = 'inventory'", "the number of rows of the tables is missing"),
      ("boards", "number = 4", "what is known of boards has 3 records, and there were 4"),
      (
        "titles", "board = 2", "the title that is listed of board \(FullStore.boards[1]) is damaged"
      ),
      (
        "members", "board = 1 AND user = 'ben'",
        "what is known of members of boards has 7 records, and there were 8"
      ),
      ("users", "user = 'user1'", "what is known of users has 3 records, and there were 4"),
      ("devices", "user = 'user1'", "what is known of devices has 3 records, and there were 4"),
      (
        "invitations", "id = (SELECT min(id) FROM invitations)",
        "what is known of invitations has 3 records, and there were 4"
      ),
      (
        "audit", "number = 2",
        "what is known of what happened (boardd audit) has 3 records, and there were 4"
      ),
      (
        "sessions", "id = (SELECT min(id) FROM sessions)",
        "what is known of windows has 3 records, and there were 4"
      ),
      ("operations", "number = 6", "the log goes from row 5 to row 7"),
      ("operations", "number = 2", "the log goes from row 1 to row 3"),
      ("operations", "number = 16", "the end of the log is gone: it had 16 rows, and has 15"),
      ("places", "row = 6", "the log has 16 of the 15 rows that its index has"),
    ])
  func missingRows(table: String, place: String, fault: String) async throws {
    let fixture = try Fixture()
    let store = try Store.open(folder: fixture.folder, cluster: "team")
    try await FullStore.write(store)
    try store.close()
    try alter(fixture, "DELETE FROM \(table) WHERE \(place)")
    let error = #expect(throws: StoreError.self) { _ = try fixture.open() }
    guard case .damaged(_, let report) = error else { Issue.record("not reported"); return }
    #expect(report.faults.contains(fault), "\(report.faults)")
    // Also where not every row is read, but for one amid the log: whoever reads its board finds that.
    let isAmid = table == "operations" && place != "number = 16"
    do {
      let store = try Store.open(
        folder: fixture.folder, by: DatabaseAccess(alwaysCheckedBytes: 0))
      defer { try? store.close() }
      #expect(isAmid)
      #expect(try await store.readings().refused.count == 1)
    } catch StoreError.damaged {
      #expect(!isAmid)
    }
  }

  @Test(
    "A row that is altered is noticed at the start, in any table that is read whole",
    arguments: [
      (
        "UPDATE meta SET value = x'00' WHERE name = 'cluster'",
        "what the store knows of itself is damaged"
      ),
      (
        "UPDATE boards SET archived = 1 WHERE number = 3",
        "what is listed of board \(FullStore.boards[2]) is damaged"
      ),
      (
        "UPDATE titles SET title = 'other' WHERE board = 3",
        "the title that is listed of board \(FullStore.boards[2]) is damaged"
      ),
      (
        "UPDATE members SET role = 1 WHERE board = 1 AND user = 'ben'",
        "what is listed of the members of board \(FullStore.boards[0]) is damaged"
      ),
      ("UPDATE users SET name = 'Bert' WHERE user = 'user1'", "what is known of a user is damaged"),
      (
        "UPDATE devices SET bytes = x'00' WHERE user = 'user1'",
        "what is known of a device is damaged"
      ),
      ("UPDATE invitations SET bytes = x'00'", "what is known of an invitation is damaged"),
      (
        "UPDATE audit SET bytes = x'00'", "what is known of what happened (boardd audit) is damaged"
      ),
      ("UPDATE sessions SET bytes = x'00'", "what is known of a window is damaged"),
    ])
  func alteredRows(change: String, fault: String) async throws {
    let fixture = try Fixture()
    let store = try Store.open(folder: fixture.folder, cluster: "team")
    try await FullStore.write(store)
    try store.close()
    try alter(fixture, change)
    let error = #expect(throws: StoreError.self) { _ = try fixture.open() }
    guard case .damaged(_, let report) = error else { Issue.record("not reported"); return }
    #expect(report.faults.contains(fault), "\(report.faults)")
  }

  @Test("A device's record that is as it once was is noticed: a revocation does not get lost")
  func earlierRecord() async throws {
    let fixture = try Fixture()
    try await FullStore.make(fixture)
    // As a page that was not written leaves it: whole, and with its checksum.
    let old = FullStore.device(1).stored
    let queue = try DatabaseQueue(path: fixture.database)
    try await queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "UPDATE devices SET bytes = ?, checksum = ? WHERE user = 'user1'",
        arguments: [Data(old), Checksum.of(old)])
    }
    try queue.close()
    let error = #expect(throws: StoreError.self) { _ = try fixture.open() }
    guard case .damaged(_, let report) = error else { Issue.record("not reported"); return }
    #expect(report.faults == ["what is known of devices is not what was written"])
  }
}
