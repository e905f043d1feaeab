import Coordination
import Files
import Foundation
import Logging
import NIOCore
import NIOPosix
import OperationLog
import Testing

@testable import CoordinatorHost

/// What an administrator hears whose question takes long, as where a disk is slow.
@Suite("A question that takes long")
struct ControlBeatTests {
  /// Reads lines until the stream ends, and has the question answered behind the third beat.
  private final class Peer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private var lines = ControlLines()
    private var said: [ControlAnswer?] = []
    private let answer: () -> Void
    let ended: EventLoopPromise<[ControlAnswer?]>

    init(_ ended: EventLoopPromise<[ControlAnswer?]>, answer: @escaping () -> Void) {
      (self.ended, self.answer) = (ended, answer)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      for line in (try? lines.feed(unwrapInboundIn(data).readableBytesView)) ?? [] {
        said.append(ControlLine.decode(ControlAnswer.self, line))
        if said.count == 3 { answer() }
      }
    }

    func channelInactive(context: ChannelHandlerContext) { ended.succeed(said) }
  }

  /// Keeps the way to answer until that is wanted. Confined to the event loop.
  private final class Held {
    var answer: (([AdministratorReply]) -> Void)?
  }

  private static var status: CoordinatorStatus {
    CoordinatorStatus(
      Coordinator(configuration: CoordinatorConfiguration(cluster: "beat", agent: "beat")),
      seconds: 0, turns: Distribution(), appends: Distribution())
  }

  @Test(
    "A line comes with every beat until the answer, so that nobody gives up",
    .timeLimit(.minutes(1)))
  func beats() async throws {
    let root = FileManager.default.temporaryDirectory.path + "/beat-\(UUID())"
    try Folder.make(root)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let store = try Store.open(folder: root)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let said = try await loop.flatSubmit { () -> EventLoopFuture<[ControlAnswer?]> in
      let held = Held()
      let control = ControlServer(
        store: store,
        asked: ControlHandler.Asked(
          status: { Self.status }, administer: { _, answer in held.answer = answer }),
        eventLoop: loop, log: Logger(label: "beat"), beat: .milliseconds(5))
      let ended = loop.makePromise(of: [ControlAnswer?].self)
      let peer = NIOLoopBound(
        Peer(ended) { held.answer?([.done(count: 7)]) }, eventLoop: loop)
      let closing = NIOLoopBound(control, eventLoop: loop)
      return control.open().flatMap {
        ClientBootstrap(group: loop).channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(peer.value)
          }
        }.connect(unixDomainSocketPath: root + "/" + ControlSocket.name)
      }.flatMapThrowing { channel in
        let request = try ControlLine.bytes(of: ControlRequest.administer(.users))
        channel.writeAndFlush(ByteBuffer(bytes: request), promise: nil)
      }.flatMap {
        ended.futureResult
      }.flatMap { said in
        closing.value.close().map { said }
      }
    }.get()
    // A further beat may be on its way when the answer is given.
    #expect(said.count > 3)
    #expect(said.dropLast().allSatisfy { $0 == .waiting })
    #expect(said.last == .administered(.done(count: 7)))
    try store.close()
    try await group.shutdownGracefully()
  }
}
