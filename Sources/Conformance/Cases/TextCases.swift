extension ConformanceCase {
  static let texts: [ConformanceCase] = [
    ConformanceCase(
      "texts/insertions", "Two insertions at one place are both kept, the later one nearer",
      ["TXT-010", "TXT-011", "APL-044", "APL-017"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      let one = try await first.edit(.cardInsert(fixture.card, "first "))
      try requireEqual(try one.at("outcome"), .applied, "the outcome of the first")
      let two = try await second.edit(.cardInsert(fixture.card, "second "), base: 1)
      try requireEqual(
        try two.at("outcome"), .variant("merged", ["notes": []]), "the outcome of the second")
      try requireEqual(try await first.state().body(), "second first body", "the body")
    },
    ConformanceCase(
      "texts/deleted-range", "An insertion inside a deleted range survives",
      ["TXT-007", "TXT-008", "TXT-010", "TXT-013"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      let whole: Value = ["start": fixture.scalar(0), "count": 4]
      try await first.edit(.cardSplice(fixture.card, deletions: [whole], insertions: []))
      let merged = Value.variant("merged", ["notes": []])
      let inserted = try await second.edit(
        .cardInsert(fixture.card, "kept", after: fixture.scalar(1)), base: 1)
      try requireEqual(try inserted.at("outcome"), merged, "the outcome of the insertion")
      let again = try await second.edit(
        .cardSplice(fixture.card, deletions: [whole], insertions: []), base: 1)
      try require(
        try again.variant("outcome") != "rejected", "deleting what is deleted is rejected")
      try requireEqual(try await second.state().body(), "kept", "the body")
    },
    ConformanceCase(
      "texts/own-insertion", "Deletions come before insertions, which may follow one another",
      ["TXT-008", "TXT-009", "TXT-012"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let own = Value.operationID(window.session, epoch: 1, counter: 1)
      let splice = Value.cardSplice(
        fixture.card, deletions: [["start": fixture.scalar(1), "count": 2]],
        insertions: [
          ["after": fixture.scalar(0), "text": "\u{FC}\u{1F600}"],
          ["after": ["operation": own, "offset": 1], "text": "!"],
          ["after": ["operation": own, "offset": 0], "text": "-"],
        ])
      try requireEqual(try await window.edit(splice).at("outcome"), .applied, "the outcome")
      try requireEqual(try await window.state().body(), "b\u{FC}-\u{1F600}!y", "the body")
    },
    ConformanceCase(
      "texts/unknown-text", "A splice that names text a card never had is rejected whole",
      ["TXT-014", "APL-003"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let beyond: Value = ["start": fixture.scalar(2), "count": 3]
      let good: Value = ["start": fixture.scalar(0), "count": 1]
      for splice in [
        Value.cardSplice(fixture.card, deletions: [good, beyond], insertions: []),
        .cardSplice(
          fixture.card, deletions: [good],
          insertions: [
            ["after": .absent, "text": "x"], ["after": fixture.scalar(9), "text": "y"],
          ]),
      ] {
        try requireEqual(
          try await window.edit(splice).at("outcome"), .rejected("unknown-text"), "the outcome")
      }
      try requireEqual(try await window.state().body(), Fixture.body, "the body")
    },
    ConformanceCase(
      "texts/compaction", "What is typed where a compacted text has nothing left is proposed",
      ["APL-115", "APL-117", "APL-118", "APL-120", "SNP-017"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      let gone: Value = ["start": fixture.scalar(1), "count": 2]
      try await first.edit(.cardSplice(fixture.card, deletions: [gone], insertions: []))
      let compact = Value.variant(
        "text-compact", ["card": .id(fixture.card), "comment": .absent, "horizon": 2])
      try requireEqual(
        try await first.edit(compact, base: 2).at("outcome"), .applied, "the outcome")
      let field = Value.variant("card-body", ["card": .id(fixture.card)])
      let superseded = Value.variant("superseded", ["by": first.lastOperation, "field": field])
      let late = try await second.edit(
        .cardInsert(fixture.card, "lat", after: fixture.scalar(1)), base: 1, queued: true)
      try requireEqual(try late.at("outcome"), superseded, "the outcome of the first key")
      let made = second.lastOperation
      let more = try await second.edit(
        .cardInsert(fixture.card, "e", after: ["operation": made, "offset": 2]), base: 1,
        queued: true)
      try requireEqual(try more.at("outcome"), superseded, "the outcome of the second key")
      let state = try await second.state()
      try requireEqual(try state.body(), "by", "the body")
      let runs = try state.all("proposal-text").flatMap { try $0.list("runs") }
      try requireEqual(try runs.map { try $0.text("text") }.joined(), "late", "what is proposed")
      try requireEqual(
        try state.all("proposal")[0].at("stamp", "operation"), made, "what it is a proposal of")
      try requireEqual(try state.all("compacted").count, 1, "the compacted texts")
    },
    ConformanceCase(
      "texts/compaction-bound", "A compaction takes so much out at once and says that more is left",
      ["APL-115"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let count = try bench.schema.limit("compacted-scalars") + 1
      let text = String(repeating: "x", count: Int(count))
      try await window.edit(.cardInsert(fixture.card, text))
      let first: Value = ["operation": window.lastOperation, "offset": 0]
      let gone: Value = ["start": first, "count": .number(count)]
      try await window.edit(.cardSplice(fixture.card, deletions: [gone], insertions: []))
      let compact = Value.variant(
        "text-compact", ["card": .id(fixture.card), "comment": .absent, "horizon": 3])
      let field = Value.variant("card-body", ["card": .id(fixture.card)])
      let left = Value.variant("deleted-left", ["field": field])
      try requireEqual(
        try await window.edit(compact, base: 3).at("outcome"),
        .variant("applied", ["displaced": [], "notes": [left]]),
        "the outcome of the first compaction")
      try requireEqual(
        try await window.edit(compact, base: 4).at("outcome"), .applied,
        "the outcome of the second compaction")
      try requireEqual(try await window.state().body(), Fixture.body, "the body")
    },
  ]

  static let undo: [ConformanceCase] = [
    ConformanceCase(
      "undo/once", "An operation is taken back once, and the undo can be too",
      ["APL-053", "APL-058", "APL-059", "APL-070"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.cardRetitle(fixture.card, "changed"))
      let target = window.lastOperation
      try requireEqual(try await window.edit(.undo(target)).at("outcome"), .applied, "the undo")
      let undo = window.lastOperation
      try requireEqual(
        try await window.edit(.undo(target)).at("outcome"), .rejected("not-undoable"),
        "the undo of what is undone")
      try requireEqual(try await window.edit(.undo(undo)).at("outcome"), .applied, "the redo")
      try requireEqual(
        try await window.state().card().text("title"), "changed", "the title")
      let unknown = Value.operationID(.random(), epoch: 1, counter: 1)
      try requireEqual(
        try await window.edit(.undo(unknown)).at("outcome"), .rejected("not-undoable"),
        "the undo of nothing")
    },
    ConformanceCase(
      "undo/guarded", "An undo leaves alone what others changed, unless it is forced",
      ["APL-060", "APL-061", "APL-069"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      try await first.edit(.cardRetitle(fixture.card, "mine"))
      let target = first.lastOperation
      try await second.catchUp(to: 2)
      try await second.edit(.cardRetitle(fixture.card, "theirs"))
      try await first.catchUp(to: 3)
      let field = Value.variant("card-title", ["card": .id(fixture.card)])
      try requireEqual(
        try await first.edit(.undo(target)).at("outcome"),
        .rejected("undo-guarded", ["fields": [field]]), "the undo")
      try requireEqual(
        try await first.edit(.undo(target, force: true)).at("outcome"),
        .displacing(second.lastOperation), "the forced undo")
      try requireEqual(
        try await first.state().card().text("title"), Fixture.cardTitle, "the title")
    },
    ConformanceCase(
      "undo/text", "Undoing a splice takes away what it typed and brings back what it deleted",
      ["APL-057", "APL-066", "APL-067"]
    ) { bench in
      let fixture = try await bench.board()
      var first = try await bench.window(on: fixture)
      var second = try await bench.window(on: fixture)
      try await first.edit(
        .cardSplice(
          fixture.card, deletions: [["start": fixture.scalar(0), "count": 2]],
          insertions: [["after": .absent, "text": "XY"]]))
      let target = first.lastOperation
      try await second.edit(.cardInsert(fixture.card, "!", after: fixture.scalar(3)), base: 1)
      try requireEqual(try await first.edit(.undo(target)).at("outcome"), .applied, "the undo")
      try requireEqual(try await second.state().body(), "body!", "the body after")
    },
    ConformanceCase(
      "undo/other-user", "Only the user who made an operation undoes it", ["APL-058"]
    ) { bench in
      let fixture = try await bench.board()
      _ = try bench.credentials(.second)
      var first = try await bench.window(on: fixture)
      try await first.edit(.cardRetitle(fixture.card, "mine"))
      var second = try await bench.window(on: fixture, .second)
      for force in [false, true] {
        try requireEqual(
          try await second.edit(.undo(first.lastOperation, force: force)).at("outcome"),
          .rejected("not-your-operation"), "the undo")
      }
      try requireEqual(try await first.state().card().text("title"), "mine", "the title")
    },
  ]
}

extension Fixture {
  /// The identity of one scalar of the body with which the card was created.
  func scalar(_ offset: UInt64) -> Value {
    [
      "operation": creationID, "offset": .number(offset),
    ]
  }
}
