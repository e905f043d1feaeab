import TLS

// What an owner takes away for good.
extension ConformanceCase {
  static let purges: [ConformanceCase] = [
    ConformanceCase(
      "purge/card", "A purged card is gone with all of it, and its identifier stays in use",
      ["PRG-001", "PRG-003", "PRG-004", "PRG-005", "PRG-007", "PRG-008", "SNP-020"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let card = Value.id(fixture.card)
      let other = Identifier.random()
      try await window.edit(.cardCreate(other, in: fixture.columns[0], "Other"))
      try await window.edit(
        .variant(
          "attach",
          ["card": .id(other), "element": .variant("blocker", ["blocker": card])]))
      try await window.edit(.cardRetitle(fixture.card, "A secret"))
      let retitled = window.lastOperation
      let tries: [(String, Value, Value)] = [
        ("the purge", .purge("card", ["card": card]), .applied),
        (
          "a second purge", .purge("card", ["card": card]),
          .rejected("unknown-card", ["card": card])
        ),
        (
          "an edit", .cardRetitle(fixture.card, "Again"),
          .rejected("unknown-card", ["card": card])
        ),
        (
          "a card of that identifier",
          .cardCreate(fixture.card, in: fixture.columns[0], "Again"),
          .rejected("identifier-in-use")
        ),
        ("the undo of an edit", .undo(retitled, force: true), .rejected("not-undoable")),
      ]
      for (name, intent, outcome) in tries {
        try requireEqual(
          try await window.edit(intent).at("outcome"), outcome, "the outcome of \(name)")
      }
      let state = try await window.state()
      try requireEqual(
        try state.all("card").map { try $0.at("card") }, [.id(other)], "the cards")
      try requireEqual(try state.all("text").count, 0, "the texts")
      try requireEqual(try state.all("elements").count, 0, "the cards with elements")
      try requireEqual(
        try state.all("purged").map { try $0.at("card") }, [card], "what was purged")
    },
    ConformanceCase(
      "purge/comment", "A purged comment is gone, and its card stays",
      ["PRG-003", "PRG-005", "PRG-006", "PRG-008", "SNP-020"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let (card, comment) = (Value.id(fixture.card), Value.id(.random()))
      let add = Value.variant(
        "comment-add", ["card": card, "comment": comment, "text": "a secret"])
      try await window.edit(add)
      let purge = Value.purge("comment", ["card": card, "comment": comment])
      let unknown = Value.rejected("unknown-comment", ["comment": comment])
      for (name, intent, outcome) in [
        ("the purge", purge, .applied), ("a second purge", purge, unknown),
        ("the same comment again", add, .rejected("identifier-in-use")),
      ] {
        try requireEqual(
          try await window.edit(intent).at("outcome"), outcome, "the outcome of \(name)")
      }
      let state = try await window.state()
      try requireEqual(try state.all("comment").count, 0, "the comments")
      try requireEqual(try state.all("comment-text").count, 0, "their texts")
      try requireEqual(
        try state.all("purged").map { try $0.at("comment") }, [comment], "what was purged")
    },
    ConformanceCase(
      "purge/past", "What a field held before is gone, and what it holds stays",
      ["PRG-001", "PRG-007", "PRG-009"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var late = try await bench.window(on: fixture)
      let gone: Value = ["start": fixture.scalar(1), "count": 2]
      try await window.edit(.cardSplice(fixture.card, deletions: [gone], insertions: []))
      let deleted = window.lastOperation
      let field = Value.variant("card-body", ["card": .id(fixture.card)])
      try requireEqual(
        try await window.edit(.purge("past", ["field": field])).at("outcome"), .applied,
        "the outcome of the purge")
      let purge = window.lastOperation
      try requireEqual(
        try await window.edit(.undo(deleted, force: true)).at("outcome"),
        .rejected("not-undoable"), "the outcome of the undo")
      try requireEqual(
        try await late.edit(
          .cardInsert(fixture.card, "late", after: fixture.scalar(1)), base: 1, queued: true
        ).at("outcome"),
        .variant("superseded", ["by": purge, "field": field]), "the outcome of a late edit")
      let state = try await window.state()
      try requireEqual(try state.body(), "by", "the body")
      let runs = try state.all("text").flatMap { try $0.list("runs") }
      try requireEqual(
        try runs.map { try $0.text("text") }.joined(), "by", "the body with what was deleted")
      try requireEqual(
        try state.all("compacted").map { try $0.at("stamp", "operation") }, [purge],
        "what compacted the text")
    },
    ConformanceCase(
      "purge/history", "What brought a purged value stands in the log without it",
      ["PRG-014", "PRG-015", "PRG-021", "HIS-004"]
    ) { bench in
      let (fixture, other) = (try await bench.board(), Identifier.random())
      var window = try await bench.window(on: fixture)
      var away = try await bench.window(on: fixture)
      let create = Value.cardCreate(other, in: fixture.columns[0], "Other")
      let operations = [
        window.operation(.cardInsert(fixture.card, "a secret")),
        window.operation(.batch([.cardRetitle(fixture.card, "A secret"), create])),
        window.operation(.boardRename("No secret")),
      ]
      for operation in operations { _ = try await window.submit(operation) }
      let whole = try await window.history(from: 2)
      try await window.edit(.purge("card", ["card": .id(fixture.card)]))
      func requireLeft(ofSecond parts: [Value], _ hashes: [Value]) async throws {
        let contents = try await window.history(from: 2).map { try $0.at("content") }
        try requireEqual(
          Array(contents.prefix(3)),
          [
            try bench.purgedContent(operations[0], left: [], hashes[0]),
            try bench.purgedContent(operations[1], left: parts, hashes[1]),
            .content(operations[2]),
          ], "what the history has of the operations before the purge")
      }
      let hashes = try await window.history(from: 2).prefix(2).map {
        (try? $0.at("content", "hash")) ?? .absent
      }
      try require(hashes.count == 2, "the history ends before the purge")
      try await requireLeft(ofSecond: [["offset": 0, "intent": create]], hashes)
      try require(hashes[0] != hashes[1], "two purged operations have the same hash")
      for (committed, hash) in zip(whole, hashes) {
        for (value, type) in [
          (committed, "committed-operation"),
          (try committed.at("content", "operation"), "operation"),
        ] {
          let bytes = try bench.codec.encode(value, type: type)
          for salt in [[], [UInt8](repeating: 0, count: 32)] {
            try require(
              hash != .bytes(try MessageDigest.sha256(salt + bytes)),
              "the hash of a purged operation is of nothing that nobody knows")
          }
        }
      }
      try await window.edit(.purge("card", ["card": .id(other)]))
      try await requireLeft(ofSecond: [], hashes)
      for (sequence, catchUp): (UInt64, String) in [(5, "snapshot"), (6, "operations")] {
        away.peer = try await bench.greeted()
        away.sequence = sequence
        try requireEqual(
          try await away.attach().variant("catch-up"), catchUp, "catch-up from \(sequence) on")
      }
    },
    ConformanceCase(
      "purge/context", "The words around an edit from before a purge are taken out of it",
      ["PRG-019", "EDT-009"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let body = Value.variant("card-body", ["card": .id(fixture.card)])
      let purged = try await window.edit(.purge("past", ["field": body])).number("sequence")
      // Two texts, each its length and its bytes; and an extension that says nothing to anybody.
      let context = Value.Extension(tag: 1, bytes: [0, 1, 0x62, 0, 1, 0x6F])
      let other = Value.Extension(tag: 999, bytes: [1, 2, 3])
      for (base, kept) in [(purged - 1, [other]), (purged, [context, other])] {
        let operation = window.operation(
          .cardInsert(fixture.card, "late"), base: base, queued: true,
          extensions: [context, other])
        let stored = try await window.submit(operation)
        try requireEqual(try await window.submit(operation), stored, "the outcome of a resend")
        let ordered = try await window.history(from: try stored.number("sequence"))
        try requireEqual(
          try ordered.first?.at("content", "operation", "extensions"), .extensions(kept),
          "the extensions of an edit of base \(base) behind the purge \(purged)")
      }
    },
    ConformanceCase(
      "purge/board", "A purged board is nobody's, and is never made again",
      ["PRG-011", "PRG-012", "BRD-013"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      let reader = try await bench.window(on: fixture)
      try requireEqual(
        try await window.edit(.purge("board")).at("outcome"), .applied, "the outcome")
      for peer in [window.peer, reader.peer] {
        let error = try await peer.event("error")
        try requireEqual(
          try error.fields.number("code"), UInt64(try bench.schema.error("reading-lost")),
          "the code of the ERROR")
      }
      try await reader.peer.requireNotListed(fixture.board)
      try await reader.peer.request(
        "attach", reader.attachFields(), refusedWith: "board-unknown")
      let other = try await bench.greeted()
      for peer in [window.peer, other] {
        try await peer.request(
          "create-board", fixture.request, refusedWith: "identifier-in-use")
      }
    },
  ]
}

extension Bench {
  /// What is left of an operation behind a purge.
  fileprivate func purgedContent(
    _ operation: Value, left parts: [Value], _ hash: Value
  ) throws -> Value {
    .variant(
      "purged",
      [
        "id": try operation.at("id"), "hash": hash, "base": try operation.at("base"),
        "queued": try operation.at("queued"),
        "parts": .list(parts), "outcome": .applied,
      ])
  }
}
