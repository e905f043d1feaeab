import BoardModel
import Foundation
import Identity
import LogRecords
import NIOCore
import NIOPosix
import OperationLog
import OwnThread
import Testing
import Transport
import WindowSync
import Wire

@Suite(.serialized, .ownThread)
struct CrashTests {
  @Test(
    "Killed fifty times under load, boardd keeps every acknowledged edit, once",
    .timeLimit(.minutes(8)))
  func killedUnderLoad() async throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let window = try await LiveBoard.window(of: boardd, loop)
    var random = SystemRandomNumberGenerator()
    var done = 0
    for _ in 0..<50 {
      let goal = done + Int.random(in: 5...60, using: &random)
      done = try await loop.flatSubmit { window.value.work(until: goal) }.get()
      boardd.kill()
      try boardd.start()
    }
    _ = try await loop.flatSubmit { window.value.rest() }.get()
    let (acknowledged, troubles) = try await loop.submit {
      (window.value.acknowledged, window.value.troubles)
    }.get()
    #expect(troubles == [])
    #expect(boardd.stop() == 0)
    try check(acknowledged, in: boardd.folder)
    try await group.shutdownGracefully()
  }

  /// Reads the log as it lies on the disk.
  private func check(_ acknowledged: [OperationID: Outcome], in folder: URL) throws {
    let store = try Store.open(folder: folder.path + "/store")
    defer { try? store.close() }
    let end = try #require(try store.contents().boards.first?.sequence)
    var found: [OperationID: Int] = [:]
    var outcomes: [OperationID: Outcome] = [:]
    var next: UInt64 = 1
    while next <= end {
      let first = next
      let rows = try blocking {
        store.read(LiveBoard.board, from: first, through: end, completion: $0)
      }
      try #require(!rows.isEmpty)
      for row in rows {
        var reader = ByteReader(row.bytes)
        for committed in try reader.committedList() {
          #expect(committed.sequence == next)
          next += 1
          found[committed.id, default: 0] += 1
          outcomes[committed.id] = committed.outcome
        }
      }
    }
    #expect(acknowledged.count > 250)
    #expect(found.values.allSatisfy { $0 == 1 })
    for (id, outcome) in acknowledged {
      #expect(found[id] == 1, "\(id) was acknowledged")
      #expect(outcomes[id] == outcome)
    }
  }

  private func blocking<Value: Sendable>(
    _ request: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<Value, StoreError>?
    request {
      result = $0
      done.signal()
    }
    done.wait()
    return try #require(result).get()
  }
}
