import TLS

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
        "content": .content(operation),
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
        try window.log.map { try $0.at("content", "operation") }, operations,
        "the order of COMMITTED")
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
        let counters = try window.log.map { try $0.at("content", "operation", "id") }
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
      ["EDT-008", "EDT-009", "EDT-038", "APL-001", "APL-003", "APL-020", "APL-108"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var reader = try await bench.window(on: fixture)
      let titles = [("", "empty-title"), ("\u{2003}", "empty-title")]
      let tooLong = (String(repeating: "t", count: 1_001), "title-too-long")
      let retitles = (titles + [tooLong]).map {
        (Value.cardRetitle(fixture.card, $0.0), $0.1, isReported: true)
      }
      let undo = Value.undo(.operationID(.random(), epoch: 1, counter: 1))
      let rejected = retitles + [(undo, "not-undoable", isReported: false)]
      var contents: [Value] = []
      for (number, (intent, reason, isReported)) in zip(UInt64(2)..., rejected) {
        let operation = window.operation(intent)
        let stored = try await window.submit(operation)
        try requireEqual(try stored.at("outcome"), .rejected(reason), "the outcome")
        try requireEqual(try stored.number("sequence"), number, "its sequence number")
        try requireEqual(try await window.submit(operation), stored, "the answer to a resend")
        let hash = try MessageDigest.sha256(bench.codec.encode(operation, type: "operation"))
        contents.append(
          .rejectedContent(window.lastOperation, hash, reason, isReported: isReported))
      }
      try await reader.catchUp(to: 5)
      try requireEqual(
        try reader.log.map { try $0.at("content") }, contents, "what is committed of the rejected")
      try requireEqual(
        try await reader.history(from: 2).map { try $0.at("content") }, contents,
        "what the history has of the rejected")
      let state = try await reader.state()
      try requireEqual(
        try state.card().text("title"), Fixture.cardTitle, "the card's title")
      try requireEqual(state.all("receipt").count, 3, "the number of receipts")
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
}
