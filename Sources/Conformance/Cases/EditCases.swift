extension ConformanceCase {
  static let edits: [ConformanceCase] = [
    ConformanceCase(
      "edits/submit", "An operation is answered, told to all windows, and kept",
      ["EDT-004", "EDT-006", "EDT-007", "EDT-016", "EDT-017", "EDT-018", "TLS-005", "HIS-004"]
    ) { bench in
      let fixture = try await bench.board()
      let (peer, welcome) = try await bench.welcomed()
      var author = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      try await author.attach()
      try await author.fetchSnapshot()
      var reader = try await bench.window(on: fixture)
      let operation = author.operation(.cardMove(fixture.card, to: fixture.columns[1]))
      let request = try await peer.post("submit", ["operation": operation])
      let outcome = try await peer.response(to: request, is: "outcome")
      let stored = try outcome.fields.at("stored")
      let committed = try await peer.event("committed")
      try require(outcome.position < committed.position, "COMMITTED comes before OUTCOME")
      let expected: Value = [
        "sequence": 2, "time": try stored.at("time"), "author": try welcome.at("peer"),
        "operation": operation, "outcome": .applied,
      ]
      try requireEqual(try stored.at("outcome"), .applied, "the outcome")
      try requireEqual(try committed.fields.list("operations"), [expected], "COMMITTED")
      try await reader.catchUp(to: 2)
      try requireEqual(reader.log, [expected], "COMMITTED of the other window")
      for peer in [author.peer, reader.peer] { try await peer.requireNothingFurther() }
      let history = try await reader.history()
      try requireEqual(history.count, 2, "the length of the history")
      try requireEqual(history.last, expected, "the history's last operation")
      try require(
        try history[0].number("time") <= history[1].number("time"), "time goes backwards")
    },
    ConformanceCase(
      "edits/pipelined", "The operations of a session stand in the order of their counters",
      ["EDT-004", "EDT-005", "EDT-016", "REQ-002"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let operations = (1...20).map { window.operation(.cardRetitle(fixture.card, "title \($0)")) }
      let first = await window.peer.lastRequest + 1
      let frames = try zip(first..., operations).map {
        try window.peer.frame("submit", ["operation": $0.1], request: $0.0)
      }
      await window.peer.send(frames) { [$0[...]] }
      for (place, frame) in frames.enumerated() {
        let stored = try await window.peer.response(to: frame.request, is: "outcome").fields
        try requireEqual(
          try stored.number("stored", "sequence"), UInt64(place + 2), "a sequence number")
      }
      try await window.catchUp(to: 21)
      try requireEqual(
        try window.log.map { try $0.at("operation") }, operations, "the order of COMMITTED")
      try await window.peer.requireNothingFurther()
    },
    ConformanceCase(
      "edits/one-order", "Two windows that edit at once see one order",
      ["EDT-004", "EDT-005", "EDT-016", "ERR-007"]
    ) { bench in
      let fixture = try await bench.board()
      var windows = [
        try await bench.window(on: fixture), try await bench.window(on: fixture),
      ]
      for round in 1...10 {
        for index in windows.indices {
          let operation = windows[index].operation(
            .cardRetitle(fixture.card, "\(index)/\(round)"), base: 1)
          try await windows[index].peer.post("submit", ["operation": operation])
        }
      }
      for index in windows.indices { try await windows[index].catchUp(to: 21) }
      try requireEqual(windows[0].log, windows[1].log, "what the other window saw")
      for window in windows {
        let counters = try window.log.map { try $0.at("operation", "id") }
          .filter { try $0.at("session") == .id(window.session) }.map { try $0.number("counter") }
        try requireEqual(counters, Array(1...10), "the counters of one session")
      }
      try requireEqual(try await windows[0].history(from: 2), windows[0].log, "the history")
    },
    ConformanceCase(
      "edits/resend", "A resend gets the stored outcome and applies nothing",
      ["EDT-003", "EDT-009"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let operation = window.operation(.cardCreate(.random(), in: fixture.columns[0], "Once"))
      let first = try await window.submit(operation)
      try await window.edit(.boardRename("between"))
      for _ in 1...2 {
        try requireEqual(try await window.submit(operation), first, "the answer to a resend")
      }
      // A resend on a new connection gets the same answer.
      window.peer = try await bench.greeted()
      try await window.attach(firstPending: 1)
      try requireEqual(try await window.submit(operation), first, "the answer after a cut")
      try requireEqual(try await window.history().count, 3, "the length of the history")
    },
    ConformanceCase(
      "edits/resend-in-flight", "An operation sent twice at once is ordered once", ["EDT-009"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let operation = window.operation(.cardRetitle(fixture.card, "Once"))
      let first = await window.peer.lastRequest + 1
      let frames = try (first..<first + 3).map {
        try window.peer.frame("submit", ["operation": operation], request: $0)
      }
      await window.peer.send(frames) { [$0[...]] }
      var answers: [Value] = []
      for frame in frames {
        answers.append(try await window.peer.response(to: frame.request, is: "outcome").fields)
      }
      try requireEqual(Set(answers).count, 1, "the number of different answers")
      try requireEqual(try await window.history().count, 2, "the length of the history")
    },
    ConformanceCase(
      "edits/rejected", "A rejected operation is ordered and logged like any other",
      ["EDT-008", "EDT-009", "APL-001", "APL-003", "APL-020"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var reader = try await bench.window(on: fixture)
      let titles = [("", "empty-title"), ("\u{2003}", "empty-title")]
      let tooLong = (String(repeating: "t", count: 1_001), "title-too-long")
      for (number, (title, reason)) in zip(UInt64(2)..., titles + [tooLong]) {
        let operation = window.operation(.cardRetitle(fixture.card, title))
        let stored = try await window.submit(operation)
        try requireEqual(try stored.at("outcome"), .rejected(reason), "the outcome")
        try requireEqual(try stored.number("sequence"), number, "its sequence number")
        try requireEqual(try await window.submit(operation), stored, "the answer to a resend")
      }
      try await reader.catchUp(to: 4)
      try requireEqual(
        try reader.log.last?.at("outcome"), .rejected("title-too-long"), "the logged outcome")
      let card = try await reader.state().card()
      try requireEqual(try card.text("title", "value"), Fixture.cardTitle, "the card's title")
    },
    ConformanceCase(
      "edits/card-numbers", "A card has the next number for good, and a rejected one takes none",
      ["APL-135", "APL-003"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let (second, third) = (Identifier.random(), Identifier.random())
      try await window.edit(.cardCreate(second, in: .random(), "rejected"))
      try await window.edit(.cardCreate(second, in: fixture.columns[0], "second"))
      try await window.edit(.undo(window.lastOperation))
      try await window.edit(.cardCreate(third, in: fixture.columns[1], "third"))
      try await window.catchUp(to: 5)
      let state = try await window.state()
      for (card, number) in [(fixture.card, 1), (second, 2), (third, 3)] as [(Identifier, UInt64)] {
        try requireEqual(try state.card(card).number("number"), number, "the card's number")
      }
      let header = try state.all("header")
      try requireEqual(try header.map { try $0.number("next-number") }, [4], "the next number")
    },
  ]

  static let refusals: [ConformanceCase] = [
    ConformanceCase(
      "edits/changed-resend", "A resend with other content is refused", ["EDT-003", "EDT-010"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let id = Value.operationID(window.session, epoch: 1, counter: 1)
      let original = Value.operation(id, base: 1, .boardRename("original"))
      _ = try await window.submit(original)
      window.counter = 1
      let changed: [Value] = [
        .operation(id, base: 1, .boardRename("changed")),
        .operation(id, base: 0, .boardRename("original")),
        .operation(id, base: 1, queued: true, .boardRename("original")),
        .operation(
          id, base: 1, .boardRename("original"), extensions: [.init(tag: 1, bytes: [])]),
      ]
      for operation in changed {
        try await window.peer.request(
          "submit", ["operation": operation], refusedWith: "operation-changed")
      }
      try requireEqual(
        try await window.history(from: 2).map { try $0.at("operation") }, [original],
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
      ["EDT-015", "EDT-020", "RSM-001"]
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
      try await peer.request("submit", ["operation": next], refusedWith: "acknowledge-first")
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
      "Who never acknowledges is refused before its outcomes take too many bytes", ["EDT-020"]
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
      try await peer.request("submit", ["operation": next], refusedWith: "acknowledge-first")
      try await peer.sendEvent("acknowledge", ["sequence": 2, "counter": .number(1)])
      _ = try await window.submit(next)
    },
    ConformanceCase(
      "edits/too-large", "An operation above 768 KiB is refused and consumes nothing", ["LIM-002"]
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
      try await window.edit(.boardRename("small"))
      try requireEqual(try await window.history().count, 2, "the length of the history")
    },
  ]
}
