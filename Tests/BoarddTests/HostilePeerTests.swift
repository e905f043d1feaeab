import BoardModel
import Foundation
import NIOCore
import NIOPosix
import Testing
import Transport

struct HostilePeerTests {
  @Test(
    "Strangers that send rubbish, or nothing, disturb no window and cost little memory",
    .timeLimit(.minutes(4)))
  func strangers() async throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    try await CrashTests.makeBoard(boardd, loop)
    let (identity, endpoint) = (try boardd.identity, boardd.endpoint)
    let window = try await loop.submit {
      let window = try LiveWindow(
        board: CrashTests.board, column: CrashTests.column, identity: identity,
        endpoint: endpoint, eventLoop: loop)
      window.open()
      return NIOLoopBound(window, eventLoop: loop)
    }.get()
    _ = try await loop.flatSubmit { window.value.work(until: 50) }.get()
    let before = boardd.memory

    var strangers: [Stranger] = []
    for number in 0..<1_000 { strangers.append(try Stranger(endpoint, sending: rubbish(number))) }
    let edited = try await loop.flatSubmit { window.value.work(until: 200) }.get()
    #expect(edited >= 200)
    #expect(boardd.memory - before < 96 << 20)
    // Each is cut in the end, whatever it said.
    for stranger in strangers { stranger.waitForEnd() }
    _ = try await loop.flatSubmit { window.value.rest() }.get()
    #expect(try await loop.submit { window.value.notices }.get() == [])
    #expect(boardd.stop() == 0)
    try await group.shutdownGracefully()
  }

  private func rubbish(_ number: Int) -> [UInt8] {
    switch number % 5 {
    case 0: []
    case 1: Array("GET / HTTP/1.1\r\nHost: board\r\n\r\n".utf8)
    case 2: (0..<512).map { _ in UInt8.random(in: 0...255) }
    // The head of a TLS record that promises 16 KiB, and no more of it.
    case 3: [0x16, 0x03, 0x01, 0x40, 0x00, 0x01]
    default: [UInt8](repeating: 0xFF, count: 64)
    }
  }
}

/// A plain socket that sends some bytes and waits for the other side to have enough.
final class Stranger {
  private let socket: Int32

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

  /// Reads until the other side closes or resets the connection.
  func waitForEnd() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while recv(socket, &buffer, buffer.count, 0) > 0 {}
  }
}
