import BoardModel
import Foundation
import Identity
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
  static let board = BoardID(high: 0xB0, low: 1)
  static let column = ColumnID(high: 0xC0, low: 1)

  @Test(
    "Killed fifty times under load, boardd keeps every acknowledged edit, once",
    .timeLimit(.minutes(8)))
  func killedUnderLoad() async throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    try await CrashTests.makeBoard(boardd, loop)
    let (identity, endpoint) = (try boardd.identity, boardd.endpoint)
    let window = try await loop.submit {
      let window = try LiveWindow(
        board: Self.board, column: Self.column, identity: identity, endpoint: endpoint,
        eventLoop: loop)
      window.open()
      return NIOLoopBound(window, eventLoop: loop)
    }.get()
    var random = SystemRandomNumberGenerator()
    var done = 0
    for _ in 0..<50 {
      let goal = done + Int.random(in: 5...60, using: &random)
      done = try await loop.flatSubmit { window.value.work(until: goal) }.get()
      boardd.kill()
      try boardd.start()
    }
    _ = try await loop.flatSubmit { window.value.rest() }.get()
    let (acknowledged, notices) = try await loop.submit {
      (window.value.acknowledged, window.value.notices)
    }.get()
    #expect(notices == [])
    #expect(boardd.stop() == 0)
    try check(acknowledged, in: boardd.folder)
    try await group.shutdownGracefully()
  }

  /// Reads the log as it lies on the disk.
  private func check(_ acknowledged: [OperationID: Outcome], in folder: URL) throws {
    let store = try Store.open(folder: folder.path + "/store")
    defer { try? store.close() }
    let end = try #require(try store.contents().boards.first?.sequence)
    let rows = try blocking { store.read(Self.board, from: 1, through: end, completion: $0) }
    var found: [OperationID: Int] = [:]
    var outcomes: [OperationID: Outcome] = [:]
    var next: UInt64 = 1
    for row in rows {
      var reader = ByteReader(row.bytes)
      for committed in try reader.committedList() {
        #expect(committed.sequence == next)
        next += 1
        found[committed.operation.id, default: 0] += 1
        outcomes[committed.operation.id] = committed.outcome
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

  /// The board the windows work on, by a connection that only makes it.
  static func makeBoard(_ boardd: BoarddProcess, _ loop: any EventLoop) async throws {
    let (identity, endpoint) = (try boardd.identity, boardd.endpoint)
    let operation = Operation(
      id: OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1), base: 0,
      queued: false,
      intent: .batch([
        .boardCreate(title: "Work"),
        .columnCreate(column, title: "To do", at: Anchors()),
      ]))
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes, agent: "test")
    let bytes =
      hello.frame(request: 1).bytes
      + CreateBoard(board: board, operation: operation).frame(request: 2).bytes
    try await loop.flatSubmit { () -> EventLoopFuture<Void> in
      let made = loop.makePromise(of: Void.self)
      let context = try? identity.windowContext()
      guard let context else { return loop.makeFailedFuture(BoarddProcess.NotReady()) }
      var decoder = FrameDecoder(limit: Limits.frameBytes)
      Dialer.connect(to: endpoint, context: context, eventLoop: loop) { stream in
        stream.write(bytes)
        return StreamHandlers(
          received: { buffer in
            decoder.feed(Array(buffer.readableBytesView))
            while let frame = try? decoder.next() {
              if frame.type == .outcome { stream.finish() }
            }
          },
          ended: { _ in made.succeed() })
      } failed: {
        made.fail($0)
      }
      return made.futureResult
    }.get()
  }
}
