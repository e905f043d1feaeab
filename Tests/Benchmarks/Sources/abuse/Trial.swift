import BoardModel
import Foundation
import Glibc
import LoadParts

/// One attack on a coordinator of its own, with honest people at work before, meanwhile and after.
struct Trial {
  let boardd: String
  let seconds: Double
  /// For how long honest people are watched before the attack and after it.
  let before: Double
  let after: Double

  static let attackers = ["mallory", "trudy"]
  static let devicesOfAttacker = 4

  func run(_ attack: AttackName) throws -> Row {
    let coordinator = try StartedCoordinator(program: boardd, limits: [])
    defer { coordinator.stop() }
    let loop = Loop()
    let identities = try Identities(coordinator: coordinator.identity)
    let team = try Team(loop, port: coordinator.port, identities)
    let devices = try Self.attackers.flatMap { user in
      try (0..<Self.devicesOfAttacker).map { try identities.device("d\($0)", of: user) }
    }
    try team.come(with: Self.attackers)
    let order = AttackOrder(
      task: .attack(attack), port: coordinator.port, seconds: seconds, users: Self.attackers,
      identities: devices.map(\.path), authority: coordinator.identity + "/authority.pem",
      boards: team.boardsOfAll.prefix(1).map { .init(high: $0.id.high, low: $0.id.low) },
      honestUsers: team.users)
    return try watch(attack, order, coordinator, team)
  }

  private func watch(
    _ attack: AttackName, _ order: AttackOrder, _ coordinator: StartedCoordinator, _ team: Team
  ) throws -> Row {
    var held = HeldSamples(of: coordinator.process)
    // What the first edits and openings cost stays.
    try team.work(for: before / 2)
    let quiet = Loop.now
    try team.work(for: before) { held.sample() }
    let (memory, descriptors) = (held.memory, held.descriptors)

    let attackers = try AttackerProcess(order)
    defer { attackers.stop() }
    let began = Loop.now
    let processor = (coordinator.process.processorSeconds, Loop.processorSeconds)
    held.forget()
    try team.work(for: seconds) { held.sample() }
    let lasted = Double(Loop.now - began) / 1e9
    let load = Self.load
    let used = (
      (coordinator.process.processorSeconds - processor.0) / lasted,
      (Loop.processorSeconds - processor.1) / lasted
    )
    while attackers.isRunning { try team.work(for: 0.1) { held.sample() } }
    let ended = Loop.now
    let report = try attackers.report()
    let (most, mostDescriptors) = (held.most, held.mostDescriptors)
    try team.work(for: after) { held.sample() }
    let stopped = Loop.now
    team.finish()

    func honest(_ start: UInt64, _ end: UInt64) -> Row.Honest {
      Row.Honest(
        acknowledgement: Spread(team.acknowledgements.sorted(from: start, to: end)),
        arrival: Spread(team.arrivals.sorted(from: start, to: end)),
        opening: Spread(team.openings.sorted(from: start, to: end)))
    }
    let normal = Recovery(team, quiet: quiet..<began).seconds(from: ended, to: stopped)
    return Row(
      attack: attack.rawValue, unit: attack.unit, report: report, before: honest(quiet, began),
      during: honest(began, ended), lost: team.lost, refused: team.refused,
      memory: .init(before: memory, most: most, after: held.memory),
      descriptors: .init(before: descriptors, most: mostDescriptors, after: held.descriptors),
      normalAfter: normal, coordinator: used.0, honest: used.1,
      longestTurn: try coordinator.longestTurn(), load: load, bound: attack.bound)
  }

  static var load: Double {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : 0
  }
}
