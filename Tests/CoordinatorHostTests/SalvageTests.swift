import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import OperationLog
import OwnThread
import Statements
import Testing
import Wire

@testable import Coordination
@testable import CoordinatorHost

/// What is made of a damaged store.
@Suite("Salvaging", .ownThread, .timeLimit(.minutes(3)))
struct SalvageTests {
  /// Opens what was salvaged, and reads it.
  private func open<Value>(
    _ boards: DamagedBoards, _ body: (Store, StoreContents) throws -> Value
  ) throws -> Value {
    let store = try Store.open(folder: boards.target, cluster: "team")
    defer { try? store.close() }
    return try body(store, store.contents())
  }

  @Test(
    "Of a store that is whole everything is kept, under another incarnation, and to be confirmed")
  func whole() async throws {
    let boards = try await DamagedBoards()
    let report = try boards.salvage()
    #expect(report.isComplete, "\(report)")
    #expect(report.boards == 2 && report.wholeBoards == 2)
    #expect(report.devices == 2 && report.revoked == 1)
    try open(boards) { store, contents in
      let before = boards.contents
      #expect(contents.incarnation != before.incarnation)
      #expect(contents.boards == before.boards)
      #expect(contents.members == before.members)
      #expect(contents.sessions == before.sessions)
      #expect(contents.users == before.users)
      #expect(contents.access.devices == before.access.devices)
      #expect(contents.access.invitations.isEmpty)
      #expect(contents.access.unconfirmedSince == 50_000)
      for (id, rows) in boards.rows {
        #expect(try store.rows(of: id) == rows)
        #expect(try store.restored(id).digest == boards.digests[id])
      }
      let audit = try StoreMaintenance.wait { store.audit(after: 0, completion: $0) }
      #expect(audit.records.map(\.record.detail) == ["lost on a train"])
    }
    for (name, bytes) in boards.files { #expect(try boards.bytes(name) == bytes) }
  }

  @Test("A board is cut where an edit cannot be read, and its windows begin anew; others stay")
  func cut() async throws {
    let boards = try await DamagedBoards()
    try boards.damage("card 9 of 1")
    let report = try boards.salvage()
    #expect(
      report.losses == [
        "board \"Board 1\" (\(DamagedBoards.first)): edits 9 to 12 are left out: 9 to 10 cannot be "
          + "read, and what follows builds on that",
        "windows of boards that are not whole are not kept (1): each begins anew, and offers again what "
          + "it had not sent",
      ])
    try open(boards) { store, contents in
      #expect(contents.boards.map(\.sequence) == [8, 12])
      #expect(contents.sessions.map(\.board) == [DamagedBoards.second])
      // What is made there begins above what was ordered there.
      #expect(
        contents.forgottenEpochs.first { $0.board == DamagedBoards.first }?.epoch == 3)
      let kept = try store.rows(of: DamagedBoards.first)
      #expect(kept == Array(boards.rows[DamagedBoards.first]?.prefix(4) ?? []))
      #expect(try store.restored(DamagedBoards.first).sequence == 8)
      #expect(
        try store.restored(DamagedBoards.second).digest == boards.digests[DamagedBoards.second])
    }
  }

  @Test(
    "Where a snapshot has what an edit did that cannot be read, the board stays as it is",
    .holds("PRG-023"))
  func bridged() async throws {
    let boards = try await DamagedBoards()
    try boards.damage("card 3 of 1", last: true)
    let report = try boards.salvage()
    #expect(
      report.losses == [
        "board \"Board 1\" (\(DamagedBoards.first)): what the edits 3 to 4 came to is kept, but who "
          + "made them, when, and what stood there before cannot be read"
      ])
    try open(boards) { store, contents in
      #expect(contents.boards == boards.contents.boards)
      #expect(contents.sessions == boards.contents.sessions)
      #expect(try store.restored(DamagedBoards.first).digest == boards.digests[DamagedBoards.first])
      let operations = try store.rows(of: DamagedBoards.first).flatMap { row in
        var reader = ByteReader(row.bytes)
        return try reader.committedList()
      }
      #expect(operations.map(\.sequence) == Array(1...12))
      #expect(operations.filter(\.isPurged).map(\.sequence) == [3, 4])
      #expect(Set(operations.map(\.id)).count == 12)
      #expect(operations.map(\.time) == operations.map(\.time).sorted())
    }
  }

  @Test("A board of which neither the first edits nor a snapshot can be read is named, others stay")
  func unreadable() async throws {
    let boards = try await DamagedBoards()
    try boards.damage { bytes in
      let data = Data(bytes)
      var from = data.startIndex
      // The list of boards has the title too.
      while let place = data.range(of: Data("Board 2".utf8), in: from..<data.endIndex) {
        bytes[place.lowerBound] ^= 1
        from = place.upperBound
      }
    }
    let report = try boards.salvage()
    #expect(
      report.losses.first
        == "board \(DamagedBoards.second): nothing of its 12 edits can be kept, as neither the first "
        + "ones nor a snapshot can be read")
    try open(boards) { _, contents in
      #expect(contents.boards.map(\.id) == [DamagedBoards.first])
      #expect(contents.sessions.map(\.board) == [DamagedBoards.first])
    }
  }

  /// The page, counted from 1, with which a table or an index of the store begins.
  private func root(_ name: String, of boards: DamagedBoards) throws -> Int {
    let connection = try DatabaseQueue(path: boards.folder + "/board.db")
    defer { try? connection.close() }
    return try #require(
      try connection.read { db in
        try Int.fetchOne(
          db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [name])
      })
  }

  /// Puts something else in the place of pages.
  private func overwrite(_ names: [String], of boards: DamagedBoards) throws {
    let roots = try names.map { try root($0, of: boards) }
    try boards.damage { bytes in
      for root in roots {
        for offset in ((root - 1) * 4_096)..<(root * 4_096) { bytes[offset] = UInt8(offset % 251) }
      }
    }
  }

  @Test(
    "A board whose identifier is gone with the list of boards is named by all that is left of it")
  func unlisted() async throws {
    let boards = try await DamagedBoards(third: true)
    try overwrite(["boards", "sqlite_autoindex_boards_1"], of: boards)
    let report = try boards.salvage()
    #expect(report.boards == 2 && report.wholeBoards == 2 && report.foundBoards == 3)
    #expect(
      report.losses == [
        "board \"Board 3\", of which 12 edits and members dora are known, is left out as a whole, as its "
          + "identifier cannot be read"
      ])
    try open(boards) { _, contents in
      #expect(contents.boards.map(\.id) == [DamagedBoards.first, DamagedBoards.second])
    }
  }

  @Test("Where neither boards nor their number can be read, that is said too")
  func uncounted() async throws {
    let boards = try await DamagedBoards(third: true)
    try overwrite(["boards", "sqlite_autoindex_boards_1", "meta", "titles"], of: boards)
    let report = try boards.salvage()
    #expect(report.foundBoards == 3)
    #expect(report.losses.count == 2, "\(report.losses)")
    #expect(
      report.losses.first
        == "board number 3, of which 12 edits and members dora are known, is left out as a whole, "
        + "as its identifier cannot be read")
    #expect(
      report.losses.last
        == "how many boards, windows, users, devices and records of the audit there were cannot be read: "
        + "any of them may be missing")
  }

  @Test("A board of which only the list's index or a number is left is counted")
  func silent() async throws {
    let boards = try await DamagedBoards(third: true)
    try overwriteAll(but: ["meta", "sqlite_autoindex_boards_1"], of: boards)
    let report = try boards.salvage()
    #expect(report.foundBoards == 3 && report.boards == 0)
    for id in [DamagedBoards.first, DamagedBoards.second, DamagedBoards.third] {
      #expect(report.losses.contains { $0.contains("(\(id)), is left out") }, "\(report.losses)")
    }
    try overwriteAll(but: ["meta"], of: boards)
    let less = try boards.salvage()
    #expect(less.foundBoards == 3)
    #expect(
      less.losses.first == "of 3 more boards nothing is known but that they were there",
      "\(less.losses)")
  }

  /// Puts something else in the place of all pages but the first and those with which these begin.
  private func overwriteAll(but names: [String], of boards: DamagedBoards) throws {
    let kept = Set(try names.map { try root($0, of: boards) } + [1])
    try boards.damage { bytes in
      for page in 1...(bytes.count / 4_096) where !kept.contains(page) {
        for offset in ((page - 1) * 4_096)..<(page * 4_096) { bytes[offset] = UInt8(offset % 251) }
      }
    }
  }

  @Test("Nothing is written over, and a store that is in use is left to its coordinator")
  func refused() async throws {
    let boards = try await DamagedBoards()
    try Folder.make(boards.target)
    do { _ = try OpenFile(boards.target + "/something", .new) }
    #expect(throws: StoreError.file(FileError("make", boards.target, code: 17))) {
      try boards.salvage()
    }
    #expect(try Folder.names(in: boards.target) == ["something"])
    try Folder.remove(boards.target + "/something")
    let store = try Store.open(folder: boards.folder)
    #expect(throws: StoreError.self) { try boards.salvage() }
    try store.close()
    #expect(try Folder.names(in: boards.root).sorted() == ["salvaged", "store"])
    #expect(try boards.salvage().isComplete)
  }
}
