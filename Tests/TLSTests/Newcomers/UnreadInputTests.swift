import Glibc
import NIOCore
import NIOPosix
import OwnThread
import Testing

@testable import Transport

/// What a peer sees that has sent more than was read, and must make room before its turn came.
@Suite("A newcomer whose bytes wait unread", .ownThread, .timeLimit(.minutes(1)))
struct UnreadInputTests {
  /// A complete record, with which it waits for a turn.
  private static let record: [UInt8] = [22, 3, 1, 0, 4, 1, 0, 0, 0]

  private struct NoTurn: Error {}

  enum Way: CaseIterable {
    case closed, dropped
  }

  @Test("Sees an orderly end, and is not reset", arguments: Way.allCases)
  func ends(_ way: Way) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let queued = loop.makePromise(of: NIOLoopBound<(NewcomerHandler, any Channel)>.self)
    let server = try await ServerBootstrap(group: loop)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = NewcomerHandler(
            ready: {
              queued.completeWith(
                Result {
                  let handler = try channel.pipeline.syncOperations.handler(
                    type: NewcomerHandler.self)
                  return NIOLoopBound((handler, channel), eventLoop: loop)
                })
            }, makeTLS: { throw NoTurn() })
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    let peer = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(peer) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(server.localAddress?.port ?? 0).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(peer, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0)
    try #require(send(peer, Self.record, Self.record.count, 0) == Self.record.count)
    let handler = try await queued.futureResult.get()
    let more = [UInt8](repeating: 7, count: 3_000)
    try #require(send(peer, more, more.count, 0) == more.count)
    try await loop.submit {
      switch way {
      case .closed: handler.value.1.close(promise: nil)
      case .dropped: handler.value.0.drop()
      }
    }.get()
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      peer, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var byte: UInt8 = 0
    let count = recv(peer, &byte, 1, 0)
    #expect(count == 0, "\(count < 0 ? String(cString: strerror(errno)) : "a byte came")")
    try await group.shutdownGracefully()
  }
}
