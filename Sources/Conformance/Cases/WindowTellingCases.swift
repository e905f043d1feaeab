/// Cases about who is told of a window that was asked for, and who is asked to look at something.
extension ConformanceCase {
  static let tellings: [ConformanceCase] = [
    ConformanceCase(
      "windows/asked-for", "Who asked for a window is told when it comes", ["WIN-028"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let window = try await bench.shown(.card(fixture.card), on: fixture)
      try await window.leave()
      let asker = try await bench.greeted()
      let bystander = try await bench.greeted()
      let listed = try await asker.window(window.session)
      try requireEqual(try listed.at("connected"), false, "whether it is connected")
      try await asker.requireNothingFurther()
      var again = window.elsewhere(try await bench.greeted())
      try await again.show(.card(fixture.card), "adopt")
      let registered = try await asker.event("window-registered").fields
      try requireEqual(
        try registered.at("session"), .id(window.session), "the session of WINDOW_REGISTERED")
      try requireEqual(
        try await bystander.arrived("window-registered"), [], "what is told to who did not ask")
    },
    ConformanceCase(
      "windows/invited", "An invitation goes to the other user's windows on the board",
      ["WIN-029"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      _ = try bench.credentials(.second)
      let names = try await bench.welcomed(.second).welcome
      let author = try await bench.welcomed().welcome.at("peer")
      let host = try await bench.shown(.activity("board"), on: fixture)
      let fields: Value = [
        "board": .id(fixture.board), "user": try names.at("peer", "user"),
        "activity": .card(fixture.card, info: [1, 2]),
      ]
      let command = try await bench.window(on: fixture, .second, configuration: "command")
      let away = try await bench.shown(
        .activity("board"), on: try await bench.board(), .second)
      try await host.invite(fields, to: 0)
      let guests = [
        try await bench.shown(.card(fixture.card), on: fixture, .second),
        try await bench.shown(.activity("board"), on: fixture, .second),
      ]
      try await host.invite(fields, to: 2)
      for guest in guests {
        let told = try await guest.peer.event("invitation").fields
        try requireEqual(try told.at("board"), .id(fixture.board), "the board of INVITATION")
        try requireEqual(try told.at("author"), author, "who invites")
        try requireEqual(try told.at("activity"), .card(fixture.card), "what it is for")
      }
      for window in guests + [command, away, host] {
        try requireEqual(
          try await window.peer.arrived("invitation"), [], "what others are told")
      }
      try await guests[0].leave()
      try await host.invite(fields, to: 1)
    },
    ConformanceCase(
      "windows/invited-oneself", "Nobody is invited by themselves", ["WIN-029"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let user = try await bench.welcomed().welcome.at("peer", "user")
      let host = try await bench.shown(.activity("board"), on: fixture)
      let other = try await bench.shown(.activity("board"), on: fixture)
      let fields: Value = [
        "board": .id(fixture.board), "user": user, "activity": .card(fixture.card),
      ]
      try await host.invite(fields, to: 0)
      for window in [host, other] {
        try requireEqual(
          try await window.peer.arrived("invitation"), [], "what one's own windows are told")
      }
    },
    ConformanceCase(
      "windows/invite-refused", "What no window can be for is nothing to invite to", ["WIN-030"]
    ) { bench in
      let fixture = try await bench.windowBoard()
      let peer = try await bench.greeted()
      let limit = Int(try bench.schema.limit("user-info-bytes"))
      let faults: [(board: Identifier, activity: Value, error: String)] = [
        (fixture.board, .activity("calendar"), "activity-refused"),
        (fixture.board, .activity("card"), "activity-refused"),
        (
          fixture.board, .card(fixture.card, info: [UInt8](repeating: 1, count: limit + 1)),
          "request-too-large"
        ),
        (.random(), .activity("board"), "board-unknown"),
      ]
      for (board, activity, error) in faults {
        let fields: Value = ["board": .id(board), "user": "anybody", "activity": activity]
        try await peer.request("invite", fields, refusedWith: error)
        let open: Value = [
          "board": .id(board), "session": .id(.random()), "activity": activity,
          "additional": false,
        ]
        try await peer.request("open-window", open, refusedWith: error)
      }
    },
  ]
}

extension Window {
  fileprivate func invite(_ fields: Value, to count: UInt64) async throws {
    let answer = try await peer.request("invite", fields, answeredBy: "invited")
    try requireEqual(try answer.number("windows"), count, "how many windows are told")
  }
}
