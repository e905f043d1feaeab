// Who may read a board, what the others are answered, and who is told when that changes.
extension ConformanceCase {
  static let privacy: [ConformanceCase] = [
    ConformanceCase(
      "privacy/unknown", "A board that one may not read is answered for as one that there is not",
      ["BRD-001", "BRD-008", "BRD-011"]
    ) { bench in
      _ = try bench.credentials(.second)
      let fixture = try await bench.board(everyone: nil)
      let other = try await bench.greeted(.second)
      try await other.requireNotListed(fixture.board)
      let nowhere = Identifier.random()
      let window = try await bench.blank(on: fixture, .second)
      let requests = window.requests(naming: fixture.board)
      for (name, fields) in requests.sorted(by: { $0.key < $1.key }) {
        let there = try await other.request(name, fields, refusedWith: "board-unknown")
        let unknown = window.requests(naming: nowhere)[name] ?? .absent
        let gone = try await other.request(name, unknown, refusedWith: "board-unknown")
        try requireEqual(
          try there.at("retry-after"), try gone.at("retry-after"), "the pause after \(name)")
        try requireEqual(
          try there.text("text").replacing(fixture.board.description, with: ""),
          try gone.text("text").replacing(nowhere.description, with: ""),
          "the text of the ERROR for \(name)")
      }
    },
    ConformanceCase(
      "privacy/shared", "Who is given a role is told, and nobody else, and may read the board",
      ["BRD-001", "BRD-011", "BRD-016", "BRD-018"]
    ) { bench in
      _ = try bench.credentials(.second)
      let user = try await bench.welcomed(.second).welcome.text("peer", "user")
      let fixture = try await bench.board(everyone: nil)
      let (told, untold) = (try await bench.member(.second), try await bench.greeted(.second))
      var owner = try await bench.window(on: fixture)
      try await owner.edit(.giveRole("viewer", to: user))
      let membership = try await told.membership(of: fixture.board)
      try requireEqual(try membership.at("role"), .variant("viewer"), "the role in MEMBERSHIP")
      try requireEqual(
        try membership.at("title"), .text(fixture.title), "the title in MEMBERSHIP")
      try await untold.requireNothingFurther()
      let reader = try await bench.window(on: fixture, .second)
      try requireEqual(try await reader.history().count, 2, "the length of the history")
    },
    ConformanceCase(
      "privacy/role-lacking",
      "What the author's role forbade when it was made is not ordered, and uses no counter",
      ["EDT-035", "EDT-036"]
    ) { bench in
      _ = try bench.credentials(.second)
      let user = try await bench.welcomed(.second).welcome.text("peer", "user")
      let fixture = try await bench.board(everyone: nil)
      var owner = try await bench.window(on: fixture)
      try await owner.edit(.giveRole("viewer", to: user))
      var reader = try await bench.window(on: fixture, .second)
      let early = reader.sequence
      let requests = [
        try await reader.peer.post("submit", ["operation": reader.operation(.boardRename("no"))]),
        try await reader.peer.post(
          "submit", ["operation": reader.operation(.favourite(fixture.card))]),
      ]
      try await reader.peer.refusal(of: requests[0], ["role-lacking"])
      try await reader.peer.refusal(of: requests[1], ["counter-gap"])
      reader.counter = 0
      try requireEqual(
        try await reader.edit(.favourite(fixture.card)).at("outcome"), .applied,
        "what a viewer may do, with the counter of what was refused")
      try await owner.edit(.giveRole("editor", to: user))
      try await owner.edit(.giveRole("commenter", to: user))
      try requireEqual(
        try await reader.edit(.boardRename("no"), base: early).at("outcome"),
        .rejected("forbidden", ["needed": .variant("owner")]),
        "an edit that was made before the role was changed")
      try await reader.catchUp(to: 6)
      try await reader.peer.request(
        "submit", ["operation": reader.operation(.boardRename("no"))], refusedWith: "role-lacking")
      try requireEqual(try await reader.history().count, 6, "the length of the history")
    },
    ConformanceCase(
      "privacy/lost", "Who loses the right to read is cut, and gets nothing more",
      ["BRD-013", "BRD-014", "BRD-016"]
    ) { bench in
      _ = try bench.credentials(.second)
      let user = try await bench.welcomed(.second).welcome.text("peer", "user")
      let fixture = try await bench.board(everyone: "editor")
      let told = try await bench.member(.second)
      var owner = try await bench.window(on: fixture)
      try await owner.edit(.giveRole("commenter", to: user))
      _ = try await told.membership(of: fixture.board)
      let reader = try await bench.window(on: fixture, .second)
      try await owner.edit(.giveRole(nil, to: ""))
      try await owner.edit(.giveRole(nil, to: user))
      let error = try await reader.peer.event("error")
      try requireEqual(
        try error.fields.number("code"), UInt64(try bench.schema.error("reading-lost")),
        "the code of the ERROR")
      let membership = try await told.membership(of: fixture.board)
      try requireEqual(try membership.at("role"), .absent, "the role in MEMBERSHIP")
      try requireEqual(try membership.at("title"), .text(""), "the title in MEMBERSHIP")
      try await reader.peer.request(
        "fetch-history", ["from": .number(1), "count": .number(9)], refusedWith: "not-attached")
      try await owner.edit(.boardRename("Private"))
      try await reader.peer.requireNoOperation(behind: reader.sequence + 1)
      try await reader.peer.requireNotListed(fixture.board)
      try await reader.peer.request(
        "attach", reader.attachFields(), refusedWith: "board-unknown")
    },
    ConformanceCase(
      "privacy/leaving", "Who leaves a board gets the outcome of that, and then nothing",
      ["BRD-013", "BRD-015"]
    ) { bench in
      _ = try bench.credentials(.second)
      let user = try await bench.welcomed(.second).welcome.text("peer", "user")
      let fixture = try await bench.board(everyone: nil)
      var owner = try await bench.window(on: fixture)
      try await owner.edit(.giveRole("owner", to: user))
      var leaver = try await bench.window(on: fixture, .second)
      let leaving = leaver.operation(.giveRole(nil, to: user))
      let after = leaver.operation(.boardRename("Gone"))
      let requests = [
        try await leaver.peer.post("submit", ["operation": leaving]),
        try await leaver.peer.post("submit", ["operation": after]),
      ]
      let outcome = try await leaver.peer.response(to: requests[0], is: "outcome").fields
      try requireEqual(try outcome.at("stored", "outcome"), .applied, "the outcome of leaving")
      // What came before the loss was durable is for later, what came behind it has no window.
      try await leaver.peer.refusal(of: requests[1], ["not-now", "not-attached"])
      _ = try await leaver.peer.event("error")
      try await owner.catchUp(to: 3)
      try requireEqual(try await owner.history().count, 3, "the length of the history")
    },
  ]
}

