import Glibc
import NIOCore
import NIOPosix
import ReservedPort
import OwnThread
import Statements
import TLS
import Testing
import Transport

@Suite("Streams over loopback sockets", .ownThread, .timeLimit(.minutes(1)))
struct TransportTests {
  let authority: TestAuthority

  init() throws {
    self.authority = try TestAuthority()
  }

  @Test("Both sides know each other; what is sent comes back", arguments: ["127.0.0.1", "::1"])
  func echo(address: String) async throws {
    try await Hall.open(self.authority.server(), host: address) { hall in
      try await hall.host.run { $0.manner = .echo }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil }
      try await hall.host.until { $0.stream != nil }
      #expect(
        try await guest.run { $0.stream?.peer.uris } == ["board://test-cluster/coordinator"])
      #expect(
        try await hall.host.run { $0.stream?.peer.uris } == ["board://test-cluster/u/ada/d/laptop"])
      #expect(try await hall.host.run { $0.stream?.remote?.host } == address)
      let bytes = patterned(1_000_000)
      try await guest.run { $0.stream?.write(bytes) }
      try await guest.until { $0.received.count == bytes.count }
      #expect(try await guest.run { $0.received } == bytes)
      try await guest.run { $0.stream?.finish(deadline: .minutes(1)) }
      #expect(try await guest.ended() == .clean)
      #expect(try await hall.host.ended() == .clean)
      #expect(try await hall.host.run { $0.stream?.unsentBytes } == 0)
    }
  }

  @Test("A host name is resolved")
  func hostName() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let guest = try await Party(hall.loop)
      let endpoint = Endpoint(host: "localhost", port: hall.listener.local.port)
      try await guest.dial(endpoint, self.authority.client())
      try await guest.until { $0.stream != nil || $0.failure != nil }
      #expect(try await guest.run { $0.failure } == nil)
    }
  }

  @Test("What a reader does not take is counted as unsent, until it takes it")
  func backpressure() async throws {
    try await Hall.open(self.authority.server()) { hall in
      try await hall.host.run { $0.onOpened = { $0.pauseReading() } }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      // More than the buffers of two sockets on this machine can hold.
      let portion = patterned(1 << 20)
      let portions = 32
      try await guest.run { probe in
        for _ in 0..<portions { probe.stream?.write(portion) }
        #expect(probe.stream?.unsentBytes == portions * portion.count)
        probe.stream?.flush()
      }
      let unsent = try #require(try await guest.run { $0.stream?.unsentBytes })
      #expect(unsent > 0)
      #expect(try await hall.host.run { $0.received } == [])
      try await hall.host.run { $0.stream?.resumeReading() }
      try await guest.until { $0.stream?.unsentBytes == 0 }
      try await hall.host.until { $0.received.count == portions * portion.count }
      let progress = try await guest.run { $0.progress }
      #expect(progress == progress.sorted(by: >))
      #expect(progress.count > portions)
      #expect(progress.last == 0)
    }
  }

  @Test("Everything written in one turn leaves in one record at its end")
  func oneTurn() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil }
      try await guest.run { probe in
        for byte in UInt8(0)..<100 { probe.stream?.write([byte]) }
        #expect(probe.stream?.unsentBytes == 100)
        #expect(probe.progress == [])
      }
      try await hall.host.until { $0.received.count == 100 }
      #expect(try await hall.host.run { $0.received } == Array(0..<100))
      try await guest.until { !$0.progress.isEmpty }
      #expect(try await guest.run { $0.progress } == [0])
    }
  }

  @Test("finish delivers everything before close_notify, to a reader that is slow to begin")
  func finish() async throws {
    try await Hall.open(self.authority.server()) { hall in
      try await hall.host.run { $0.onOpened = { $0.pauseReading() } }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      let bytes = patterned(16 << 20)
      try await guest.run { probe in
        probe.stream?.write(bytes)
        probe.stream?.finish()
        probe.stream?.write([0])
        #expect(probe.stream?.unsentBytes ?? 0 > 0)
      }
      try await hall.host.run { $0.stream?.resumeReading() }
      #expect(try await hall.host.ended() == .clean)
      #expect(try await guest.ended() == .clean)
      #expect(try await hall.host.run { $0.received.count } == bytes.count)
      #expect(try await hall.host.run { $0.received } == bytes)
    }
  }

  @Test("Who has finished still receives the other's last words")
  func halfClose() async throws {
    try await Hall.open(self.authority.server()) { hall in
      try await hall.host.run { $0.onPeerFinished = { _ in } }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil }
      try await guest.run {
        $0.stream?.write([1, 2, 3])
        $0.stream?.finish(deadline: .minutes(1))
      }
      try await hall.host.until { $0.peerHasFinished }
      let bytes = patterned(4 << 20)
      try await hall.host.run {
        $0.stream?.write(bytes)
        $0.stream?.finish(deadline: .minutes(1))
      }
      #expect(try await guest.ended() == .clean)
      #expect(try await hall.host.ended() == .clean)
      #expect(try await guest.run { $0.received } == bytes)
    }
  }

  @Test("Who goes on sending after a finish is read up to its room, and left soon after")
  func room() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let room = 1 << 20
      try await hall.host.run { host in
        host.onOpened = { $0.finish(deadline: .minutes(1), room: room) }
      }
      let guest = try await Party(hall.loop)
      // It does not close its own side.
      try await guest.run { $0.onPeerFinished = { _ in } }
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil }
      let portion = patterned(1 << 20)
      try await guest.run { probe in
        for _ in 0..<32 { probe.stream?.write(portion) }
      }
      // In the second that it has for the last words everything could be read.
      #expect(try await hall.host.ended() == .timeout(.drain))
      #expect(room..<(room + (1 << 16)) ~= (try await hall.host.run { $0.received.count }))
      #expect(try await guest.ended() != .clean)
      #expect(try await guest.run { $0.stream?.unsentBytes ?? 0 } > 0)
    }
  }

  @Test("A peer that does not close its side is left at the drain deadline")
  func drainDeadline() async throws {
    try await Hall.open(self.authority.server()) { hall in
      try await hall.host.run { $0.onPeerFinished = { _ in } }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil }
      try await guest.run { $0.stream?.finish(deadline: .milliseconds(50)) }
      #expect(try await guest.ended() == .timeout(.drain))
    }
  }

  @Test("Dropping a connection tells the other that something may be missing")
  func abort() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      try await guest.run {
        $0.stream?.write([1])
        $0.stream?.abort()
        #expect($0.end == .aborted)
      }
      #expect(try await hall.host.ended() == .truncated)
      #expect(try await hall.host.run { $0.received } == [])
    }
  }

  @Test("An owner may drop or finish a stream while it is handed over", arguments: [true, false])
  func endedWhileOpened(dropped: Bool) async throws {
    try await Hall.open(self.authority.server()) { hall in
      try await hall.host.run {
        $0.onOpened = { stream in
          stream.write([1, 2])
          if dropped { stream.abort() } else { stream.finish() }
        }
      }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      #expect(try await guest.ended() == (dropped ? .truncated : .clean))
      #expect(try await hall.host.ended() == (dropped ? .aborted : .clean))
      #expect(try await guest.run { $0.received } == (dropped ? [] : [1, 2]))
    }
  }

  // MARK: Failures and what they say

  @Test("Nobody listening is told by address, reason and what to do")
  func nobodyListens() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let port = try ReservedPort()
      let guest = try await Party(hall.loop)
      try await guest.dial(Endpoint(host: "127.0.0.1", port: port.number), self.authority.client())
      try await guest.until { $0.failure != nil }
      let failure = try #require(try await guest.run { $0.failure })
      #expect(failure.reason == .io("Connection refused"))
      #expect(
        failure.description == "cannot connect to 127.0.0.1:\(port.number): Connection refused; "
          + "check the address and that a coordinator is running there")
    }
  }

  @Test("An address in use is told by address, reason and what to do")
  func addressInUse() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let context = try self.authority.server()
      let failure = await #expect(throws: BindFailure.self) {
        _ = try await hall.loop.flatSubmit {
          Listener.bind(
            hall.listener.local, context: { context }, eventLoop: hall.loop,
            accepted: { _ in StreamHandlers(received: { _ in }, ended: { _ in }) })
        }.get()
      }
      #expect(failure?.reason == .io("Address already in use"))
      #expect(failure?.endpoint == hall.listener.local)
    }
  }

  @Test("A coordinator of another name is refused while dialling")
  func wrongName() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let guest = try await Party(hall.loop)
      try await guest.dial(
        hall.listener.local, self.authority.client(expecting: .uri("board://x/coordinator")))
      try await guest.until { $0.failure != nil }
      let failure = try #require(try await guest.run { $0.failure })
      guard case .tls(let error) = failure.reason else {
        Issue.record("not refused by TLS: \(failure)")
        return
      }
      #expect(error.kind == .wrongName)
      #expect(failure.description.contains("check that this device's certificate"))
      let refused = try await hall.refused(1)
      guard case .tls(let seen) = refused.first else {
        Issue.record("the listener saw \(refused)")
        return
      }
      #expect(seen.origin == .peer)
    }
  }

  @Test("A refused device learns why after its own handshake is done")
  func refusedDevice() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let guest = try await Party(hall.loop)
      try await guest.run { $0.onOpened = { $0.write(patterned(100_000)) } }
      try await guest.dial(
        hall.listener.local, self.authority.client(validity: TestAuthority.expired))
      guard case .tls(let error) = try await guest.ended() else {
        Issue.record("not refused by TLS")
        return
      }
      #expect(error.kind == .certificateExpired)
      #expect(error.origin == .peer)
      #expect(try await hall.host.run { $0.stream == nil })
      let refused = try await hall.refused(1)
      #expect("\(refused)".contains("board://test-cluster/u/ada/d/laptop"), "\(refused)")
    }
  }

  @Test("A server that accepts and says nothing is left at the timeout")
  func silentServer() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
    let endpoint = try #require(Endpoint(server.localAddress))
    let guest = try await Party(group.next())
    // Long enough to connect: that is under the same timeout.
    try await guest.dial(endpoint, self.authority.client(), timeout: .seconds(2))
    try await guest.until { $0.failure != nil }
    #expect(try await guest.run { $0.failure?.reason } == .timeout(.handshake))
    try await group.shutdownGracefully()
  }

  @Test("A server that is not TLS is told apart", .holds("TLS-007"))
  func plainServer() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        // Completes only once the channel is active, after this initializer.
        channel.writeAndFlush(ByteBuffer(string: "SSH-2.0-OpenSSH_9.2\r\n"), promise: nil)
        return channel.eventLoop.makeSucceededVoidFuture()
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let endpoint = try #require(Endpoint(server.localAddress))
    let guest = try await Party(group.next())
    try await guest.dial(endpoint, self.authority.client())
    try await guest.until { $0.failure != nil }
    let failure = try await guest.run { $0.failure }
    guard case .tls(let error) = failure?.reason else {
      Issue.record("not refused by TLS: \(String(describing: failure))")
      return
    }
    #expect(error.kind == .violation)
    try await group.shutdownGracefully()
  }
}
