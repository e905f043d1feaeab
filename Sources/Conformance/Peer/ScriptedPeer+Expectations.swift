import NIOCore
import Transport

// The requests and expectations that cases are written with.
extension ScriptedPeer {
  /// Waits for the first frame of the answer to a request, which may be an error.
  func response(to request: UInt64) async throws -> Message {
    let flag = try codec.schema.flag("response")
    return try await take("the answer to request \(request)") {
      $0.request == request && $0.flags & flag != 0
    }
  }

  /// Waits for the answer to a request.
  /// - Throws: `CaseFailure` if the answer is not a message of this name.
  func response(to request: UInt64, is name: String) async throws -> Message {
    let message = try await response(to: request)
    guard message.name == name else {
      throw CaseFailure(
        "request \(request) is answered by \(message.words(codec.schema)), not by \(name)")
    }
    return message
  }

  /// Sends a request and waits for its answer.
  /// - Returns: the fields of the answer.
  func request(
    _ name: String, _ fields: Value = [:], answeredBy answer: String
  ) async throws -> Value {
    let request = try post(name, fields)
    return try await response(to: request, is: answer).fields
  }

  /// Sends a request that must be refused with one of these errors.
  /// - Returns: the fields of ERROR.
  @discardableResult
  func request(
    _ name: String, _ fields: Value = [:], refusedWith errors: String...
  ) async throws -> Value {
    let request = try post(name, fields)
    return try await refusal(of: request, errors)
  }

  @discardableResult
  func refusal(of request: UInt64, _ errors: [String]) async throws -> Value {
    let message = try await response(to: request, is: "error")
    let expected = try errors.map { UInt64(try codec.schema.error($0)) }
    guard expected.contains(try message.fields.number("code")) else {
      throw CaseFailure(
        "request \(request) is answered by \(message.words(codec.schema)), expected "
          + errors.joined(separator: " or "))
    }
    return message.fields
  }

  func event(_ name: String, within limit: TimeAmount? = nil) async throws -> Message {
    try await take("the event \(name)", within: limit) {
      $0.name == name && $0.request == 0
    }
  }

  /// Makes a round trip of PING and PONG. Whatever the coordinator had sent before has arrived
  /// after it.
  func settle() async throws {
    let nonce = Value.number(UInt64.random(in: .min ... .max))
    let pong = try await request("ping", ["nonce": nonce], answeredBy: "pong")
    try requireEqual(try pong.at("nonce"), nonce, "the nonce of PONG")
  }

  /// Makes a round trip, and fails if a message is left that the case did not take, except messages
  /// that a coordinator may send unasked.
  func requireNothingFurther() async throws {
    try await settle()
    if let message = untaken.first(where: { !Self.unasked.contains($0.name) }) {
      throw CaseFailure("\(message.words(codec.schema)) arrives, which nothing asked for")
    }
  }

  /// The messages that may come unasked: DIGEST at intervals, and CARRIED with every ATTACHED.
  private static let unasked: Set = ["digest", "carried"]

  /// Waits until the coordinator refuses the connection: ERROR, GOODBYE with the same code, then
  /// close.
  /// - Returns: the fields of ERROR.
  @discardableResult
  func requireRefusal(_ error: String, within limit: TimeAmount? = nil) async throws -> Value {
    let code = UInt64(try codec.schema.error(error))
    let message = try await take("error \(error)", within: limit) { $0.name == "error" }
    guard try message.fields.number("code") == code else {
      throw CaseFailure(
        "the connection is refused with \(message.words(codec.schema)), expected \(error)")
    }
    try await requireGoodbye(reason: code, behind: message.position)
    return message.fields
  }

  /// Waits for GOODBYE as the last frame, then for the coordinator's close_notify.
  func requireGoodbye(reason: UInt64, behind position: Int = -1) async throws {
    let goodbye = try await event("goodbye")
    try requireEqual(try goodbye.fields.number("reason"), reason, "the reason of GOODBYE")
    try require(goodbye.position > position, "GOODBYE comes before ERROR")
    let end = try await ended()
    try require(end == .clean, "the connection does not end in good order: \(end)")
    if let further = untaken.last, further.position > goodbye.position {
      throw CaseFailure("\(further) arrives behind GOODBYE", statements: ["CLS-001"])
    }
  }
}
