/// Cases about what is kept of windows, what other clients are told of them, and how they end.
extension ConformanceCase {
  static let keepings: [ConformanceCase] = [
    ConformanceCase(
      "windows/list", "The list says what each window is, where, and what is kept in it",
      ["WIN-016", "WIN-019"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let here = try await bench.shown(.activity("board"), on: fixture)
      let away = try await bench.shown(.card(fixture.card, info: [1]), on: fixture)
      let plain = try await bench.window(on: fixture)
      try await away.say(.card(fixture.card, info: [2]), drafts: 2, unsent: 1)
      try await away.leave()
      let listed = try await here.peer.windows(on: fixture)
      let sessions = try listed.map { try $0.at("session") }
      let expected = [here, away].map(\.session.bytes).sorted { $0.lexicographicallyPrecedes($1) }
      try requireEqual(sessions, expected.map { .bytes($0) }, "the sessions in the list")
      for one in listed {
        let isHere = try one.at("session") == .id(here.session)
        try requireEqual(try one.at("connected"), .bool(isHere), "whether it is connected")
        try requireEqual(try one.number("drafts"), isHere ? 0 : 2, "the drafts")
        try requireEqual(try one.number("unsent"), isHere ? 0 : 1, "the unsent edits")
        try requireEqual(try one.text("place"), Window.place, "the place")
        try requireEqual(try one.at("activity", "user-info"), .bytes([]), "the user information")
      }
      let one = try await here.peer.window(away.session)
      try requireEqual(try one.at("activity", "user-info"), .bytes([2]), "what is kept of one")
      // A session without an activity is not a window.
      let asked: Value = ["session": .id(plain.session)]
      try await here.peer.request("list-windows", asked, refusedWith: "window-unknown")
    },
    ConformanceCase(
      "windows/true-title", "Title, badge and summary of a window that is away stay true",
      ["WIN-017"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      _ = try bench.credentials(.second)
      var mine = try await bench.shown(.card(fixture.card), on: fixture)
      try await mine.edit(.cardRetitle(fixture.card, "mine"), base: 1)
      try await mine.leave()
      let looker = try await bench.greeted()
      let before = try await looker.window(mine.session)
      try requireEqual(try before.at("activity", "title"), "mine", "the title")
      try requireEqual(try before.number("badge"), 0, "the badge")
      try require(!(try before.text("summary").isEmpty), "the summary is empty")
      var other = try await bench.window(on: fixture, .second)
      // Both edits have the base 1, so this one overwrites the other without having seen it.
      try await other.edit(.cardRetitle(fixture.card, "theirs"), base: 1)
      try await other.edit(.cardMove(fixture.card, to: fixture.columns[1]))
      let after = try await looker.window(mine.session)
      try requireEqual(try after.at("activity", "title"), "theirs", "the title afterwards")
      try requireEqual(try after.number("badge"), 1, "the badge afterwards")
      try require(
        try after.at("summary") != before.at("summary"), "the summary is that of before the move")
      let listed = try await looker.windows(on: fixture)
      try requireEqual(
        try listed.map { try $0.at("activity", "title") }, ["theirs"], "the titles in the list")
    },
    ConformanceCase(
      "windows/state", "What a window says of itself is kept, and nothing for another card",
      ["WIN-019"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      try await window.say(.card(fixture.card, info: [9, 9]), drafts: 3, unsent: 4)
      try await window.say(.card(.random(), info: [1]), drafts: 1)
      try await window.say(.activity("board", info: [1]), drafts: 1)
      let kept: [Value] = [.bytes([9, 9]), 3, 4]
      for _ in 1...2 {
        let said = try await bench.greeted().window(window.session)
        try requireEqual(
          [
            try said.at("activity", "user-info"), try said.at("drafts"), try said.at("unsent"),
          ], kept, "what is kept")
        // The session is attached elsewhere by a program that sends no WINDOW_STATE.
        await window.peer.abort()
        var back = window.elsewhere(try await bench.greeted())
        try await back.show(.card(fixture.card), "take-over")
      }
    },
    ConformanceCase(
      "windows/drafts-held", "A window that holds something ends as somebody decides",
      ["WIN-021", "WIN-022"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let (ender, welcome) = try await bench.welcomed()
      let holdings: [(drafts: UInt64, unsent: UInt64, ending: String)] = [
        (1, 0, "commit"), (0, 2, "decline"), (4_294_967_295, 4_294_967_295, "commit"),
        (0, 0, "standard"),
      ]
      for (drafts, unsent, ending) in holdings {
        let window = try await bench.shown(.card(fixture.card), on: fixture)
        try await window.say(.card(fixture.card), drafts: drafts, unsent: unsent)
        if ending != "standard" {
          try await ender.request(
            "end-window", ScriptedPeer.endFields(window.session), refusedWith: "drafts-held")
          try await window.peer.requireNothingFurther()
        }
        try await ender.end(window.session, ending, reason: "enough")
        let told = try await window.peer.event("window-end").fields
        try requireEqual(try told.variant("ending"), ending, "the ending")
        try requireEqual(try told.text("reason"), "enough", "the reason")
        try requireEqual(try told.at("author"), try welcome.at("peer"), "who ended it")
        try await window.peer.requireNothingFurther()
      }
    },
    ConformanceCase(
      "windows/ended", "A window that ended never comes back", ["WIN-018", "WIN-022", "WIN-024"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      var window = try await bench.shown(.card(fixture.card), on: fixture)
      let ender = try await bench.greeted()
      try await ender.end(window.session)
      _ = try await window.peer.event("window-end")
      // The session has no connection any more, and what this one sends has no effect.
      let late = window.operation(.cardRetitle(fixture.card, "too late"))
      try await window.peer.request("submit", ["operation": late], refusedWith: "not-attached")
      let peer = window.peer
      for manner in ["resume", "adopt", "take-over", "additional"] {
        try await peer.request(
          "attach-window", window.fields(for: .card(fixture.card), manner),
          refusedWith: "session-ended")
      }
      try await peer.request(
        "attach", window.attachFields(firstPending: 1), refusedWith: "session-ended")
      let asked: Value = ["session": .id(window.session)]
      try await ender.request("list-windows", asked, refusedWith: "window-unknown")
      try await ender.request(
        "end-window", ScriptedPeer.endFields(window.session), refusedWith: "window-unknown")
      try requireEqual(try await ender.windows(on: fixture), [], "the windows")
      let opened = try await ender.open(.card(fixture.card), on: fixture)
      try requireEqual(try opened.variant("opening"), "fresh", "the opening")
    },
    ConformanceCase(
      "windows/gone", "The user's other windows learn what ended, at once or when they return",
      ["WIN-025"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let here = try await bench.shown(.activity("board"), on: fixture)
      var away = try await bench.shown(.activity("board"), on: fixture)
      try await away.leave()
      let ended = try await bench.shown(.card(fixture.card, info: [5]), on: fixture)
      let (ender, welcome) = try await bench.welcomed()
      try await ender.end(ended.session, reason: "enough")
      try await here.requireGone(ended, by: try welcome.at("peer"))
      away.peer = try await bench.greeted()
      try await away.show(.activity("board"))
      try await away.requireGone(ended, by: try welcome.at("peer"))
      // Each window is told only once.
      for window in [here, away] { try await window.peer.requireNothingFurther() }
      try await away.leave()
      away.peer = try await bench.greeted()
      try await away.show(.activity("board"))
      try await away.peer.requireNothingFurther()
      // A window that attaches later, and a client that is no window, are told nothing.
      let fresh = try await bench.shown(.activity("board"), on: fixture)
      try await fresh.peer.requireNothingFurther()
      try await ender.requireNothingFurther()
    },
    ConformanceCase(
      "windows/archived", "A window that is away may end with its card, unless it holds something",
      ["WIN-024", "WIN-026"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let second = Identifier.random()
      var editor = try await bench.window(on: fixture)
      try await editor.edit(.cardCreate(second, in: fixture.columns[0], "Another"))
      let idle = try await bench.shown(.card(fixture.card), on: fixture)
      let holding = try await bench.shown(.card(second), on: fixture)
      try await holding.say(.card(second), drafts: 1)
      try await idle.leave()
      try await holding.leave()
      for card in [fixture.card, second] { try await editor.edit(.cardArchive(card)) }
      let looker = try await bench.greeted()
      let left = try await looker.windows(on: fixture).map { try $0.at("session") }
      try require(left.contains(.id(holding.session)), "the window that holds a draft has ended")
      guard !left.contains(.id(idle.session)) else {
        throw CaseSkip("this coordinator lets the window be, which it may")
      }
      let back = idle.elsewhere(looker)
      try await looker.request(
        "attach-window", back.fields(for: .card(fixture.card), "adopt"),
        refusedWith: "session-ended")
    },
  ]
}

extension Window {
  /// Waits for a WINDOWS_GONE about one window, which says what the window was and who ended it.
  fileprivate func requireGone(_ ended: Window, by author: Value) async throws {
    let windows = try await peer.event("windows-gone").fields.list("windows")
    try requireEqual(windows.count, 1, "the number of windows that ended")
    let gone = windows[0]
    try requireEqual(try gone.at("session"), .id(ended.session), "the session that ended")
    try requireEqual(try gone.at("board"), .id(ended.fixture.board), "its board")
    try requireEqual(try gone.at("activity", "target"), .id(ended.fixture.card), "its card")
    try requireEqual(try gone.at("activity", "user-info"), .bytes([]), "its user information")
    try requireEqual(try gone.text("reason"), "enough", "the reason")
    try requireEqual(try gone.at("author"), author, "who ended it")
  }
}
