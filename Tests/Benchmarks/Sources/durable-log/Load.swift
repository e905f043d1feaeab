import BoardModel
import Foundation
import Identity
import NIOCore
import NIOPosix
import TLS
import Transport
import Wire

/// One window that edits as fast as its requests are answered.
final class Load {
  private static let board = BoardID(high: 0xB0, low: 1)
  private static let column = ColumnID(high: 0xC0, low: 1)
  private static let session = SessionID(high: 0x5E, low: 1)

  private let wanted: Int
  private let done: EventLoopPromise<Void>
  private var stream: ByteStream?
  private var decoder = FrameDecoder(limit: 2 << 20)
  private var request: UInt64 = 2
  private var counter: UInt64 = 0
  /// The epoch of ATTACHED, which the session's operations carry.
  private var epoch: UInt32 = 0
  private var answered = 0
  private var started: UInt64 = 0
  private(set) var seconds = 0.0

  private init(wanted: Int, done: EventLoopPromise<Void>) {
    self.wanted = wanted
    self.done = done
  }

  /// - Returns: the seconds from the first SUBMIT to the last OUTCOME, and the bytes of a SUBMIT.
  static func run(_ count: Int, _ coordinator: Coordinator) throws -> (Double, Int) {
    let identity = try IdentityFolder(coordinator.folder.path + "/identity").load()
    let context = try identity.windowContext()
    let endpoint = coordinator.endpoint
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let loop = group.next()
    let seconds = try loop.flatSubmit { () -> EventLoopFuture<Double> in
      let done = loop.makePromise(of: Void.self)
      let load = Load(wanted: count, done: done)
      Dialer.connect(to: endpoint, context: context, eventLoop: loop) { stream in
        load.begin(stream)
        return StreamHandlers(
          received: { load.take(Array($0.readableBytesView)) },
          ended: { done.fail($0) })
      } failed: {
        done.fail($0)
      }
      let bound = NIOLoopBound(load, eventLoop: loop)
      return done.futureResult.map { bound.value.seconds }
    }.wait()
    return (seconds, Load.operation(1, 1).frame(request: 1).bytes.count)
  }

  private func begin(_ stream: ByteStream) {
    self.stream = stream
    let create = Operation(
      id: OperationID(session: SessionID(high: 1, low: 1), epoch: 0, counter: 1), base: 0,
      queued: false,
      intent: .batch([
        .boardCreate(title: "Load"),
        .columnCreate(Load.column, title: "To do", at: Anchors()),
        .cardCreate(
          CardID(high: 0xCA, low: 1), in: Load.column, title: "Card", body: "", at: Anchors()),
      ]))
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes, agent: "load")
    stream.write(hello.frame(request: 1).bytes)
    stream.write(CreateBoard(board: Load.board, operation: create).frame(request: 2).bytes)
  }

  private func take(_ bytes: [UInt8]) {
    decoder.feed(bytes)
    while let frame = try? decoder.next() {
      switch try? Message(frame) {
      case .outcome where frame.request == 2: attach()
      case .attached(let attached): start(attached.epoch)
      case .outcome: next()
      case .error(let error): done.fail(error)
      default: continue
      }
    }
  }

  private func attach() {
    request += 1
    let attach = Attach(
      board: Load.board, session: Load.session, instance: InstanceID(high: 1, low: 1),
      configuration: .board, epoch: 0, incarnation: IncarnationID(high: 0, low: 0), sequence: 1,
      firstPending: 1, level: ModelLevels.released.newest)
    stream?.write(attach.frame(request: request).bytes)
  }

  private func start(_ epoch: UInt32) {
    self.epoch = epoch
    started = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<Int(Limits.requestsInFlight) { submit() }
  }

  private func next() {
    answered += 1
    if answered == wanted {
      seconds = Double(DispatchTime.now().uptimeNanoseconds - started) / 1e9
      done.succeed()
      stream?.finish()
    } else if Int(counter) < wanted {
      submit()
    }
  }

  private func submit() {
    counter += 1
    request += 1
    stream?.write(Load.operation(counter, epoch).frame(request: request).bytes)
    if counter % 256 == 0 {
      let known = Acknowledge(sequence: UInt64(answered), counter: UInt64(answered))
      stream?.write(known.frame().bytes)
    }
  }

  private static func operation(_ counter: UInt64, _ epoch: UInt32) -> Submit {
    Submit(
      operation: Operation(
        id: OperationID(session: session, epoch: epoch, counter: counter), base: 1, queued: false,
        intent: .cardRetitle(CardID(high: 0xCA, low: 1), title: "Title \(counter)")))
  }
}
