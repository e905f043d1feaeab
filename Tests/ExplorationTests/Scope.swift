import Testing

/// How far an exploration goes: what may happen how often, and where it begins.
struct Scope: Sendable, CustomTestStringConvertible {
  let name: String
  private var bounds = [UInt8](repeating: 0, count: Chance.allCases.count)
  /// Begins with the first window at rest.
  let beginsAtRest: Bool
  /// What has happened before.
  let prelude: [Step]
  /// Windows are listed: who has a session is asked whether they are there before it is taken.
  var isListed = true
  /// Writes to windows' disks take a moment.
  var slowDisk = false
  /// Left out, and what is not looked at, so that something else finds out.
  var omitted: Guard?
  var unchecked: Invariant?

  init(
    _ name: String, beginsAtRest: Bool = true, after prelude: [Step] = [],
    _ bounds: [Chance: UInt8]
  ) {
    self.name = name
    self.beginsAtRest = beginsAtRest
    self.prelude = prelude
    for (chance, bound) in bounds { self.bounds[chance.rawValue] = bound }
  }

  subscript(chance: Chance) -> UInt8 { bounds[chance.rawValue] }

  var testDescription: String { name }
}

extension Scope {
  /// Explored to the end in every run of the tests: a terminal and what becomes of it.
  static let alone: [Scope] = [
    Scope("a role is taken, and crash", [.firstEdit: 2, .role: 1, .crash: 1]),
    Scope("a role is taken, and cut", [.firstEdit: 2, .role: 1, .cut: 1]),
    Scope("a role is given back", after: Step.roleTaken, [.firstEdit: 3, .role: 2]),
    Scope(
      "a role is given back, and killed", after: Step.roleTaken,
      [.firstEdit: 2, .role: 2, .kill: 1]),
    Scope("killed twice, and crash", [.firstEdit: 1, .kill: 2, .crash: 1]).withSlowDisk,
    Scope("killed three times", [.kill: 3]).withSlowDisk,
    Scope("forgotten while it is dead", [.firstEdit: 2, .kill: 1, .month: 1]).unlisted,
    Scope("cut and crash", [.firstEdit: 2, .cut: 1, .crash: 1]),
  ]

  /// The same, with a second terminal that opens what the first has.
  static let together: [Scope] = [
    Scope("a role is taken from both", [.open: 1, .firstEdit: 1, .role: 1]).unlisted,
    Scope("both terminals open", beginsAtRest: false, [.open: 1, .firstEdit: 1]),
    Scope("both terminals open unlisted", beginsAtRest: false, [.open: 1, .firstEdit: 1]).unlisted,
    Scope("both terminals write", [.open: 1, .firstEdit: 1, .secondEdit: 1]),
    Scope("taken over and back", [.open: 1, .firstEdit: 1, .reclaim: 1]).unlisted,
    Scope("asked for twice, and insisted on", [.open: 1, .firstEdit: 1, .reclaim: 1]),
    Scope("taken over as it is left", [.open: 1, .firstEdit: 1, .leave: 1]),
    Scope("taken over while the log fails", [.open: 1, .firstEdit: 1, .failure: 1]),
    Scope("taken over while the coordinator crashes", [.open: 1, .firstEdit: 1, .crash: 1]),
    Scope("taken over while it is looked at", [.open: 1, .look: 2]),
  ]

  /// Explored on request: these take minutes.
  static let far: [Scope] = [
    Scope("a role is taken and given back", [.firstEdit: 3, .role: 2]),
    Scope("a role is taken and given back, and killed", [.firstEdit: 2, .role: 2, .kill: 1])
      .withSlowDisk,
    Scope("a crash at any moment", beginsAtRest: false, [.open: 1, .firstEdit: 1, .crash: 1]),
    Scope("left at any moment", beginsAtRest: false, [.open: 1, .firstEdit: 1, .leave: 1]),
    Scope("both write, and left", [.open: 1, .firstEdit: 1, .secondEdit: 1, .leave: 1]),
    Scope("both write, and taken back", [.open: 1, .firstEdit: 1, .secondEdit: 1, .reclaim: 1]),
    Scope("taken over and killed", [.open: 1, .firstEdit: 1, .kill: 1]),
    Scope("taken over and cut", [.open: 1, .firstEdit: 1, .cut: 1]),
  ]

  var unlisted: Scope {
    var scope = self
    scope.isListed = false
    return scope
  }

  var withSlowDisk: Scope {
    var scope = self
    scope.slowDisk = true
    return scope
  }
}
