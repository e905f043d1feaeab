import NIOCore
import Transport

extension ConformanceCase {
  static let liveness: [ConformanceCase] = [
    ConformanceCase(
      "liveness/ping", "PING is answered with its nonce", ["LIV-001", "LIV-002"]
    ) { bench in
      let peer = try await bench.greeted()
      for nonce: UInt64 in [0, 1, .max, 0x0123_4567_89AB_CDEF] {
        let pong = try await peer.request("ping", ["nonce": .number(nonce)], answeredBy: "pong")
        try requireEqual(try pong.number("nonce"), nonce, "the nonce of PONG")
      }
      try await peer.requireNothingFurther()
    },
    ConformanceCase(
      "liveness/coordinator-pings", "A coordinator asks a silent peer, and is content with PONG",
      ["LIV-002", "LIV-003"]
    ) { bench in
      let (peer, welcome) = try await bench.welcomed()
      let interval = try welcome.number("keepalive-milliseconds")
      try bench.needs(milliseconds: interval * 3, for: "three intervals of keepalive")
      await peer.leavePingsToTheCase()
      var last: UInt64 = 0
      for _ in 1...3 {
        let ping = try await peer.take(
          "PING", within: .milliseconds(Int64(interval)) + bench.timeout
        ) { $0.name == "ping" }
        try require(ping.request > last, "the number of PING does not rise")
        last = ping.request
        try await peer.answer(ping)
      }
      try await peer.settle()
    },
    ConformanceCase(
      "liveness/silence", "A peer that says nothing is dead after 2.5 intervals", ["LIV-004"]
    ) { bench in
      // The time is taken before HELLO: the coordinator counts from when it last received
      // something.
      let started = NIODeadline.now()
      let (peer, welcome) = try await bench.welcomed()
      let interval = try welcome.number("keepalive-milliseconds")
      let allowed = interval * (try bench.schema.limit("silence-tenths")) / 10
      try bench.needs(milliseconds: allowed, for: "2.5 intervals of keepalive")
      await peer.leavePingsToTheCase()
      try await peer.requireRefusal(
        "keepalive-timeout", within: .milliseconds(Int64(allowed)) + bench.timeout)
      try require(
        NIODeadline.now() - started >= .milliseconds(Int64(allowed)),
        "the connection was ended before its time")
    },
  ]

