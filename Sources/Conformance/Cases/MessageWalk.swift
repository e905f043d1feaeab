/// One user of one standing who sends every message about one board.
struct MessageWalk {
  private let bench: Bench
  private let standing: RoleStanding
  private let fixture: Fixture
  private var owner: Window
  /// The window of the user, who was an editor when it was attached.
  private var window: Window
  private let drag: SampleDrag
  private var lastOperation: Value = .absent

  init(_ standing: RoleStanding, on bench: Bench) async throws {
    (self.bench, self.standing) = (bench, standing)
    fixture = try await bench.board(everyone: nil)
    owner = try await bench.window(on: fixture)
    try await owner.edit(.giveRole("editor", to: standing.user))
    window = try await bench.shown(.activity("board"), on: fixture, .second)
    drag = SampleDrag(items: [.item(fixture.card)])
    try await standing.take(by: &owner)
    try await standing.awaitCut(of: window)
  }

  /// Sends the message of a row, and looks at the answer.
  mutating func step(_ row: Schema.Access.Row, _ answer: String) async throws {
    do {
      switch answer {
      case "served": try await requireServed(row.name)
      case "left-out": try await requireLeftOut(row.name)
      case "ignored": try await requireIgnored(row.name)
      // That ends the connection.
      case "unexpected-message":
        let peer = try await asker(row.name)
        _ = try await peer.post(row.name, try request(row.name))
        try await peer.requireRefusal(answer)
      default:
        let peer = try await asker(row.name)
        try await peer.request(row.name, try request(row.name), refusedWith: answer)
      }
    } catch let failure as CaseFailure {
      throw CaseFailure("\(row), \(standing): \(failure.description)")
    }
  }

  func leave() async throws {
    await owner.peer.finish()
    await window.peer.finish()
  }

  /// Messages that find or attach a window go over a connection without one.
  private func asker(_ name: String) async throws -> ScriptedPeer {
    let alone: Set = [
      "hello", "goodbye", "error", "attach", "attach-window", "open-window", "invite",
      "list-boards", "create-board", "list-windows", "fetch-excerpt",
    ]
    if ["find-users", "set-name"].contains(name) { return try await bench.member(.second) }
    if name == "join" { return try await bench.greeted(.second) }
    return alone.contains(name) ? try await bench.greeted(.second) : window.peer
  }

  // MARK: What is sent

  private mutating func request(_ name: String) throws -> Value {
    let other = Window(
      peer: window.peer, fixture: fixture, session: .random(), instance: .random())
    switch name {
    case "list-boards": return [:]
    case "create-board":
      return [
        "board": .id(fixture.board),
        "operation": .operation(
          .operationID(.random(), epoch: 0, counter: 1), base: 0, .boardCreate("Mine")),
      ]
    case "attach": return other.attachFields()
    case "attach-window": return other.fields(for: .card(fixture.card), "additional")
    case "open-window":
      return window.peer.openFields(.card(fixture.card), on: fixture, as: .random())
    case "invite":
      return ["board": .id(fixture.board), "user": "somebody", "activity": .card(fixture.card)]
    case "fetch-snapshot": return [:]
    case "fetch-history": return ["from": 1, "count": 1]
    case "fetch-card-history": return ["card": .id(fixture.card), "from": 1, "count": 1]
    case "fetch-excerpt": return fixture.excerpt(["1"])
    case "submit":
      lastOperation = window.operation(
        .variant("card-favourite", ["card": .id(fixture.card), "marked": true]))
      return ["operation": lastOperation]
    case "detach": return ["close": false]
    case "list-windows": return ["session": .absent]
    case "end-window": return ScriptedPeer.endFields(window.session)
    case "lift": return drag.lift
    case "load": return drag.load("text/plain")
    case "drop": return drag.drop("copy")
    case "find-users": return ["users": ["somebody"]]
    case "set-name": return ["name": "Somebody"]
    case "join":
      return Bench.joinFields((.random(), Bench.secret()), "phone", JoiningKey.first.request)
    case "renew": return ["request": .bytes([])]
    case "admit":
      return try Bench.admitFields(
        .random(), Bench.secret(), "new-" + Identifier.random().description.prefix(12),
        board: .id(fixture.board))
    case "list-devices": return [:]
    case "revoke-device": return ["device": "no-device-of-this-name"]
    default: throw unknown(name)
    }
  }

  private func event(_ name: String) throws -> Value {
    switch name {
    case "acknowledge":
      return ["sequence": .number(window.sequence), "counter": .number(window.counter)]
    case "presence": return ["state": ["active": true, "focus": .absent]]
    case "window-state":
      return ["activity": .activity("board", title: "said"), "drafts": 3, "unsent": 2]
    case "cancel-drag": return ["drag": .id(drag.id)]
    case "error": return ["code": 3001, "text": "", "offset": .absent, "retry-after": 0]
    default: throw unknown(name)
    }
  }

