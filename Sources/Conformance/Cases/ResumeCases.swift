extension ConformanceCase {
  static let resume: [ConformanceCase] = [
    ConformanceCase(
      "resume/only-missed", "A window that comes back receives only what it missed",
      ["RSM-002", "SES-005", "CLS-006"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try await window.edit(.boardRename("seen"))
      try await window.catchUp(to: 2)
      await window.peer.abort()
      var other = try await bench.window(on: fixture)
      for title in ["one", "two", "three"] {
        try await other.edit(.cardRetitle(fixture.card, title))
      }
      try await other.catchUp(to: 5)
      window.peer = try await bench.greeted()
      let attached = try await window.attach()
      try requireEqual(try attached.variant("catch-up"), "operations", "catch-up")
      try requireEqual(try attached.number("last-counter"), 1, "last-counter")
      try await window.catchUp(to: 5)
      try requireEqual(
        Array(window.log.suffix(3)), Array(other.log.suffix(3)), "what the window was sent")
      try await window.peer.requireNothingFurther()
    },
    ConformanceCase(
      "resume/nothing-missed", "A window that missed nothing is sent nothing", ["RSM-002"]
    ) { bench in
      var window = try await bench.window(on: try await bench.board())
      window.peer = try await bench.greeted()
      try requireEqual(try await window.attach().variant("catch-up"), "operations", "catch-up")
      try await window.peer.requireNothingFurther()
      try await window.edit(.boardRename("new"))
      try await window.catchUp(to: 2)
    },
    ConformanceCase(
      "resume/snapshot-first", "Before a snapshot that was announced nothing is sent",
      ["RSM-003", "RSM-004", "SNP-005"]
    ) { bench in
      let fixture = try await bench.board()
      var other = try await bench.window(on: fixture)
      let peer = try await bench.greeted()
      var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
      try requireEqual(try await window.attach().variant("catch-up"), "snapshot", "catch-up")
      try await other.edit(.cardRetitle(fixture.card, "between"))
      try await window.peer.requireNothingFurther()
      try await window.fetchSnapshot()
      try await other.edit(.cardRetitle(fixture.card, "behind"))
      try await window.catchUp(to: 3)
      try requireEqual(
        try window.log.last?.at("content", "operation", "intent"),
        .cardRetitle(fixture.card, "behind"),
        "what comes behind the snapshot")
    },
    ConformanceCase(
      "resume/outcomes", "ATTACHED brings the outcomes that a window may have missed",
      ["RSM-001", "SES-016", "EDT-020"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var stored: [Value] = []
      for title in ["one", "", "three"] {
        stored.append(try await window.edit(.cardRetitle(fixture.card, title)))
      }
      for first in 1...3 {
        window.peer = try await bench.greeted()
        let attached = try await window.attach(firstPending: UInt64(first))
        try requireEqual(try attached.number("last-counter"), 3, "last-counter")
        try requireEqual(
          try attached.list("outcomes"), Array(stored.dropFirst(first - 1)),
          "the outcomes from \(first) on")
      }
    },
    ConformanceCase(
      "resume/outcomes-beyond", "Outcomes that ATTACHED has no room for are told when asked again",
      ["RSM-001", "EDT-009"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var made: [(operation: Value, stored: Value)] = []
      for _ in 1...5 {
        // Each outcome has a note of 17 bytes for each of these cards.
        let operation = window.operation(.cardMoveOfMany(fixture, unknown: 999))
        made.append((operation, try await window.submit(operation)))
      }
      window.peer = try await bench.greeted()
      let attached = try await window.attach(firstPending: 1)
      try requireEqual(try attached.number("last-counter"), 5, "last-counter")
      let told = try attached.list("outcomes")
      try require(told.count < made.count, "ATTACHED has all of 85 KB of outcomes")
      try requireEqual(told, made.prefix(told.count).map(\.stored), "the outcomes told")
      for (operation, stored) in made.dropFirst(told.count) {
        try requireEqual(try await window.submit(operation), stored, "an outcome asked for again")
      }
      try requireEqual(try await window.history().count, 6, "the length of the history")
    },
    ConformanceCase(
      "resume/acknowledges", "What a window that comes back does not ask about is acknowledged",
      ["SES-023", "EDT-011", "DSK-011"]
    ) { bench in
      var window = try await bench.window(on: try await bench.board())
      let operations = ["one", "two", "three"].map { window.operation(.boardRename($0)) }
      for operation in operations { _ = try await window.submit(operation) }
      window.peer = try await bench.greeted()
      _ = try await window.attach(firstPending: 3)
      for operation in operations.prefix(2) {
        try await window.peer.request(
          "submit", ["operation": operation], refusedWith: "already-acknowledged")
      }
      try requireEqual(try await window.submit(operations[2]).number("sequence"), 4, "its place")
    },
    ConformanceCase(
      "resume/cut-after-submit", "What was sent before a cut is applied once, whatever was heard",
      ["RSM-006", "EDT-009", "CLS-006"]
    ) { bench in
      let fixture = try await bench.board()
      for _ in 1...5 {
        var window = try await bench.window(on: fixture)
        let card = Identifier.random()
        let pending = window.operation(.cardCreate(card, in: fixture.columns[0], "once"))
        try await window.peer.post("submit", ["operation": pending])
        await window.peer.abort()
        window.peer = try await bench.greeted()
        try await window.attach(firstPending: 1)
        let first = try await window.submit(pending)
        try requireEqual(try first.at("outcome"), .applied, "the outcome")
        let times = try await window.history().filter {
          try $0.at("content", "operation") == pending
        }.count
        try requireEqual(times, 1, "how often the history holds the operation")
      }
    },
    ConformanceCase(
      "resume/window-of-command", "The session of a command resumes like any other",
      ["SES-003", "RSM-002", "RSM-006"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture, configuration: "command")
      let operation = window.operation(.cardRetitle(fixture.card, "by a command"))
      let stored = try await window.submit(operation)
      window.peer = try await bench.greeted()
      try await window.attach(firstPending: 1)
      try requireEqual(try await window.submit(operation), stored, "the answer to a resend")
    },
  ]
}
