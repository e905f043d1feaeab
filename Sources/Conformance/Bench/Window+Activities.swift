import NIOCore

// How cases attach windows that are listed (ATTACH_WINDOW), and find, open and end them.
extension Value {
  /// The activity of a window: what the window is for.
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
  /// The place at which the windows of all cases say that they are shown.
  static let place = "a terminal"

  /// The fields of an ATTACH_WINDOW that this window would send now.
  func fields(
    for activity: Value, _ manner: String = "resume", previous: Identifier? = nil,
    replacing changes: [String: Value] = [:]
  ) -> Value {
    guard case .fields(var fields) = attachFields() else { return .absent }
    fields["configuration"] = nil
    fields["manner"] = .variant(manner)
    fields["previous"] = previous.map(Value.id) ?? .absent
    fields["activity"] = activity
    fields["place"] = .text(Self.place)
    return .fields(fields.merging(changes) { $1 })
  }

  /// Attaches this window with ATTACH_WINDOW.
  /// - Returns: the fields of ATTACHED.
  @discardableResult
  mutating func show(
    _ activity: Value, _ manner: String = "resume", previous: Identifier? = nil
  ) async throws -> Value {
    let attached = try await peer.request(
      "attach-window", fields(for: activity, manner, previous: previous),
      answeredBy: "attached")
    epoch = try attached.number("epoch")
    return attached
  }

  /// The same session as another program would use it: on another connection, with a new instance,
  /// and with nothing stored but the board as CREATE_BOARD made it.
  func elsewhere(_ peer: ScriptedPeer) -> Window {
    var other = Window(
      peer: peer, fixture: fixture, session: session, instance: .random())
    other.sequence = 1
    return other
  }

  func say(_ activity: Value, drafts: UInt64 = 0, unsent: UInt64 = 0) async throws {
    try await peer.sendEvent(
      "window-state",
      ["activity": activity, "drafts": .number(drafts), "unsent": .number(unsent)])
    // The round trip makes sure that the coordinator has read it before the case asks anything
    // else.
    try await peer.settle()
  }

  /// Another peer asks for the activity that this window shows, and this window answers the probe.
  /// - Returns: the fields of WINDOW_OPENED for the asker and of ACTIVATE for this window.
  func whileShown(
    opening activity: Value, by asker: ScriptedPeer
  ) async throws -> (opened: Value, told: Value) {
    let fields = asker.openFields(activity, on: fixture, as: .random())
    let request = try await asker.post("open-window", fields)
    // This peer answers the coordinator's PING only while the case reads from it, as it does here.
    let told = try await peer.event("activate").fields
    return (try await asker.response(to: request, is: "window-opened").fields, told)
  }

  /// Waits until the coordinator tells this window that another instance has its session.
  func requireFenced() async throws {
    let error = try await peer.event("error")
    try requireEqual(
      try error.fields.number("code"), UInt64(try peer.codec.schema.error("fenced")),
      "the code of ERROR")
  }

  /// Detaches, and waits for the coordinator's answer.
  func leave() async throws {
    _ = try await peer.request("detach", ["close": false], answeredBy: "detached")
  }
}

extension Bench {
  /// - Throws: `CaseSkip` if the coordinator does not offer the feature, which is optional.
  func needs(feature name: String) async throws {
    guard try await offers(feature: name) else {
      throw CaseSkip("this coordinator does not offer \(name), which it may leave")
    }
  }

  func offers(feature name: String) async throws -> Bool {
    guard let feature = schema.features[name] else {
      throw HarnessFault("the schema has no feature \(name)")
    }
    let offered = try await welcomed().welcome.list("features").map { try $0.number() }
    return offered.contains(UInt64(feature))
  }

  /// Makes a board, and skips the case if the coordinator does not offer listed windows.
  func windowBoard() async throws -> Fixture {
    try await needs(feature: "windows")
    return try await board()
  }

  /// A window that is not attached yet, on a connection of its own.
  func blank(on fixture: Fixture, _ user: User = .first) async throws -> Window {
    var window = Window(
      peer: try await greeted(user), fixture: fixture, session: .random(),
      instance: .random())
    window.sequence = 1
    return window
  }

  /// A window that is attached for an activity, on a connection of its own.
  func shown(
    _ activity: Value, on fixture: Fixture, _ user: User = .first, _ manner: String = "resume"
  ) async throws -> Window {
    var window = try await blank(on: fixture, user)
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

  /// Sends OPEN_WINDOW, which asks under which session a window for this activity is to attach.
  /// - Returns: the fields of WINDOW_OPENED.
  func open(
    _ activity: Value, on fixture: Fixture, as session: Identifier = .random(),
    additional: Bool = false
  ) async throws -> Value {
    try await request(
      "open-window",
      openFields(activity, on: fixture, as: session, additional: additional),
      answeredBy: "window-opened")
  }

  /// The user's windows on the board, in the order in which the coordinator lists them.
  func windows(on fixture: Fixture) async throws -> [Value] {
    let more = try codec.schema.flag("more")
    let request = try post("list-windows", ["session": .absent])
    var windows: [Value] = []
    while true {
      let part = try await response(to: request, is: "windows")
      windows += try part.fields.list("windows")
      if part.flags & more == 0 { break }
    }
    return try windows.filter { try $0.at("board") == .id(fixture.board) }
  }

  /// The entry of one of the user's windows in the list.
  func window(_ session: Identifier) async throws -> Value {
    let answer = try await request(
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
    _ = try await request(
      "end-window", Self.endFields(session, ending, reason), answeredBy: "window-ended")
  }

  static func endFields(
    _ session: Identifier, _ ending: String = "standard", _ reason: String = ""
  ) -> Value {
    ["session": .id(session), "ending": .variant(ending), "reason": .text(reason)]
  }

  /// Waits for a time. Messages that arrive are kept for the case to take later.
  func wait(_ duration: TimeAmount) async throws {
    do {
      _ = try await take("nothing", within: duration) { _ in false }
    } catch is CaseFailure where end == nil {
      return
    }
  }

  /// The messages of this name that have arrived by the end of a round trip and were not taken.
  func arrived(_ name: String) async throws -> [Message] {
    try await settle()
    return untaken.filter { $0.name == name }
  }
}
