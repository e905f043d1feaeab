extension ConformanceCase {
  static let sessions: [ConformanceCase] = [
    ConformanceCase(
      "sessions/first-attach", "An unknown session begins with epoch 1",
      ["SES-003", "SES-016", "RSM-004"]
    ) { bench in
      let fixture = try await bench.board()
      let peer = try await bench.greeted()
      var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      let attached = try await window.attach()
      try requireEqual(try attached.number("epoch"), 1, "epoch")
      try requireEqual(try attached.number("last-counter"), 0, "last-counter")
      try requireEqual(try attached.number("sequence"), 1, "sequence")
      // The level is 1 because the board was never raised.
      try requireEqual(try attached.number("level"), 1, "level")
      try requireEqual(try attached.variant("catch-up"), "snapshot", "catch-up")
      try requireEqual(try attached.list("outcomes"), [], "outcomes")
    },
    ConformanceCase(
      "sessions/unknown", "An unknown session that had a past is refused", ["SES-004", "ERR-003"]
    ) { bench in
      let fixture = try await bench.board()
      let peer = try await bench.greeted()
      let window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      for changes: [String: Value] in [
        ["epoch": 3], ["first-pending": 5], ["first-pending": 0],
      ] {
        try await peer.request(
          "attach", window.attachFields(replacing: changes), refusedWith: "session-unknown")
      }
      // The refused attempts neither ended the connection nor made a session.
      var fresh = window
      try requireEqual(try await fresh.attach().number("epoch"), 1, "epoch")
    },
    ConformanceCase(
      "sessions/attach-twice", "A connection is the route of one session", ["SES-013"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let other = Window(
        peer: window.peer, fixture: fixture, session: .random(), instance: .random())
      try await window.peer.request(
        "attach", other.attachFields(), refusedWith: "already-attached")
      // The first session is still attached.
      let stored = try await window.edit(.boardRename("still attached"))
      try requireEqual(try stored.at("outcome"), .applied, "the outcome")
    },
    ConformanceCase(
      "sessions/other-board", "A session belongs to one board", ["SES-001", "SES-012"]
    ) { bench in
      let window = try await bench.window(on: try await bench.board())
      let other = try await bench.board()
      let peer = try await bench.greeted()
      try await peer.request(
        "attach", window.attachFields(replacing: ["board": .id(other.board)]),
        refusedWith: "other-board")
    },
    ConformanceCase(
      "sessions/other-user", "A session belongs to one user", ["SES-001", "SES-011"]
    ) { bench in
      let fixture = try await bench.board()
      _ = try bench.credentials(.second)
      var window = try await bench.window(on: fixture)
      let thief = try await bench.greeted(.second)
      try await thief.request(
        "attach", window.attachFields(), refusedWith: "not-your-session")
      try await thief.request(
        "attach", window.attachFields(replacing: ["instance": .id(.random())]),
        refusedWith: "not-your-session")
      // The attempts did not affect the owner.
      try await window.edit(.boardRename("mine"))
      try await window.catchUp(to: 2)
      try await window.peer.requireNothingFurther()
    },
    ConformanceCase(
      "sessions/incarnation", "A window that knew another store is told", ["SES-014", "HSK-010"]
    ) { bench in
      let fixture = try await bench.board()
      let (peer, welcome) = try await bench.welcomed()
      var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      try await peer.request(
        "attach", window.attachFields(replacing: ["incarnation": .id(.random())]),
        refusedWith: "incarnation-changed")
      try await peer.request(
        "attach", window.attachFields(replacing: ["sequence": 1_000]),
        refusedWith: "incarnation-changed")
      let known = window.attachFields(replacing: ["incarnation": try welcome.at("incarnation")])
      _ = try await peer.request("attach", known, answeredBy: "attached")
      try await window.fetchSnapshot()
    },
    ConformanceCase(
      "sessions/level", "A window below the board's level does not attach", ["SES-015"]
    ) { bench in
      let fixture = try await bench.board()
      let peer = try await bench.greeted()
      let window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      try await peer.request(
        "attach", window.attachFields(replacing: ["level": 0]), refusedWith: "level-too-old")
    },
    ConformanceCase(
      "sessions/detach", "A detached session comes back as it was",
      ["SES-017", "SES-019", "SES-016"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.boardRename("before"))
      try await window.catchUp(to: 2)
      _ = try await window.peer.request("detach", ["close": false], answeredBy: "detached")
      let late = window.operation(.boardRename("late"))
      try await window.peer.request("submit", ["operation": late], refusedWith: "not-attached")
      // Operations of others are not sent to a detached session.
      var other = try await bench.window(on: fixture)
      try await other.edit(.cardRetitle(fixture.card, "meanwhile"))
      try await window.peer.requireNothingFurther()
      let attached = try await window.attach(firstPending: 2)
      try requireEqual(try attached.number("epoch"), 1, "epoch")
      try requireEqual(try attached.number("last-counter"), 1, "last-counter")
      try await window.catchUp(to: 3)
      try requireEqual(try await window.submit(late).number("sequence"), 4, "the next number")
    },
    ConformanceCase(
      "sessions/close", "A closed session is forgotten", ["SES-018", "SES-004"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.boardRename("kept"))
      try await window.catchUp(to: 2)
      _ = try await window.peer.request("detach", ["close": true], answeredBy: "detached")
      let again = window.attachFields()
      try await window.peer.request("attach", again, refusedWith: "session-unknown")
      // The operations of the forgotten session stay in the history.
      let reader = try await bench.window(on: fixture)
      try requireEqual(try await reader.history().count, 2, "the length of the history")
    },
    ConformanceCase(
      "sessions/made-again", "A session that is made again begins above what was forgotten",
      ["SES-003", "SES-024", "EDT-013"]
    ) { bench in
      let fixture = try await bench.board()
      // Who orders nothing leaves no trace.
      let reader = try await bench.window(on: fixture)
      _ = try await reader.peer.request("detach", ["close": true], answeredBy: "detached")
      var window = try await bench.window(on: fixture)
      try requireEqual(window.epoch, 1, "epoch")
      try await window.edit(.boardRename("of the first"))
      try await window.catchUp(to: 2)
      _ = try await window.peer.request("detach", ["close": true], answeredBy: "detached")
      (window.epoch, window.counter) = (0, 0)
      let attached = try await window.attach()
      try requireEqual(try attached.number("epoch"), 2, "epoch")
      try requireEqual(try attached.number("last-counter"), 0, "last-counter")
      let used = Value.operation(
        .operationID(window.session, epoch: 1, counter: 1), base: 2, .boardRename("again"))
      try await window.peer.request("submit", ["operation": used], refusedWith: "wrong-session")
      try await window.edit(.boardRename("of the second"))
      try await window.catchUp(to: 3)
      let names = try await window.history(from: 2).map { try $0.at("content", "operation", "id") }
      try requireEqual(
        names, [1, 2].map { .operationID(window.session, epoch: $0, counter: 1) },
        "the identifiers of the operations")
      // Another session begins above it too.
      try requireEqual(try await bench.window(on: fixture).epoch, 2, "epoch")
    },
    ConformanceCase(
      "sessions/creation-epoch", "A board is made in epoch 0, below all sessions", ["BRD-010"]
    ) { bench in
      let peer = try await bench.greeted()
      for epoch: UInt64 in [1, 0xFFFF_FFFF] {
        let fixture = Fixture(epoch: epoch)
        try await peer.request(
          "create-board", fixture.request, refusedWith: "not-a-creation")
        try await peer.requireNotListed(fixture.board)
      }
      let made = try await bench.window(on: try await bench.board())
      try requireEqual(made.epoch, 1, "epoch")
    },
  ]

  static let takeovers: [ConformanceCase] = [
    ConformanceCase(
      "takeover/same-instance", "An instance replaces its own old connection",
      ["SES-005", "SES-007", "SES-009"]
    ) { bench in
      let old = try await bench.window(on: try await bench.board())
      var fresh = old
      fresh.peer = try await bench.greeted()
      try requireEqual(try await fresh.attach().number("epoch"), 1, "epoch")
      try await old.peer.requireGoodbye(reason: 0)
      try await fresh.edit(.boardRename("on the new connection"))
      try await fresh.catchUp(to: 2)
    },
    ConformanceCase(
      "takeover/newest-wins", "Another instance takes the session over and the old is fenced",
      ["SES-006", "SES-007", "SES-008", "SES-010", "ERR-003"]
    ) { bench in
      let fixture = try await bench.board()
      var old = try await bench.window(on: fixture)
      var new = old
      new.peer = try await bench.greeted()
      new.instance = .random()
      try requireEqual(try await new.attach().number("epoch"), 2, "epoch")
      let fenced = try await old.peer.event("error")
      try requireEqual(
        UInt16(try fenced.fields.number("code")), try bench.schema.error("fenced"), "the code")
      // An operation of the fenced instance has no effect.
      let late = old.operation(.boardRename("too late"))
      try await old.peer.request(
        "submit", ["operation": late], refusedWith: "fenced", "not-attached")
      try await new.edit(.boardRename("in time"))
      try await new.catchUp(to: 2)
      let titles = try await new.history(from: 2).map {
        try $0.at("content", "operation", "intent")
      }
      try requireEqual(titles, [.boardRename("in time")], "what was done")
      // The old connection stays open and gets nothing more.
      try await old.peer.requireNothingFurther()
    },
    ConformanceCase(
      "takeover/back-again", "Each takeover raises the epoch by one", ["SES-006", "SES-008"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let first = window.instance
      for (number, instance) in [Identifier.random(), first, .random()].enumerated() {
        let old = window.peer
        window.peer = try await bench.greeted()
        window.instance = instance
        let epoch = try await window.attach().number("epoch")
        try requireEqual(epoch, UInt64(number + 2), "epoch")
        _ = try await old.event("error")
      }
    },
    ConformanceCase(
      "takeover/pending-operations", "Operations of older epochs are taken until a newer one was",
      ["EDT-013", "EDT-002", "DSK-013"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.cardRetitle(fixture.card, "one"))
      let pending = window.operation(.cardRetitle(fixture.card, "two"), base: 1)
      window.peer = try await bench.greeted()
      window.instance = .random()
      let attached = try await window.attach(firstPending: 2)
      try requireEqual(try attached.number("last-counter"), 1, "last-counter")
      try requireEqual(try await window.submit(pending).number("sequence"), 3, "its place")
      try await window.edit(.cardRetitle(fixture.card, "three"))
      // This operation is of epoch 1 although one of epoch 2 came before it.
      window.epoch = 1
      let stale = window.operation(.cardRetitle(fixture.card, "four"))
      try await window.peer.request("submit", ["operation": stale], refusedWith: "wrong-session")
    },
  ]
}
