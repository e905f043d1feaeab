import BoardModel
import Foundation
import Identity
import NIOCore
import NIOPosix
import TLS
import Transport
import Wire

/// A window without a replica: hands in edits as somebody made them who had seen a board as it was
/// then, with a link or without.
enum BareWindow {
  struct Unanswered: Error {}

  /// - Parameters:
  ///   - base: the sequence number that the author had seen.
  ///   - queued: composed without a link.
  /// - Returns: what became of them, once they are durable and the window is closed.
  static func submit(
    _ intents: [Intent], on board: BoardID, base: UInt64, queued: Bool, as user: Household
  ) async throws -> [Outcome] {
    let identity = try IdentityFolder(user.home.appending(path: "identity").path).load()
    let address = try Endpoint(parsing: String((user.url ?? "").dropFirst("board://".count)))
    let context = try identity.windowContext()
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let session = SessionID(
      high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max))
    return try await loop.flatSubmit { () -> EventLoopFuture<[Outcome]> in
      let ended = loop.makePromise(of: [Outcome].self)
      var talk = Talk(
        board: board, session: session, intents: intents, base: base, queued: queued)
      Dialer.connect(to: address, context: context, eventLoop: loop) { stream in
        stream.write(talk.opening)
        return StreamHandlers(
          received: { buffer in
            for bytes in talk.answers(to: Array(buffer.readableBytesView)) { stream.write(bytes) }
            if talk.isOver { stream.finish() }
          },
          ended: { _ in
            if talk.isOver {
              ended.succeed(talk.outcomes)
            } else {
              ended.fail(Unanswered())
            }
          })
      } failed: {
        ended.fail($0)
      }
      return ended.futureResult
    }.get()
  }

  private struct Talk {
    let board: BoardID
    let session: SessionID
    let intents: [Intent]
    let base: UInt64
    let queued: Bool
    private(set) var outcomes: [Outcome] = []
    private(set) var isOver = false
    private var decoder = FrameDecoder(limit: Limits.frameBytes)
    private var request: UInt64 = 2

    init(board: BoardID, session: SessionID, intents: [Intent], base: UInt64, queued: Bool) {
      self.board = board
      self.session = session
      self.intents = intents
      self.base = base
      self.queued = queued
    }

    var opening: [UInt8] {
      let hello = Hello(
        lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes, agent: "test")
      let attach = Attach(
        board: board, session: session, instance: InstanceID(high: session.low, low: 1),
        configuration: .board, epoch: 0, incarnation: IncarnationID(high: 0, low: 0), sequence: 0,
        firstPending: 1, level: ModelLevels.released.newest)
      return hello.frame(request: 1).bytes + attach.frame(request: 2).bytes
    }

    mutating func answers(to bytes: [UInt8]) -> [[UInt8]] {
      decoder.feed(bytes)
      var answers: [[UInt8]] = []
      while let frame = try? decoder.next() {
        switch try? Message(frame) {
        case .attached(let attached):
          for (index, intent) in intents.enumerated() {
            let id = OperationID(
              session: session, epoch: attached.epoch, counter: UInt64(index + 1))
            let operation = BoardModel.Operation(
              id: id, base: base, queued: queued, intent: intent)
            answers.append(next(Submit(operation: operation)))
          }
        case .outcome(let outcome):
          outcomes.append(outcome.stored.outcome)
          if outcomes.count == intents.count { answers.append(next(Detach(close: true))) }
        case .detached: isOver = true
        default: break
        }
      }
      return answers
    }

    private mutating func next(_ body: some MessageBody) -> [UInt8] {
      request += 1
      return body.frame(request: request).bytes
    }
  }
}
