extension ConformanceCase {
  static let members: [ConformanceCase] = [
    ConformanceCase(
      "members/last-owner", "Who makes a board owns it until another user does",
      ["APL-022", "APL-078", "APL-082"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let user = try await bench.welcomed().welcome.text("peer", "user")
      for role in ["viewer", nil] {
        try requireEqual(
          try await window.edit(.giveRole(role, to: user)).at("outcome"), .rejected("last-owner"),
          "the last owner leaving, where everyone owns the board")
      }
      try await window.edit(.giveRole("owner", to: "somebody-else"))
      try requireEqual(
        try await window.edit(.giveRole("viewer", to: user)).at("outcome"), .applied,
        "an owner leaving whom another one follows")
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
