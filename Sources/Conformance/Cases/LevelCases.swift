extension ConformanceCase {
  static let levels: [ConformanceCase] = [
    ConformanceCase(
      "levels/raise", "A board takes the intents of level 2 once it is raised, not before",
      ["APL-075", "APL-076", "APL-077"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let due = Value.set(
        .variant("card-due", ["card": .id(fixture.card)]), .variant("number", ["number": 20_718]))
      let early = try await window.edit(due)
      try requireEqual(
        try early.at("outcome"), .rejected("level-needed", ["level": 2]), "before the raise")
      let unknown = try await window.edit(.boardRaise(65_535))
      try requireEqual(
        try unknown.at("outcome"), .rejected("unknown-level"), "the raise beyond all levels")
      try requireEqual(
        try await window.edit(.boardRaise(2)).at("outcome"), .applied, "the raise")
      try requireEqual(try await window.edit(due).at("outcome"), .applied, "behind the raise")
      let header = try await window.state().all("header")
      try requireEqual(try header[0].number("level"), 2, "the level in the snapshot")
    },
    ConformanceCase(
      "levels/outgrown", "A window below the level its board is raised to is told to upgrade",
      ["EDT-025", "ERR-003"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let peer = try await bench.greeted()
      var old = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      _ = try await peer.request(
        "attach", old.attachFields(replacing: ["level": 1]), answeredBy: "attached")
      try await old.fetchSnapshot()
      try await window.edit(.boardRaise(2))
      let error = try await peer.event("error")
      try requireEqual(
        try error.fields.number("code"),
        UInt64(try peer.codec.schema.error("level-too-old")), "the code of ERROR")
      try await window.edit(.boardRename("further"))
      try await peer.requireNothingFurther()
    },
    ConformanceCase(
      "levels/roles", "Who makes a board closed does not lock themselves out",
      ["APL-082"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.boardRaise(2))
      let other = Value.set(
        .variant("member-role", ["user": "somebody-else"]),
        .variant("role", ["role": .variant("owner")]))
      try requireEqual(
        try await window.edit(other).at("outcome"), .rejected("last-owner"),
        "another member before its author")
    },
    ConformanceCase(
      "levels/stale-removal", "A removal takes away only the addition it names",
      ["APL-097", "APL-098"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var other = try await bench.window(on: fixture)
      try await window.edit(.boardRaise(2))
      let element = Value.variant("assignee", ["user": "somebody"])
      let card = Value.id(fixture.card)
      try await window.edit(.variant("attach", ["card": card, "element": element]))
      let seen = window.lastOperation
      try await other.edit(.variant("attach", ["card": card, "element": element]))
      let field = Value.variant("card-assignee", ["card": card, "user": "somebody"])
      let stale = try await window.edit(
        .variant("detach", ["card": card, "element": element, "seen": seen]))
      try requireEqual(
        try stale.at("outcome"),
        .variant(
          "applied",
          [
            "displaced": [],
            "notes": [
              .variant("stale-removal", ["field": field, "by": other.lastOperation])
            ],
          ]), "the outcome of the stale removal")
      try requireEqual(
        try await window.state().all("elements")[0].list("elements")[0]
          .at("stamp", "operation"), other.lastOperation, "the stamp of the element")
    },
  ]
}
