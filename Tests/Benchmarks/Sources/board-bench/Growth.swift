import LoadParts

/// The same on boards of different sizes, which should make no difference.
enum Growth {
  static func run(
    _ service: any Service, cards: Int, seconds: Double, _ loop: Loop
  ) throws -> [Figure] {
    let prefix = "\(cards) cards: "
    let began = Loop.now
    let place = try service.makePlace(cards: cards, loop)
    let making = Double(cards) / (Double(Loop.now - began) / 1e9)
    // Not all that may be in flight: a window that falls behind also asks for a snapshot.
    let writers = try (0..<8).map { try service.writer($0, of: place, follows: true, loop) }
    try loop.run("connecting 8 writers") { writers.allSatisfy(\.isReady) }
    var isOver = false
    for writer in writers {
      writer.whenCompleted = { [unowned writer] in if !isOver { writer.edit() } }
      for _ in 0..<16 { writer.edit() }
    }
    let meter = Meter(service)
    try loop.run("committing", within: seconds + 60) { meter.seconds >= seconds }
    let done = writers.reduce(0) { $0 + $1.completed }
    let commits = meter.figure(
      prefix + "commits", "edits/s", more: true, Double(done) / meter.seconds)
    isOver = true
    let sent = writers.reduce(0) { $0 + $1.completed }
    try loop.run("the last commits") { sent <= writers.reduce(0) { $0 + $1.completed } }
    for writer in writers { writer.drop() }
    return [
      meter.figure(prefix + "made", "cards/s", more: true, making), commits,
    ]
      + (try Traffic.latency(
        service, windows: 20, perSecond: 200, seconds: seconds, cards: cards, prefix: prefix, loop))
      + (try Comings.join(service, cards: cards, rounds: 3, prefix: prefix, loop))
      + (try service.longestTurn().map { milliseconds in
        [Figure(name: prefix + "longest turn", unit: "ms", more: false, value: milliseconds)]
      } ?? [])
  }
}
