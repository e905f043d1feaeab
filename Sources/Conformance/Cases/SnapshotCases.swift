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
      var entities: [Value] = []
      var pinned: UInt64 = 0
      var chunks = 0
      repeat {
        let request = try await peer.post(
          "fetch-snapshot",
          ["sequence": .number(pinned), "cursor": .number(UInt64(entities.count))])
        let chunk = try await peer.response(to: request, is: "snapshot")
        try require(
          chunk.payload.count <= Int(try bench.schema.limit("chunk-bytes")),
          "a chunk has \(chunk.payload.count) bytes")
        let sequence = try chunk.fields.number("sequence")
        try require(
          pinned == 0 && sequence <= before || sequence == pinned,
          "the chunk is of operation \(sequence)")
        pinned = sequence
        entities += try chunk.fields.list("entities")
        chunks += 1
        // An edit made between two chunks must not show in the snapshot.
        try await other.edit(.cardRetitle(fixture.card, "meanwhile \(chunks)"))
        if entities.count == Int(try chunk.fields.number("total")) { break }
      } while chunks < 1_000
      try require(chunks > 1, "the snapshot comes in one chunk")
      let found = try entities.filter { try $0.variant() == "card" }
      try requireEqual(found.count, cards + 1, "the number of cards")
      let own = try found.filter { try $0.at("card") == .id(fixture.card) }
      try requireEqual(
        try own.map { try $0.text("title") }, [Fixture.cardTitle], "the pinned title")
      reader.sequence = pinned
      try await reader.catchUp(to: before + UInt64(chunks))
    },
    ConformanceCase(
      "snapshots/gone", "A snapshot that is not held, or no chunk's cursor, is refused",
      ["SNP-003", "ERR-002"]
    ) { bench in
      let (fixture, _) = try await bench.largeBoard()
      let window = try await bench.window(on: fixture)
      let chunk = try await window.peer.request(
        "fetch-snapshot", ["sequence": 0, "cursor": 0], answeredBy: "snapshot")
      let pinned = try chunk.at("sequence")
      for (sequence, cursor): (Value, Value) in [(999, 0), (pinned, 1), (pinned, 4_000_000_000)] {
        try await window.peer.request(
          "fetch-snapshot", ["sequence": sequence, "cursor": cursor],
          refusedWith: "snapshot-gone")
      }
      try await window.peer.settle()
    },
    ConformanceCase(
      "snapshots/new-with-cursor", "A new snapshot begins at its first entity, whatever the cursor",
      ["SNP-001"]
    ) { bench in
      let window = try await bench.window(on: try await bench.board())
      for cursor: Value in [1, 4_000_000_000] {
        let chunk = try await window.peer.request(
          "fetch-snapshot", ["sequence": 0, "cursor": cursor], answeredBy: "snapshot")
        try requireEqual(try chunk.number("cursor"), 0, "cursor")
        let first = try chunk.list("entities").first?.variant()
        try requireEqual(first, "header", "the first entity")
      }
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
