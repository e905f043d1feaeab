// Walks the schema's table of roles: every row of it with a user of each role, whose role is their
// own or that of everyone else.
extension ConformanceCase {
  static let access: [ConformanceCase] = [
    ConformanceCase(
      "privacy/messages", "Every message is answered as the table of roles says", ["BRD-019"]
    ) { bench in
      for feature in ["card-history", "presence", "windows", "drags"] {
        try await bench.needs(feature: feature)
      }
      let table = bench.schema.access
      try requireEqual(
        Set(table.messages.map(\.name)), bench.schema.askedByClients, "the messages in the table")
      for standing in try await RoleStanding.all(on: bench) {
        var walk = try await MessageWalk(standing, on: bench)
        for row in table.messages {
          try await walk.step(row, try table.answer(row, for: standing.role))
        }
        try await walk.leave()
      }
    },
    ConformanceCase(
      "privacy/intents", "Every intent is answered as the table of roles says",
      ["BRD-020", "APL-078", "APL-079", "APL-080", "APL-081"]
    ) { bench in
      let table = bench.schema.access
      try requireEqual(
        Set(table.intents.map(\.name)), try bench.schema.cases(ofUnion: "intent"),
        "the intents in the table")
      try requireEqual(
        Set(table.intents.filter { $0.name == "settle" }.compactMap(\.of)),
        try bench.schema.cases(ofUnion: "field-address"), "the fields that can be settled")
      try requireEqual(
        Set(table.intents.filter { $0.name == "set" }.compactMap(\.of)),
        Set(SchemaDecoder.held.keys), "the fields that can be set")
      for standing in try await RoleStanding.all(on: bench) {
        var walk = try await IntentWalk(standing, on: bench)
        for row in table.intents {
          try await walk.step(row, try table.answer(row, for: standing.role), table)
        }
      }
    },
  ]
}

/// How the second user of a case comes to a role on a board.
struct RoleStanding: Sendable, CustomStringConvertible {
  let role: String
  /// The role of the user's own; nil for none.
  let own: String?
  /// The role of everyone who has none of their own; nil for none.
  let everyone: String?
  let user: String

  var mayRead: Bool { own != nil || everyone != nil }

  var description: String { "own role \(own ?? "none"), everyone's \(everyone ?? "none")" }

  /// Each role of the table as the user's own, as everyone's, and as their own where everyone has
  /// the greatest.
  static func all(on bench: Bench) async throws -> [RoleStanding] {
    _ = try bench.credentials(.second)
    let user = try await bench.welcomed(.second).welcome.text("peer", "user")
    let roles = bench.schema.access.roles
    guard let none = roles.first, let greatest = roles.last else {
      throw SchemaFault(description: "the table of roles has none")
    }
    let with = roles.dropFirst()
    return [RoleStanding(role: none, own: nil, everyone: nil, user: user)]
      + with.map { RoleStanding(role: $0, own: $0, everyone: nil, user: user) }
      + with.map { RoleStanding(role: $0, own: nil, everyone: $0, user: user) }
      + with.dropLast().map {
        RoleStanding(role: $0, own: $0, everyone: greatest, user: user)
      }
  }

  /// Gives the user this standing, who has another role of their own.
  func take(by owner: inout Window) async throws {
    try await owner.edit(.giveRole(everyone, to: ""))
    try await owner.edit(.giveRole(own, to: user))
  }

  /// Waits until the window of the user has lost its attachment, where the user may not read.
  func awaitCut(of window: Window) async throws {
    if !mayRead { _ = try await window.peer.event("error") }
  }
}
