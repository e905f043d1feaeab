extension ConformanceCase {
  static let lagging: [ConformanceCase] = [
    ConformanceCase(
      "lagging/resync", "A window that does not read is told to fetch a snapshot, once",
      ["RSM-007", "SNP-005", "REQ-006"]
    ) { bench in
      let fixture = try await bench.board()
      var slow = try await bench.window(on: fixture)
      var busy = try await bench.window(on: fixture)
      try await slow.peer.pauseReading()
      let ping = try await slow.peer.post("ping", ["nonce": 5])
      try await busy.flood(megabytes: 24)
      await slow.peer.resumeReading()
      // The operations sent before RESYNC still come in order and without gaps.
      while true {
        let next = try await slow.peer.take("COMMITTED or RESYNC") {
          $0.name == "committed" || $0.name == "resync"
        }
        if next.name == "resync" { break }
        for committed in try next.fields.list("operations") {
          slow.sequence += 1
          try requireEqual(
            try committed.number("sequence"), slow.sequence, "the next sequence number")
        }
        if slow.sequence == busy.sequence {
          throw CaseSkip("this coordinator and the sockets hold all that was not read")
        }
      }
      let pong = try await slow.peer.response(to: ping, is: "pong")
      try requireEqual(try pong.fields.number("nonce"), 5, "the nonce of PONG")
      try await busy.edit(.cardRetitle(fixture.card, "before the snapshot"))
      try await busy.catchUp(to: busy.sequence + 1)
      try await slow.peer.requireNothingFurther()
      try await slow.fetchSnapshot()
      try await busy.edit(.cardRetitle(fixture.card, "behind the snapshot"))
      try await slow.catchUp(to: busy.sequence + 1)
      try requireEqual(
        try slow.log.last?.at("content", "operation", "intent"),
        .cardRetitle(fixture.card, "behind the snapshot"), "what comes behind the snapshot")
    },
    ConformanceCase(
      "lagging/neighbour", "A window that does not read delays nobody", ["RSM-008", "LIM-005"]
    ) { bench in
      let fixture = try await bench.board()
      let slow = try await bench.window(on: fixture)
      var busy = try await bench.window(on: fixture)
      var reader = try await bench.window(on: fixture)
      try await slow.peer.pauseReading()
      try await busy.flood(megabytes: 24)
      try await reader.catchUp(to: busy.sequence)
      try await reader.edit(.cardRetitle(fixture.card, "undelayed"))
      try await reader.catchUp(to: busy.sequence + 1)
      try await reader.peer.requireNothingFurther()
      await slow.peer.resumeReading()
    },
  ]
}

extension Window {
  /// Makes edits of this many megabytes in all, each after the one before it has come back: batches
  /// of titles of one card, of which the board keeps the last.
  fileprivate mutating func flood(megabytes: Int) async throws {
    let title = String(repeating: "Z", count: 1_000)
    for number in 1...(2 * megabytes) {
      let titles = (0..<524).map {
        Value.cardRetitle(fixture.card, "\(number * 1_000 + $0)" + title.dropLast(8))
      }
      try await edit(.batch(titles))
      try await catchUp(to: sequence + 1)
      try await acknowledge()
    }
  }
}
