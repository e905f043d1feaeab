extension ConformanceCase {
  static let cardHistory: [ConformanceCase] = [
    ConformanceCase(
      "history/card", "The history of a card holds what concerns it and nothing else",
      ["HIS-005", "HIS-006", "HIS-003", "HIS-004", "HIS-009"]
    ) { bench in
      let (fixture, other) = (try await bench.board(), Identifier.random())
      var window = try await bench.window(onCardHistoryOf: fixture)
      try await window.edit(.boardRename("Renamed"))
      try await window.edit(.cardRetitle(fixture.card, "One"))
      try await window.edit(.cardCreate(other, in: fixture.columns[1], "Other"))
      try await window.edit(.cardMove(fixture.card, to: fixture.columns[1]))
      try await window.edit(.cardRetitle(other, "Two"))
      try await window.edit(
        .batch([.cardRetitle(other, "Three"), .cardInsert(fixture.card, "text")]))
      try await window.edit(.cardRetitle(fixture.card, "Four"))
      try await window.edit(.undo(window.lastOperation))
      // What was rejected concerns no card.
      try await window.edit(.cardRetitle(fixture.card, ""))
      try await window.catchUp(to: 10)
      let expected: [UInt64] = [3, 5, 7, 8, 9]
      let behind = window.log.filter { log in
        (try? log.number("sequence")).map(expected.contains) ?? false
      }
      let whole = try await window.cardHistory(fixture.card)
      try requireEqual(
        try whole.map { try $0.number("sequence") }, [1] + expected,
        "the sequence numbers of what concerns the card")
      try requireEqual(Array(whole.dropFirst()), behind, "the operations behind the creation")
      try requireEqual(
        try await window.cardHistory(fixture.card, page: 2), whole, "the history in pages of 2")
      try requireEqual(
        try await window.cardHistory(fixture.card, from: 6), Array(whole.suffix(3)),
        "the history from 6 on")
      for (from, count): (UInt64, UInt64) in [(1, 0), (11, 10), (.max, 10)] {
        let nothing = try await window.peer.request(
          "fetch-card-history",
          ["card": .id(fixture.card), "from": .number(from), "count": .number(count)],
          answeredBy: "history")
        try requireEqual(try nothing.list("operations"), [], "\(count) from \(from) on")
        try requireEqual(try nothing.number("sequence"), 10, "sequence")
      }
    },
    ConformanceCase(
      "history/card-concerns", "Deletions, notes and undos concern the cards they are about",
      ["HIS-006", "HIS-008"]
    ) { bench in
      let (fixture, late, stranger) = (
        try await bench.board(), Identifier.random(), Identifier.random()
      )
      var window = try await bench.window(onCardHistoryOf: fixture)
      try await window.edit(.cardCreate(late, in: fixture.columns[0], "Late"))
      try await window.edit(.columnDelete(fixture.columns[0], seen: [fixture.card]))
      let deletion = window.lastOperation
      try await window.edit(.undo(deletion))
      let undo = window.lastOperation
      try await window.edit(.undo(undo, force: true))
      try await window.edit(.cardMove([fixture.card, stranger], to: fixture.columns[1]))
      try await window.edit(.cardRetitle(stranger, "Nowhere"))
      try await window.edit(.columnRename(fixture.columns[1], "Last"))
      for (card, expected): (Identifier, [UInt64]) in [
        (fixture.card, [1, 3, 4, 5, 6]), (late, [2, 3, 4, 5]), (stranger, [6]), (.random(), []),
      ] {
        try requireEqual(
          try await window.cardHistory(card).map { try $0.number("sequence") }, expected,
          "the sequence numbers of what concerns a card")
      }
    },
    ConformanceCase(
      "history/card-chunks", "A page of a card's history keeps to the size of a chunk",
      ["HIS-005", "FRM-011"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(onCardHistoryOf: fixture)
      let text = String(repeating: "A line of a card's body.\n", count: 800)
      for _ in 1...8 { try await window.edit(.cardInsert(fixture.card, text)) }
      var found: [UInt64] = []
      while found.last ?? 0 < 9 {
        let request = try await window.peer.post(
          "fetch-card-history",
          [
            "card": .id(fixture.card), "from": .number((found.last ?? 0) + 1), "count": 1_000,
          ])
        let page = try await window.peer.response(to: request, is: "history")
        let operations = try page.fields.list("operations")
        try require(!operations.isEmpty, "HISTORY is empty before the end")
        try require(
          operations.count == 1
            || page.payload.count <= Int(try bench.schema.limit("chunk-bytes")),
          "a page of \(operations.count) operations has \(page.payload.count) bytes")
        found += try operations.map { try $0.number("sequence") }
      }
      try requireEqual(found, Array(1...9), "the sequence numbers of what concerns the card")
    },
    ConformanceCase(
      "history/card-refused", "A card's history needs a session and the feature",
      ["HIS-007", "HSK-007"]
    ) { bench in
      let request: Value = ["card": .id(.random()), "from": 1, "count": 1]
      try await bench.requireCardHistory()
      let peer = try await bench.greeted()
      try await peer.request("fetch-card-history", request, refusedWith: "not-attached")
      try await peer.requireNothingFurther()
      let plain = try await bench.dial()
      let hello = try bench.hello(replacing: ["features": []])
      await plain.send(try plain.frame("hello", hello, request: 1))
      _ = try await plain.response(to: 1, is: "welcome")
      await plain.send(try plain.frame("fetch-card-history", request, request: 2))
      try await plain.requireRefusal("unexpected-message")
    },
  ]
}

extension Bench {
  /// - Throws: `CaseSkip` if the coordinator does not offer the histories of single cards.
  fileprivate func requireCardHistory() async throws {
    guard let feature = schema.features["card-history"] else {
      throw HarnessFault("the schema has no feature card-history")
    }
    let offered = try await welcomed().welcome.list("features").map { try $0.number() }
    guard offered.contains(UInt64(feature)) else {
      throw CaseSkip("this coordinator does not offer card-history, which it may leave")
    }
  }

  fileprivate func window(onCardHistoryOf fixture: Fixture) async throws -> Window {
    try await requireCardHistory()
    return try await window(on: fixture)
  }
}

extension Window {
  /// The operations that concern a card from sequence number `first` on, fetched page by page.
  fileprivate func cardHistory(
    _ card: Identifier, from first: UInt64 = 1, page: UInt64 = 100
  ) async throws -> [Value] {
    var operations: [Value] = []
    var next = first
    while true {
      let answer = try await peer.request(
        "fetch-card-history",
        ["card": .id(card), "from": .number(next), "count": .number(page)],
        answeredBy: "history")
      let more = try answer.list("operations")
      try require(more.count <= Int(page), "HISTORY holds more operations than asked for")
      guard let last = more.last else { return operations }
      operations += more
      let sequence = try last.number("sequence")
      try require(sequence >= next, "HISTORY goes back")
      next = sequence + 1
    }
  }
}
