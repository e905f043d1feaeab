extension ConformanceCase {
  static let requests: [ConformanceCase] = [
    ConformanceCase(
      "requests/not-rising", "Request numbers rise strictly", ["REQ-001"]
    ) { bench in
      for numbers: [UInt64] in [[5, 5], [5, 4], [1]] {
        let peer = try await bench.greeted()
        for number in numbers {
          await peer.send(try peer.frame("ping", ["nonce": 1], request: number))
        }
        try await peer.requireRefusal("request-order")
      }
    },
    ConformanceCase("requests/gaps", "Request numbers may leave gaps", ["REQ-001", "REQ-002"]) {
      bench in
      let peer = try await bench.greeted()
      for number: UInt64 in [2, 1_000, .max - 1, .max] {
        await peer.send(try peer.frame("ping", ["nonce": .number(number)], request: number))
        let pong = try await peer.response(to: number, is: "pong")
        try requireEqual(try pong.fields.number("nonce"), number, "the nonce of PONG")
      }
    },
    ConformanceCase(
      "requests/request-as-event", "A request with number 0 is refused", ["REQ-005"]
    ) { bench in
      for (name, fields): (String, Value) in [("ping", ["nonce": 1]), ("list-boards", [:])] {
        let peer = try await bench.greeted()
        await peer.send(try peer.frame(name, fields))
        try await peer.requireRefusal("unexpected-message")
      }
    },
    ConformanceCase(
      "requests/event-as-request", "An event with a number is refused", ["REQ-005", "FRM-008"]
    ) { bench in
      let peer = try await bench.greeted()
      await peer.send(
        try peer.frame("acknowledge", ["sequence": 0, "counter": 0], request: 2))
      try await peer.requireRefusal("unexpected-message")
    },
    ConformanceCase(
      "requests/request-as-response", "A request with the flag RESPONSE is refused",
      ["REQ-005", "FRM-006"]
    ) { bench in
      let peer = try await bench.greeted()
      let response = try bench.schema.flag("response")
      await peer.send(try peer.frame("ping", ["nonce": 1], request: 2, flags: response))
      try await peer.requireRefusal("unexpected-message")
    },
    ConformanceCase(
      "requests/wrong-direction", "What only a coordinator sends is refused", ["REQ-005"]
    ) { bench in
      let messages: [(String, Value)] = [
        ("committed", ["operations": []]), ("resync", ["sequence": 1]),
        ("detached", [:]), ("boards", ["boards": []]),
      ]
      for (name, fields) in messages {
        let peer = try await bench.greeted()
        let kinds = try bench.schema.message(named: name).kinds
        let isEvent = kinds.contains(.event)
        await peer.send(
          try peer.frame(
            name, fields, request: isEvent ? 0 : 2,
            flags: isEvent ? 0 : try bench.schema.flag("response")))
        try await peer.requireRefusal("unexpected-message")
      }
    },
    ConformanceCase(
      "requests/in-flight", "As many requests as WELCOME allows may be in flight",
      ["REQ-002", "REQ-004", "LIM-003"]
    ) { bench in
      let (peer, welcome) = try await bench.welcomed()
      let allowed = try welcome.number("requests-in-flight")
      let requests = 2..<(2 + allowed)
      // Each request makes a board, so it stays in flight for as long as the coordinator's disk
      // takes.
      let fixtures = requests.map { ($0, Fixture()) }
      let frames = try fixtures.map {
        try peer.frame("create-board", $0.1.request, request: $0.0)
      }
      await peer.send(frames) { [$0[...]] }
      for (request, fixture) in fixtures {
        let answer = try await peer.response(to: request, is: "outcome")
        try requireEqual(
          try answer.fields.at("stored", "outcome"), .applied,
          "the outcome of board \(fixture.board)")
      }
      try await peer.requireNothingFurther()
    },
    ConformanceCase(
      "requests/too-many-in-flight", "One request more than WELCOME allows ends the connection",
      ["REQ-004"]
    ) { bench in
      let (peer, welcome) = try await bench.welcomed()
      let count = try welcome.number("requests-in-flight") * 4
      let frames = try (2..<(2 + count)).map {
        try peer.frame("create-board", Fixture().request, request: $0)
      }
      await peer.send(frames) { [$0[...]] }
      let first = try await peer.take("an answer") { message in
        message.name == "error" || message.request == 1 + count
      }
      if first.name == "outcome" {
        throw CaseSkip("this coordinator answers faster than requests can be sent")
      }
      try requireEqual(
        UInt16(try first.fields.number("code")), try bench.schema.error("too-many-requests"),
        "the error's code")
      try await peer.requireGoodbye(
        reason: try first.fields.number("code"), behind: first.position)
    },
    ConformanceCase(
      "requests/error-leaves-connection", "A refused request leaves the connection as it is",
      ["ERR-002", "SES-019", "REQ-002"]
    ) { bench in
      let peer = try await bench.greeted()
      let operation = Value.operation(
        .operationID(.random(), epoch: 1, counter: 1), base: 0, .boardRename("x"))
      try await peer.request("submit", ["operation": operation], refusedWith: "not-attached")
      try await peer.request("fetch-snapshot", refusedWith: "not-attached")
      try await peer.request(
        "fetch-history", ["from": 1, "count": 1], refusedWith: "not-attached")
      try await peer.request("detach", ["close": false], refusedWith: "not-attached")
      try await peer.requireNothingFurther()
    },
  ]

  static let boards: [ConformanceCase] = [
    ConformanceCase(
      "boards/create", "A board that was made is listed and can be opened",
      ["BRD-001", "BRD-002", "BRD-004"]
    ) { bench in
      let (fixture, peer) = (Fixture(), try await bench.greeted())
      let answer = try await peer.request("create-board", fixture.request, answeredBy: "outcome")
      let stored = try answer.at("stored")
      try requireEqual(try stored.number("counter"), 1, "the counter of OUTCOME")
      try requireEqual(try stored.number("sequence"), 1, "the sequence number of OUTCOME")
      try requireEqual(try stored.at("outcome"), .applied, "the outcome")
      let listed = try await peer.boards()
      let own = try listed.filter { try $0.at("board") == .id(fixture.board) }
      try requireEqual(try own.map { try $0.text("title") }, [fixture.title], "the listed boards")
      try requireEqual(try own.map { try $0.number("sequence") }, [1], "their sequence numbers")
      let window = try await bench.window(on: fixture)
      try requireEqual(
        try await window.history().map { try $0.at("content", "operation") }, [fixture.creation],
        "the history")
    },
    ConformanceCase(
      "boards/list-order", "Boards are listed once each, by their identifiers", ["BRD-001"]
    ) { bench in
      let fixtures = [try await bench.board(), try await bench.board(), try await bench.board()]
      let listed = try await bench.greeted().boards().map { "\(try $0.at("board"))" }
      let identifiers = try await bench.greeted().boards().map { summary -> String in
        guard case .bytes(let bytes) = try summary.at("board") else { return "" }
        return hexadecimal(bytes)
      }
      try requireEqual(Set(listed).count, listed.count, "the number of different boards")
      try requireEqual(identifiers, identifiers.sorted(), "the order of the boards")
      for fixture in fixtures {
        try require(
          identifiers.contains(fixture.board.description), "\(fixture.board) is not listed")
      }
    },
    ConformanceCase(
      "boards/archived", "What is listed of a board is what became durable on it",
      ["BRD-021", "APL-143"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      for (archived, title) in [(true, "Put away"), (false, "Back")] {
        try await window.edit(
          .set(.variant("board-archived", [:]), .variant("flag", ["flag": .bool(archived)])))
        let stored = try await window.edit(.boardRename(title))
        try requireEqual(
          try stored.at("outcome"), .applied, "an edit where board-archived holds \(archived)")
        let listed = try await bench.greeted().boards()
        let own = try listed.first { try $0.at("board") == .id(fixture.board) }
        try requireEqual(
          try own?.at("archived"), .bool(archived), "archived where it is \(archived)")
        try requireEqual(try own?.text("title"), title, "the title in BOARDS")
        try requireEqual(
          try own?.number("sequence"), try stored.number("sequence"),
          "the sequence number in BOARDS")
      }
    },
    ConformanceCase(
      "boards/create-again", "The same creation again gets the stored outcome", ["BRD-005"]
    ) { bench in
      let (fixture, peer) = (Fixture(), try await bench.greeted())
      let first = try await peer.request("create-board", fixture.request, answeredBy: "outcome")
      let same = try await peer.request("create-board", fixture.request, answeredBy: "outcome")
      let other = try await bench.greeted()
      let elsewhere = try await other.request(
        "create-board", fixture.request, answeredBy: "outcome")
      try requireEqual(same, first, "the answer to a resend")
      try requireEqual(elsewhere, first, "the answer on another connection")
      let window = try await bench.window(on: fixture)
      try requireEqual(try await window.history().count, 1, "the length of the history")
    },
    ConformanceCase(
      "boards/create-other", "An identifier in use is refused", ["BRD-006"]
    ) { bench in
      let fixture = try await bench.board()
      let peer = try await bench.greeted()
      let others: [Value] = [
        .operation(.operationID(.random(), epoch: 0, counter: 1), base: 0, .boardCreate("Other")),
        .operation(
          fixture.creationID, base: 0, .boardCreate("Other")),
      ]
      for operation in others {
        try await peer.request(
          "create-board", ["board": .id(fixture.board), "operation": operation],
          refusedWith: "identifier-in-use")
      }
      let window = try await bench.window(on: fixture)
      try requireEqual(
        try await window.history().map { try $0.at("content", "operation") }, [fixture.creation],
        "the history")
    },
    ConformanceCase(
      "boards/create-by-another", "What became of a creation is told to nobody but its user",
      ["BRD-005", "BRD-006"]
    ) { bench in
      _ = try bench.credentials(.second)
      let fixture = try await bench.board()
      let peer = try await bench.greeted(.second)
      for _ in 0..<2 {
        try await peer.request(
          "create-board", fixture.request, refusedWith: "identifier-in-use")
      }
    },
    ConformanceCase(
      "boards/not-a-creation", "A board is made by nothing but its creation",
      ["BRD-003", "BRD-008"]
    ) { bench in
      let peer = try await bench.greeted()
      let board = Identifier.random()
      for intent in [
        Value.boardRename("x"), .batch([]), .batch([.boardRename("x"), .boardCreate("y")]),
      ] {
        let operation = Value.operation(
          .operationID(.random(), epoch: 1, counter: 1), base: 0, intent)
        try await peer.request(
          "create-board", ["board": .id(board), "operation": operation],
          refusedWith: "not-a-creation")
      }
      try await peer.requireNoBoard(board)
    },
    ConformanceCase(
      "boards/rejected-creation", "A rejected creation leaves no board",
      ["BRD-007", "BRD-008", "APL-020"]
    ) { bench in
      let peer = try await bench.greeted()
      let board = Identifier.random()
      let operation = Value.operation(
        .operationID(.random(), epoch: 0, counter: 1), base: 0, .boardCreate(" \u{3000}"))
      let answer = try await peer.request(
        "create-board", ["board": .id(board), "operation": operation], answeredBy: "outcome")
      try requireEqual(try answer.at("stored", "outcome"), .rejected("empty-title"), "the outcome")
      try requireEqual(try answer.number("stored", "sequence"), 0, "the sequence number")
      try await peer.requireNoBoard(board)
    },
  ]
}

extension ScriptedPeer {
  /// The boards of all frames of the response.
  func boards() async throws -> [Value] {
    let request = try post("list-boards")
    let more = try codec.schema.flag("more")
    var boards: [Value] = []
    while true {
      let message = try await response(to: request, is: "boards")
      boards += try message.fields.list("boards")
      if message.flags & more == 0 { return boards }
    }
  }

  fileprivate func requireNoBoard(_ board: Identifier) async throws {
    let listed = try await boards()
    try require(
      try !listed.contains { try $0.at("board") == .id(board) }, "\(board) is listed")
    let fixture = Fixture()
    let window = Window(peer: self, fixture: fixture, session: .random(), instance: .random())
    try await request(
      "attach", window.attachFields(replacing: ["board": .id(board)]),
      refusedWith: "board-unknown")
  }
}
