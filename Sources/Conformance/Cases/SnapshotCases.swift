extension ConformanceCase {
  static let snapshots: [ConformanceCase] = [
    ConformanceCase(
      "snapshots/chunks", "A large snapshot comes in chunks of one moment",
      ["SNP-001", "SNP-002", "SNP-004", "SNP-005", "SNP-013", "FRM-011"]
    ) { bench in
      let (fixture, cards) = try await bench.largeBoard()
      let peer = try await bench.greeted()
      var reader = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      try await reader.attach()
      var other = try await bench.window(on: fixture)
      let before = other.sequence
      var edits = 0
      let entities = try await reader.takeSnapshot(
        answering: try await peer.post("fetch-snapshot")
      ) { sequence in
        try require(sequence <= before, "the chunk is of operation \(sequence)")
        // An edit made between two chunks must not show in the snapshot.
        edits += 1
        try await other.edit(.cardRetitle(fixture.card, "meanwhile \(edits)"))
      }
      try require(edits > 1, "the snapshot comes in one chunk")
      let found = try entities.filter { try $0.variant() == "card" }
      try requireEqual(found.count, cards + 1, "the number of cards")
      let own = try found.filter { try $0.at("card") == .id(fixture.card) }
      try requireEqual(
        try own.map { try $0.text("title") }, [Fixture.cardTitle], "the pinned title")
      try await reader.catchUp(to: before + UInt64(edits))
    },
    ConformanceCase(
      "snapshots/unasked", "A snapshot follows ATTACHED where the client wants one and needs one",
      ["SNP-022", "SNP-005", "RSM-003"]
    ) { bench in
      let (fixture, _) = try await bench.largeBoard()
      let more = try bench.schema.flag("more")
      var other = try await bench.window(on: fixture)
      let last = other.sequence
      for (sequence, wanted, catchUp): (UInt64, Bool, String) in [
        (0, false, "snapshot"), (last, true, "operations"), (0, true, "snapshot"),
      ] {
        let peer = try await bench.greeted()
        var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
        window.sequence = sequence
        let request = try await peer.post(
          "attach", window.attachFields(replacing: ["snapshot": .bool(wanted)]))
        let attached = try await peer.response(to: request, is: "attached")
        try requireEqual(try attached.fields.variant("catch-up"), catchUp, "catch-up")
        let follows = wanted && sequence == 0
        try requireEqual(attached.flags & more != 0, follows, "whether more follows")
        if follows {
          let entities = try await window.takeSnapshot(answering: request)
          try requireEqual(try entities.first?.variant(), "header", "the first entity")
          try await other.edit(.cardRetitle(fixture.card, "behind"))
          try await window.catchUp(to: last + 1)
        }
        try await peer.requireNothingFurther()
        await peer.finish()
      }
    },
    ConformanceCase(
      "snapshots/two-at-once", "Of two snapshots that are asked for at once the second one comes",
      ["SNP-003", "ERR-002"]
    ) { bench in
      let (fixture, _) = try await bench.largeBoard()
      var window = try await bench.window(on: fixture)
      let peer = window.peer
      let first = await peer.lastRequest + 1
      let frames = try [first, first + 1].map { try peer.frame("fetch-snapshot", request: $0) }
      await peer.send(frames[0], frames[1])
      try await window.takeSnapshot(answering: first + 1)
      // The first one was there before the second was asked for, or ended with that.
      let code = UInt64(try bench.schema.error("snapshot-gone"))
      while true {
        let part = try await peer.response(to: first)
        let isLast = part.flags & (try bench.schema.flag("more")) == 0
        if part.name == "error" {
          try requireEqual(try part.fields.number("code"), code, "the error's code")
        } else {
          try requireEqual(part.name, "snapshot", "the answer to the first one")
        }
        if isLast { break }
      }
      try await window.edit(.cardRetitle(fixture.card, "behind"))
      try await window.catchUp(to: window.sequence + 1)
      try await peer.requireNothingFurther()
    },
    ConformanceCase(
      "snapshots/order", "The entities of a snapshot come in their order",
      ["SNP-006", "SNP-007", "SNP-010"]
    ) { bench in
      let fixture = try await bench.board(everyone: nil)
      var window = try await bench.window(on: fixture)
      let card = Identifier.random()
      try await window.edit(.cardCreate(card, in: fixture.columns[1], "Second", body: "text"))
      try await window.edit(
        .variant("card-favourite", ["card": .id(card), "marked": true]))
      try await window.edit(.cardMove(card, to: fixture.columns[0]))
      let entities = try await window.state().entities
      let names = try entities.map { try $0.variant() }
      try requireEqual(
        names,
        ["header", "column", "column", "card", "text", "card", "text", "favourites"]
          + [String](repeating: "undo", count: names.filter { $0 == "undo" }.count)
          // The roles of everyone and of who made the board.
          + ["field", "field"],
        "the order of the entities")
      try requireEqual(try entities[0].at("board"), .id(fixture.board), "the board")
      try requireEqual(try entities[0].text("title", "value"), fixture.title, "its title")
      try requireEqual(
        try entities[1...2].map { try $0.at("column") }, fixture.columns.map(Value.id),
        "the columns")
      try requireEqual(
        try [3, 4, 5, 6].map { try entities[$0].at("card") },
        [fixture.card, fixture.card, card, card].map(Value.id), "cards, each with its text")
      let undo = try entities[8...].dropLast(2).map { try $0.number("stamp", "sequence") }
      try requireEqual(undo, [1, 2, 3, 4], "the undo records")
    },
  ]

  static let history: [ConformanceCase] = [
    ConformanceCase(
      "history/pages", "History comes in order, page by page, and ends",
      ["HIS-001", "HIS-002", "HIS-003", "HIS-004"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      for number in 1...12 { try await window.edit(.cardRetitle(fixture.card, "\(number)")) }
      try await window.catchUp(to: 13)
      let whole = try await window.history()
      try requireEqual(whole.count, 13, "the length of the history")
      try requireEqual(Array(whole.dropFirst()), window.log, "the history behind the creation")
      try requireEqual(try await window.history(page: 5), whole, "the history in pages of 5")
      try requireEqual(
        try await window.history(from: 9, page: 1), Array(whole.dropFirst(8)),
        "the history from 9 on")
      for from: UInt64 in [14, .max] {
        let beyond = try await window.peer.request(
          "fetch-history", ["from": .number(from), "count": 10], answeredBy: "history")
        try requireEqual(try beyond.list("operations"), [], "what is beyond the end")
        try requireEqual(try beyond.number("sequence"), 13, "sequence")
      }
    },
    ConformanceCase(
      "history/chunks", "A page of history keeps to the size of a chunk", ["HIS-001", "FRM-011"]
    ) { bench in
      let (fixture, _) = try await bench.largeBoard()
      let window = try await bench.window(on: fixture)
      var next: UInt64 = 1
      while next <= window.sequence {
        let request = try await window.peer.post(
          "fetch-history", ["from": .number(next), "count": 1_000])
        let page = try await window.peer.response(to: request, is: "history")
        let operations = try page.fields.list("operations")
        try require(!operations.isEmpty, "HISTORY is empty before the end")
        try require(
          operations.count == 1
            || page.payload.count <= Int(try bench.schema.limit("chunk-bytes")),
          "a page of \(operations.count) operations has \(page.payload.count) bytes")
        next += UInt64(operations.count)
      }
    },
  ]
}

extension Bench {
  /// Makes a board whose snapshot does not fit one chunk.
  /// - Returns: the board, and how many cards it has beside the fixture's.
  fileprivate func largeBoard() async throws -> (Fixture, cards: Int) {
    let fixture = try await board()
    var window = try await self.window(on: fixture)
    let body = String(repeating: "A line of a card's body.\n", count: 400)
    for _ in 1...6 {
      let cards = (1...4).map { number in
        Value.cardCreate(.random(), in: fixture.columns[1], "Card \(number)", body: body)
      }
      try await window.edit(.batch(cards))
    }
    return (fixture, 24)
  }
}
