import LoadParts

/// Windows that come, stay and come back.
enum Comings {
  /// What a window costs that does nothing.
  static func idle(_ service: any Service, windows: Int, _ loop: Loop) throws -> [Figure] {
    guard let process = service.process else { return [] }
    let place = try service.makePlace(cards: 64, loop)
    // What the first ones cost stays when they go.
    let first = try (0..<16).map { try service.reader($0, of: place, loop) }
    try loop.run("connecting the first") { first.allSatisfy(\.isReady) }
    let before = process.residentBytes
    let meter = Meter(service)
    var clients: [any Client] = []
    while clients.count < windows {
      let some = try (0..<min(100, windows - clients.count)).map {
        try service.reader($0, of: place, loop)
      }
      clients += some
      try loop.run("connecting \(windows) windows") { some.allSatisfy(\.isReady) }
    }
    defer { for client in clients + first { client.drop() } }
    let bytes = Double(process.residentBytes - before) / Double(windows)
    return [meter.figure("memory per idle window", "KB", more: false, bytes / 1_000)]
  }

  /// One window after another fetches everything.
  static func join(
    _ service: any Service, cards: Int, rounds: Int, prefix: String = "", _ loop: Loop
  ) throws -> [Figure] {
    let place = try service.makePlace(cards: cards, loop)
    let writer = try service.writer(0, of: place, follows: true, loop)
    defer { writer.drop() }
    try loop.run("connecting a writer") { writer.isReady }
    let name = prefix + "join"
    var figures = try joins(service, place, rounds, name, loop)
    figures += try joins(service, place, rounds, name + " after edits", loop) {
      for _ in 0..<4 {
        let target = writer.completed + 16
        for _ in 0..<16 { writer.edit() }
        try loop.run("edits") { writer.completed >= target }
      }
    }.prefix(1)
    writer.whenCompleted = { [unowned writer] in writer.edit() }
    for _ in 0..<4 { writer.edit() }
    figures += try joins(service, place, rounds, name + " while edited", loop).prefix(1)
    writer.whenCompleted = nil
    return figures
  }

  private static func joins(
    _ service: any Service, _ place: Place, _ rounds: Int, _ name: String, _ loop: Loop,
    before: () throws -> Void = {}
  ) throws -> [Figure] {
    var (times, handshakes, bytes) = ([Double](), [Double](), 0)
    let meter = Meter(service)
    for round in 0..<rounds {
      try before()
      let began = Loop.now
      let client = try service.joiner(round, of: place, loop)
      try loop.run(name) { client.isReady }
      times.append(Double(Loop.now - began - client.link.handshake) / 1e6)
      handshakes.append(Double(client.link.handshake) / 1e6)
      bytes = client.contentBytes
      client.drop()
    }
    let (time, handshake) = (times.sorted()[rounds / 2], handshakes.sorted()[rounds / 2])
    return [
      meter.figure(name + ", from HELLO", "ms", more: false, time),
      meter.figure(name + ", handshake", "ms", more: false, handshake),
      meter.figure(name + ", content", "KB", more: false, Double(bytes) / 1_000),
    ]
  }

  /// All windows come back at once.
  static func storm(_ service: any Service, windows: Int, _ loop: Loop) throws -> Figure {
    let place = try service.makePlace(cards: 64, loop)
    let meter = Meter(service)
    let clients = try (0..<windows).map { try service.reader($0, of: place, loop) }
    defer { for client in clients { client.drop() } }
    try loop.run("\(windows) windows at once") { clients.allSatisfy(\.isReady) }
    return meter.figure(
      "storm of \(windows)", "ms", more: false, meter.seconds * 1_000)
  }
}
