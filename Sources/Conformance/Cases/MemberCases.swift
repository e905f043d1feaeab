extension ConformanceCase {
  static let members: [ConformanceCase] = [
    ConformanceCase(
      "members/closing", "Who makes a board closed does not lock themselves out",
      ["APL-082"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let other = Value.set(
        .variant("member-role", ["user": "somebody-else"]),
        .variant("role", ["role": .variant("owner")]))
      try requireEqual(
        try await window.edit(other).at("outcome"), .rejected("last-owner"),
        "another member before its author")
    },
    ConformanceCase(
      "elements/stale-removal", "A removal takes away only the addition it names",
      ["APL-097", "APL-098"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var other = try await bench.window(on: fixture)
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