  private func unknown(_ name: String) -> HarnessFault {
    HarnessFault("this suite does not know the row \(name) of the table of roles")
  }

  // MARK: What comes of it

  private mutating func requireServed(_ name: String) async throws {
    let peer = try await asker(name)
    switch name {
    case "hello": break  // Asking for a connection was it.
    case "ping": try await peer.settle()
    case "goodbye":
      try await peer.sendEvent(name, ["reason": 0, "text": ""])
      _ = try await peer.event("goodbye")
    case "list-boards":
      try require(try await isListed(on: peer), "the board is not listed")
    case "list-windows":
      let windows = try await peer.windows(on: fixture)
      try require(
        try windows.contains { try $0.at("session") == .id(window.session) },
        "the window is not listed")
    case "acknowledge":
      try await peer.sendEvent(name, try event(name))
      try await peer.request(
        "submit", ["operation": lastOperation], refusedWith: "already-acknowledged")
    case "presence":
      try await peer.sendEvent(name, try event(name))
      let session = Value.id(window.session)
      _ = try await owner.peer.take("the presence of the user") {
        $0.name == "present" && (try? $0.fields.at("session")) == session
      }
    case "detach":
      let other = try await bench.window(on: fixture, .second)
      try await requireAnswer(other.peer, name, try request(name))
    case "end-window":
      // A window is its user's own also where they may not read its board any longer.
      let session =
        standing.mayRead
        ? try await bench.shown(.activity("favourites"), on: fixture, .second).session
        : window.session
      try await requireAnswer(peer, name, ScriptedPeer.endFields(session))
    case "window-state":
      try await peer.sendEvent(name, try event(name))
      try requireEqual(
        try await peer.window(window.session).number("drafts"), 3, "the drafts of the window")
    case "cancel-drag":
      _ = try await peer.request("lift", drag.lift, answeredBy: "lifted")
      try await peer.sendEvent(name, try event(name))
      try await peer.request("load", drag.load("text/plain"), refusedWith: "drag-over")
    default:
      try await requireAnswer(peer, name, try request(name))
    }
  }

  private func requireAnswer(_ peer: ScriptedPeer, _ name: String, _ fields: Value) async throws {
    let number = try await peer.post(name, fields)
    let message = try await peer.response(to: number)
    try require(message.name != "error", "answered by \(message.words(bench.schema))")
  }

  private mutating func requireLeftOut(_ name: String) async throws {
    let peer = try await asker(name)
    switch name {
    case "list-boards": try require(!(try await isListed(on: peer)), "the board is listed")
    case "list-windows":
      try require(try await peer.windows(on: fixture).isEmpty, "a window on the board is listed")
    default: throw unknown(name)
    }
  }

  /// Nobody is told anything, and everything stays as it was.
  private mutating func requireIgnored(_ name: String) async throws {
    let peer = try await asker(name)
    let before = try await owner.history()
    let known = [try await peer.arrived().count, try await owner.peer.arrived().count]
    try await peer.sendEvent(name, try event(name))
    let answered = try await peer.arrived().dropFirst(known[0])
    let told = try await owner.peer.arrived().dropFirst(known[1])
    let heard = try (answered + told).filter { try !$0.isLate }
    try require(heard.isEmpty, "\(heard.map { $0.words(bench.schema) }) arrives, unasked")
    try requireEqual(try await owner.history(), before, "the history of the board")
    if name == "window-state" { try await requireStateKept() }
  }

  /// What a window says of itself when its user may not read the board is not to be seen later
  /// either, when they may again.
  private mutating func requireStateKept() async throws {
    try await owner.edit(.giveRole("editor", to: standing.user))
    let other = try await bench.shown(.activity("board"), on: fixture, .second)
    let reader = try await bench.greeted(.second)
    let before = try await reader.window(other.session)
    try await owner.edit(.giveRole(standing.own, to: standing.user))
    try await standing.awaitCut(of: other)
    try await other.say(.activity("board", title: "said"), drafts: 5, unsent: 4)
    try await owner.edit(.giveRole("editor", to: standing.user))
    let after = try await reader.window(other.session)
    for field in ["activity", "drafts", "unsent"] {
      try requireEqual(try after.at(field), try before.at(field), "the \(field) of the window")
    }
    try await owner.edit(.giveRole(standing.own, to: standing.user))
    await other.peer.finish()
    await reader.finish()
  }

  private func isListed(on peer: ScriptedPeer) async throws -> Bool {
    try await peer.boards().contains { try $0.at("board") == .id(fixture.board) }
  }
}

extension ScriptedPeer {
  /// What has arrived after a round trip and was not taken.
  fileprivate func arrived() async throws -> [Message] {
    try await settle()
    return untaken
  }
}

extension Message {
  /// Whether it may come at any time, of what was before: DIGEST, and the end of a presence.
  fileprivate var isLate: Bool {
    get throws {
      switch name {
      case "digest": true
      case "present": try fields.at("state") == .absent
      default: false
      }
    }
  }
}
