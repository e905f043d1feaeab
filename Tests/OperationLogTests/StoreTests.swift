import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import OwnThread
import Statements
import Synchronization
import Testing
import Wire

@testable import OperationLog

@Suite("The operation log", .ownThread, .timeLimit(.minutes(1)))
struct StoreTests {
  @Test("A new store is empty, this user's alone, and keeps its incarnation", .holds("HSK-010"))
  func creation() throws {
    let fixture = try Fixture()
    let incarnation = IncarnationID(high: 4, low: 5)
    let store = try Store.open(folder: fixture.folder, newIncarnation: incarnation)
    #expect(
      try store.contents() == StoreContents(incarnation: incarnation, boards: [], sessions: []))
    try store.close()
    #expect(try Folder.names(in: fixture.folder) == ["board.db", "lock"])
    for (path, mode) in [
      (fixture.folder, 0o700), (fixture.database, 0o600), (fixture.folder + "/lock", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    let again = try fixture.open()
    #expect(try again.contents().incarnation == incarnation)
    try again.close()
  }

  @Test("The journal is this user's alone")
  func journalMode() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    try await store.append(group(firstBoard, from: 1, count: 1))
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.database + "-wal")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try store.close()
  }

  @Test(
    "A journal that a crash left behind is emptied when the store is opened", .holds("PRG-016"))
  func leftJournal() async throws {
    let (fixture, crashed) = (try Fixture(), try Fixture())
    let store = try fixture.open()
    try await store.append(group(firstBoard, from: 1, count: 3))
    try FileManager.default.createDirectory(
      atPath: crashed.folder, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: fixture.database + suffix, toPath: crashed.database + suffix)
    }
    let journal = crashed.database + "-wal"
    #expect(try Folder.size(of: journal) ?? 0 > 0)
    let again = try crashed.open()
    #expect(try Folder.size(of: journal) ?? 0 == 0)
    #expect(try again.contents().boards.map(\.sequence) == [3])
    for one in [store, again] { try one.close() }
  }

  @Test("Users stay, each as they said last that they want to be called")
  func users() async throws {
    let fixture = try Fixture()
    var store = try fixture.open()
    let names = [("ben", ""), ("ann", "Ann"), ("ben", "Ben ☃"), ("cy", "Cy"), ("cy", "")]
    for (user, name) in names {
      try await store.append(CommitGroup(users: [UserRecord(user: user, name: name)]))
    }
    try store.close()
    store = try fixture.open()
    let kept = try store.contents().users
    #expect(
      kept == [
        UserRecord(user: "ann", name: "Ann"), UserRecord(user: "ben", name: "Ben ☃"),
        UserRecord(user: "cy", name: ""),
      ])
    try store.close()
  }

  @Test(
    "The highest epoch of a board's forgotten sessions is kept, and never goes down",
    .holds("SES-024"))
  func forgottenEpochs() async throws {
    let fixture = try Fixture()
    var store = try fixture.open()
    try await store.append(
      CommitGroup(
        operations: [
          encoded(firstBoard, from: 1, count: 1), encoded(secondBoard, from: 1, count: 1),
        ],
        summaries: [summary(firstBoard, 1), summary(secondBoard, 1)]))
    #expect(try store.contents().forgottenEpochs == [])
    for (first, second) in [(5, nil), (3, .max), (4, 2)] as [(UInt32, UInt32?)] {
      var numbers = [ForgottenEpoch(board: firstBoard, epoch: first)]
      if let second { numbers.append(ForgottenEpoch(board: secondBoard, epoch: second)) }
      try await store.append(CommitGroup(forgottenEpochs: numbers))
      try store.close()
      store = try fixture.open()
      #expect(try store.contents().forgottenEpochs.first?.epoch == 5)
    }
    #expect(
      try store.contents().forgottenEpochs == [
        ForgottenEpoch(board: firstBoard, epoch: 5),
        ForgottenEpoch(board: secondBoard, epoch: .max),
      ])
    try store.close()
  }

  @Test("What was appended is there when the store is opened again")
  func appending() async throws {
    let fixture = try Fixture()
    var store = try fixture.open()
    try await store.append(
      CommitGroup(
        operations: [
          encoded(firstBoard, from: 1, count: 2), encoded(secondBoard, from: 1, count: 1),
        ],
        summaries: [summary(firstBoard, 2), summary(secondBoard, 1)],
        sessions: [record(acknowledged: 1), record(SessionID(high: 8, low: 8), acknowledged: 0)]))
    try await store.append(
      CommitGroup(
        operations: [encoded(firstBoard, from: 3, count: 4)], summaries: [summary(firstBoard, 6)],
        sessions: [record(acknowledged: 2)], removedSessions: [SessionID(high: 8, low: 8)]))
    for _ in 0..<2 {
      let contents = try store.contents()
      #expect(contents.boards == [summary(firstBoard, 6), summary(secondBoard, 1)])
      #expect(contents.sessions == [record(acknowledged: 2)])
      let board = try store.load(firstBoard)
      #expect(
        board.rows == [row(firstBoard, from: 1, count: 2), row(firstBoard, from: 3, count: 4)])
      #expect(board.snapshot == nil)
      #expect(try store.load(secondBoard).rows == [row(secondBoard, from: 1, count: 1)])
      try store.close()
      store = try fixture.open()
    }
    try store.close()
  }

  @Test("What is read at once is bounded in bytes, but never nothing", arguments: [0, 1])
  func readsAtOnce(spare: Int) async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    // Four such rows are as much as is read at once.
    let size = StoreReading.bytesAtOnce / 4
    let short = row(firstBoard, from: 1, count: 1, length: 60_000).bytes.count
    let length = 60_000 + size - short + spare
    for number in 1...6 as ClosedRange<UInt64> {
      try await store.append(group(firstBoard, from: number, count: 1, length: length))
    }
    let long = StoreReading.bytesAtOnce / 5 - 200
    try await store.append(group(firstBoard, from: 7, count: 5, length: long))
    let rows = try await store.read(firstBoard, from: 1, through: 11)
    #expect(rows.map(\.first) == (spare == 0 ? [1, 2, 3, 4] : [1, 2, 3]))
    #expect(rows.allSatisfy { $0.bytes.count == size + spare })
    #expect(try await store.read(firstBoard, from: 5, through: 11).map(\.last) == [5, 6])
    #expect(try await store.read(firstBoard, from: 8, through: 9).map(\.first) == [7])
    #expect(try store.load(firstBoard).rows.count == 7)
    try store.close()
  }

  @Test("Roles are kept by the group that gives or takes them, also of boards that nobody loads")
  func members() async throws {
    let fixture = try Fixture()
    var store = try fixture.open()
    func role(_ board: BoardID, _ user: String, _ role: Role?) -> MemberRecord {
      MemberRecord(board: board, user: user, role: role)
    }
    var first = group(firstBoard, from: 1, count: 1)
    first.members = [role(firstBoard, "ann", .owner), role(firstBoard, "ben", .viewer)]
    try await store.append(first)
    var second = group(secondBoard, from: 1, count: 1)
    second.members = [role(secondBoard, "", .editor), role(firstBoard, "ben", .commenter)]
    try await store.append(second)
    // A group that is refused leaves the roles as they are.
    var gap = group(firstBoard, from: 9, count: 1)
    gap.members = [role(firstBoard, "zoe", .owner)]
    await #expect(throws: StoreError.self) { try await store.append(gap) }
    for _ in 0..<2 {
      #expect(
        try store.contents().members == [
          role(firstBoard, "ann", .owner), role(firstBoard, "ben", .commenter),
          role(secondBoard, "", .editor),
        ])
      try store.close()
      store = try fixture.open()
    }
    var third = group(firstBoard, from: 2, count: 1)
    third.members = [role(firstBoard, "ben", nil), role(firstBoard, "cid", .viewer)]
    try await store.append(third)
    #expect(
      try store.contents().members == [
        role(firstBoard, "ann", .owner), role(firstBoard, "cid", .viewer),
        role(secondBoard, "", .editor),
      ])
    try store.close()
  }

  @Test("A session may change without an operation")
  func sessionsAlone() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    try await store.append(CommitGroup(sessions: [record(acknowledged: 9)]))
    #expect(try store.contents().sessions == [record(acknowledged: 9)])
    try await store.append(CommitGroup(removedSessions: [session]))
    #expect(try store.contents().sessions == [])
    try store.close()
  }

  @Test(
    "A read answers with the rows that hold a part of what is asked for",
    arguments: [
      (1, 1, [1]), (3, 3, [1]), (4, 4, [4]), (3, 4, [1, 4]), (5, 8, [4, 7]), (1, .max, [1, 4, 7]),
      (9, 20, [7]), (10, 20, []),
    ] as [(UInt64, UInt64, [UInt64])])
  func reading(from: UInt64, through: UInt64, firsts: [UInt64]) async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 3)
    try await fixture.fillMore()
    let store = try fixture.open()
    let rows = try await store.read(firstBoard, from: from, through: through)
    #expect(rows == firsts.map { row(firstBoard, from: $0, count: 3) })
    try store.close()
  }

  @Test("A board the store does not have is not empty but unknown")
  func unknownBoard() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    #expect(throws: StoreError.boardUnknown(firstBoard)) { try store.load(firstBoard) }
    await #expect(throws: StoreError.boardUnknown(firstBoard)) {
      try await store.read(firstBoard, from: 1, through: 2)
    }
    await #expect(throws: StoreError.boardUnknown(firstBoard)) {
      try await store.saveSnapshot(snapshot(firstBoard, at: 0))
    }
    try store.close()
  }

  @Test(
    "A group that does not continue its board is refused and leaves nothing behind",
    arguments: [1, 3, 5] as [UInt64])
  func gaps(first: UInt64) async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 1)
    let store = try fixture.open()
    let before = try store.contents()
    await #expect(throws: StoreError.gap(board: firstBoard, expected: 4, found: first)) {
      try await store.append(
        CommitGroup(
          operations: [
            encoded(secondBoard, from: 1, count: 1), encoded(firstBoard, from: first, count: 2),
          ],
          summaries: [summary(secondBoard, 1), summary(firstBoard, first + 1)],
          sessions: [record(acknowledged: 77)]))
    }
    #expect(try store.contents() == before)
    try await store.append(group(firstBoard, from: 4, count: 1))
    #expect(try store.load(firstBoard).rows.last?.last == 4)
    try store.close()
  }

  @Test("A group that contradicts itself is refused", arguments: 0..<5)
  func unfit(index: Int) async throws {
    let good = encoded(firstBoard, from: 1, count: 2)
    let group = [
      CommitGroup(operations: [good]),
      CommitGroup(operations: [good], summaries: [summary(firstBoard, 3)]),
      CommitGroup(operations: [good], summaries: [summary(firstBoard, 2), summary(firstBoard, 2)]),
      CommitGroup(summaries: [summary(firstBoard, 2)]),
      CommitGroup(
        operations: [EncodedRow(board: firstBoard, first: 1, operations: [], room: 0)],
        summaries: [summary(firstBoard, 0)]),
    ][index]
    let fixture = try Fixture()
    let store = try fixture.open()
    let error = await #expect(throws: StoreError.self) { try await store.append(group) }
    guard case .unfit = error else { Issue.record("\(String(describing: error))"); return }
    #expect(try store.contents().boards == [])
    try store.close()
  }

  @Test("Requests complete in the order they were made, those before a close included")
  func order() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let completed = Mutex<[UInt64]>([])
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      for first in UInt64(1)...200 {
        store.append(group(firstBoard, from: first, count: 1)) { result in
          if case .success = result { completed.withLock { $0.append(first) } }
        }
        if first % 50 == 0 {
          store.saveSnapshot(snapshot(firstBoard, at: first)) { result in
            if case .success = result { completed.withLock { $0.append(first + 1_000) } }
          }
        }
      }
      store.read(firstBoard, from: 1, through: 1) { _ in continuation.resume() }
    }
    try store.close()
    var expected: [UInt64] = []
    for first in UInt64(1)...200 {
      expected.append(first)
      if first % 50 == 0 { expected.append(first + 1_000) }
    }
    #expect(completed.withLock { $0 } == expected)
    await #expect(throws: StoreError.closed) {
      try await store.append(group(firstBoard, from: 201, count: 1))
    }
    #expect(throws: StoreError.closed) { try store.contents() }
    try store.close()
    let again = try fixture.open()
    #expect(try again.contents().boards == [summary(firstBoard, 200)])
    try again.close()
  }

  @Test("A board is loaded from its newest snapshot, and two are kept")
  func snapshots() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 4)
    let store = try fixture.open()
    for sequence: UInt64 in [2, 3, 8] {
      try await store.saveSnapshot(snapshot(firstBoard, at: sequence))
    }
    let board = try store.load(firstBoard)
    #expect(board.snapshot == snapshot(firstBoard, at: 8))
    #expect(board.rows.map(\.first) == [7, 10])
    #expect(board.skipped == [])
    #expect(try await store.check().boards.map(\.snapshots) == [[3, 8]])
    try await store.saveSnapshot(snapshot(firstBoard, at: 12))
    #expect(try store.load(firstBoard).rows == [])
    let error = await #expect(throws: StoreError.self) {
      try await store.saveSnapshot(snapshot(firstBoard, at: 13))
    }
    guard case .unfit = error else { Issue.record("\(String(describing: error))"); return }
    try store.close()
  }

  @Test("A second coordinator is refused until the first has closed its store")
  func secondOpener() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let error = #expect(throws: StoreError.self) { _ = try fixture.open() }
    #expect(error == .inUse(folder: fixture.folder, by: getpid()))
    #expect(error?.description.contains("process \(getpid())") == true)
    try await store.append(group(firstBoard, from: 1, count: 1))
    try store.close()
    let again = try fixture.open()
    try again.close()
  }

  @Test("Who is told to wait gets the store when its holder has closed it")
  func waitingOpener() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let folder = fixture.folder
    let (holders, holder) = AsyncStream.makeStream(of: Int32?.self)
    let opened = Task.detached {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        // A thread of its own: it blocks.
        Thread.detachNewThread {
          done.resume(
            with: Result {
              try Store.open(folder: folder, waiting: { holder.yield($0) }).close()
            })
        }
      }
    }
    for await process in holders {
      #expect(process == getpid())
      break
    }
    try store.close()
    try await opened.value
  }

  @Test("No other program gets a connection while the store is open")
  func oneConnection() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    try await store.append(group(firstBoard, from: 1, count: 1))
    let error = #expect(throws: DatabaseError.self) {
      let queue = try DatabaseQueue(path: fixture.database)
      try queue.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM boards") }
    }
    #expect(error?.resultCode == .SQLITE_BUSY)
    try store.close()
  }

  @Test("A full store refuses what does not fit, keeps what it has, and goes on when there is room")
  func full() async throws {
    let fixture = try Fixture()
    var store = try Store.open(folder: fixture.folder, maximumPages: 40)
    var written: UInt64 = 0
    let refusal = await #expect(throws: StoreError.self) {
      while written < 1_000 {
        try await store.append(group(firstBoard, from: written + 1, count: 1, length: 9_000))
        written += 1
      }
    }
    #expect(refusal == .full(path: fixture.database))
    #expect(refusal?.isTransient == true)
    #expect(written > 0)
    #expect(try store.contents().boards == [summary(firstBoard, written)])
    // The same again: the store is not in a state of its own.
    await #expect(throws: StoreError.full(path: fixture.database)) {
      try await store.append(group(firstBoard, from: written + 1, count: 1, length: 9_000))
    }
    #expect(try store.load(firstBoard).rows.count == Int(written))
    try store.close()
    store = try fixture.open()
    try await store.append(group(firstBoard, from: written + 1, count: 1, length: 9_000))
    #expect(try await store.check().isSound)
    try store.close()
  }

  @Test("A backup is a store of its own, with another incarnation", .holds("HSK-010"))
  func backup() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 3)
    let store = try fixture.open()
    try await store.saveSnapshot(snapshot(firstBoard, at: 4))
    let target = fixture.root + "/copy/of"
    try await store.backup(to: target)
    #expect(try Folder.names(in: target) == ["board.db", "lock"])
    let attributes = try FileManager.default.attributesOfItem(atPath: target + "/board.db")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let copy = try Store.open(folder: target)
    #expect(try copy.contents().incarnation != store.contents().incarnation)
    #expect(try copy.contents().boards == store.contents().boards)
    #expect(try copy.contents().sessions == store.contents().sessions)
    #expect(try copy.load(firstBoard) == store.load(firstBoard))
    #expect(try await copy.check().isSound)
    try await copy.append(group(firstBoard, from: 10, count: 1))
    try await store.append(group(firstBoard, from: 10, count: 2))
    try copy.close()
    let before = try fixture.bytes(target + "/board.db")
    await #expect(throws: StoreError.file(FileError("make", target + "/board.db", code: EEXIST))) {
      try await store.backup(to: target)
    }
    #expect(try fixture.bytes(target + "/board.db") == before)
    try store.close()
  }
}

extension Fixture {
  /// Another board between the rows of the first, so that rows of one board are not all there is.
  func fillMore() async throws {
    let store = try open()
    try await store.append(group(secondBoard, from: 1, count: 5))
    try store.close()
  }
}
