import NIOCore

extension ConformanceCase {
  static let presence: [ConformanceCase] = [
    ConformanceCase(
      "presence/told", "What a window says of its person is told to the others as it is",
      ["PRS-001", "PRS-002", "PRS-005", "PRS-006", "PRS-012"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let fixture = try await bench.board()
      let speaker = try await bench.window(on: fixture)
      let listener = try await bench.window(on: fixture)
      let unknown = Identifier.random()
      let caret: Value = [
        "operation": .operationID(.random(), epoch: 3, counter: 9), "offset": 7,
      ]
      let focuses: [Value] = [
        .absent, .variant("card", ["card": .id(fixture.card)]),
        .variant("field", ["field": .variant("card-title", ["card": .id(fixture.card)])]),
        .variant("field", ["field": .variant("column-title", ["column": .id(unknown)])]),
        .variant("body", ["card": .id(fixture.card), "caret": .absent]),
        .variant("body", ["card": .id(unknown), "caret": caret]),
        .variant("comment", ["card": .id(unknown), "comment": .id(unknown), "caret": caret]),
      ]
      for focus in focuses {
        for active in [true, false] {
          let state: Value = ["active": .bool(active), "focus": focus]
          try await speaker.say(state)
          let told = try await listener.peer.event("present").fields
          try requireEqual(try told.at("session"), .id(speaker.session), "the session of PRESENT")
          try requireEqual(try told.at("state"), state, "the state of PRESENT")
        }
      }
      try requireEqual(try await listener.history().count, 1, "the length of the history")
      try await speaker.peer.requireNothingFurther()
    },
    ConformanceCase(
      "presence/newcomer", "Who attaches is told who is there", ["PRS-005"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let fixture = try await bench.board()
      let speaker = try await bench.window(on: fixture)
      let silent = try await bench.window(on: fixture)
      try await speaker.say(active: true, card: fixture.card)
      _ = try await silent.peer.event("present")
      let newcomer = try await bench.window(on: fixture)
      let told = try await newcomer.peer.event("present").fields
      try requireEqual(try told.at("session"), .id(speaker.session), "the session of PRESENT")
      try await newcomer.peer.requireNothingFurther()
      let elsewhere = try await bench.window(on: try await bench.board())
      try await speaker.say(active: false, card: fixture.card)
      _ = try await newcomer.peer.event("present")
      try await elsewhere.peer.requireNothingFurther()
    },
    ConformanceCase(
      "presence/authors", "PRESENT names the user and the device of the certificate", ["PRS-006"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let fixture = try await bench.board()
      let first = try await bench.window(on: fixture)
      let second = try await bench.window(on: fixture, .second)
      let names = try await bench.welcomed(.second).welcome.at("peer")
      try await second.say(active: true, card: fixture.card)
      try requireEqual(
        try await first.peer.event("present").fields.at("author"), names, "the author of PRESENT")
    },
    ConformanceCase(
      "presence/ignored", "Who has no window is not present", ["PRS-003", "PRS-007"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let fixture = try await bench.board()
      let window = try await bench.window(on: fixture)
      let command = try await bench.window(on: fixture, configuration: "command")
      let unattached = try await bench.greeted()
      let state: Value = ["active": true, "focus": .absent]
      try await command.say(state)
      try await unattached.sendEvent("presence", ["state": state])
      try await command.peer.settle()
      try await unattached.requireNothingFurther()
      // If the two ignored messages had been passed on, their PRESENT would come before this one's.
      let other = try await bench.window(on: fixture)
      try await other.say(active: true, card: fixture.card)
      let told = try await window.peer.event("present").fields
      try requireEqual(try told.at("session"), .id(other.session), "the session of PRESENT")
      try await window.peer.requireNothingFurther()
      try await command.peer.requireNothingFurther()
    },
    ConformanceCase(
      "presence/refused", "Without the feature nothing is told, and nothing may be said",
      ["PRS-004", "PRS-007", "HSK-007"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let fixture = try await bench.board()
      let speaker = try await bench.window(on: fixture)
      let listener = try await bench.window(on: fixture)
      let peer = try await bench.dial()
      let hello = try bench.hello(replacing: ["features": []])
      await peer.send(try peer.frame("hello", hello, request: 1))
      _ = try await peer.response(to: 1, is: "welcome")
      var plain = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      plain.sequence = 1
      try await plain.attach()
      try await speaker.say(active: true, card: fixture.card)
      _ = try await listener.peer.event("present")
      try await plain.peer.requireNothingFurther()
      try await plain.say(active: true, card: fixture.card)
      try await plain.peer.requireRefusal("unexpected-message")
    },
    ConformanceCase(
      "presence/ends", "Who leaves is gone, however it leaves", ["PRS-008"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let fixture = try await bench.board()
      let listener = try await bench.window(on: fixture)
      let leaver = try await bench.window(on: fixture)
      try await listener.expect(leaver)
      try await leaver.peer.sendEvent("goodbye", ["reason": 0, "text": ""])
      try await listener.expectEnd(of: leaver)
      let cut = try await bench.window(on: fixture)
      try await listener.expect(cut)
      await cut.peer.abort()
      try await listener.expectEnd(of: cut)
      let closed = try await bench.window(on: fixture)
      try await listener.expect(closed)
      _ = try await closed.peer.request("detach", ["close": true], answeredBy: "detached")
      try await listener.expectEnd(of: closed)
      var taken = try await bench.window(on: fixture)
      try await listener.expect(taken)
      taken.peer = try await bench.greeted()
      taken.instance = .random()
      try await taken.attach()
      try await listener.expectEnd(of: taken)
    },
    ConformanceCase(
      "presence/coalesced", "Many changes are told as few, and the last is told", ["PRS-009"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let fixture = try await bench.board()
      let speaker = try await bench.window(on: fixture)
      let listener = try await bench.window(on: fixture)
      let cards = (0..<300).map { _ in Identifier.random() }
      let frames = try cards.map { try speaker.peer.frame("presence", .present(at: $0)) }
      let started = NIODeadline.now()
      await speaker.peer.send(frames) { [$0[...]] }
      let last: Value = .variant("card", ["card": .id(cards[299])])
      var count: Int64 = 0
      while true {
        let told = try await listener.peer.event("present").fields
        count += 1
        if try told.at("state", "focus") == last { break }
      }
      let elapsed = (NIODeadline.now() - started).nanoseconds / 1_000_000
      let pause = Int64(try bench.schema.limit("presence-pause-milliseconds"))
      try require(
        count <= elapsed / pause + 1, "PRESENT comes \(count) times within \(elapsed) milliseconds")
      try await listener.peer.requireNothingFurther()
    },
    ConformanceCase(
      "presence/crowd",
      "Of a crowd a window is told of as many as it may be, and first of those at its card",
      ["PRS-005", "PRS-018", "PRS-019"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let most = Int(try bench.schema.limit("presence-others"))
      let fixture = try await bench.board()
      var crowd: [Window] = []
      for _ in 0...most { crowd.append(try await bench.window(on: fixture)) }
      // All at once, so that none has run out before the last is there.
      for window in crowd { try await window.say(["active": true, "focus": .absent]) }
      let near = try await bench.window(on: fixture)
      try await near.say(active: true, card: fixture.card)
      let newcomer = try await bench.window(on: fixture)
      var known: Set<Value> = []
      while known.count < most { try await newcomer.follow(&known) }
      while try await newcomer.peer.event("more-present").fields.number("count") < 2 {}
      try await newcomer.say(active: true, card: fixture.card)
      while !known.contains(.id(near.session)) {
        try await newcomer.follow(&known)
        try require(known.count <= most, "a window is told of \(known.count) others")
      }
      for window in crowd.prefix(2) {
        _ = try await window.peer.request("detach", ["close": true], answeredBy: "detached")
      }
      while try await newcomer.peer.event("more-present").fields.number("count") > 0 {}
    },
    ConformanceCase(
      "presence/keepalive", "Who tells of presence notices early that a window died", ["PRS-011"]
    ) { bench in
      try await bench.needs(feature: "presence")
      let announced = try await bench.welcomed().welcome.number("keepalive-milliseconds")
      let most = try bench.schema.limit("presence-keepalive-milliseconds")
      try require(
        announced <= most, "keepalive-milliseconds is \(announced), with presence at most \(most)")
    },
  ]
}

extension Window {
  fileprivate func say(_ state: Value) async throws {
    try await peer.sendEvent("presence", ["state": state])
  }

  fileprivate func say(active: Bool, card: Identifier) async throws {
    try await peer.sendEvent("presence", .present(at: card, active: active))
  }
}

extension Window {
  /// Takes one PRESENT, and notes whose presences it knows from then on.
  fileprivate func follow(_ known: inout Set<Value>) async throws {
    let told = try await peer.event("present").fields
    if try told.at("state") == .absent {
      known.remove(try told.at("session"))
    } else {
      known.insert(try told.at("session"))
    }
  }

  /// The other window sends PRESENCE, and this window gets PRESENT from it.
  fileprivate func expect(_ other: Window) async throws {
    try await other.say(active: true, card: other.fixture.card)
    let came = try await peer.event("present").fields
    try requireEqual(try came.at("session"), .id(other.session), "the session of PRESENT")
  }

  fileprivate func expectEnd(of other: Window) async throws {
    let went = try await peer.event("present").fields
    try requireEqual(try went.at("session"), .id(other.session), "the session of PRESENT")
    try requireEqual(try went.at("state"), .absent, "the state of who left")
  }
}

extension Value {
  /// The fields of the PRESENCE of a person who looks at a card.
  fileprivate static func present(at card: Identifier, active: Bool = true) -> Value {
    ["state": ["active": .bool(active), "focus": .variant("card", ["card": .id(card)])]]
  }
}
