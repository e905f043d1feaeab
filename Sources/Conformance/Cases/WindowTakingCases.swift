import NIOCore

/// Cases about two programs that want one session, promises that end, and what is refused.
extension ConformanceCase {
  static let takings: [ConformanceCase] = [
    ConformanceCase(
      "windows/promise-kept", "What was promised to one is not promised to another for 5 seconds",
      ["WIN-006", "WIN-007"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let kept = try bench.schema.limit("reservation-milliseconds")
      try bench.needs(milliseconds: kept, for: "a promise to end")
      let first = try await bench.greeted()
      let promised = Identifier.random()
      _ = try await first.open(.card(fixture.card), on: fixture, as: promised)
      let promisedAt = NIODeadline.now()
      let other = try await bench.greeted()
      for asker in [other, first] {
        let early = try await asker.open(.card(fixture.card), on: fixture)
        try requireEqual(try early.variant("opening"), "activated", "the opening meanwhile")
        try requireEqual(try early.at("session"), .id(promised), "the session meanwhile")
      }
      // The promise ends although the connection it was made to stays open.
      let left = .milliseconds(Int64(kept)) - (NIODeadline.now() - promisedAt)
      try await other.wait(left + .milliseconds(100))
      let late = try await other.open(.card(fixture.card), on: fixture)
      try requireEqual(try late.variant("opening"), "fresh", "the opening afterwards")
      try await first.request(
        "list-windows", ["session": .id(promised)], refusedWith: "window-unknown")
    },
    ConformanceCase(
      "windows/promise-gone", "A promise ends with the connection it was made to", ["WIN-007"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let first = try await bench.greeted()
      let window = try await bench.blank(on: fixture)
      _ = try await first.open(.card(fixture.card), on: fixture, as: window.session)
      try await first.sendEvent("goodbye", ["reason": 0, "text": ""])
      try await first.requireGoodbye(reason: 0)
      try await window.peer.request(
        "attach-window", window.fields(for: .card(fixture.card), "adopt"),
        refusedWith: "session-unknown")
      let opened = try await window.peer.open(.card(fixture.card), on: fixture)
      try requireEqual(try opened.variant("opening"), "fresh", "the opening afterwards")
    },
    ConformanceCase(
      "windows/promised-twice", "A further promise for the same takes nothing from the first",
      ["WIN-006", "WIN-012"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let card = Value.card(fixture.card)
      var window = try await bench.blank(on: fixture)
      _ = try await window.peer.open(card, on: fixture, as: window.session)
      let further = try await bench.greeted()
      _ = try await further.open(card, on: fixture, additional: true)
      let other = try await bench.greeted()
      let both = try await other.open(card, on: fixture)
      try requireEqual(try both.at("session"), .id(window.session), "the session of both")
      try await further.sendEvent("goodbye", ["reason": 0, "text": ""])
      try await further.requireGoodbye(reason: 0)
      let opened = try await other.open(card, on: fixture)
      try requireEqual(try opened.variant("opening"), "activated", "the opening afterwards")
      try requireEqual(try opened.at("session"), .id(window.session), "the session afterwards")
      _ = try await other.open(card, on: fixture, additional: true)
      try await window.show(card)
    },
    ConformanceCase(
      "windows/alive", "A window that answers keeps its session, and nobody is told before",
      ["WIN-010"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      var window = try await bench.shown(.card(fixture.card), on: fixture)
      await window.peer.leavePingsToTheCase()
      for manner in ["adopt", "resume"] {
        let newcomer = window.elsewhere(try await bench.greeted())
        let request = try await newcomer.peer.post(
          "attach-window", newcomer.fields(for: .card(fixture.card), manner))
        let ping = try await window.peer.take("PING") { $0.name == "ping" }
        let early = try await newcomer.peer.arrived("error")
        try requireEqual(early, [], "what the newcomer is told before the PONG")
        try await window.peer.answer(ping)
        try await newcomer.peer.refusal(of: request, ["session-in-use"])
        try await newcomer.peer.requireNothingFurther()
      }
      let stored = try await window.edit(.cardRetitle(fixture.card, "still mine"))
      try requireEqual(try stored.at("outcome"), .applied, "the outcome")
    },
    ConformanceCase(
      "windows/dead", "A window that does not answer within 2 seconds is fenced and taken over",
      ["WIN-010", "WIN-011"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      await window.peer.leavePingsToTheCase()
      var newcomer = window.elsewhere(try await bench.greeted())
      let started = NIODeadline.now()
      let attached = try await newcomer.show(.card(fixture.card), "adopt")
      let elapsed = NIODeadline.now() - started
      let allowed = Int64(try bench.schema.limit("probe-milliseconds"))
      // The margin of 1 ms is for coordinators whose clock counts whole milliseconds.
      try require(
        elapsed >= .milliseconds(allowed - 1), "the window is taken over before its time")
      try requireEqual(try attached.number("epoch"), 2, "epoch")
      try await window.requireFenced()
      var late = window
      let operation = late.operation(.cardRetitle(fixture.card, "too late"))
      try await window.peer.request(
        "submit", ["operation": operation], refusedWith: "fenced", "not-attached")
      let stored = try await newcomer.edit(.cardRetitle(fixture.card, "in time"))
      try requireEqual(try stored.number("sequence"), 2, "the next number")
    },
    ConformanceCase(
      "windows/open-dead", "Opening what a window that does not answer shows adopts it",
      ["WIN-005", "WIN-006", "WIN-011"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      await window.peer.leavePingsToTheCase()
      let asker = try await bench.greeted()
      let opened = try await asker.open(.card(fixture.card), on: fixture)
      try requireEqual(try opened.variant("opening"), "adopt", "the opening")
      try requireEqual(try opened.at("session"), .id(window.session), "the session")
      try await window.requireFenced()
      try requireEqual(
        try await window.peer.arrived("activate"), [], "what the fenced window is told")
    },
    ConformanceCase(
      "windows/take-over", "A person takes a window over without asking it",
      ["WIN-009", "WIN-010", "SES-007"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      await window.peer.leavePingsToTheCase()
      let taker = window.elsewhere(try await bench.greeted())
      let fields = taker.fields(for: .card(fixture.card), "take-over")
      let request = try await taker.peer.post("attach-window", fields)
      try await window.requireFenced()
      try requireEqual(try await window.peer.arrived("ping"), [], "what the window is asked")
      let attached = try await taker.peer.response(to: request, is: "attached").fields
      try requireEqual(try attached.number("epoch"), 2, "epoch")
      let asker = try await bench.greeted()
      let (opened, _) = try await taker.whileShown(opening: .card(fixture.card), by: asker)
      try requireEqual(try opened.variant("opening"), "activated", "the opening")
    },
    ConformanceCase(
      "windows/previous", "A window started again on its own disk is taken for itself",
      ["WIN-013"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      await window.peer.leavePingsToTheCase()
      var again = window.elsewhere(try await bench.greeted())
      // The program was killed when its disk had an epoch that the coordinator never gave out.
      again.epoch = 7
      let attached = try await again.show(
        .card(fixture.card), "resume", previous: window.instance)
      try requireEqual(try attached.number("epoch"), 2, "epoch")
      try await window.requireFenced()
      try requireEqual(try await window.peer.arrived("ping"), [], "what the window is asked")
      try await again.leave()
      // The instance before that does not have the session any more.
      var stale = window.elsewhere(try await bench.greeted())
      stale.epoch = 7
      let fields = stale.fields(for: .card(fixture.card), "resume", previous: window.instance)
      try await stale.peer.request("attach-window", fields, refusedWith: "fenced")
    },
    ConformanceCase(
      "windows/tried-again", "An instance that was never confirmed is taken when it comes again",
      ["WIN-013", "SES-005", "DSK-014", "DSK-015", "DSK-016", "DSK-017"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let card = Value.card(fixture.card)
      var window = try await bench.shown(card, on: fixture)
      try await window.edit(.cardRetitle(fixture.card, "one"))
      // Epoch 2 was confirmed, but the process ended before its disk had it.
      var first = window.elsewhere(try await bench.greeted())
      try await first.show(card, previous: window.instance)
      await first.peer.abort()
      // By its disk alone the next one is a stranger.
      var second = window.elsewhere(try await bench.greeted())
      second.epoch = 1
      try await second.peer.request(
        "attach-window", second.fields(for: card), refusedWith: "fenced")
      // It wrote its instance beside the one confirmed before, and ended before it could attach;
      // the next one that finds both is let in, and so is the one that finds them once more.
      for epoch: UInt64 in [3, 3, 3] {
        second.peer = try await bench.greeted()
        second.epoch = 1
        let attached = try await second.show(card, previous: first.instance)
        try requireEqual(try attached.number("epoch"), epoch, "epoch")
        try requireEqual(try attached.number("last-counter"), 1, "last-counter")
        await second.peer.abort()
      }
    },
    ConformanceCase(
      "windows/plain-attach", "ATTACH takes a window's session as any other, and asks nobody",
      ["SES-006", "SES-008", "WIN-009"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      await window.peer.leavePingsToTheCase()
      var plain = window.elsewhere(try await bench.greeted())
      plain.configuration = "card"
      try requireEqual(try await plain.attach().number("epoch"), 2, "epoch")
      try await window.requireFenced()
      try requireEqual(try await window.peer.arrived("ping"), [], "what the window is asked")
      let listed = try await plain.peer.window(window.session)
      try requireEqual(try listed.at("connected"), true, "whether it is connected")
    },
    ConformanceCase(
      "windows/refused", "What no window can be for is refused, and so is too much of it",
      ["WIN-001", "WIN-002", "WIN-003", "WIN-008", "WIN-012", "WIN-014"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.blank(on: fixture)
      let peer = window.peer
      let limit = Int(try bench.schema.limit("user-info-bytes"))
      let most = Value.card(fixture.card, info: [UInt8](repeating: 1, count: limit))
      let faults: [(activity: Value, error: String)] = [
        (.activity("calendar"), "activity-refused"), (.activity(""), "activity-refused"),
        (.activity("card"), "activity-refused"),
        (
          .card(fixture.card, info: [UInt8](repeating: 1, count: limit + 1)), "request-too-large"
        ),
      ]
      for (activity, error) in faults {
        let open = peer.openFields(activity, on: fixture, as: .random())
        try await peer.request("open-window", open, refusedWith: error)
        try await peer.request("attach-window", window.fields(for: activity), refusedWith: error)
      }
      for manner in ["adopt", "take-over"] {
        try await peer.request(
          "attach-window", window.fields(for: most, manner), refusedWith: "session-unknown")
      }
      // The refused attempts did not end the connection.
      var shown = window
      try requireEqual(try await shown.show(most).number("epoch"), 1, "epoch")
      try requireEqual(
        try await peer.window(window.session).at("activity", "user-info"),
        try most.at("user-info"), "the user information")
      let other = window.elsewhere(try await bench.greeted())
      for activity: Value in [.activity("board"), .card(.random())] {
        try await other.peer.request(
          "attach-window", other.fields(for: activity, "take-over"),
          refusedWith: "activity-refused")
      }
      let known = other.peer.openFields(
        .activity("board"), on: fixture, as: window.session)
      try await other.peer.request("open-window", known, refusedWith: "identifier-in-use")
    },
    ConformanceCase(
      "windows/not-agreed", "Without the feature nothing of windows may be said", ["HSK-007"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let requests: [(name: String, fields: @Sendable (Window) -> Value)] = [
        ("list-windows", { _ in ["session": .absent] }),
        ("end-window", { ScriptedPeer.endFields($0.session) }),
        ("attach-window", { $0.fields(for: .activity("board")) }),
        (
          "open-window",
          { $0.peer.openFields(.activity("board"), on: fixture, as: $0.session) }
        ),
      ]
      for (name, fields) in requests {
        let window = try await bench.plain(on: fixture)
        try await window.peer.post(name, fields(window))
        try await window.peer.requireRefusal("unexpected-message")
      }
      let window = try await bench.plain(on: fixture)
      try await window.peer.sendEvent(
        "window-state", ["activity": .activity("board"), "drafts": 0, "unsent": 0])
      try await window.peer.requireRefusal("unexpected-message")
    },
  ]
}

extension Bench {
  /// A window of a client that offers no feature.
  fileprivate func plain(on fixture: Fixture) async throws -> Window {
    let peer = try await dial()
    await peer.send(
      try peer.frame("hello", try hello(replacing: ["features": []]), request: 1))
    _ = try await peer.response(to: 1, is: "welcome")
    return Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
  }
}
