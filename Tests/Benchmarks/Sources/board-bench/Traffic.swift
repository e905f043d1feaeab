import Histogram
import LoadParts

/// Edits as fast as they are durable, or as all have them.
enum Traffic {
  /// Writers with so many edits each on their way.
  static func commit(
    _ service: any Service, writers count: Int, inFlight: Int, onePlace: Bool, seconds: Double,
    _ loop: Loop
  ) throws -> Figure {
    let shared = onePlace ? try service.makePlace(cards: max(count, 64), loop) : nil
    let writers = try (0..<count).map { index in
      let place = try shared ?? service.makePlace(cards: 64, loop)
      return try service.writer(index, of: place, follows: onePlace, loop)
    }
    defer { for writer in writers { writer.drop() } }
    try loop.run("connecting \(count) writers") { writers.allSatisfy(\.isReady) }
    var isOver = false
    for writer in writers {
      writer.whenCompleted = { [unowned writer] in if !isOver { writer.edit() } }
      // A window that falls behind on a board of many also asks for a snapshot.
      for _ in 0..<(onePlace ? min(inFlight, 31) : inFlight) { writer.edit() }
    }
    let warm = Loop.now + 500_000_000
    try loop.run("warming up") { Loop.now >= warm }
    let meter = Meter(service)
    let before = writers.reduce(0) { $0 + $1.completed }
    try loop.run("committing", within: seconds + 60) { meter.seconds >= seconds }
    let done = writers.reduce(0) { $0 + $1.completed } - before
    let name = "commit \(count)x\(inFlight)" + (onePlace ? ", one board" : "")
    let figure = meter.figure(name, "edits/s", more: true, Double(done) / meter.seconds)
    isOver = true
    return figure
  }

  private static func audience(
    _ service: any Service, windows: Int, writers: Int, cards: Int, _ loop: Loop
  ) throws -> (writers: [any Client], readers: [any Client]) {
    let place = try service.makePlace(cards: cards, loop)
    let readers = try (0..<windows).map { try service.reader($0, of: place, loop) }
    let writers = try (0..<writers).map {
      try service.writer($0, of: place, follows: true, loop)
    }
    try loop.run("connecting \(windows) windows") {
      readers.allSatisfy(\.isReady) && writers.allSatisfy(\.isReady)
    }
    return (writers, readers)
  }

  /// The next edit is made when every window has the last.
  static func step(
    _ service: any Service, windows: Int, seconds: Double, _ loop: Loop
  ) throws -> Figure {
    let (writers, readers) = try audience(service, windows: windows, writers: 1, cards: 64, loop)
    defer { for client in writers + readers { client.drop() } }
    let writer = writers[0]
    var (told, steps, isOver) = (0, 0, false)
    for reader in readers {
      reader.whenDelivered = { count in
        told += count
        guard told == windows, !isOver else { return }
        (told, steps) = (0, steps + 1)
        writer.edit()
      }
    }
    writer.edit()
    try loop.run("the first edit") { steps > 20 }
    let meter = Meter(service)
    let before = steps
    try loop.run("stepping", within: seconds + 60) { meter.seconds >= seconds }
    let rate = Double(steps - before) / meter.seconds
    defer { isOver = true }
    return meter.figure("fan-out to \(windows), step", "edits/s", more: true, rate)
  }

  /// Writers edit at most 1,024 ahead of the average window.
  static func flood(
    _ service: any Service, windows: Int, writers count: Int, seconds: Double, _ loop: Loop
  ) throws -> Figure {
    let (writers, readers) = try audience(
      service, windows: windows, writers: count, cards: 64, loop)
    defer { for client in writers + readers { client.drop() } }
    var (told, made, isOver) = (0, 0, false)
    var flights = [Int](repeating: 0, count: count)
    func fill() {
      guard !isOver else { return }
      for (index, writer) in writers.enumerated() {
        while flights[index] < 31, made - told / windows < 1_024 {
          flights[index] += 1
          made += 1
          writer.edit()
        }
      }
    }
    for (index, writer) in writers.enumerated() {
      writer.whenCompleted = {
        flights[index] -= 1
        fill()
      }
    }
    for reader in readers {
      reader.whenDelivered = { count in
        let before = told / windows
        told += count
        if told / windows > before { fill() }
      }
    }
    fill()
    let warm = Loop.now + 500_000_000
    try loop.run("warming up") { Loop.now >= warm }
    let meter = Meter(service)
    let before = told
    try loop.run("flooding", within: seconds + 60) { meter.seconds >= seconds }
    let rate = Double(told - before) / meter.seconds
    isOver = true
    return meter.figure(
      "fan-out to \(windows), flood of \(count)", "deliveries/s", more: true, rate)
  }

  /// Edits at fixed times, each measured from its time on until the last window has it.
  static func latency(
    _ service: any Service, windows: Int, perSecond: Int, seconds: Double, cards: Int,
    prefix: String = "", _ loop: Loop
  ) throws -> [Figure] {
    let (writers, readers) = try audience(
      service, windows: windows, writers: 1, cards: cards, loop)
    defer { for client in writers + readers { client.drop() } }
    var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
    var due: [UInt64] = []
    /// How many windows have each edit.
    var have: [Int] = []
    var next = [Int](repeating: 0, count: windows)
    var complete = 0
    for (index, reader) in readers.enumerated() {
      reader.whenDelivered = { count in
        for _ in 0..<count {
          have[next[index]] += 1
          if have[next[index]] == windows {
            histogram.record(Loop.now - due[next[index]])
            complete += 1
          }
          next[index] += 1
        }
      }
    }
    let total = Int(seconds * Double(perSecond))
    let interval = 1_000_000_000 / UInt64(perSecond)
    let meter = Meter(service)
    let start = Loop.now + interval
    while due.count < total {
      let time = start + UInt64(due.count) * interval
      if Loop.now >= time {
        due.append(time)
        have.append(0)
        writers[0].edit()
      }
      try loop.step(until: start + UInt64(due.count) * interval)
    }
    try loop.run("the last edits") { complete == total }
    return [50.0, 99, 100].map { part in
      let value = Double(histogram.valueAtPercentile(part)) / 1e6
      let what = part == 100 ? "worst" : "p\(Int(part))"
      return meter.figure("\(prefix)latency \(what)", "ms", more: false, value)
    }
  }
}
