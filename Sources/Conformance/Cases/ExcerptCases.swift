// Excerpts: what belongs to no card of a board, and the cards that are named.
extension ConformanceCase {
  static let excerpts: [ConformanceCase] = [
    ConformanceCase(
      "excerpts/alone", "An excerpt without cards holds the board's columns and roles, and no card",
      ["EXC-001", "EXC-002"]
    ) { bench in
      let fixture = try await bench.board(everyone: nil)
      let peer = try await bench.greeted()
      let excerpt = try await peer.excerpt(of: fixture, [])
      try requireEqual(excerpt.sequence, 1, "the sequence number")
      try requireEqual(
        try excerpt.names, ["header", "column", "column", "field", "field"], "the entities")
      try requireEqual(
        try excerpt.entities[1...2].map { try $0.at("column") }, fixture.columns.map(Value.id),
        "the columns")
    },
    ConformanceCase(
      "excerpts/whole", "A card that a name means comes with all that is on it, and no other card",
      ["EXC-002"]
    ) { bench in
      let fixture = try await bench.board(everyone: nil)
      var window = try await bench.window(on: fixture)
      let other = Identifier.random()
      try await window.edit(.cardCreate(other, in: fixture.columns[1], "Second"))
      try await window.edit(.favourite(fixture.card))
      try await window.edit(.favourite(other))
      let place: [String: Value] = ["card": .id(fixture.card)]
      for (name, fields) in [
        ("item-add", ["item": Value.id(.random()), "text": "item", "at": .anchors()]),
        ("comment-add", ["comment": .id(.random()), "text": "said"]),
        ("attach", ["element": .variant("assignee", ["user": "somebody"])]),
      ] {
        try await window.edit(.variant(name, place.merging(fields) { $1 }))
      }
      for name in ["1", "#1", String(fixture.card.description.prefix(8)), "\(fixture.card)"] {
        let excerpt = try await window.peer.excerpt(of: fixture, [name, "99", "no card"])
        try requireEqual(
          try excerpt.names,
          [
            "header", "column", "column", "card", "text", "item", "elements", "comment",
            "comment-text",
          ]
            // Four of the item, and whether the comment is removed.
            + [String](repeating: "field", count: 5) + ["favourites"]
            // Two roles.
            + [String](repeating: "field", count: 2),
          "the entities of an excerpt with the card \(name)")
        try requireEqual(try excerpt.entities[3].at("card"), .id(fixture.card), "the card")
        try requireEqual(
          try excerpt.entities[14].list("marked").map { try $0.at("card") }, [.id(fixture.card)],
          "the favourites")
      }
    },
    ConformanceCase(
      "excerpts/bare", "Blockers, and cards that a name could mean too, come without their texts",
      ["EXC-003"]
    ) { bench in
      let fixture = try await bench.board(everyone: nil)
      var window = try await bench.window(on: fixture)
      let blocker = Identifier.random()
      try await window.edit(
        .cardCreate(blocker, in: fixture.columns[1], "Blocker", body: "not asked for"))
      try await window.edit(
        .variant(
          "attach",
          ["card": .id(fixture.card), "element": .variant("blocker", ["blocker": .id(blocker)])]))
      let blocked = try await window.peer.excerpt(of: fixture, ["1"])
      try requireEqual(
        try blocked.names,
        ["header", "column", "column", "card", "text", "elements", "card", "field", "field"],
        "the entities of an excerpt with a blocked card")
      try requireEqual(try blocked.entities[6].at("card"), .id(blocker), "the blocker")
      let near = (1...17).map { Identifier(high: 0xBEEF_BEEF_0000_0000, low: $0) }
      for id in near {
        try await window.edit(.cardCreate(id, in: fixture.columns[0], "Near", body: "text"))
      }
      for name in ["beefbeef", "BEEFBEEF0000"] {
        let several = try await window.peer.excerpt(of: fixture, [name])
        try requireEqual(
          try several.cards, near.prefix(16).map(Value.id), "the cards of a beginning")
        try require(try !several.names.contains("text"), "one of several cards comes with its text")
      }
      let one = try await window.peer.excerpt(of: fixture, ["\(near[16])"])
      try requireEqual(
        try one.cards, ([near[16]] + near.prefix(16)).map(Value.id), "a card, and those near it")
      try requireEqual(
        try one.names.filter { $0 == "text" }.count, 1, "the number of texts beside such cards")
    },
    ConformanceCase(
      "excerpts/after", "An excerpt that is asked for behind an edit has it",
      ["EXC-001"]
    ) { bench in
      let fixture = try await bench.board(everyone: nil)
      var window = try await bench.window(on: fixture)
      for number in 1...8 {
        let operation = window.operation(.cardRetitle(fixture.card, "\(number)"))
        let edit = try await window.peer.post("submit", ["operation": operation])
        let excerpt = try await window.peer.excerpt(of: fixture, ["1"])
        let stored = try await window.peer.response(to: edit, is: "outcome").fields.at("stored")
        try requireEqual(excerpt.sequence, try stored.number("sequence"), "the sequence number")
        try requireEqual(
          try excerpt.entities[3].text("title"), "\(number)", "the title of the card")
      }
    },
    ConformanceCase(
      "excerpts/large", "An excerpt that is too large is not given, and others come in chunks",
      ["EXC-004", "FRM-011"]
    ) { bench in
      let fixture = try await bench.board(everyone: nil)
      var window = try await bench.window(on: fixture)
      let text = String(repeating: "A line of a card's body.\n", count: 1_000)
      for _ in 1...4 { try await window.edit(.cardInsert(fixture.card, text)) }
      let given = try await window.peer.excerpt(of: fixture, ["1"])
      try require(given.isGiven, "no excerpt of 100,000 bytes is given")
      try require(given.parts > 1, "100,000 bytes come in one frame")
      for _ in 5...12 { try await window.edit(.cardInsert(fixture.card, text)) }
      let refused = try await window.peer.excerpt(of: fixture, ["1"])
      try require(!refused.isGiven, "an excerpt of 300,000 bytes is given")
      try requireEqual(refused.entities, [], "the entities of an excerpt that is not given")
      let without = try await window.peer.excerpt(of: fixture, [])
      try require(without.isGiven, "no excerpt without the large card is given")
    },
    ConformanceCase(
      "excerpts/level", "No excerpt is given to a client that does not know the board's level",
      ["EXC-005"]
    ) { bench in
      let fixture = try await bench.board(everyone: nil)
      let excerpt = try await bench.greeted().excerpt(of: fixture, ["1"], level: 0)
      try require(!excerpt.isGiven, "an excerpt is given")
      try requireEqual(excerpt.entities, [], "the entities of an excerpt that is not given")
    },
  ]
}

