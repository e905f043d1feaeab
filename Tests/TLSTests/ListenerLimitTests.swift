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

  @Test("A connection that never completes its handshake is closed at the deadline")
  func handshakeDeadline() async throws {
    var limits = Listener.Limits()
    limits.handshakeDeadline = .milliseconds(50)
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      let silent = try await hall.connectSilently()
      try await silent.closeFuture.get()
      #expect(try await hall.refused(1) == [.timeout(.handshake)])
    }
  }

  @Test("When strangers take every place, a newcomer gets in once their patience is over")
  func fullRoom() async throws {
    var limits = Listener.Limits()
    limits.handshakes = 8
    limits.handshakeDeadline = .hours(1)
    limits.handshakePatience = .seconds(1)
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      var silent: [any Channel] = []
      for _ in 0..<20 { silent.append(try await hall.connectSilently()) }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil || $0.failure != nil }
      #expect(try await guest.run { $0.failure } == nil)
      let refused = try await hall.refused(13)
      #expect(refused.prefix(13) == ArraySlice(repeating: .timeout(.handshake), count: 13))
    }
  }

  @Test("While there is room nobody loses patience with a slow handshake")
  func roomLeft() {
    var room = HandshakeRoom<Int>(capacity: 2, patience: .nanoseconds(1000))
    room.enter(1, at: .uptimeNanoseconds(0))
    #expect(room.overdue(at: .uptimeNanoseconds(1_000_000_000)) == [])
    room.enter(2, at: .uptimeNanoseconds(500))
    #expect(room.isFull)
    #expect(room.overdue(at: .uptimeNanoseconds(999)) == [])
    #expect(room.overdue(at: .uptimeNanoseconds(1000)) == [1])
    #expect(room.overdue(at: .uptimeNanoseconds(1500)) == [1, 2])
    #expect(room.nextOverdue == .uptimeNanoseconds(1000))
    room.leave(1)
    #expect(!room.isFull)
    #expect(!room.contains(1))
    #expect(room.nextOverdue == .uptimeNanoseconds(1500))
    #expect(room.overdue(at: .uptimeNanoseconds(1500)) == [])
  }

  @Test(
    "Beyond the limit of connections a newcomer is closed, those inside stay", .holds("LIM-005"))
  func connectionLimit() async throws {
    var limits = Listener.Limits()
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
      let listener = hall.listener
      #expect(try await hall.loop.submit { listener.connections }.get() == 1)
    }
  }

  @Test(
    "A thousand half-open connections leave no trace and do not disturb an established stream",
    .holds("LIM-006"))
  func thousandHalfOpen() async throws {
    try raiseFileLimit(to: 4096)
    var limits = Listener.Limits()
    limits.handshakePatience = .milliseconds(20)
    try await Hall.open(self.authority.server(), limits: limits) { hall in
      try await hall.host.run { $0.manner = .echo }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      var silent: [any Channel] = []
      for round in 0..<1000 {
        silent.append(try await hall.connectSilently())
        if round.isMultiple(of: 100) {
          let expected = round / 100 + 1
          try await guest.run { $0.stream?.write([1]) }
          try await guest.until { $0.received.count == expected }
        }
      }
      let listener = hall.listener
      let open = try await hall.loop.submit { listener.connections }.get()
      #expect(open <= limits.handshakes + 1)
      for channel in silent { try? await channel.close().get() }
      #expect(try await hall.refused(1000 - limits.handshakes).count >= 1000 - limits.handshakes)
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
        let (told, connections) = try await hall.loop.submit {
          var told: [StreamEnd] = []
          let control = AcceptControl(
            tls: { context }, limits: Listener.Limits(),
            accepted: { _ in StreamHandlers(received: { _ in }, ended: { _ in }) },
            refused: { told.append($1) }, failed: { _ in })
          control.admit(channel)
          return (told, control.connections)
        }.get()
        #expect(told == [.io(reason)])
        #expect(connections == 0, "\(reason)")
        #expect(!channel.isActive, "\(reason)")
      }
    }
  }

  @Test("Closing the listener drops unfinished handshakes and keeps established streams")
  func close() async throws {
    var limits = Listener.Limits()
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
