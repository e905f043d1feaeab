import Glibc
import NIOCore
import NIOPosix
import OwnThread
import Statements
import TLS
import Testing

@testable import Transport

@Suite("A listener among strangers", .ownThread, .timeLimit(.minutes(1)))
struct ListenerLimitTests {
  let authority: TestAuthority

  init() throws {
    self.authority = try TestAuthority()
  }

  @Test(
    "A connection that never completes its handshake is closed at the deadline", .holds("TLS-019"))
  func handshakeDeadline() async throws {
    var limits = Newcomers.Limits()
    limits.handshakeDeadline = .milliseconds(50)
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      let silent = try await hall.connectSilently()
      try await silent.closeFuture.get()
      #expect(try await hall.refused(1) == [.timeout(.handshake)])
    }
  }

  @Test("When one address takes every place, a newcomer has one at once, and the oldest is closed")
  func fullRoom() async throws {
    var limits = Newcomers.Limits()
    limits.handshakeDeadline = .hours(1)
    // As an operator's limit of handshakes does; one address has 8 of the 16 places.
    limits.restrict(unfinished: 24)
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      var silent: [any Channel] = []
      for _ in 0..<20 { silent.append(try await hall.connectSilently()) }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil || $0.failure != nil }
      #expect(try await guest.run { $0.failure } == nil)
      let refused = try await hall.refused(13)
      #expect(refused.count == 13)
      #expect(Set(refused.map(\.description)).count == 1)
      #expect(refused.first?.description.contains("make room") == true)
      // Those who lost their places were closed in order: none was reset.
      for channel in silent.prefix(13) { try await channel.closeFuture.get() }
      #expect(try await hall.newcomers { $0.connections } == 8)
    }
  }

  /// The head of a TLS record that promises 16 KiB, and no more of it.
  private static let unfinished: [UInt8] = [0x16, 0x03, 0x01, 0x40, 0x00, 0x01]

  @Test("One byte at a time keeps nobody's place, and a hello that comes so is taken all the same")
  func trickle() async throws {
    var limits = Newcomers.Limits()
    limits.handshakeDeadline = .hours(1)
    limits.handshakes.waiting = 8
    limits.handshakes.waitingPerAddress = 8
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      var slow: [any Channel] = []
      for _ in 0..<8 {
        let channel = try await hall.connectSilently()
        for byte in Self.unfinished {
          try await channel.writeAndFlush(ByteBuffer(bytes: [byte])).get()
        }
        slow.append(channel)
      }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil || $0.failure != nil }
      #expect(try await guest.run { $0.failure } == nil)
      // The listener is through with the handshake a little later than the guest.
      try await hall.host.until { $0.stream != nil }
      #expect(try await hall.newcomers { $0.sessions } == 0)
    }
  }

  /// A hello that would be 64 KiB long, of which three records come.
  private static let endless: [UInt8] = {
    let head: [UInt8] = [0x16, 0x03, 0x01, 0x40, 0x00]
    let record = head + [UInt8](repeating: 0, count: 1 << 14)
    let message: [UInt8] = [0x01, 0x00, 0xFF, 0xFF, 0x03, 0x03]
    return head + message + record.dropFirst(head.count + message.count) + record + record
  }()

  @Test("Of a handshake that has no end a bounded part is taken", .holds("LIM-015"))
  func endless() async throws {
    var limits = Newcomers.Limits()
    limits.handshakeDeadline = .hours(1)
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      let channel = try await hall.connectSilently()
      channel.writeAndFlush(ByteBuffer(bytes: Self.endless), promise: nil)
      try await channel.closeFuture.get()
      let refused = try await hall.refused(1)
      #expect(refused.first?.description.contains("more than 32768 bytes") == true, "\(refused)")
    }
  }

  @Test("Who ends behind a hello that waits for its turn is not waited for")
  func endedInLine() async throws {
    var limits = Newcomers.Limits()
    limits.handshakeDeadline = .hours(1)
    var session = try TLSSession(context: self.authority.client())
    session.handshake()
    let flight = session.drain()
    let hello = try #require(flight)
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      let channel = try await hall.connectSilently()
      try await channel.eventLoop.flatSubmit {
        channel.writeAndFlush(hello, promise: nil)
        return channel.close(mode: .output)
      }.get()
      guard case .tls(let error)? = try await hall.refused(1).first else {
        Issue.record("the listener saw no end")
        return
      }
      #expect(error.kind == .endedInHandshake)
    }
  }

  @Test(
    "Beyond the limit of connections a newcomer is closed, those inside stay", .holds("LIM-005"))
  func connectionLimit() async throws {
    var limits = Newcomers.Limits()
    limits.connections = 1
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      try await hall.host.run { $0.manner = .echo }
      let first = try await Party(hall.loop)
      try await first.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      let second = try await Party(hall.loop)
      try await second.dial(hall.listener.local, self.authority.client())
      try await second.until { $0.failure != nil }
      #expect(try await hall.refused(1) == [.io("the limit of 1 connections is reached")])
      try await first.run { $0.stream?.write([9]) }
      try await first.until { $0.received == [9] }
      #expect(try await hall.newcomers { $0.connections } == 1)
      // Where one leaves there is room for another.
      try await first.run { $0.stream?.abort() }
      _ = try await hall.host.ended()
      let third = try await Party(hall.loop)
      try await third.dial(hall.listener.local, self.authority.client())
      try await third.until { $0.stream != nil || $0.failure != nil }
      #expect(try await third.run { $0.failure } == nil)
      #expect(try await hall.newcomers { $0.connections } == 1)
    }
  }

  @Test(
    "Two thousand silent connections do not disturb an established stream and are bounded",
    .holds("LIM-015"))
  func halfOpen() async throws {
    try raiseFileLimit(to: 8_192)
    var limits = Newcomers.Limits()
    limits.handshakeDeadline = .hours(1)
    let most = limits.handshakes.waitingPerAddress
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      try await hall.host.run { $0.manner = .echo }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      var silent: [any Channel] = []
      for round in 0..<2_000 {
        silent.append(try await hall.connectSilently())
        if round.isMultiple(of: 100) {
          let expected = round / 100 + 1
          try await guest.run { $0.stream?.write([1]) }
          try await guest.until { $0.received.count == expected }
          // Those that made room are closed, and counted until the loop's next turn.
          let leaving = Int(Listener.acceptsPerTurn)
          #expect(try await hall.newcomers { $0.connections } <= most + 1 + leaving)
        }
      }
      // All that were accepted are told, but those that still have a place.
      #expect(try await hall.refused(2_000 - most).count == 2_000 - most)
      for channel in silent { try? await channel.close().get() }
      #expect(try await hall.refused(2_000).count == 2_000)
      #expect(try await hall.newcomers { $0.connections } == 1)
    }
  }

  @Test("A listener that ran out of descriptors says so and accepts again after a while")
  func noDescriptors() async throws {
    try await Hall.open(self.authority.server()) { hall in
      hall.listener.channel.pipeline.fireErrorCaught(
        IOError(errnoCode: EMFILE, reason: "accept"))
      #expect(try await hall.failed(1) == [.io("Too many open files")])
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      #expect(try await guest.run { $0.failure } == nil)
    }
  }

  @Test("A connection whose socket cannot be set up is refused with the reason and not counted")
  func unusableSocket() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let closed = try await hall.connectSilently()
      try await closed.close().get()
      // It is open, and takes no option of TCP.
      let datagrams = try await DatagramBootstrap(group: hall.group)
        .bind(host: "127.0.0.1", port: 0).get()
      let context = try self.authority.server()
      for (channel, reason) in [
        (closed, "the connection was closed"), (datagrams, "Protocol not available"),
      ] {
        let newcomers = hall.newcomers
        let (told, connections) = try await hall.loop.submit {
          var told: [StreamEnd] = []
          let control = AcceptControl(
            tls: { context }, newcomers: newcomers.value,
            accepted: { _ in StreamHandlers(received: { _ in }, ended: { _ in }) },
            refused: { told.append($1) }, failed: { _ in })
          control.admit(channel)
          return (told, newcomers.value.connections)
        }.get()
        #expect(told == [.io(reason)])
        #expect(connections == 0, "\(reason)")
        #expect(!channel.isActive, "\(reason)")
      }
    }
  }

  @Test("Closing the listener drops unfinished handshakes and keeps established streams")
  func close() async throws {
    var limits = Newcomers.Limits()
    // None is dropped for another reason.
    limits.handshakeDeadline = .hours(1)
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      try await hall.host.run { $0.manner = .echo }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      let silent = try await hall.connectSilently()
      // Connections are accepted in order: when this one has an answer, the silent one is in.
      let later = try await Party(hall.loop)
      try await later.dial(hall.listener.local, self.authority.client())
      try await later.until { $0.stream != nil }
      try await later.run { $0.stream?.write([4]) }
      try await later.until { $0.received == [4] }
      try await hall.listener.close().get()
      try await silent.closeFuture.get()
      #expect(try await hall.refused(1) == [.aborted])
      try await guest.run { $0.stream?.write([3]) }
      try await guest.until { $0.received == [3] }
    }
  }
}

/// Each half-open connection within one process takes two descriptors.
private func raiseFileLimit(to count: rlim_t) throws {
  var limit = rlimit()
  try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  guard limit.rlim_cur < count else { return }
  limit.rlim_cur = min(count, limit.rlim_max)
  try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
}
