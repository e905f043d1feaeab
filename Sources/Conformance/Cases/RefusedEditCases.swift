// What a coordinator does not order, and consumes nothing for.
extension ConformanceCase {
  static let refusals: [ConformanceCase] = [
    ConformanceCase(
      "edits/changed-resend", "A resend with other content is refused",
      ["EDT-003", "EDT-009", "EDT-010"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let id = Value.operationID(window.session, epoch: 1, counter: 1)
      let original = Value.operation(id, base: 1, .boardRename("original"))
      let stored = try await window.submit(original)
      window.counter = 1
      let changed: [Value] = [
        .operation(id, base: 1, .boardRename("changed")),
        .operation(id, base: 0, .boardRename("original")),
        .operation(id, base: 1, queued: true, .boardRename("original")),
        .operation(
          id, base: 1, .boardRename("original"), extensions: [.init(tag: 999, bytes: [])]),
      ]
      for operation in changed {
        try await window.peer.request(
          "submit", ["operation": operation], refusedWith: "operation-changed")
      }
      let around = Value.operation(
        id, base: 1, .boardRename("original"),
        extensions: [.init(tag: 1, bytes: [0, 1, 0x62, 0, 0])])
      try requireEqual(try await window.submit(around), stored, "the outcome with words around it")
      try requireEqual(
        try await window.history(from: 2).map { try $0.at("content", "operation") }, [original],
        "the history")
    },
    ConformanceCase(
      "edits/acknowledged-resend", "What was acknowledged is not asked for again",
      ["EDT-011", "EDT-021"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let operations = (1...3).map { window.operation(.cardRetitle(fixture.card, "\($0)")) }
      for operation in operations { _ = try await window.submit(operation) }
      try await window.catchUp(to: 4)
      try await window.peer.sendEvent("acknowledge", ["sequence": 4, "counter": 2])
      // An ACKNOWLEDGE with lower numbers than an earlier one has no effect.
      try await window.peer.sendEvent("acknowledge", ["sequence": 1, "counter": 1])
      for operation in operations.prefix(2) {
        try await window.peer.request(
          "submit", ["operation": operation], refusedWith: "already-acknowledged")
      }
      try requireEqual(try await window.submit(operations[2]).number("sequence"), 4, "its place")
      try requireEqual(try await window.history().count, 4, "the length of the history")
    },
    ConformanceCase(
      "edits/acknowledged-beyond", "What there is not cannot be acknowledged", ["EDT-033"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let operation = window.operation(.boardRename("once"))
      let stored = try await window.submit(operation)
      try await window.catchUp(to: 2)
      for (fields, refusal) in [
        (["sequence": 2, "counter": 2] as Value, "session-unknown"),
        (["sequence": 3, "counter": 1] as Value, "incarnation-changed"),
      ] {
        try await window.peer.sendEvent("acknowledge", fields)
        let error = try await window.peer.event("error")
        try requireEqual(
          UInt16(try error.fields.number("code")), try bench.schema.error(refusal), "the code")
        try await window.peer.request(
          "submit", ["operation": operation], refusedWith: "not-attached")
        // Nothing was acknowledged by it.
        let attached = try await window.attach(firstPending: 1)
        try requireEqual(try attached.list("outcomes"), [stored], "the outcomes")
      }
      try requireEqual(try await window.submit(operation), stored, "the outcome")
    },
    ConformanceCase(
      "edits/counter-gap", "A counter above the next one is refused and consumes nothing",
      ["EDT-002", "EDT-012"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let early = Value.operation(
        .operationID(window.session, epoch: 1, counter: 2), base: 1, .boardRename("early"))
      try await window.peer.request("submit", ["operation": early], refusedWith: "counter-gap")
      try await window.edit(.boardRename("first"))
      try requireEqual(try await window.submit(early).number("sequence"), 3, "its place")
    },
    ConformanceCase(
      "edits/counter-zero", "Counters begin at 1", ["EDT-002"]
    ) { bench in
      let fixture = try await bench.board()
      let window = try await bench.window(on: fixture)
      let zero = Value.operation(
        .operationID(window.session, epoch: 1, counter: 0), base: 1, .boardRename("zero"))
      let request = try await window.peer.post("submit", ["operation": zero])
      let answer = try await window.peer.response(to: request)
      try requireEqual(answer.name, "error", "the answer to counter 0")
      try requireEqual(try await window.history().count, 1, "the length of the history")
    },
    ConformanceCase(
      "edits/base-ahead", "A base that the board has not reached is refused",
      ["EDT-014", "ERR-002"]
    ) { bench in
      let fixture = try await bench.board()
      let window = try await bench.window(on: fixture)
      let id = Value.operationID(window.session, epoch: 1, counter: 1)
      for base: UInt64 in [2, .max] {
        try await window.peer.request(
          "submit", ["operation": .operation(id, base: base, .boardRename("ahead"))],
          refusedWith: "base-ahead")
      }
      let stored = try await window.submit(.operation(id, base: 1, .boardRename("level")))
      try requireEqual(try stored.number("sequence"), 2, "its place")
    },
    ConformanceCase(
      "edits/other-session", "Operations of another session or a later epoch are refused",
      ["EDT-013", "SES-010"]
    ) { bench in
      let fixture = try await bench.board()
      var owner = try await bench.window(on: fixture)
      let window = try await bench.window(on: fixture)
      let strangers: [Value] = [
        .operationID(owner.session, epoch: 1, counter: 1),
        .operationID(.random(), epoch: 1, counter: 1),
        .operationID(window.session, epoch: 2, counter: 1),
        .operationID(window.session, epoch: 0, counter: 1),
      ]
      for id in strangers {
        try await window.peer.request(
          "submit", ["operation": .operation(id, base: 1, .boardRename("not mine"))],
          refusedWith: "wrong-session")
      }
      // The refused submits did not change the counter of the owner's session.
      try await owner.edit(.boardRename("mine"))
      try requireEqual(try await owner.history().count, 2, "the length of the history")
    },
    ConformanceCase(
      "edits/acknowledge-first", "Who never acknowledges is refused before outcomes are lost",
      ["EDT-015", "EDT-020", "RSM-001", "LIM-023"]
    ) { bench in
      let fixture = try await bench.board()
      let (peer, welcome) = try await bench.welcomed()
      var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      window.sequence = 1
      try await window.attach()
      let kept = Int(try bench.schema.limit("unacknowledged-outcomes"))
      let burst = Int(try welcome.number("requests-in-flight"))
      var operations: [Value] = []
      while operations.count < kept {
        let first = await peer.lastRequest + 1
        let more = (0..<min(burst, kept - operations.count)).map { _ in
          window.operation(.cardRetitle(fixture.card, "again"), base: 1)
        }
        let frames = try zip(first..., more).map {
          try peer.frame("submit", ["operation": $0.1], request: $0.0)
        }
        await peer.send(frames) { [$0[...]] }
        for frame in frames { _ = try await peer.response(to: frame.request, is: "outcome") }
        operations += more
      }
      let next = window.operation(.cardRetitle(fixture.card, "one more"))
      let refused = try await peer.response(to: peer.post("submit", ["operation": next]))
      try bench.requireShare(of: "unacknowledged", refused, "acknowledge-first")
      // The coordinator still has the first outcome.
      try requireEqual(
        try await window.submit(operations[0]).number("sequence"), 2, "the first's place")
      try await peer.sendEvent(
        "acknowledge", ["sequence": 2, "counter": .number(UInt64(kept / 2))])
      try requireEqual(
        try await window.submit(next).number("sequence"), UInt64(kept) + 2, "its place")
    },
    ConformanceCase(
      "edits/acknowledge-first-bytes",
      "Who never acknowledges is refused before its outcomes take too many bytes",
      ["EDT-020", "LIM-023"]
    ) { bench in
      let fixture = try await bench.board()
      let peer = try await bench.welcomed().peer
      var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      window.sequence = 1
      try await window.attach()
      let limit = Int(try bench.schema.limit("unacknowledged-bytes"))
      var kept = 0
      while kept < limit {
        // Each card that nobody made is a note in the outcome.
        let operation = window.operation(.cardMoveOfMany(fixture, unknown: 999), base: 1)
        let stored = try await window.submit(operation)
        kept += try bench.codec.encode(stored, type: "stored-outcome").count
      }
      let next = window.operation(.cardRetitle(fixture.card, "one more"))
      let refused = try await peer.response(to: peer.post("submit", ["operation": next]))
      try bench.requireShare(of: "unacknowledged", refused, "acknowledge-first")
      try await peer.sendEvent("acknowledge", ["sequence": 2, "counter": .number(1)])
      _ = try await window.submit(next)
    },
    ConformanceCase(
      "edits/too-large",
      "An operation above 768 KiB, or with extensions above 1 KiB, is refused and consumes nothing",
      ["LIM-002", "LIM-008"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let body = String(repeating: "b", count: 60_000)
      let cards = (0..<14).map { _ in
        Value.cardCreate(.random(), in: fixture.columns[0], "T", body: body)
      }
      let large = window.operation(.batch(cards))
      try await window.peer.request(
        "submit", ["operation": large], refusedWith: "request-too-large")
      let operation = Value.operation(
        .operationID(.random(), epoch: 1, counter: 1), base: 0,
        .batch([.boardCreate("B"), .columnCreate(fixture.columns[0], "C")] + cards))
      try await window.peer.request(
        "create-board", ["board": .id(.random()), "operation": operation],
        refusedWith: "request-too-large")
      window.counter = 0
      // With its tag and its length an extension is six bytes longer than its content.
      let long = window.operation(
        .boardRename("long"),
        extensions: [.init(tag: 999, bytes: [UInt8](repeating: 1, count: 1_019))])
      try await window.peer.request(
        "submit", ["operation": long], refusedWith: "request-too-large")
      window.counter = 0
      try await window.edit(.boardRename("small"))
      try await window.edit(
        .boardRename("as long as it may be"),
        extensions: [.init(tag: 999, bytes: [UInt8](repeating: 1, count: 1_018))])
      try requireEqual(try await window.history().count, 3, "the length of the history")
    },
  ]
}
