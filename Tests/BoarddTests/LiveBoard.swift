import BoardModel
import Identity
import NIOCore
import NIOPosix
import Transport
import Wire

/// The board that the windows of these tests work on.
enum LiveBoard {
  static let board = BoardID(high: 0xB0, low: 1)
  static let column = ColumnID(high: 0xC0, low: 1)

  /// Makes the board and opens a window on it.
  static func window(
    of boardd: BoarddProcess, _ loop: any EventLoop
  ) async throws -> NIOLoopBound<LiveWindow> {
    try await make(boardd, loop)
    return try await anotherWindow(of: boardd, loop)
  }

  /// Opens a window on the board.
  static func anotherWindow(
    of boardd: BoarddProcess, _ loop: any EventLoop, as configuration: Configuration = .board
  ) async throws -> NIOLoopBound<LiveWindow> {
    let (identity, endpoint) = (try boardd.identity, boardd.endpoint)
    return try await loop.submit {
      let window = try LiveWindow(
        board: board, column: column, identity: identity, endpoint: endpoint, eventLoop: loop,
        as: configuration)
      window.open()
      return NIOLoopBound(window, eventLoop: loop)
    }.get()
  }

  /// By a connection that only makes it.
  private static func make(_ boardd: BoarddProcess, _ loop: any EventLoop) async throws {
    let (identity, endpoint) = (try boardd.identity, boardd.endpoint)
    let operation = Operation(
      id: OperationID(session: SessionID(high: 1, low: 1), epoch: 0, counter: 1), base: 0,
      queued: false,
      intent: .batch([
        .boardCreate(title: "Work"), .set(.memberRole(""), .role(.owner)),
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
              if frame.type == OutcomeMessage.type { stream.finish() }
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
