// What a card has besides its title, text and place.
extension ConformanceCase {
  static let cardFields: [ConformanceCase] = [
    ConformanceCase(
      "cards/priority", "A card has one of four priorities, or none, and of two the later stays",
      ["APL-138", "APL-010"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var other = try await bench.window(on: fixture)
      let field = Value.variant("card-priority", ["card": .id(fixture.card)])
      let numbers: [(String, Value, Value)] = [
        ("1", 1, .applied), ("4", 4, .applied), ("5", 5, .rejected("value-out-of-range")),
        ("none", .absent, .applied), ("0", 0, .rejected("value-out-of-range")),
        ("2", 2, .applied),
      ]
      for (name, number, outcome) in numbers {
        let stored = try await window.edit(.set(field, .variant("number", ["number": number])))
        try requireEqual(try stored.at("outcome"), outcome, "the outcome of priority \(name)")
        try await window.catchUp(to: try stored.number("sequence"))
      }
      let stored = try await other.edit(
        .set(field, .variant("number", ["number": 3])), base: 1)
      try requireEqual(
        try stored.at("outcome"), .displacing(window.lastOperation), "the outcome of the later")
      let written = try await other.state().all("field").filter {
        try $0.at("write", "field") == field
      }
      try requireEqual(
        try written.map { try $0.at("write", "value") }, [.variant("number", ["number": 3])],
        "what is written")
    },
    ConformanceCase(
      "cards/at-the-top", "A card with itself as `before` comes first in its column",
      ["APL-006", "APL-140"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var other = try await bench.window(on: fixture)
      let (second, top, gone) = (Identifier.random(), Identifier.random(), Identifier.random())
      let column = fixture.columns[0]
      try await other.edit(.cardCreate(second, in: column, "second", at: .anchors(before: second)))
      try await window.edit(
        .cardCreate(top, in: column, "top", at: .anchors(before: top)), base: 1)
      // A neighbour that the column does not hold is the start too, but not beside another one.
      let (before, both) = (Identifier.random(), Identifier.random())
      try await window.edit(
        .cardCreate(before, in: column, "before", at: .anchors(before: gone)))
      try await window.edit(
        .cardCreate(both, in: column, "both", at: .anchors(after: gone, before: gone)))
      let cards = try await window.state().all("card").filter {
        try $0.at("column") == .id(column)
      }
      try requireEqual(
        try cards.map { try $0.at("card") },
        [before, top, second, fixture.card, both].map { Value.id($0) }, "the cards of the column")
    },
    ConformanceCase(
      "cards/blocked-by", "Other cards of the board block a card, each by itself",
      ["APL-097", "APL-098"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var other = try await bench.window(on: fixture)
      let (blocker, unknown) = (Identifier.random(), Identifier.random())
      func attach(_ id: Identifier) -> Value {
        .variant(
          "attach",
          ["card": .id(fixture.card), "element": .variant("blocker", ["blocker": .id(id)])])
      }
      try await window.edit(.cardCreate(blocker, in: fixture.columns[1], "First"))
      let tries: [(String, Identifier, Value)] = [
        ("another card", blocker, .applied),
        ("the card itself", fixture.card, .rejected("blocks-itself")),
        ("no card", unknown, .rejected("unknown-card", ["card": .id(unknown)])),
      ]
      var added: Value = .absent
      for (name, id, outcome) in tries {
        let stored = try await window.edit(attach(id))
        if id == blocker { added = window.lastOperation }
        try requireEqual(try stored.at("outcome"), outcome, "the outcome of \(name) as blocker")
      }
      try await other.edit(attach(blocker))
      let removal = Value.variant(
        "detach",
        [
          "card": .id(fixture.card), "element": .variant("blocker", ["blocker": .id(blocker)]),
          "seen": added,
        ])
      let field = Value.variant(
        "card-blocker", ["card": .id(fixture.card), "blocker": .id(blocker)])
      try requireEqual(
        try await window.edit(removal).at("outcome"),
        .noting([.variant("stale-removal", ["field": field, "by": other.lastOperation])]),
        "the outcome of the stale removal")
      try await window.edit(.cardArchive(blocker))
      let elements = try await window.state().all("elements")
      try requireEqual(elements.count, 1, "the number of cards with elements")
      try requireEqual(
        try elements[0].list("elements").map { try $0.at("stamp", "operation") },
        [other.lastOperation], "what the card has, also when its blocker is archived")
    },
    ConformanceCase(
      "cards/bounds", "A card takes 200 items and a batch 1 000 intents, and no more",
      ["APL-048", "APL-050", "APL-094"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      func items(_ count: Int) -> Value {
        .batch(
          (0..<count).map { _ in
            .variant(
              "item-add",
              [
                "card": .id(fixture.card), "item": .id(.random()), "text": "item",
                "at": .anchors(),
              ])
          })
      }
      let limit = Value.variant("limit-reached", ["limit": .variant("items")])
      let marks = [Value](repeating: .favourite(fixture.card), count: 1_001)
      let tries: [(String, Value, Value)] = [
        (
          "201 items", items(201), .rejected("batch-item", ["index": 200, "rejection": limit])
        ),
        ("200 items", items(200), .applied),
        ("one item more", items(1), .rejected("batch-item", ["index": 0, "rejection": limit])),
        ("1 000 intents", .batch(Array(marks.dropLast())), .applied),
        (
          "1 001 intents", .batch(marks),
          .rejected("limit-reached", ["limit": .variant("batch")])
        ),
      ]
      for (name, intent, outcome) in tries {
        let stored = try await window.edit(intent)
        try requireEqual(try stored.at("outcome"), outcome, "the outcome of \(name)")
      }
      try requireEqual(try await window.state().all("item").count, 200, "the number of items")
    },
  ]
}
