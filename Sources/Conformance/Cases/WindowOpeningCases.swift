import NIOCore

/// Cases about the session that a window is to use: each activity has at most one.
extension ConformanceCase {
  static let openings: [ConformanceCase] = [
    ConformanceCase(
      "windows/fresh", "A window that nobody has is promised to who asks, and made by attaching",
      ["WIN-001", "WIN-002", "WIN-007", "WIN-009", "WIN-012", "WIN-015", "WIN-016", "WIN-032"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let asker = try await bench.greeted()
      let kinds: [(configuration: String, activity: Value)] = [
        ("card", .card(fixture.card, info: [1, 2])), ("favourites", .activity("favourites")),
        ("add-column", .activity("add-column", fixture.columns[0])),
        ("board", .activity("board")),
      ]
      for (configuration, activity) in kinds {
        var window = try await bench.blank(on: fixture)
        let opened = try await asker.open(activity, on: fixture, as: window.session)
        try requireEqual(try opened.variant("opening"), "fresh", "the opening")
        try requireEqual(try opened.at("session"), .id(window.session), "the session to be")
        try requireEqual(try opened.variant("configuration"), configuration, "configuration")
        let promised = try await window.peer.window(window.session)
        try requireEqual(try promised.at("activity"), activity, "the activity promised")
        try requireEqual(try await window.show(activity, "adopt").number("epoch"), 1, "epoch")
        let registered = try await asker.event("window-registered")
        try requireEqual(
          try registered.fields.at("session"), .id(window.session), "the session registered")
      }
      try await asker.requireNothingFurther()
    },
    ConformanceCase(
      "windows/promise-kept-once", "A promise is over once its session is made", ["WIN-033"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let card = Value.card(fixture.card)
      let asker = try await bench.greeted()
      var window = try await bench.blank(on: fixture)
      _ = try await asker.open(card, on: fixture, as: window.session)
      try await window.show(card, "adopt")
      _ = try await asker.request(
        "end-window", ScriptedPeer.endFields(window.session), answeredBy: "window-ended")
      let opened = try await asker.open(card, on: fixture)
      try requireEqual(try opened.variant("opening"), "fresh", "the opening afterwards")
    },
    ConformanceCase(
      "windows/additional", "A further window for the same is made where it says that it is one",
      ["WIN-034"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let card = Value.card(fixture.card)
      _ = try await bench.shown(card, on: fixture)
      let unasked = try await bench.blank(on: fixture)
      try await unasked.peer.request(
        "attach-window", unasked.fields(for: card, "resume"), refusedWith: "already-open")
      var further = try await bench.blank(on: fixture)
      try requireEqual(
        try await further.show(card, "additional").number("epoch"), 1, "epoch")
      try requireEqual(
        try await further.peer.windows(on: fixture).count, 2, "the windows of the user")
    },
    ConformanceCase(
      "windows/activated", "A window that is there is activated instead of opened again",
      ["WIN-004", "WIN-005"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      let (asker, welcome) = try await bench.welcomed()
      let (opened, told) = try await window.whileShown(
        opening: .card(fixture.card), by: asker)
      try requireEqual(try opened.variant("opening"), "activated", "the opening")
      try requireEqual(try opened.at("session"), .id(window.session), "the session")
      try requireEqual(try opened.text("place"), Window.place, "the place")
      try requireEqual(try told.at("author"), try welcome.at("peer"), "who wants the window")
      // Neither another card nor another board is shown by this window.
      let others = [
        try await asker.open(.card(.random()), on: fixture),
        try await asker.open(.card(fixture.card), on: try await bench.board()),
      ]
      for other in others { try requireEqual(try other.variant("opening"), "fresh", "another") }
      let itself = try await window.peer.open(.card(fixture.card), on: fixture)
      try requireEqual(try itself.variant("opening"), "activated", "the opening by itself")
      try await window.peer.requireNothingFurther()
    },
    ConformanceCase(
      "windows/other-user", "Nobody is given, shown or told of another user's windows",
      ["WIN-004", "WIN-016", "WIN-018"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      _ = try bench.credentials(.second)
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      let other = try await bench.greeted(.second)
      let opened = try await other.open(.card(fixture.card), on: fixture)
      try requireEqual(try opened.variant("opening"), "fresh", "the opening")
      try requireEqual(try await other.windows(on: fixture), [], "the windows of the other user")
      let asked: Value = ["session": .id(window.session)]
      try await other.request("list-windows", asked, refusedWith: "window-unknown")
      let end = ScriptedPeer.endFields(window.session, "decline")
      try await other.request("end-window", end, refusedWith: "window-unknown")
      try await window.peer.requireNothingFurther()
    },
    ConformanceCase(
      "windows/adopt", "A window that is away is handed on with what it kept of itself",
      ["WIN-006", "WIN-009", "WIN-019"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      let kept = Value.card(fixture.card, info: [0, 255, 7])
      try await window.say(kept, drafts: 1)
      await window.peer.abort()
      var other = window.elsewhere(try await bench.greeted())
      let opened = try await other.peer.open(.card(fixture.card), on: fixture)
      try requireEqual(try opened.variant("opening"), "adopt", "the opening")
      try requireEqual(try opened.at("session"), .id(window.session), "the session")
      try requireEqual(
        try opened.at("activity", "user-info"), .bytes([0, 255, 7]), "what was kept")
      let attached = try await other.show(.card(fixture.card), "adopt")
      try requireEqual(try attached.number("epoch"), 2, "epoch")
      let stored = try await other.edit(.cardRetitle(fixture.card, "adopted"))
      try requireEqual(try stored.at("outcome"), .applied, "the outcome")
    },
    ConformanceCase(
      "windows/never-twice", "Of two that open the same card at once one gets it",
      ["WIN-006", "WIN-007", "WIN-012"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      var pair = [try await bench.blank(on: fixture), try await bench.blank(on: fixture)]
      let card = Value.card(fixture.card)
      var requests: [UInt64] = []
      for window in pair {
        let fields = window.peer.openFields(card, on: fixture, as: window.session)
        requests.append(try await window.peer.post("open-window", fields))
      }
      var answers: [Value] = []
      for (window, request) in zip(pair, requests) {
        answers.append(
          try await window.peer.response(to: request, is: "window-opened").fields)
      }
      let openings = try answers.map { try $0.variant("opening") }
      try requireEqual(openings.sorted(), ["activated", "fresh"], "the openings")
      try requireEqual(
        try answers[0].at("session"), try answers[1].at("session"), "the sessions promised")
      if openings[0] != "fresh" { pair.reverse() }
      // The window that was not promised the session cannot attach as one of its own either, before
      // or after the other window has attached.
      for _ in 1...2 {
        try await pair[1].peer.request(
          "attach-window", pair[1].fields(for: card), refusedWith: "already-open")
        if pair[0].epoch == 0 { try await pair[0].show(card) }
      }
      let further = try await pair[1].peer.open(
        card, on: fixture, as: pair[1].session, additional: true)
      try requireEqual(try further.variant("opening"), "fresh", "a further window")
      try await pair[1].show(card, "additional")
      try requireEqual(
        try await pair[0].peer.windows(on: fixture).count, 2, "the number of windows")
    },
    ConformanceCase(
      "windows/attach-race", "Of many that attach for the same card unasked one is let in",
      ["WIN-012"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      var racers: [(window: Window, request: UInt64)] = []
      for _ in 1...5 { racers.append((try await bench.blank(on: fixture), 0)) }
      for index in racers.indices {
        racers[index].request = try await racers[index].window.peer.post(
          "attach-window", racers[index].window.fields(for: .card(fixture.card)))
      }
      var attached = 0
      for (window, request) in racers {
        let answer = try await window.peer.response(to: request)
        if answer.name == "attached" { attached += 1 }
        guard answer.name == "error" else { continue }
        let code = UInt64(try bench.schema.error("already-open"))
        try requireEqual(try answer.fields.number("code"), code, "the code of ERROR")
      }
      try requireEqual(attached, 1, "the number of windows that attached")
      try requireEqual(
        try await bench.greeted().windows(on: fixture).count, 1, "the number of windows")
    },
    ConformanceCase(
      "windows/kinds", "Windows on boards are without limit, the others are not", ["WIN-004"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      for _ in 1...2 { _ = try await bench.shown(.activity("board"), on: fixture) }
      let favourites = try await bench.shown(.activity("favourites"), on: fixture)
      let column = try await bench.shown(
        .activity("add-column", fixture.columns[0]), on: fixture)
      let second: [(activity: Value, shown: Window)] = [
        (.activity("favourites"), favourites), (.activity("add-column"), column),
        (.activity("add-column", fixture.columns[1]), column),
      ]
      for (activity, shown) in second {
        let window = try await bench.blank(on: fixture)
        try await window.peer.request(
          "attach-window", window.fields(for: activity), refusedWith: "already-open")
        let (opened, _) = try await shown.whileShown(opening: activity, by: window.peer)
        try requireEqual(try opened.variant("opening"), "activated", "the opening")
      }
      let configurations = try await bench.greeted().windows(on: fixture)
        .map { try $0.variant("configuration") }
      try requireEqual(
        configurations.sorted(), ["add-column", "board", "board", "favourites"],
        "the configurations")
    },
  ]
}
