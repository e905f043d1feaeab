import NIOCore

/// Cases about items that are lifted in one window and dropped in another.
extension ConformanceCase {
  static let drags: [ConformanceCase] = [
    ConformanceCase(
      "drags/carried", "What is lifted is told to each window of the user, as it was said",
      ["DRG-001", "DRG-002", "DRG-004"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let author = try await bench.welcomed().welcome.at("peer")
      let lifter = try await bench.dragWindow(on: fixture)
      let other = try await bench.dragWindow(on: try await bench.board())
      let drag = SampleDrag(
        pointer: true, copies: false,
        items: [.item(fixture.card), .item(nil, "three lines", types: ["text/plain"])])
      try await lifter.lift(drag)
      for window in [lifter, other] {
        let told = try await window.requireCarried(drag)
        try requireEqual(
          try told.at("drag"), drag.carried(by: lifter, author), "what CARRIED says of the drag")
      }
      let newcomer = try await bench.shown(.activity("board"), on: fixture)
      let told = try await newcomer.requireCarried(drag)
      try requireEqual(
        try told.at("drag"), drag.carried(by: lifter, author), "what a newcomer is told")
      for window in [lifter, other, newcomer] {
        try requireEqual(try await window.peer.arrived("carried"), [], "what is told further")
      }
    },
    ConformanceCase(
      "drags/other-user", "What one user carries is nobody else's",
      ["DRG-001", "DRG-004", "DRG-016", "DRG-018"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      _ = try bench.credentials(.second)
      let author = try await bench.welcomed().welcome.at("peer")
      let lifter = try await bench.dragWindow(on: fixture)
      let stranger = try await bench.dragWindow(on: fixture, .second)
      let drag = try await lifter.lift(SampleDrag(items: [.item(fixture.card)]))
      try await lifter.requireCarried(drag)
      for (name, fields) in [("drop", drag.drop("move")), ("load", drag.load("text/plain"))] {
        try await stranger.peer.request(name, fields, refusedWith: "drag-over")
      }
      try await stranger.cancel(drag)
      try requireEqual(
        try await stranger.peer.arrived("carried"), [], "what the other user is told")
      // The other user's CANCEL_DRAG had no effect: the drag can still be dropped.
      _ = try await lifter.peer.request("drop", drag.drop("move"), answeredBy: "dropped")
      try await lifter.requireEnd(of: drag, "dropped", by: author)
    },
    ConformanceCase(
      "drags/replaced", "LIFT of the same changes nothing, and LIFT of another replaces it",
      ["DRG-002", "DRG-005", "DRG-016"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let author = try await bench.welcomed().welcome.at("peer")
      let first = try await bench.dragWindow(on: fixture)
      let second = try await bench.dragWindow(on: fixture)
      let drag = try await first.lift(SampleDrag(items: [.item(fixture.card)]))
      for window in [first, second] { try await window.requireCarried(drag) }
      for window in [first, second] {
        try await window.lift(drag)
        for window in [first, second] {
          try requireEqual(try await window.peer.arrived("carried"), [], "what is told again")
        }
      }
      let other = try await second.lift(SampleDrag(items: [.item(nil)]))
      for window in [first, second] {
        let told = try await window.requireCarried(other)
        try Window.requireEnd(in: told, of: drag, "replaced", by: author)
      }
      try await first.peer.request("drop", drag.drop("move"), refusedWith: "drag-over")
      _ = try await first.peer.request("drop", other.drop("move"), answeredBy: "dropped")
    },
    ConformanceCase(
      "drags/drop-once", "One window puts a drag down, and none after it",
      ["DRG-005", "DRG-016"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let author = try await bench.welcomed().welcome.at("peer")
      let lifter = try await bench.dragWindow(on: fixture)
      let other = try await bench.dragWindow(on: fixture)
      let drag = try await lifter.lift(SampleDrag(items: [.item(fixture.card)]))
      for window in [lifter, other] { try await window.requireCarried(drag) }
      // Both windows drop at the same time.
      let requests = [
        (lifter, try await lifter.peer.post("drop", drag.drop("copy"))),
        (other, try await other.peer.post("drop", drag.drop("move"))),
      ]
      var answers: [String] = []
      for (window, request) in requests {
        answers.append(try await window.peer.response(to: request).name)
      }
      try requireEqual(answers.sorted(), ["dropped", "error"], "what both are answered")
      for window in [lifter, other] {
        try await window.requireEnd(of: drag, "dropped", by: author)
        try await window.peer.request("drop", drag.drop("copy"), refusedWith: "drag-over")
        try await window.peer.request("load", drag.load("text/plain"), refusedWith: "drag-over")
      }
    },
    ConformanceCase(
      "drags/one-after-another", "What became of a drag is told also where the next begins at once",
      ["DRG-005"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let author = try await bench.welcomed().welcome.at("peer")
      let lifter = try await bench.dragWindow(on: fixture)
      let other = try await bench.dragWindow(on: fixture)
      let drag = try await lifter.lift(SampleDrag(items: [.item(fixture.card)]))
      for window in [lifter, other] { try await window.requireCarried(drag) }
      let next = SampleDrag(items: [.item(nil)])
      let requests = [
        (try await other.peer.post("drop", drag.drop("copy")), "dropped"),
        (try await other.peer.post("lift", next.lift), "lifted"),
      ]
      for (request, answer) in requests {
        _ = try await other.peer.response(to: request, is: answer)
      }
      for window in [lifter, other] {
        let told = try await window.peer.event("carried").fields
        try Window.requireEnd(in: told, of: drag, "dropped", by: author)
        if try told.at("drag") == .absent { try await window.requireCarried(next) }
      }
    },
    ConformanceCase(
      "drags/forbidden", "What a drag does not allow is refused and leaves it as it is",
      ["DRG-017"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let lifter = try await bench.dragWindow(on: fixture)
      let elsewhere = try await bench.dragWindow(on: try await bench.board())
      let items = [Value.item(fixture.card)]
      let copied = try await lifter.lift(SampleDrag(moves: false, items: items))
      try await lifter.peer.request("drop", copied.drop("move"), refusedWith: "drop-forbidden")
      _ = try await elsewhere.peer.request("drop", copied.drop("copy"), answeredBy: "dropped")
      let moved = try await lifter.lift(SampleDrag(copies: false, items: items))
      for window in [lifter, elsewhere] {
        try await window.peer.request("drop", moved.drop("copy"), refusedWith: "drop-forbidden")
      }
      try await elsewhere.peer.request("drop", moved.drop("move"), refusedWith: "drop-forbidden")
      _ = try await lifter.peer.request("drop", moved.drop("move"), answeredBy: "dropped")
    },
    ConformanceCase(
      "drags/cancelled", "Any window of the user lets a drag go, and no other drag",
      ["DRG-005", "DRG-018"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let author = try await bench.welcomed().welcome.at("peer")
      let lifter = try await bench.dragWindow(on: fixture)
      let other = try await bench.dragWindow(on: fixture)
      let unattached = try await bench.greeted()
      let drag = try await lifter.lift(SampleDrag(items: [.item(fixture.card)]))
      for window in [lifter, other] { try await window.requireCarried(drag) }
      try await other.cancel(SampleDrag(items: []))
      try await unattached.sendEvent("cancel-drag", ["drag": .id(drag.id)])
      try await unattached.settle()
      for window in [lifter, other] {
        try requireEqual(try await window.peer.arrived("carried"), [], "what is told before")
      }
      try await other.cancel(drag)
      for window in [lifter, other] {
        try await window.requireEnd(of: drag, "cancelled", by: author)
      }
      try await lifter.cancel(drag)
      try await lifter.peer.request("drop", drag.drop("move"), refusedWith: "drag-over")
      try requireEqual(try await other.peer.arrived("carried"), [], "what is told afterwards")
    },
    ConformanceCase(
      "drags/lapsed", "A drag at a pointer is over 30 seconds after it was lifted",
      ["DRG-005", "DRG-019"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let kept = try bench.schema.limit("pointer-drag-milliseconds")
      try bench.needs(milliseconds: kept, for: "a drag to lapse")
      let author = try await bench.welcomed().welcome.at("peer")
      let lifter = try await bench.dragWindow(on: fixture)
      let started = NIODeadline.now()
      let drag = try await lifter.lift(SampleDrag(pointer: true, items: [.item(fixture.card)]))
      try await lifter.requireCarried(drag)
      await lifter.peer.abort()
      let other = try await bench.shown(.activity("board"), on: fixture)
      try await other.requireCarried(drag)
      let told = try await other.peer.event(
        "carried", within: .milliseconds(Int64(kept)) + bench.timeout
      ).fields
      try Window.requireEnd(in: told, of: drag, "lapsed", by: author)
      // The margin of 1 ms is for coordinators whose clock counts whole milliseconds.
      try require(
        NIODeadline.now() - started >= .milliseconds(Int64(kept) - 1), "it is over too early")
    },
    ConformanceCase(
      "drags/no-window", "Who has no window neither lifts nor drops, and a command is told nothing",
      ["DRG-003", "DRG-006"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let lifter = try await bench.dragWindow(on: fixture)
      let command = try await bench.window(on: fixture, configuration: "command")
      let unattached = try await bench.greeted()
      let drag = try await lifter.lift(SampleDrag(items: [.item(fixture.card)]))
      try await lifter.requireCarried(drag)
      for peer in [command.peer, unattached] {
        let other = SampleDrag(items: [.item(fixture.card)])
        try await peer.request("lift", other.lift, refusedWith: "not-attached")
        try await peer.request("drop", drag.drop("move"), refusedWith: "not-attached")
      }
      try await command.cancel(drag)
      for peer in [command.peer, unattached] {
        try requireEqual(try await peer.arrived("carried"), [], "what is told to no window")
      }
      // A CANCEL_DRAG that comes from no window had no effect: the drag can still be dropped.
      _ = try await lifter.peer.request("drop", drag.drop("move"), answeredBy: "dropped")
    },
    ConformanceCase(
      "drags/too-much", "LIFT holds 64 KiB, and no more", ["DRG-003"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let lifter = try await bench.dragWindow(on: fixture)
      let limit = Int(try bench.schema.limit("chunk-bytes"))
      var drag = SampleDrag(items: [.item(nil, "", types: [])])
      let rest = limit - (try bench.codec.encode("lift", drag.lift).count)
      let title = String(repeating: "x", count: rest - 7)
      drag = SampleDrag(items: drag.items + [.item(nil, title + "x", types: [])])
      try await lifter.peer.request("lift", drag.lift, refusedWith: "request-too-large")
      drag = SampleDrag(items: [.item(nil, "", types: []), .item(nil, title, types: [])])
      try await lifter.lift(drag)
      try await lifter.requireCarried(drag)
      try await lifter.cancel(drag)
    },
    ConformanceCase(
      "drags/untouched", "A drag changes no board", ["DRG-020"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let window = try await bench.dragWindow(on: fixture)
      let drag = try await window.lift(SampleDrag(items: [.item(fixture.card)]))
      _ = try await window.peer.request("drop", drag.drop("move"), answeredBy: "dropped")
      let other = try await window.lift(SampleDrag(items: [.item(fixture.card)]))
      try await window.cancel(other)
      try requireEqual(try await window.history().count, 1, "the length of the history")
      try await window.peer.requireNothingFurther()
    },
    ConformanceCase(
      "drags/not-agreed", "Without the feature no drag is told of, and none may be touched",
      ["HSK-007"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let lifter = try await bench.dragWindow(on: fixture)
      let drag = try await lifter.lift(SampleDrag(items: [.item(fixture.card)]))
      let requests = [
        ("lift", drag.lift), ("load", drag.load("text/plain")), ("drop", drag.drop("move")),
      ]
      for (name, fields) in requests {
        let plain = try await bench.undragging(on: fixture)
        try requireEqual(try await plain.arrived("carried"), [], "what is told")
        try await plain.post(name, fields)
        try await plain.requireRefusal("unexpected-message")
      }
      let plain = try await bench.undragging(on: fixture)
      try await plain.sendEvent("cancel-drag", ["drag": .id(drag.id)])
      try await plain.requireRefusal("unexpected-message")
      try await lifter.cancel(drag)
    },
  ]
}

extension Bench {
  /// A connection attached as a window, of a client that offers every feature but drags.
  fileprivate func undragging(on fixture: Fixture) async throws -> ScriptedPeer {
    let peer = try await dial()
    let features = schema.features.filter { $0.key != "drags" }.values.sorted()
    let hello = try self.hello(
      replacing: ["features": .list(features.map { .number(UInt64($0)) })])
    await peer.send(try peer.frame("hello", hello, request: 1))
    _ = try await peer.response(to: 1, is: "welcome")
    var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
    window.sequence = 1
    try await window.show(.activity("board"))
    return peer
  }
}
