import BoardModel
import Dispatch
import Files
import Foundation
import LogRecords
import NIOCore
import OperationLog
import OwnThread
import SampleHistory
import Statements
import Testing
import Wire

@testable import Coordination
@testable import CoordinatorHost

/// Which snapshots stand in the log behind a purge.
@Suite("Snapshots and purges at the store", .ownThread, .timeLimit(.minutes(1)))
struct SnapshotOrderTests {
  private static let word = "a-pasted-password"
  private static let board = BoardID(high: 1, low: 1)
  private static let card = CardID(high: 4, low: 4)
  private static let column = ColumnID(high: 5, low: 5)
  private static let author = Author(user: "ann", device: "desk")

  private static func committed(_ sequence: UInt64, _ intent: Intent) -> CommittedOperation {
    CommittedOperation(
      sequence: sequence, time: 1_000 + sequence, author: author,
      operation: Operation(
        id: OperationID(session: SessionID(high: 7, low: 7), epoch: 1, counter: sequence),
        base: sequence - 1, queued: false, intent: intent),
      outcome: .applied)
  }

  private static func group(_ operations: [CommittedOperation]) -> CommitGroup {
    let row = EncodedRow(board, operations)
    return CommitGroup(
      operations: [row],
      summaries: [
        BoardSummary(id: board, title: "Work", sequence: row.last, time: 1_000 + row.last)
      ],
      purges: operations.compactMap { PurgeRecord($0, on: board) })
  }

  /// The files of a folder that hold the word.
  private static func holders(of folder: String) throws -> [String] {
    try Folder.names(in: folder).filter { name in
      // That of the coordinator's user is a socket.
      guard name != "control" else { return false }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      return bytes.range(of: Data(word.utf8)) != nil
    }
  }

  @Test(
    "A snapshot from before a purge is in the store before it, however long boards are encoded",
    .holds("PRG-016"))
  func before() async throws {
    try await ServedStore.run { served, _ in
      let operations = [
        Self.committed(1, .boardCreate(title: "Work")),
        Self.committed(2, .columnCreate(Self.column, title: "To do", at: Anchors())),
        Self.committed(
          3, .cardCreate(Self.card, in: Self.column, title: Self.word, body: "", at: Anchors())),
      ]
      var content = Board(id: Self.board)
      for operation in operations { _ = content.apply(operation) }
      let board = content
      try await served.append(Self.group(operations))
      var group = Self.group([Self.committed(4, .purge(.card(Self.card)))])
      group.snapshots = [
        DeferredSnapshot(StoredSnapshot(board: Self.board, sequence: 4, bytes: [4]))
      ]
      let purge = group

      // The other thread has something else to do all the while.
      served.encoding.suspend()
      try await served.eventLoop.flatSubmit {
        let loaded = LoadedBoard(
          tip: board, durable: LoadedBoard.Durable(board), lastTime: 1_003,
          creation: LoadedBoard.Creation(
            author: Author(user: "ann", device: "laptop"), operation: operations[0].id, hash: nil,
            stored: StoredOutcome(operations[0])),
          snapshotSequence: 0, idleSince: 0)
        served.server.value.save(
          UnstoredSnapshot(
            of: Self.board, SnapshotHead(of: loaded, ledgers: []), SnapshotImage(of: board)))
        let purged = served.eventLoop.makePromise(of: Void.self)
        served.store.append(purge) { result in
          served.encoding.resume()
          purged.completeWith(result.mapError { $0 })
        }
        return purged.futureResult
      }.get()
      try await served.eventLoop.submit { served.encoding.sync {} }.get()
      // Comes behind whatever was asked of the store by now.
      #expect(try served.snapshot(of: Self.board) == 4)
      #expect(try Self.holders(of: served.store.folder) == [])
    }
  }
}

extension ServedStore {
  fileprivate func append(_ group: CommitGroup) async throws {
    try await withCheckedContinuation { continuation in
      store.append(group) { continuation.resume(returning: $0) }
    }.get()
  }

  /// The sequence number of the snapshot that a board is restored from.
  fileprivate func snapshot(of board: BoardID) throws -> UInt64? {
    var found: UInt64?
    try store.load(board) { piece in
      if case .snapshot(let snapshot) = piece { found = snapshot.sequence }
    }
    return found
  }
}
