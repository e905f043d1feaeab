import NIOCore

// What one device, user or address has of what is finite, and what is left for everybody else.
extension ConformanceCase {
  static let shares: [ConformanceCase] = [
    ConformanceCase(
      "shares/connections", "One device has its share of connections, and others have theirs",
      ["LIM-009", "LIM-010"]
    ) { bench in
      _ = try bench.credentials(.second)
      let most = try bench.schema.limit("connections-of-device")
      var served: [ScriptedPeer] = []
      while let peer = try await bench.servedConnection() {
        served.append(peer)
        try require(
          served.count <= most,
          "one device has \(served.count) connections, and connections-of-device is \(most)")
      }
      _ = try await bench.greeted(.second)
      for peer in served.suffix(1) { try await peer.leave() }
      // The coordinator notices in its own time that the socket is closed.
      let deadline = NIODeadline.now() + bench.timeout
      var again: ScriptedPeer?
      while again == nil {
        try require(
          NIODeadline.now() < deadline, "behind one that was closed no other connection is served")
        again = try await bench.servedConnection()
      }
      for peer in served.dropLast() { try await peer.leave() }
    },
    ConformanceCase(
      "shares/newcomers",
      "Those who have no certificate share some connections, and leave the rest",
      ["LIM-009", "LIM-010"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let most = try bench.schema.limit("newcomers-of-address")
      let started = NIODeadline.now()
      var opened: [ScriptedPeer] = []
      for _ in 0...most { opened.append(try await bench.newcomer()) }
      let isPrompt = NIODeadline.now() - started < .seconds(5)
      guard let error = await bench.refusal(among: opened) else {
        if isPrompt { throw CaseFailure("of \(most + 1) newcomers of one address none is refused") }
        throw CaseSkip("it took longer to open \(most + 1) connections than one may stay (JOI-005)")
      }
      try bench.requireShare(of: "newcomers", error, "too-many-connections")
      try bench.requireWait(error)
      try await bench.greeted().settle()
      for peer in opened { await peer.finish() }
      for peer in opened { _ = try await peer.ended() }
    },
    ConformanceCase(
      "shares/partial-bytes",
      "One device has begun so many bytes of frames and no more, and others have theirs",
      ["LIM-020"]
    ) { bench in
      let device = try await bench.guest().device
      let most = try bench.schema.limit("partial-bytes-of-device")
      let length = try bench.schema.limit("frame-bytes")
      // A frame that has to be kept until it is whole, and then has no meaning for whoever sent it.
      let type = try bench.schema.message(named: "acknowledge").type
      let frame = Frame(type: type, payload: [UInt8](repeating: 0, count: Int(length))).bytes
      var begun: [ScriptedPeer] = []
      for _ in 0...(most / length) {
        let peer = try await bench.connected(device).peer
        await peer.send(bytes: frame.dropLast())
        begun.append(peer)
      }
      let deadline = NIODeadline.now() + bench.timeout
      var refused: Message?
      while refused == nil, NIODeadline.now() < deadline {
        refused = await bench.refusal(among: begun)
      }
      guard let error = refused else {
        throw CaseFailure(
          "of \(begun.count) frames of one device with \(length) bytes none is refused before it is whole"
        )
      }
      try bench.requireShare(of: "partial-bytes", error, "too-many-connections")
      try bench.requireWait(error)
      let other = try await bench.greeted(.second)
      await other.send(bytes: frame)
      try await other.requireRefusal("malformed")
      // Where they are gone there is room for more of the same user's.
      for peer in begun { await peer.abort() }
      let malformed = UInt64(try bench.schema.error("malformed"))
      var isTaken = false
      while !isTaken {
        try require(
          NIODeadline.now() < deadline + bench.timeout,
          "behind those that ended no other frame of the same user is taken")
        let again = try await bench.connected(device).peer
        await again.send(bytes: frame)
        let answer = try await again.take("ERROR") { $0.name == "error" }
        isTaken = try answer.fields.number("code") == malformed
        await again.abort()
      }
    },
    ConformanceCase(
      "shares/sessions",
      "One device has its share of windows, none of which makes room for another",
      ["LIM-009", "LIM-011", "LIM-012"]
    ) { bench in
      let peer = try await bench.connected(try await bench.guest().device).peer
      let fixture = Fixture()
      _ = try await peer.request("create-board", fixture.request, answeredBy: "outcome")
      let room = try bench.room(of: "sessions-of-device")
      func window() -> Window {
        var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
        window.sequence = 1
        return window
      }
      var first = window()
      try await first.attach()
      try await first.edit(.boardRename("kept"))
      try await first.leave()
      var (count, refused): (UInt64, Message?) = (1, nil)
      while refused == nil {
        try room.require(count)
        let answer = try await peer.response(to: peer.post("attach", window().attachFields()))
        if answer.name == "attached" {
          count += 1
          _ = try await peer.request("detach", ["close": false], answeredBy: "detached")
        } else {
          refused = answer
        }
      }
      if let refused { try bench.requireShare(of: "sessions", refused, "limit-reached") }
      if try await bench.offers(feature: "windows") {
        let shown = try await peer.post("attach-window", window().fields(for: .activity("board")))
        try bench.requireShare(
          of: "sessions", try await peer.response(to: shown), "limit-reached")
      }
      let attached = try await first.attach()
      try requireEqual(
        try attached.number("last-counter"), 1,
        "the last counter of the window that was there first")
      _ = try await bench.window(on: fixture, .second)
    },
    ConformanceCase(
      "shares/information",
      "Windows of one device keep their share of what they say of themselves, and are told",
      ["LIM-022"]
    ) { bench in
      try await bench.needs(feature: "windows")
      let device = try await bench.guest().device
      let fixture = Fixture()
      _ = try await bench.connected(device).peer.request(
        "create-board", fixture.request, answeredBy: "outcome")
      let each = Int(try bench.schema.limit("user-info-bytes"))
      let most = Int(try bench.schema.limit("info-bytes-of-device"))
      let full = Value.activity("board", info: [UInt8](repeating: 1, count: each))
      for number in 1...(most / each + 1) {
        var window = Window(
          peer: try await bench.connected(device).peer, fixture: fixture, session: .random(),
          instance: .random())
        window.sequence = 1
        try await window.show(full, number == 1 ? "resume" : "additional")
        let kept = try await window.peer.window(window.session).at("activity", "user-info")
        if kept == .bytes([]) {
          try bench.requireShare(of: "info-bytes", in: try await window.peer.event("info-not-kept"))
          // What fits is kept again, and what does not is told again.
          try await window.say(.activity("board"))
          try await window.say(full)
          return try bench.requireShare(
            of: "info-bytes", in: try await window.peer.event("info-not-kept"))
        }
        try requireEqual(kept, try full.at("user-info"), "what is kept of a window")
        try requireEqual(
          try await window.peer.arrived("info-not-kept"), [], "what a window is told that is kept")
        try await window.leave()
      }
      throw CaseSkip(
        "of one device's windows \(most / each + 1) keep \(each) bytes each, more than info-bytes-of-device, "
          + "as a coordinator may")
    },
    ConformanceCase(
      "shares/boards", "One device makes its share of boards, and a purged one makes room",
      ["LIM-009", "LIM-011"]
    ) { bench in
      let peer = try await bench.connected(try await bench.guest().device).peer
      let room = try bench.room(of: "boards-of-device")
      var (made, refused): ([Fixture], Message?) = ([], nil)
      while refused == nil, made.count <= room.tried {
        let fixture = Fixture()
        let answer = try await peer.response(to: peer.post("create-board", fixture.request))
        if answer.name == "outcome" { made.append(fixture) } else { refused = answer }
      }
      if let refused { try bench.requireShare(of: "boards", refused, "limit-reached") }
      _ = try await bench.board()
      // What the case has made goes again.
      for (index, fixture) in made.enumerated() {
        var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
        window.sequence = 1
        try await window.attach()
        try await window.edit(.purge("board"))
        _ = try await peer.event("error")
        guard index == 0 else { continue }
        let other = try await peer.response(to: peer.post("create-board", Fixture().request))
        try requireEqual(other.name, "outcome", "the answer to CREATE_BOARD once a board is purged")
      }
      try room.require(UInt64(made.count))
    },
    ConformanceCase(
      "shares/stored-bytes", "One device stores its share of edits, and what goes beyond waits",
      ["LIM-013"]
    ) { bench in
      let peer = try await bench.connected(try await bench.guest().device).peer
      let fixture = Fixture()
      _ = try await peer.request("create-board", fixture.request, answeredBy: "outcome")
      var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      window.sequence = 1
      try await window.attach()
      let body = String(repeating: "0123456789 ", count: 5_000)
      var (stored, refused): (Int, (operation: Value, answer: Message)?) = (0, nil)
      while refused == nil {
        guard stored * body.utf8.count < 4 << 20 else {
          throw CaseSkip(
            "4 MiB of one device's edits were stored: start the coordinator with a share of less, as "
              + "`boardd --limit stored-bytes-of-device=1000000` does")
        }
        let operation = window.operation(
          .cardCreate(.random(), in: fixture.columns[0], "filler", body: body))
        let answer = try await peer.response(to: peer.post("submit", ["operation": operation]))
        if answer.name == "outcome" { stored += 1 } else { refused = (operation, answer) }
      }
      guard let refused else { return }
      try bench.requireShare(of: "stored-bytes", refused.answer, "store-unavailable")
      // Nothing was consumed: it may come again, and nothing may come behind it.
      let again = try await peer.response(
        to: peer.post("submit", ["operation": refused.operation]))
      try bench.requireShare(of: "stored-bytes", again, "store-unavailable")
      let behind = window.operation(.boardRename("behind it"))
      try await peer.request("submit", ["operation": behind], refusedWith: "counter-gap")
      try requireEqual(try await window.history().count, stored + 1, "the length of the history")
      var other = try await bench.window(on: try await bench.board(), .second)
      try await other.edit(.boardRename("another's edit"))
    },
  ]
}

extension Bench {
  /// Opens a connection of the first user and says HELLO.
  /// - Returns: nil where it is refused for a share, as it should be.
  fileprivate func servedConnection() async throws -> ScriptedPeer? {
    let peer = try await dial()
    await peer.send(try peer.frame("hello", try hello(), request: 1))
    let answer = try await peer.take("WELCOME or ERROR") {
      $0.name == "welcome" || $0.name == "error"
    }
    if answer.name == "welcome" { return peer }
    try requireShare(of: "connections", answer, "too-many-connections")
    try requireWait(answer)
    try await peer.requireGoodbye(
      reason: try answer.fields.number("code"), behind: answer.position)
    return nil
  }

  /// The ERROR of the last of these that was refused because there are too many.
  fileprivate func refusal(among peers: [ScriptedPeer]) async -> Message? {
    let code = (try? schema.error("too-many-connections")).map { UInt64($0) }
    for (index, peer) in peers.reversed().enumerated() {
      // What those before it were told has arrived long ago.
      let limit: TimeAmount = index == 0 ? .seconds(2) : .milliseconds(5)
      let error = try? await peer.take("ERROR", within: limit) {
        $0.name == "error" && (try? $0.fields.number("code")) == code
      }
      if let error { return error }
    }
    return nil
  }

  fileprivate func requireWait(_ error: Message) throws {
    try require(
      try error.fields.number("retry-after") > 0, "the refusal does not say when to try again")
  }
}

extension ScriptedPeer {
  fileprivate func leave() async throws {
    try sendEvent("goodbye", ["reason": 0, "text": ""])
    try await requireGoodbye(reason: 0)
  }
}
