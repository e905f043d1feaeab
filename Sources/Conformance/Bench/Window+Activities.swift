import NIOCore

// Windows that are listed, as cases open and show them.
extension Value {
  /// What a window is for.
  static func activity(
    _ type: String, _ target: Identifier? = nil, title: String = "for people", info: [UInt8] = []
  ) -> Value {
    [
      "type": .text(type), "title": .text(title), "target": target.map(Value.id) ?? .absent,
      "user-info": .bytes(info),
    ]
  }

  static func card(_ card: Identifier, info: [UInt8] = []) -> Value {
    .activity("card", card, info: info)
  }
}

extension Window {
  /// Where the windows of cases say that they are shown.
  static let place = "a terminal"

  /// The fields of ATTACH_WINDOW as this window would send them now.
  func fields(
    for activity: Value, _ manner: String = "resume", previous: Identifier? = nil,
    replacing changes: [String: Value] = [:]
  ) -> Value {
    guard case .fields(var fields) = self.attachFields() else { return .absent }
    fields["configuration"] = nil
    fields["manner"] = .variant(manner)
    fields["previous"] = previous.map(Value.id) ?? .absent
    fields["activity"] = activity
    fields["place"] = .text(Self.place)
    return .fields(fields.merging(changes) { $1 })
  }

  /// - Returns: the fields of ATTACHED.
  @discardableResult
  mutating func show(
    _ activity: Value, _ manner: String = "resume", previous: Identifier? = nil
  ) async throws -> Value {
    let attached = try await self.peer.request(
      "attach-window", self.fields(for: activity, manner, previous: previous),
      answeredBy: "attached")
    self.epoch = try attached.number("epoch")
    return attached
  }

  /// The same session on another connection, by another program that keeps nothing of it.
  func elsewhere(_ peer: ScriptedPeer) -> Window {
    var other = Window(
      peer: peer, fixture: self.fixture, session: self.session, instance: .random())
    other.sequence = 1
    return other
  }

  func say(_ activity: Value, drafts: UInt64 = 0, unsent: UInt64 = 0) async throws {
    try await self.peer.sendEvent(
      "window-state",
      ["activity": activity, "drafts": .number(drafts), "unsent": .number(unsent)])
    // The coordinator has it before anything else is asked.
    try await self.peer.settle()
  }

  /// Another peer opens what this window shows, which answers that it is there.
  /// - Returns: what both are told.
  func whileShown(
    opening activity: Value, by asker: ScriptedPeer
  ) async throws -> (opened: Value, told: Value) {
    let fields = asker.openFields(activity, on: self.fixture, as: .random())
    let request = try await asker.post("open-window", fields)
    // A peer answers PING only while it is read.
    let told = try await self.peer.event("activate").fields
    return (try await asker.response(to: request, is: "window-opened").fields, told)
  }

  /// The coordinator tells this window that another has its session.
  func requireFenced() async throws {
    let error = try await self.peer.event("error")
    try requireEqual(
      try error.fields.number("code"), UInt64(try self.peer.codec.schema.error("fenced")),
      "the code of ERROR")
  }

  /// Leaves in good order, and the coordinator knows.
  func leave() async throws {
    _ = try await self.peer.request("detach", ["close": false], answeredBy: "detached")
  }
}

extension Bench {
  /// - Throws: `CaseSkip` where the coordinator does not offer the feature.
  func needs(feature name: String) async throws {
    guard let feature = self.schema.features[name] else {
      throw HarnessFault("the schema has no feature \(name)")
    }
    let offered = try await self.welcomed().welcome.list("features").map { try $0.number() }
    guard offered.contains(UInt64(feature)) else {
      throw CaseSkip("this coordinator does not offer \(name), which it may leave")
    }
  }

  /// A board for windows.
  func windowBoard() async throws -> Fixture {
    try await self.needs(feature: "windows")
    return try await self.board()
  }

  /// A window that nobody attached yet, on a connection of its own.
  func blank(on fixture: Fixture, _ user: User = .first) async throws -> Window {
    var window = Window(
      peer: try await self.greeted(user), fixture: fixture, session: .random(),
      instance: .random())
    window.sequence = 1
    return window
  }

  /// A window that is shown, on a connection of its own.
  func shown(
    _ activity: Value, on fixture: Fixture, _ user: User = .first, _ manner: String = "resume"
  ) async throws -> Window {
    var window = try await self.blank(on: fixture, user)
    try await window.show(activity, manner)
    return window
  }
}

extension ScriptedPeer {
  nonisolated func openFields(
    _ activity: Value, on fixture: Fixture, as session: Identifier, additional: Bool = false
  ) -> Value {
    [
      "board": .id(fixture.board), "session": .id(session), "activity": activity,
      "additional": .bool(additional),
    ]
  }

  /// Asks which session a window is to be.
  /// - Returns: the fields of WINDOW_OPENED.
  func open(
    _ activity: Value, on fixture: Fixture, as session: Identifier = .random(),
    additional: Bool = false
  ) async throws -> Value {
    try await self.request(
      "open-window",
      self.openFields(activity, on: fixture, as: session, additional: additional),
      answeredBy: "window-opened")
  }

  /// The windows of the user on the board, in the order in which they are listed.
  func windows(on fixture: Fixture) async throws -> [Value] {
    let more = try self.codec.schema.flag("more")
    let request = try self.post("list-windows", ["session": .absent])
    var windows: [Value] = []
    while true {
      let part = try await self.response(to: request, is: "windows")
      windows += try part.fields.list("windows")
      if part.flags & more == 0 { break }
    }
    return try windows.filter { try $0.at("board") == .id(fixture.board) }
  }

  /// One window of the user.
  func window(_ session: Identifier) async throws -> Value {
    let answer = try await self.request(
      "list-windows", ["session": .id(session)], answeredBy: "windows")
    let windows = try answer.list("windows")
    guard windows.count == 1, try windows[0].at("session") == .id(session) else {
      throw CaseFailure("the answer about one window holds others")
    }
    return windows[0]
  }

  func end(
    _ session: Identifier, _ ending: String = "standard", reason: String = "tidying up"
  ) async throws {
    _ = try await self.request(
      "end-window", Self.endFields(session, ending, reason), answeredBy: "window-ended")
  }

  static func endFields(
    _ session: Identifier, _ ending: String = "standard", _ reason: String = ""
  ) -> Value {
    ["session": .id(session), "ending": .variant(ending), "reason": .text(reason)]
  }

  /// Waits, and takes in nothing that the case waits for later.
  func wait(_ duration: TimeAmount) async throws {
    do {
      _ = try await self.take("nothing", within: duration) { _ in false }
    } catch is CaseFailure where self.end == nil {
      return
    }
  }

  /// What has arrived of this name, after a round trip.
  func arrived(_ name: String) async throws -> [Message] {
    try await self.settle()
    return self.untaken.filter { $0.name == name }
  }
}