  static let closing: [ConformanceCase] = [
    ConformanceCase(
      "closing/goodbye", "GOODBYE is answered with GOODBYE and a close in good order",
      ["CLS-001", "CLS-003"]
    ) { bench in
      let plain = try await bench.greeted()
      try await plain.sendEvent("goodbye", ["reason": 0, "text": "done"])
      try await plain.requireGoodbye(reason: 0)
      let window = try await bench.window(on: try await bench.board())
      try await window.peer.sendEvent("goodbye", ["reason": 0, "text": ""])
      try await window.peer.requireGoodbye(reason: 0)
    },
    ConformanceCase(
      "closing/after-goodbye", "What comes behind GOODBYE is ignored", ["CLS-003", "CLS-004"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let late = window.operation(.boardRename("too late"))
      let number = await window.peer.lastRequest + 1
      await window.peer.send(
        try window.peer.frame("goodbye", ["reason": 0, "text": ""]),
        try window.peer.frame("submit", ["operation": late], request: number),
        Frame(type: 0x4242))
      try await window.peer.requireGoodbye(reason: 0)
      let reader = try await bench.window(on: fixture)
      try requireEqual(try await reader.history().count, 1, "the length of the history")
    },
    ConformanceCase(
      "closing/close-notify", "A peer that only closes TLS is closed too", ["CLS-006", "TLS-008"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.boardRename("kept"))
      await window.peer.finish()
      let end = try await window.peer.ended()
      try require(end == .clean, "the connection does not end in good order: \(end)")
      let reader = try await bench.window(on: fixture)
      try requireEqual(try await reader.history().count, 2, "the length of the history")
    },
    ConformanceCase(
      "closing/cut-in-frame", "A cut within a frame hurts nobody else",
      ["TLS-008", "CLS-006", "LIM-005"]
    ) { bench in
      let fixture = try await bench.board()
      var other = try await bench.window(on: fixture)
      for count in [1, 15, 16, 40] {
        var window = try await bench.window(on: fixture)
        let operation = window.operation(.boardRename("cut"))
        let number = await window.peer.lastRequest + 1
        let frame = try window.peer.frame("submit", ["operation": operation], request: number)
        await window.peer.send(bytes: Array(frame.bytes.prefix(count)))
        await window.peer.abort()
      }
      try await other.edit(.cardRetitle(fixture.card, "unhurt"))
      try await other.catchUp(to: 2)
      try await other.peer.requireNothingFurther()
      try requireEqual(try await other.history().count, 2, "the length of the history")
    },
    ConformanceCase(
      "closing/error-frees-session", "A connection that ended in an error lets its session go on",
      ["CLS-002", "CLS-006", "ERR-004", "SES-005"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.boardRename("before"))
      try await window.catchUp(to: 2)
      await window.peer.send(Frame(type: 0x4242))
      try await window.peer.requireRefusal("unknown-type")
      window.peer = try await bench.greeted()
      let attached = try await window.attach()
      try requireEqual(try attached.number("epoch"), 1, "epoch")
      try requireEqual(try attached.number("last-counter"), 1, "last-counter")
    },
    ConformanceCase(
      "closing/hostile-neighbours", "Peers that break the rules are not noticed by others",
      ["LIM-005", "RSM-008"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      for round in 1...10 {
        let noise = try await bench.dial()
        await noise.send(bytes: (0..<200).map { _ in UInt8.random(in: .min ... .max) })
        let half = try await bench.greeted()
        await half.send(bytes: [0, 0x0F, 0xFF, 0xFF, 0x80, 0x01])
        try await window.edit(.cardRetitle(fixture.card, "round \(round)"))
        await noise.abort()
      }
      try await window.catchUp(to: 11)
      try await window.peer.requireNothingFurther()
    },
  ]

  static let digests: [ConformanceCase] = [
    ConformanceCase(
      "digests/place", "DIGEST comes for multiples of 64, behind the operation it is about",
      ["DIG-004", "DIG-005"]
    ) { bench in
      let fixture = try await bench.board()
      let (peer, welcome) = try await bench.welcomed()
      var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      window.sequence = 1
      try await window.attach()
      let burst = min(10, try welcome.number("requests-in-flight"))
      // Several operations are in flight at once, because the 64th need not be the last one of
      // those that become durable together.
      var requests: [UInt64] = []
      for number in 1...80 {
        let operation = window.operation(.cardRetitle(fixture.card, "title \(number)"))
        requests.append(try await peer.post("submit", ["operation": operation]))
        guard requests.count == burst || number == 80 else { continue }
        for request in requests { _ = try await peer.response(to: request, is: "outcome") }
        requests = []
      }
      try await peer.settle()
      let arrived = await peer.untaken
      var reached: UInt64 = 1
      var digests = 0
      for message in arrived {
        if message.name == "committed" {
          let operations = try message.fields.list("operations")
          reached = try operations.last?.number("sequence") ?? reached
        } else if message.name == "digest" {
          digests += 1
          let sequence = try message.fields.number("sequence")
          try requireEqual(sequence % 64, 0, "sequence modulo 64")
          try requireEqual(sequence, reached, "the last operation before DIGEST")
        }
      }
      if digests == 0 { throw CaseSkip("this coordinator sends no DIGEST, which it may leave") }
      try requireEqual(digests, 1, "the number of digests of 80 operations")
    },
    ConformanceCase(
      "digests/same", "All windows are sent the same digest", ["DIG-004", "SNP-011"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      try await first.editMany(70)
      try await second.catchUp(to: first.sequence)
      let digests = try await first.untakenDigests().map(\.fields)
      if digests.isEmpty { throw CaseSkip("this coordinator sends no DIGEST, which it may leave") }
      try requireEqual(
        try await second.untakenDigests().map(\.fields), digests, "the other window's digests")
    },
    ConformanceCase(
      "digests/not-agreed", "Without the feature no DIGEST is sent", ["HSK-007"]
    ) { bench in
      let fixture = try await bench.board()
      let peer = try await bench.dial()
      let hello = try bench.hello(replacing: ["features": []])
      await peer.send(try peer.frame("hello", hello, request: 1))
      _ = try await peer.response(to: 1, is: "welcome")
      var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      try await window.attach()
      try await window.fetchSnapshot()
      try await window.editMany(70)
      try requireEqual(try await window.untakenDigests().count, 0, "the number of digests")
    },
  ]
}

extension Window {
  /// Retitles the card `count` times, one request after another.
  fileprivate mutating func editMany(_ count: Int) async throws {
    for number in 1...count {
      try await edit(.cardRetitle(fixture.card, "title \(number)"))
    }
    try await catchUp(to: UInt64(count) + 1)
  }

  fileprivate func untakenDigests() async throws -> [Message] {
    try await peer.settle()
    return await peer.untaken.filter { $0.name == "digest" }
  }
}
