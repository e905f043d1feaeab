import NIOCore
import OwnThread
import Testing
import Transport

@Suite("What a stream gives to the socket at once", .ownThread, .timeLimit(.minutes(1)))
struct SendingTests {
  let authority: TestAuthority

  init() throws {
    self.authority = try TestAuthority()
  }

  @Test("What the socket takes at once is sent when that returns, behind what was written before")
  func atOnce() async throws {
    try await Hall.open(self.authority.server()) { hall in
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await guest.until { $0.stream != nil }
      try await guest.run { probe in
        probe.stream?.send([1, 2])
        #expect(probe.stream?.unsentBytes == 0)
        #expect(probe.progress == [0])
        probe.stream?.write([3])
        probe.stream?.send([4])
        #expect(probe.stream?.unsentBytes == 0)
        #expect(probe.progress == [0, 0])
      }
      try await hall.host.until { $0.received.count == 4 }
      #expect(try await hall.host.run { $0.received } == [1, 2, 3, 4])
    }
  }

  @Test("What a reader does not take waits in its order, and is reported once it is taken")
  func waits() async throws {
    try await Hall.open(self.authority.server()) { hall in
      try await hall.host.run { $0.onOpened = { $0.pauseReading() } }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      let portion = patterned(60_001)
      // Two are sent when the socket is full already.
      let count = try await guest.run { probe in
        var sent = 0
        var waiting = 0
        while waiting < 3, sent < 10_000 {
          probe.stream?.send(portion)
          sent += 1
          if probe.stream?.unsentBytes ?? 0 > 0 { waiting += 1 }
        }
        #expect(probe.stream?.unsentBytes == 3 * portion.count)
        #expect(probe.progress.count == sent - 3)
        return sent
      }
      try await hall.host.run { $0.stream?.resumeReading() }
      try await guest.until { $0.stream?.unsentBytes == 0 }
      try await hall.host.until { $0.received.count == count * portion.count }
      let all = (0..<count).flatMap { _ in portion }
      #expect(try await hall.host.run { $0.received } == all)
      #expect(
        try await guest.run { $0.progress.suffix(3) } == [2, 1, 0].map { $0 * portion.count })
    }
  }

  @Test("A send that fails at once ends the stream, and nothing is sent after it")
  func fails() async throws {
    try await Hall.open(self.authority.server()) { hall in
      try await hall.host.run { $0.onOpened = { $0.pauseReading() } }
      let guest = try await Party(hall.loop)
      try await guest.dial(hall.listener.local, self.authority.client())
      try await hall.host.until { $0.stream != nil }
      // Who closes with bytes unread resets the connection; this side does not read of it first.
      try await guest.run { probe in
        probe.stream?.pauseReading()
        probe.stream?.send([1])
      }
      try await guest.run { probe in
        // In the same turn of their loop: in a later one it could have heard of the reset.
        hall.host.probe.value.stream?.abort()
        for _ in 0..<1_000 where probe.end == nil { probe.stream?.send([2]) }
        // It says what the system told first: of the reset, or of the write.
        #expect(probe.end != nil)
        let progress = probe.progress
        probe.stream?.send([3])
        #expect(probe.progress == progress)
      }
    }
  }
}
