import BoardModel
import Foundation
import NIOCore
import NIOPosix
import Randomness
import OwnThread
import Testing
import Transport

@Suite(.ownThread)
struct HostilePeerTests {
  @Test(
    "Strangers that send rubbish, or nothing, disturb no window and cost little memory",
    .timeLimit(.minutes(4)))
  func strangers() async throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let window = try await LiveBoard.window(of: boardd, loop)
    _ = try await loop.flatSubmit { window.value.work(until: 50) }.get()
    let before = boardd.memory

    // Who says nothing is cut in the end, and nobody waits for that: while some are still there,
    // an edit is acknowledged that was made after all of them came.
    var strangers = try (0..<1_000).map { number in
      try Stranger(boardd.endpoint, sending: number % 2 == 0 ? [] : HostilePeerTests.unfinished)
    }
    let sockets = strangers.map(\.socket)
    let uncut = try await loop.flatSubmit {
      window.value.workOn().map { _ in sockets.count { !Stranger.isCut($0) } }
    }.get()
    #expect(uncut > 0)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for number in 0..<600 {
      strangers.append(try Stranger(boardd.endpoint, sending: rubbish(number, &random)))
    }
    _ = try await loop.flatSubmit { window.value.workOn() }.get()
    #expect(boardd.memory - before < 96 << 20, "seed \(seed)")
    for stranger in strangers { stranger.waitForEnd() }
    _ = try await loop.flatSubmit { window.value.rest() }.get()
    let (troubles, losses) = try await loop.submit { (window.value.troubles, window.value.losses) }
      .get()
    #expect(troubles == [], "seed \(seed)")
    #expect(losses == 0, "seed \(seed)")
    #expect(boardd.stop() == 0, "seed \(seed)")
    try await group.shutdownGracefully()
  }

  /// The head of a TLS record that promises 16 KiB, and no more of it.
  private static let unfinished: [UInt8] = [0x16, 0x03, 0x01, 0x40, 0x00, 0x01]

  private func rubbish(_ number: Int, _ random: inout SeededGenerator) -> [UInt8] {
    switch number % 3 {
    case 0: Array("GET / HTTP/1.1\r\nHost: board\r\n\r\n".utf8)
    case 1: (0..<512).map { _ in UInt8(random.below(256)) }
    default: [UInt8](repeating: 0xFF, count: 64)
    }
  }
}

/// A plain socket that sends some bytes and waits for the other side to have enough.
final class Stranger {
  let socket: Int32

  struct Failed: Error {
    let code: Int32
  }

  init(_ endpoint: Endpoint, sending bytes: [UInt8]) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(endpoint.port).bigEndian
    address.sin_addr.s_addr = inet_addr(endpoint.host)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failed(code: errno) }
    _ = bytes.withUnsafeBytes {
      send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  deinit { close(socket) }

  /// Whether the other side has said something or closed: both end it.
  static func isCut(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count >= 0 || errno != EAGAIN
  }

  /// Sends each byte by itself.
  func sendSlowly(_ bytes: [UInt8]) {
    var on: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    for byte in bytes {
      var byte = byte
      guard send(socket, &byte, 1, Int32(MSG_NOSIGNAL)) == 1 else { return }
    }
  }

  /// Waits for the beginning of an answer, or the end.
  private func hear() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(socket, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(count, 0)))
  }

  /// Says that nothing more comes, and reads what the other side says until it closes.
  ///
  /// - Parameter listens: whether it waits for an answer before.
  func finish(listening listens: Bool = false) -> (bytes: [UInt8], isReset: Bool) {
    var said = listens ? hear() : []
    shutdown(socket, Int32(SHUT_WR))
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return (said, count < 0) }
      said += buffer.prefix(count)
    }
  }

  /// Reads until the other side closes or resets the connection.
  func waitForEnd() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while recv(socket, &buffer, buffer.count, 0) > 0 {}
  }
}