extension Bench {
  /// A connection that is told of roles, on which HELLO has been answered.
  func member(_ user: User) async throws -> ScriptedPeer {
    let peer = try await dial(user)
    try await welcome(peer, withMembers: true)
    return peer
  }
}

extension Window {
  /// A valid request of each kind that names a board and needs no attachment, by its name.
  fileprivate func requests(naming board: Identifier) -> [String: Value] {
    let activity = Value.card(fixture.card)
    let named = ["board": Value.id(board), "sequence": 0]
    return [
      "attach": attachFields(replacing: named),
      "attach-window": fields(for: activity, "additional", replacing: named),
      "open-window": [
        "board": .id(board), "session": .id(.random()), "activity": activity, "additional": false,
      ],
      "invite": ["board": .id(board), "user": "somebody", "activity": activity],
      "fetch-excerpt": ["board": .id(board), "level": 1, "cards": ["1"]],
    ]
  }
}

extension ScriptedPeer {
  func requireNotListed(_ board: Identifier) async throws {
    let listed = try await boards()
    try require(
      try !listed.contains { try $0.at("board") == .id(board) }, "\(board) is listed")
  }

  fileprivate func membership(of board: Identifier) async throws -> Value {
    try await take("MEMBERSHIP of \(board)") {
      $0.name == "membership" && (try? $0.fields.at("board")) == .id(board)
    }.fields
  }

  /// Makes a round trip, and fails where an operation behind `last` has come.
  fileprivate func requireNoOperation(behind last: UInt64) async throws {
    try await settle()
    for message in untaken where message.name == "committed" {
      for committed in try message.fields.list("operations") {
        try require(
          try committed.number("sequence") <= last,
          "an operation comes to a user who may not read the board any longer")
      }
    }
  }
}
