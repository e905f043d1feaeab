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

@Suite("Copies of a store in use", .ownThread, .timeLimit(.minutes(2)))
struct StoreCopyTests {
  /// A store that takes more than ten steps to copy.
  private func large(_ fixture: Fixture) async throws -> Store {
    let store = try fixture.open()
    for index in 0..<30 {
      try await store.append(
        group(firstBoard, from: UInt64(index) * 4 + 1, count: 4, length: 60_000))
    }
    return store
  }

  @Test("Groups are appended between the steps of a copy, and are in it")
  func appendsMeanwhile() async throws {
    let fixture = try Fixture()
    let store = try await large(fixture)
    let copy = try CopyFolder(of: fixture.folder, in: fixture.root + "/copy")
    let steps = Atomic<UInt64>(0)
    try await store.copy(into: CopyFile(copy.path)) {
      let step = steps.add(1, ordering: .relaxed).newValue
      // A copy that held on to the connection would wait here for itself.
      let first = blocking { done in
        store.append(group(firstBoard, from: 120 + step, count: 1, length: 9_000), completion: done)
      }
      #expect(throws: Never.self) { try first.get() }
      guard step == 5 else { return false }
      // What is undone after it was written: the copy begins anew.
      let second = blocking { done in
        let gap = CommitGroup(
          operations: [
            encoded(firstBoard, from: 121 + step, count: 1, length: 9_000),
            encoded(secondBoard, from: 9, count: 1),
          ],
          summaries: [summary(firstBoard, 121 + step), summary(secondBoard, 9)], sessions: [])
        store.append(gap, completion: done)
      }
      #expect(throws: StoreError.gap(board: secondBoard, expected: 1, found: 9)) {
        try second.get()
      }
      return false
    }
    let count = steps.load(ordering: .relaxed)
    #expect(count > 10)
    #expect(copy.check().boards.map(\.sequence) == [120 + count])
    try copy.publish()
    let copied = try Store.open(folder: fixture.root + "/copy")
    #expect(try copied.contents().boards == store.contents().boards)
    #expect(try copied.load(firstBoard) == store.load(firstBoard))
    try copied.close()
    try await store.append(group(firstBoard, from: 121 + count, count: 1))
    #expect(try await store.check().isSound)
    try store.close()
  }

  @Test("A cancelled copy is gone, and the store goes on")
  func cancelled() async throws {
    let fixture = try Fixture()
    let store = try await large(fixture)
    let copy = try CopyFolder(of: fixture.folder, in: fixture.root + "/copy")
    let steps = Atomic(0)
    await #expect(throws: StoreError.cancelled) {
      try await store.copy(into: CopyFile(copy.path)) {
        steps.add(1, ordering: .relaxed).newValue > 3
      }
    }
    #expect(try Folder.names(in: fixture.root + "/copy") == ["lock"])
    copy.discard()
    #expect(try Folder.size(of: fixture.root + "/copy") == nil)
    try await store.append(group(firstBoard, from: 121, count: 1))
    try await store.backup(to: fixture.root + "/copy")
    try store.close()
  }

  @Test("A store that is closed waits for no copy")
  func closed() async throws {
    let fixture = try Fixture()
    let store = try await large(fixture)
    let file = fixture.root + "/copy"
    do { _ = try OpenFile(file, .new) }
    let steps = Atomic(0)
    let closed = DispatchSemaphore(value: 0)
    await #expect(throws: StoreError.closed) {
      try await store.copy(into: CopyFile(file)) {
        if steps.add(1, ordering: .relaxed).newValue == 3 {
          Thread.detachNewThread {
            try? store.close()
            closed.signal()
          }
          while store.reasonNotToCopy != .closed { sched_yield() }
        }
        return false
      }
    }
    #expect(try Folder.size(of: file) == nil)
    wait(for: closed)
    try fixture.open().close()
  }

  @Test("A file that holds something is no place for a copy")
  func occupied() async throws {
    let fixture = try Fixture()
    let path = fixture.root + "/letter"
    try OpenFile(path, .new).write([1, 2, 3], at: 0)
    #expect(throws: FileError("overwrite", path, code: EEXIST)) { try CopyFile(path) }
    #expect(try fixture.bytes(path) == [1, 2, 3])
    #expect(throws: FileError("open", path + "s", code: ENOENT)) { try CopyFile(path + "s") }
  }

  @Test("A failed copy says which file, and is no failure of the store")
  func failed() async throws {
    let fixture = try Fixture()
    let store = try await large(fixture)
    let path = fixture.root + "/copy"
    do { _ = try OpenFile(path, .new) }
    let file = try CopyFile(path)
    // In the way of SQLite, which wants a file.
    try Folder.remove(path)
    try Folder.make(path)
    let error = await #expect(throws: StoreError.self) { try await store.copy(into: file) }
    guard case .copyFailed(to: path, _)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    try await store.append(group(firstBoard, from: 121, count: 1))
    try store.close()
  }

  @Test("Of two copies into one folder one waits, and what a killed one left is removed")
  func oneFolder() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 1)
    let folder = fixture.root + "/a/b"
    let first = try CopyFolder(of: fixture.folder, in: folder)
    #expect(throws: StoreError.folderTaken(folder, by: getpid())) {
      try CopyFolder(of: fixture.folder, in: folder)
    }
    first.discard()
    #expect(try Folder.names(in: fixture.root) == ["store"])

    try Folder.make(folder)
    for name in ["board.db.backup-1", "board.db.backup-1-wal"] {
      do { _ = try OpenFile(folder + "/" + name, .new) }
    }
    let store = try fixture.open()
    try await store.backup(to: folder)
    #expect(try Folder.names(in: folder) == ["board.db", "lock"])
    try store.close()
  }

  @Test("A store that appears where a copy is made is not overwritten")
  func appeared() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 1)
    let store = try fixture.open()
    let folder = fixture.root + "/copy"
    let copy = try CopyFolder(of: fixture.folder, in: folder)
    try await store.copy(into: CopyFile(copy.path))
    try OpenFile(folder + "/board.db", .new).write([7], at: 0)
    #expect(throws: StoreError.file(FileError("make", folder + "/board.db", code: EEXIST))) {
      try copy.publish()
    }
    copy.discard()
    #expect(try fixture.bytes(folder + "/board.db") == [7])
    try store.close()
  }

  @Test("A backup goes on past a damaged board and says what is damaged; the others are served")
  func damagedBoard() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 20)
    let store = try fixture.open()
    let folder = fixture.root + "/copy"
    let copy = try CopyFolder(of: fixture.folder, in: folder)
    try await store.copy(into: CopyFile(copy.path))
    let bytes = try fixture.bytes(copy.path)
    let title = try #require(bytes.firstRange(of: Array("title 30".utf8)))
    try OpenFile(copy.path, .existing).write(Array("TITLE".utf8), at: title.lowerBound)
    let report = copy.check()
    #expect(report.faults.first == "edits 28 to 30 of board \"board 1\" are damaged")
    #expect(report.boards.map(\.readable) == [27])
    #expect(try copy.publish() == report)
    let backup = try Store.open(folder: folder)
    #expect(
      backup.damagedBoards.map(\.fault) == ["edits 28 to 30 of board \"board 1\" are damaged"])
    try backup.close()
    try store.close()
  }

  @Test("A copy of a store that is damaged as a whole becomes no backup")
  func damaged() async throws {
    let fixture = try Fixture()
    try await fixture.fill(groups: 20)
    let store = try fixture.open()
    let copy = try CopyFolder(of: fixture.folder, in: fixture.root + "/copy")
    try await store.copy(into: CopyFile(copy.path))
    let queue = try DatabaseQueue(path: copy.path)
    try await queue.writeWithoutTransaction {
      try $0.execute(sql: "UPDATE sessions SET checksum = checksum + 1")
    }
    try queue.close()
    let report = copy.check()
    #expect(report.faults == ["what is known of a window is damaged"])
    #expect(throws: StoreError.damaged(path: fixture.database, report)) { try copy.publish() }
    copy.discard()
    #expect(try Folder.names(in: fixture.root) == ["store"])
    #expect(try await store.check().isSound)
    try store.close()
  }

  @Test(
    "A store that grows as fast as it is copied gets larger steps, one that does not keeps them")
  func pace() {
    var pace = CopyPace()
    for remaining: Int32 in [1_000, 900, 850] { pace.stepped(remaining: remaining) }
    #expect(pace.pages == 128)
    for remaining: Int32 in [850, 900, 1_000] { pace.stepped(remaining: remaining) }
    #expect(pace.pages == 1_024)
    for _ in 0..<64 { pace.stepped(remaining: 2_000) }
    #expect(pace.pages == 1 << 24)
  }
}

private func wait(for semaphore: DispatchSemaphore) {
  semaphore.wait()
}
