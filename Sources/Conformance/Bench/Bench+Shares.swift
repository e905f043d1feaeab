import NIOCore

// What cases need that use something up: a guest whose it is, how far they go, and what a refusal says.
extension Bench {
  /// A user whom nobody knew, with a device. What a case uses up is this user's, so that the suite's own
  /// users have all of theirs. The second user invites them, to a board of their own.
  func guest() async throws -> Guest {
    _ = try credentials(.second)
    try await needs(feature: "devices")
    let host = try await greeted(.second)
    let fixture = Fixture(everyone: nil)
    _ = try await host.request("create-board", fixture.request, answeredBy: "outcome")
    let (id, secret) = (Identifier.random(), Bench.secret())
    let user = "guest-" + Identifier.random().description.prefix(12)
    _ = try await host.request(
      "admit", try Bench.admitFields(id, secret, user, board: .id(fixture.board)),
      answeredBy: "admitted")
    return Guest(
      user: user, device: try await joined((id, secret), as: Bench.deviceName(), .first))
  }

  /// How many a case makes of something whose limit has this name, before it must be refused.
  func room(of limit: String) throws -> Room {
    let most = try schema.limit(limit)
    return Room(limit: limit, most: most, tried: target.slow ? most : min(most, Room.prompt))
  }

  /// Checks the refusal of what goes beyond a share.
  /// - Parameters:
  ///   - answer: the ERROR.
  ///   - thing: what there is a share of, as in the names of limits.
  func requireShare(of thing: String, _ answer: Message, _ error: String) throws {
    let code = UInt64(try schema.error(error))
    guard answer.name == "error", try answer.fields.number("code") == code else {
      throw CaseFailure(
        "what goes beyond the share is answered by \(answer.words(schema)), expected \(error)")
    }
    try requireShare(of: thing, in: answer)
  }

  /// Checks that a message names a limit.
  func requireShare(of thing: String, in message: Message) throws {
    let text = try message.fields.text("text")
    let shares = schema.limits.keys.filter { $0.hasPrefix(thing + "-") }
    try require(
      shares.contains { text.contains($0) }, "the refusal names no limit of \(thing): \(text)")
  }
}

/// A user who came for a case alone.
struct Guest: Sendable {
  let user: String
  let device: JoinedDevice
}

/// How far a case goes to find the end of a share.
struct Room: Sendable {
  /// What a case makes of anything in a run that is not `--slow`.
  static let prompt: UInt64 = 64

  let limit: String
  let most: UInt64
  let tried: UInt64

  /// - Parameter count: how many there are, of which none was refused.
  /// - Throws: once there are more than there may be, or more than are tried in this run.
  func require(_ count: UInt64) throws {
    guard count > tried else { return }
    guard tried < most else {
      throw CaseFailure("there are \(count), and \(limit) is \(most)")
    }
    throw CaseSkip(
      "of \(limit) the case uses up \(tried) in a run that is not --slow: start the coordinator with that "
        + "limit or a smaller one, as `boardd --limit \(limit)=\(tried)` does")
  }
}
