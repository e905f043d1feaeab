import BoardModel
import Foundation
import LoadParts
import Wire

/// Honest users who write as fast as they can, each on a board of their own: first beside one who is
/// their equal, then beside one who floods the coordinator from many devices and connections.
struct Fair {
  /// What came of it.
  struct Result: Codable {
    /// The edits of each honest user in a second.
    let besideEqual: [Double]
    let besideFlooder: [Double]
    /// The edits of the other user in a second.
    let equal: AttackReport
    let flooder: AttackReport
    let load: Double

    static let leastShare = 0.8

    /// What each of so many users has where all have the same of what is written beside the flooder:
    /// of W busy users each gets 1/W.
    var fairShare: Double {
      (besideFlooder.reduce(0, +) + flooder.rate) / Double(besideFlooder.count + 1)
    }

    /// What each honest user had beside the flooder, of a fair share.
    var shares: [Double] { besideFlooder.map { $0 / fairShare } }

    /// What each has beside an equal. Where all run on one machine it is more: the flooder's own
    /// processor time is the coordinator's too.
    var besideAnEqual: Double {
      (besideEqual.reduce(0, +) + equal.rate) / Double(besideEqual.count + 1)
    }

    var isFair: Bool { shares.allSatisfy { $0 >= Self.leastShare } }

    var text: String {
      let mean = besideFlooder.reduce(0, +) / Double(besideFlooder.count)
      return String(
        format: """
          fair: \(besideFlooder.count) writers beside an equal one: %.0f edits a second each, all %.0f
          fair: beside a flooder: %.0f each, the flooder %.0f (attackers %.0f %%, load %.1f)
          fair: each has at least %.2f of a fair share, the mean %.2f; of what it has beside an equal %.2f%@
          """, besideAnEqual, besideAnEqual * Double(besideEqual.count + 1),
        mean, flooder.rate, flooder.processor * 100, load,
        shares.min() ?? 0, mean / fairShare, mean / besideAnEqual,
        isFair ? "" : "\n  ! less than \(Self.leastShare)")
    }
  }

  let boardd: String
  let seconds: Double

  private static let writers = 20
  private static let devicesOfFlooder = 8
  private static let connectionsOfFlooder = 128
  /// What is not counted, while all come.
  private static let warmUp = 2.0

  func run() throws -> Result {
    let (besideEqual, equal) = try measure(connections: 1)
    let (besideFlooder, flooder) = try measure(connections: Self.connectionsOfFlooder)
    return Result(
      besideEqual: besideEqual, besideFlooder: besideFlooder, equal: equal, flooder: flooder,
      load: Trial.load)
  }

  private func measure(connections: Int) throws -> ([Double], AttackReport) {
    let coordinator = try StartedCoordinator(program: boardd, limits: [])
    defer { coordinator.stop() }
    let loop = Loop()
    let identities = try Identities(coordinator: coordinator.identity)
    let run = UInt64.random(in: 1...UInt64.max)
    let writers = try (0..<Self.writers).map { number in
      let device = try identities.device("device", of: "honest\(number)")
      return try writer(device, UInt64(number + 1), run, coordinator.port, loop)
    }
    try loop.run("connecting writers") { writers.allSatisfy(\.isReady) }
    let devices = try (0..<Self.devicesOfFlooder).map {
      try identities.device("device\($0)", of: "flooder")
    }
    let boards = try (0..<Self.devicesOfFlooder).map { number in
      let board = HonestBoard(number: UInt64(100 + number), run: run)
      try board.make(
        by: HonestBoard.Maker(device: devices[number], members: []),
        session: SessionID(high: run, low: UInt64(100 + number)), port: coordinator.port, loop)
      return AttackOrder.Board(high: run, low: UInt64(100 + number))
    }
    let attackers = try AttackerProcess(
      AttackOrder(
        task: .write(connections: connections), port: coordinator.port,
        seconds: seconds + 2 * Self.warmUp, users: ["flooder"], identities: devices.map(\.path),
        authority: coordinator.identity + "/authority.pem", boards: boards, honestUsers: []))
    defer { attackers.stop() }
    let rates = try write(writers, loop)
    // Until the others have ended, nothing changes for them.
    while attackers.isRunning { try loop.step(until: Loop.now + 10_000_000) }
    return (rates, try attackers.report())
  }

  private func write(_ writers: [BoardClient], _ loop: Loop) throws -> [Double] {
    for writer in writers {
      writer.whenCompleted = { [unowned writer] in writer.edit() }
      for _ in 0..<Int(Limits.requestsInFlight) - 1 { writer.edit() }
    }
    let warm = Loop.now + UInt64(Self.warmUp * 1e9)
    try loop.run("warming up") { Loop.now >= warm }
    let (began, before) = (Loop.now, writers.map(\.completed))
    let end = began + UInt64(seconds * 1e9)
    try loop.run("writing", within: seconds + 60) { Loop.now >= end }
    let passed = Double(Loop.now - began) / 1e9
    return zip(writers, before).map { Double($0.completed - $1) / passed }
  }

  private func writer(
    _ device: Identities.Device, _ number: UInt64, _ run: UInt64, _ port: UInt16, _ loop: Loop
  ) throws -> BoardClient {
    let board = HonestBoard(number: number, run: run)
    try board.make(
      by: HonestBoard.Maker(device: device, members: []),
      session: SessionID(high: run, low: number), port: port, loop)
    return BoardClient(
      try Link(loop, device.credentials, port: port, from: device.address), .whole,
      board: board.id, session: SessionID(high: run, low: number | 1 << 50),
      card: HonestBoard.card(0), content: .none)
  }
}
