import ArgumentParser
import Foundation
import LoadParts

@main
struct BoardBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board-bench",
    abstract: "Measures a coordinator under load, beside Redis if wanted.",
    discussion: """
      Scenarios: commit, fan-out, latency, idle, join, storm, strangers, growth, day; without one, all.
      Figures are medians of the rounds, ratios are board to redis within a round. The last columns
      are shares of one processor: while this program's own comes near 100 %, it is what is measured.
      """)

  enum Scenario: String, ExpressibleByArgument, CaseIterable {
    case commit, fanOut = "fan-out", latency, idle, join, storm, strangers, growth, day
  }

  enum Other: String, ExpressibleByArgument { case redis }

  @Argument(help: "What to measure.")
  var scenarios: [Scenario] = []

  @Option(help: "The coordinator's program, to start one for this run.")
  var boardd: String?

  @Option(help: "The port of a coordinator that runs on this machine.")
  var port: UInt16?

  @Option(help: "The identity folder to come in with, for --port.")
  var identity: String?

  @Option(help: "The process of the coordinator, for --port, to tell what it costs.")
  var process: Int32?

  @Option(help: "Runs the same beside it: redis.")
  var beside: Other?

  @Option(help: "The program of Redis.")
  var redisServer = "/usr/bin/redis-server"

  @Option(help: "How often everything is measured.")
  var rounds = 3

  @Option(help: "How long each rate is measured, in seconds.")
  var seconds = 2.0

  @Option(help: "The windows of fan-out and storm.")
  var windows = 500

  @Option(help: "The windows of idle.")
  var idleWindows = 4_000

  @Option(help: "The connections without a handshake of strangers.")
  var strangers = 2_000

  @Option(help: "How long day lasts, in seconds.")
  var daySeconds = 60.0

  @Option(parsing: .upToNextOption, help: "The cards of the boards of growth.")
  var cards = [64, 2_000, 20_000, 100_000]

  @Option(parsing: .upToNextOption, help: "Writers and edits in flight of commit, as 8x32.")
  var commits = ["1x1", "8x1", "64x1", "1x32", "8x32", "64x32"]

  @Flag(help: "All writers of commit on one board.")
  var oneBoard = false

  @Option(help: "A file to write the figures to.")
  var json: String?

  func validate() throws {
    guard (boardd != nil) != (port != nil) else {
      throw ValidationError("Give either --boardd PROGRAM or --port PORT with --identity FOLDER.")
    }
    guard port == nil || identity != nil else {
      throw ValidationError(
        "--port needs --identity FOLDER, with user.pem, user.key and authority.pem.")
    }
    for commit in commits where BoardBench.parse(commit) == nil {
      throw ValidationError("\(commit) is not like 8x32.")
    }
  }

  private static func parse(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts[0] > 0, (1...32).contains(parts[1]) else { return nil }
    return (parts[0], parts[1])
  }

  func run() throws {
    OpenFiles.allowMost()
    var report = Report()
    let wanted = scenarios.isEmpty ? Scenario.allCases : scenarios
    for round in 1...max(rounds, 1) {
      for scenario in wanted {
        FileHandle.standardError.write(Data("round \(round): \(scenario.rawValue)\n".utf8))
        try measure(scenario, &report)
      }
    }
    print(report.table)
    if let json { try report.json().write(to: URL(fileURLWithPath: json)) }
  }

  /// Each scenario has services of its own, so that none pays for what another left.
  private func measure(_ scenario: Scenario, _ report: inout Report) throws {
    let board =
      if let boardd { try BoardService(program: boardd) } else {
        try BoardService(port: port ?? 0, identity: identity ?? "", process: process)
      }
    defer { board.stop() }
    for figure in try figures(scenario, board) { report.add(figure, of: board.name) }
    // What only boards have is not compared.
    guard beside == .redis, ![.growth, .day, .strangers].contains(scenario) else { return }
    let redis = try RedisService(program: redisServer, identity: board.identity)
    defer { redis.stop() }
    for figure in try figures(scenario, redis) { report.add(figure, of: redis.name) }
  }

  private func figures(_ scenario: Scenario, _ service: any Service) throws -> [Figure] {
    let loop = Loop()
    switch scenario {
    case .commit:
      return try commits.compactMap(BoardBench.parse).map { writers, inFlight in
        try Traffic.commit(
          service, writers: writers, inFlight: inFlight, onePlace: oneBoard, seconds: seconds, loop)
      }
    case .fanOut:
      return [
        try Traffic.step(service, windows: windows, seconds: seconds, loop),
        try Traffic.flood(service, windows: windows, writers: 1, seconds: seconds, loop),
        try Traffic.flood(service, windows: windows, writers: 8, seconds: seconds, loop),
      ]
    case .latency:
      return try Traffic.latency(
        service, windows: 20, perSecond: 200, seconds: seconds * 3, cards: 64, loop)
    case .idle: return try Comings.idle(service, windows: idleWindows, loop)
    case .join: return try Comings.join(service, cards: 2_000, rounds: 11, loop)
    case .storm: return [try Comings.storm(service, windows: windows, loop)]
    case .strangers:
      guard let board = service as? BoardService else { return [] }
      return try Strangers.run(board, strangers: strangers, newcomers: 100, loop)
    case .growth:
      return try cards.flatMap { try Growth.run(service, cards: $0, seconds: seconds, loop) }
    case .day: return try Day.run(service, seconds: daySeconds, loop)
    }
  }
}
