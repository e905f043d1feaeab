// Who was connected once, and what users want to be called.
extension ConformanceCase {
  static let users: [ConformanceCase] = [
    ConformanceCase(
      "users/seen", "Whether a user was ever connected is told, in the order of the question",
      ["USR-001", "USR-002", "USR-003"]
    ) { bench in
      let user = try await bench.welcomed(.first).welcome.text("peer", "user")
      let peer = try await bench.member(.first)
      let nobody = "nobody-\(Identifier.random().description.prefix(12))"
      let entries = try await peer.found([nobody, user, nobody])
      try requireEqual(
        try entries.map { try $0.text("user") }, [nobody, user, nobody], "the users of USERS")
      try requireEqual(
        try entries.map { try $0.at("seen") }, [false, true, false], "who of them was connected")
      try requireEqual(try entries[0].text("name"), "", "the display name of nobody")
      try requireEqual(try await peer.found([]).count, 0, "the entries for no name")
      let long = String(repeating: "a", count: 64)
      try requireEqual(try await peer.found([long]).count, 1, "the entries for a long name")
      try await peer.request(
        "find-users", ["users": [.text(long + "a")]], refusedWith: "request-too-large")
    },
    ConformanceCase(
      "users/display-name",
      "A display name is what its user set last, and a blank one takes it away",
      ["USR-002", "USR-004", "USR-005"]
    ) { bench in
      _ = try bench.credentials(.second)
      let user = try await bench.welcomed(.first).welcome.text("peer", "user")
      let (peer, other) = (try await bench.member(.first), try await bench.member(.second))
      let longest = String(repeating: "é", count: 64)
      for (name, kept) in [
        ("Ann Marie", "Ann Marie"), (longest, longest), ("Ann \u{2003}M", "Ann \u{2003}M"),
        ("\u{2003} ", ""), ("Ann", "Ann"), ("", ""),
      ] {
        let own = try await peer.named(name)
        try requireEqual(try own.text("user"), user, "whose name is answered")
        try requireEqual(try own.text("name"), kept, "the display name")
        try requireEqual(
          try await other.found([user])[0].text("name"), kept, "the display name, to another")
      }
      _ = try await peer.named("Ann")
      try await peer.request(
        "set-name", ["name": .text(longest + "e")], refusedWith: "request-too-large")
      try requireEqual(
        try await other.found([user])[0].text("name"), "Ann", "the name behind a refused one")
      _ = try await peer.named("")
    },
    ConformanceCase(
      "users/told", "Who shares a board with a user is told of another name, and nobody else",
      ["USR-006"]
    ) { bench in
      _ = try bench.credentials(.second)
      let user = try await bench.welcomed(.first).welcome.text("peer", "user")
      let second = try await bench.welcomed(.second).welcome.text("peer", "user")
      let fixture = try await bench.board(everyone: nil)
      var owner = try await bench.window(on: fixture)
      try await owner.edit(.giveRole("viewer", to: second))
      let told = try await bench.member(.second)
      let reader = Window(
        peer: told, fixture: fixture, session: .random(), instance: .random())
      _ = try await told.request("attach", reader.attachFields(), answeredBy: "attached")
      let away = try await bench.member(.second)
      let peer = try await bench.member(.first)
      let name = "Ann \(Identifier.random().description.prefix(8))"
      _ = try await peer.named(name)
      let event = try await told.take("USERS") {
        $0.name == "users" && $0.request == 0
      }.fields
      try requireEqual(try event.list("users").count, 1, "the entries of USERS")
      try requireEqual(try event.list("users")[0].text("user"), user, "the user of USERS")
      try requireEqual(try event.list("users")[0].text("name"), name, "the name in USERS")
      // The same name again is no news, and a connection without a board is told nothing.
      _ = try await peer.named(name)
      try await peer.requireNoUsers()
      try await away.requireNoUsers()
      try await told.requireNoUsers()
      try await owner.edit(.giveRole(nil, to: second))
      try await told.settle()
      _ = try await peer.named("")
      try await told.requireNoUsers()
    },
  ]
}

extension ScriptedPeer {
  fileprivate func found(_ users: [String]) async throws -> [Value] {
    try await request(
      "find-users", ["users": .list(users.map { .text($0) })], answeredBy: "users"
    ).list("users")
  }

  fileprivate func named(_ name: String) async throws -> Value {
    let users = try await request("set-name", ["name": .text(name)], answeredBy: "users")
      .list("users")
    try requireEqual(users.count, 1, "the entries that answer SET_NAME")
    return users[0]
  }

  fileprivate func requireNoUsers() async throws {
    try await settle()
    try require(
      !untaken.contains { $0.name == "users" }, "USERS arrives, which nothing asked for")
  }
}
