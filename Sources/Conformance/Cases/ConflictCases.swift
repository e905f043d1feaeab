extension ConformanceCase {
  static let conflicts: [ConformanceCase] = [
    ConformanceCase(
      "conflicts/same-field-live",
      "Of two live edits of a field the later wins and names the other",
      ["APL-009", "APL-010", "APL-018", "ERR-007"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      try await first.edit(.cardRetitle(fixture.card, "first"))
      let stored = try await second.edit(.cardRetitle(fixture.card, "second"), base: 1)
      try requireEqual(
        try stored.at("outcome"), .displacing(first.lastOperation), "the outcome of the second")
      let card = try await second.state().card()
      try requireEqual(try card.text("title"), "second", "the title")
      try requireEqual(
        try card.at("title-stamp", "operation"), second.lastOperation, "its stamp")
    },
    ConformanceCase(
      "conflicts/same-field-queued", "A queued edit of a changed field becomes a proposal",
      ["APL-011", "APL-012", "APL-016", "EDT-022"]
    ) { bench in
      let fixture = try await bench.board()
      var live = try await bench.window(on: fixture)
      var away = try await bench.window(on: fixture)
      try await live.edit(.cardRetitle(fixture.card, "live"))
      let stored = try await away.edit(.cardRetitle(fixture.card, "away"), base: 1, queued: true)
      let field = Value.variant("card-title", ["card": .id(fixture.card)])
      try requireEqual(
        try stored.at("outcome"),
        .variant("superseded", ["by": live.lastOperation, "field": field]), "the outcome")
      try requireEqual(
        try await live.state().card().text("title"), "live", "the title")
      let proposals = try await live.state().all("proposal")
      try requireEqual(proposals.count, 1, "the number of proposals")
      try requireEqual(
        try proposals[0].at("value"), .variant("title", ["title": "away"]), "what is proposed")
      try requireEqual(
        try proposals[0].at("stamp", "operation"), away.lastOperation, "who proposed it")
    },
    ConformanceCase(
      "conflicts/queued-and-current", "A queued edit of a field nobody changed takes effect",
      ["APL-009", "APL-018"]
    ) { bench in
      let fixture = try await bench.board()
      var live = try await bench.window(on: fixture)
      var away = try await bench.window(on: fixture)
      try await live.edit(.cardMove(fixture.card, to: fixture.columns[1]))
      let stored = try await away.edit(.cardRetitle(fixture.card, "away"), base: 1, queued: true)
      try requireEqual(try stored.at("outcome"), .applied, "the outcome")
      // A session's own changes never make its base stale.
      let again = try await away.edit(.cardRetitle(fixture.card, "more"), base: 1, queued: true)
      try requireEqual(try again.at("outcome"), .applied, "the outcome over one's own")
      let card = try await live.state().card()
      try requireEqual(try card.text("title"), "more", "the title")
      try requireEqual(try card.at("column"), .id(fixture.columns[1]), "the column")
    },
    ConformanceCase(
      "conflicts/own-windows",
      "A window is told what another window of its user wrote in its place without having seen it",
      ["APL-106"]
    ) { bench in
      let fixture = try await bench.board()
      var lost = try await bench.window(on: fixture)
      var won = try await bench.window(on: fixture)
      try await lost.edit(.cardRetitle(fixture.card, "lost"), base: 1)
      try await won.edit(.cardRetitle(fixture.card, "won"), base: 1)
      // At base 3 this edit has seen the other's, so it replaces nothing unseen and makes no
      // receipt.
      try await lost.edit(.cardRetitle(fixture.card, "seen"), base: 3)
      let receipts = try await won.state().all("receipt")
      try requireEqual(receipts.count, 1, "the number of receipts")
      let receipt = receipts[0]
      try requireEqual(try receipt.at("mine", "session"), .id(lost.session), "whose edit was lost")
      try requireEqual(
        try receipt.at("cause", "operation"), won.lastOperation, "what took its place")
      try requireEqual(
        try receipt.at("kind"),
        .variant(
          "displaced",
          [
            "field": .variant("card-title", ["card": .id(fixture.card)]),
            "value": .variant("title", ["title": "lost"]),
          ]), "what was lost")
    },
    ConformanceCase(
      "conflicts/archived", "An edit of an archived card takes effect and says so", ["APL-039"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      try await first.edit(.cardArchive(fixture.card))
      let stored = try await second.edit(.cardRetitle(fixture.card, "edited"), base: 1)
      try requireEqual(
        try stored.at("outcome"),
        .noting([.variant("on-archived-card", ["card": .id(fixture.card)])]), "the outcome")
      let card = try await second.state().card()
      try requireEqual(try card.at("archived"), true, "the archived mark")
      try requireEqual(try card.text("title"), "edited", "the title")
    },
    ConformanceCase(
      "conflicts/move", "Of two moves the later wins and the card is in one place",
      ["APL-005", "APL-010", "APL-041"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      let third = Identifier.random()
      try await first.edit(.columnCreate(third, "Third"))
      try await first.edit(.cardMove(fixture.card, to: third), base: 2)
      let stored = try await second.edit(
        .cardMove(fixture.card, to: fixture.columns[1]), base: 1)
      try requireEqual(
        try stored.at("outcome"), .displacing(first.lastOperation), "the outcome of the second")
      let card = try await second.state().card()
      try requireEqual(try card.at("column"), .id(fixture.columns[1]), "the column")
    },
    ConformanceCase(
      "conflicts/deleted-column", "A move into a deleted column is rejected",
      ["APL-040", "APL-003"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      try await first.edit(.columnDelete(fixture.columns[1], seen: []))
      let stored = try await second.edit(
        .cardMove(fixture.card, to: fixture.columns[1]), base: 1)
      try requireEqual(
        try stored.at("outcome"),
        .rejected("column-deleted", ["column": .id(fixture.columns[1])]), "the outcome")
      let card = try await second.state().card()
      try requireEqual(try card.at("column"), .id(fixture.columns[0]), "the column")
    },
    ConformanceCase(
      "conflicts/informed-delete", "Deleting a column never archives a card its author did not see",
      ["APL-007", "APL-008", "APL-031", "APL-032", "APL-033", "APL-034"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      let unseen = Identifier.random()
      try await first.edit(.cardCreate(unseen, in: fixture.columns[0], "unseen"))
      let stored = try await second.edit(
        .columnDelete(fixture.columns[0], seen: [fixture.card]), base: 1)
      let notes = ["kept-unseen", "in-unsorted"].map {
        Value.variant($0, ["card": .id(unseen)])
      }
      try requireEqual(try stored.at("outcome"), .noting(notes), "the outcome")
      try requireEqual(
        try await second.state().card().at("archived"), true, "the mark of the seen card")
      let card = try await second.state().card(unseen)
      try requireEqual(try card.at("archived"), false, "the mark of the unseen card")
      try requireEqual(
        try card.at("column"), .id(fixture.board.unsorted), "the column of the unseen card"
      )
      let unsorted = try await second.state().column(fixture.board.unsorted)
      try requireEqual(try unsorted.text("title", "value"), "Unsorted", "its title")
      let deleted = try await second.state().column(fixture.columns[0])
      try requireEqual(try deleted.at("deleted", "value"), true, "the mark of the column")
    },
    ConformanceCase(
      "conflicts/create-in-deleted", "A card made in a deleted column lands in Unsorted",
      ["APL-036", "APL-008"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      try await first.edit(.columnDelete(fixture.columns[1], seen: []))
      let card = Identifier.random()
      let stored = try await second.edit(
        .cardCreate(card, in: fixture.columns[1], "late"), base: 1)
      try requireEqual(
        try stored.at("outcome"), .noting([.variant("in-unsorted", ["card": .id(card)])]),
        "the outcome")
      try requireEqual(
        try await second.state().card(card).at("column"), .id(fixture.board.unsorted),
        "the column")
    },
    ConformanceCase(
      "conflicts/batch", "A batch is done whole or not at all",
      ["APL-003", "APL-048", "APL-049", "APL-050", "APL-051"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let (column, card, unknown) = (Identifier.random(), Identifier.random(), Identifier.random())
      let parts: [Value] = [
        .columnCreate(column, "New"), .cardCreate(card, in: column, "New"),
      ]
      let failing = try await window.edit(.batch(parts + [.cardRetitle(unknown, "x")]))
      let reason = Value.variant("unknown-card", ["card": .id(unknown)])
      try requireEqual(
        try failing.at("outcome"), .rejected("batch-item", ["index": 2, "rejection": reason]),
        "the outcome of the failing batch")
      let empty = try await window.edit(.batch([]))
      try requireEqual(try empty.at("outcome"), .rejected("empty-operation"), "an empty batch")
      let undo = try await window.edit(.batch([.undo(window.lastOperation)]))
      try requireEqual(
        try undo.at("outcome"),
        .rejected("batch-item", ["index": 0, "rejection": .variant("not-in-batch")]),
        "an undo within a batch")
      let done = try await window.edit(.batch(parts))
      try requireEqual(try done.at("outcome"), .applied, "the outcome of the whole batch")
      let state = try await window.state()
      try requireEqual(try state.all("column").count, 3, "the number of columns")
      try requireEqual(
        try state.card(card).at("column"), .id(column), "the new card's column")
    },
    ConformanceCase(
      "conflicts/identifier-in-use", "An identifier names one thing for ever",
      ["APL-024", "APL-035"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.cardArchive(fixture.card))
      for intent in [
        Value.cardCreate(fixture.card, in: fixture.columns[0], "again"),
        .columnCreate(fixture.columns[0], "again"), .columnCreate(fixture.board.unsorted, "again"),
      ] {
        try requireEqual(
          try await window.edit(intent).at("outcome"), .rejected("identifier-in-use"),
          "the outcome")
      }
    },
  ]
}

extension Value {
  static func displacing(_ operations: Value...) -> Value {
    .variant("applied", ["displaced": .list(operations), "notes": []])
  }

  static func noting(_ notes: [Value]) -> Value {
    .variant("applied", ["displaced": [], "notes": .list(notes)])
  }
}

extension Identifier {
  /// The identifier of the column "Unsorted" on the board with this identifier (APL-007).
  var unsorted: Identifier {
    let tweak: UInt64 = 0x756E_736F_7274_6564
    let high = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ^ tweak
    let low = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } &+ tweak
    return Identifier(high: high, low: low)
  }
}
