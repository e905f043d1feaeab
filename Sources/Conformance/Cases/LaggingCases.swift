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
  /// Makes edits with this many megabytes of extensions in all, each after the one before it has
  /// come back. Extensions are kept in the log and are not part of the board.
  fileprivate mutating func flood(megabytes: Int) async throws {
    let ballast = [UInt8](repeating: 0x5A, count: 512 << 10)
    for number in 1...(2 * megabytes) {
      try await edit(
        .cardRetitle(fixture.card, "flood \(number)"),
        extensions: [.init(tag: 3, bytes: ballast)])
      try await catchUp(to: sequence + 1)
      try await acknowledge()
    }
  }
}
