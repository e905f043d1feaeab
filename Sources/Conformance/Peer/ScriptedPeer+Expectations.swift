import NIOCore
import Transport

// What cases expect, in their terms.
extension ScriptedPeer {
  /// The first frame of the answer to a request, an error or not.
  func response(to request: UInt64) async throws -> Message {
    let flag = try self.codec.schema.flag("response")
    return try await self.take("the answer to request \(request)") {
      $0.request == request && $0.flags & flag != 0
    }
  }

  /// The answer, which must be a message of this name.
  func response(to request: UInt64, is name: String) async throws -> Message {
    let message = try await self.response(to: request)
    guard message.name == name else {
      throw CaseFailure(
        "request \(request) is answered by \(message.words(self.codec.schema)), not by \(name)")
    }
    return message
  }

  /// Sends a request and waits for its answer.
  func request(
    _ name: String, _ fields: Value = [:], answeredBy answer: String
  ) async throws -> Value {
    let request = try self.post(name, fields)
    return try await self.response(to: request, is: answer).fields
  }

  /// Sends a request that must be refused with one of these errors.
  @discardableResult
  func request(
    _ name: String, _ fields: Value = [:], refusedWith errors: String...
  ) async throws -> Value {
    let request = try self.post(name, fields)
    return try await self.refusal(of: request, errors)
  }

  @discardableResult
  func refusal(of request: UInt64, _ errors: [String]) async throws -> Value {
    let message = try await self.response(to: request, is: "error")
    let expected = try errors.map { UInt64(try self.codec.schema.error($0)) }
    guard expected.contains(try message.fields.number("code")) else {
      throw CaseFailure(
        "request \(request) is answered by \(message.words(self.codec.schema)), expected "
          + errors.joined(separator: " or "))
    }
    return message.fields
  }

  func event(_ name: String, within limit: TimeAmount? = nil) async throws -> Message {
    try await self.take("the event \(name)", within: limit) {
      $0.name == name && $0.request == 0
    }
  }

  /// A round trip: what the coordinator had sent before is here afterwards.
  func settle() async throws {
    let nonce = Value.number(UInt64.random(in: .min ... .max))
    let pong = try await self.request("ping", ["nonce": nonce], answeredBy: "pong")
    try requireEqual(try pong.at("nonce"), nonce, "the nonce of PONG")
  }

  /// A round trip behind which nothing is left that the case did not take, but for what comes by
  /// itself.
  func requireNothingFurther() async throws {
    try await self.settle()
    if let message = self.untaken.first(where: { !Self.unasked.contains($0.name) }) {
      throw CaseFailure("\(message.words(self.codec.schema)) arrives, which nothing asked for")
    }
  }

  /// What the user carries is told with every ATTACHED.
  private static let unasked: Set = ["digest", "carried"]

  /// The coordinator ends the connection for this reason: ERROR, GOODBYE with its code, close.
  /// - Returns: the fields of ERROR.
  @discardableResult
  func requireRefusal(_ error: String, within limit: TimeAmount? = nil) async throws -> Value {
    let code = UInt64(try self.codec.schema.error(error))
    let message = try await self.take("error \(error)", within: limit) { $0.name == "error" }
    guard try message.fields.number("code") == code else {
      throw CaseFailure(
        "the connection is refused with \(message.words(self.codec.schema)), expected \(error)")
    }
    try await self.requireGoodbye(reason: code, behind: message.position)
    return message.fields
  }

  /// GOODBYE as the last frame, then an end in good order.
  func requireGoodbye(reason: UInt64, behind position: Int = -1) async throws {
    let goodbye = try await self.event("goodbye")
    try requireEqual(try goodbye.fields.number("reason"), reason, "the reason of GOODBYE")
    try require(goodbye.position > position, "GOODBYE comes before ERROR")
    let end = try await self.ended()
    try require(end == .clean, "the connection does not end in good order: \(end)")
    if let further = self.untaken.last, further.position > goodbye.position {
      throw CaseFailure("\(further) arrives behind GOODBYE", statements: ["CLS-001"])
    }
  }
}