/// The answer to FETCH_EXCERPT, whole.
struct FetchedExcerpt {
  let sequence: UInt64
  let isGiven: Bool
  let parts: Int
  let entities: [Value]

  var names: [String] { get throws { try entities.map { try $0.variant() } } }

  /// The identifiers of its cards, in their order.
  var cards: [Value] {
    get throws {
      try entities.filter { try $0.variant() == "card" }.map { try $0.at("card") }
    }
  }
}

extension Fixture {
  /// The fields of a FETCH_EXCERPT.
  func excerpt(_ cards: [String], level: UInt64 = 1) -> Value {
    [
      "board": .id(board), "level": .number(level), "cards": .list(cards.map { .text($0) }),
    ]
  }
}

extension ScriptedPeer {
  func excerpt(
    of fixture: Fixture, _ cards: [String], level: UInt64? = nil
  ) async throws -> FetchedExcerpt {
    let known = UInt64(codec.schema.modelLevel)
    let request = try post("fetch-excerpt", fixture.excerpt(cards, level: level ?? known))
    let more = try codec.schema.flag("more")
    var entities: [Value] = []
    var parts = 0
    while true {
      let message = try await response(to: request, is: "excerpt")
      try require(
        message.payload.count <= Int(try codec.schema.limit("chunk-bytes")),
        "a part has \(message.payload.count) bytes")
      entities += try message.fields.list("entities")
      parts += 1
      guard message.flags & more == 0 else { continue }
      return FetchedExcerpt(
        sequence: try message.fields.number("sequence"),
        isGiven: try message.fields.at("given") == true, parts: parts, entities: entities)
    }
  }
}
