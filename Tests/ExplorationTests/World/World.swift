import BoardModel
@testable import Coordination
import LogRecords
import MemoryStore
import WindowDisk
import WindowSync
import Wire

/// One state of everything: a coordinator and its log, two terminals that know one session, and
/// what is on its way between them. The machines are the real ones.
///
/// A copy is another world. Each step takes a world to the next one; which steps there are depends
/// on nothing but the world.
struct World {
  let scope: Scope
  /// nil while it is down.
  var coordinator: Coordinator?
  var clock: UInt64 = 1_000
  var wake: UInt64?
  var months: UInt64 = 0
  var store = Store()
  /// Handed to the log and not durable yet.
  var group: CommitGroup?
  /// Whether the coordinator is being told that the log failed.
  var logFails = false
  var terminals: [Terminal]
  /// In the order in which they were dialed.
  var links: [Line] = []
  var lastLink: UInt64 = 0
  /// What may still happen.
  var left: [UInt8]
  /// How often the owner changed what everyone may do.
  var roleChanges: UInt8 = 0
  /// The link that was admitted last, of each session.
  var admitted: [SessionID: ConnectionID] = [:]
  /// The last that a window was told of each session's epoch.
  var told: [SessionID: Told] = [:]

  struct Told: Hashable {
    let epoch: UInt32
    let instance: InstanceID
  }

  /// A coordinator with a board, and the first terminal's window, which dials.
  init(_ scope: Scope) throws(Violation) {
    self.scope = scope
    left = Chance.allCases.map { scope[$0] }
    let disk = WindowDisk(
      session: SavedSession(
        board: Names.board, session: Names.session, configuration: .board, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0))
    terminals = [Terminal(disk: disk), Terminal(disk: disk)]
    try startCoordinator()
    try makeBoard()
    try start(0)
    while scope.beginsAtRest, let step = steps.first(where: \.isFree) { try take(step) }
    for step in scope.prelude { try take(step) }
  }

  private mutating func makeBoard() throws(Violation) {
    let id = Names.connection(0)
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes, agent: "maker")
    let operation = Operation(
      id: OperationID(session: Names.maker, epoch: 0, counter: 1), base: 0, queued: false,
      intent: .batch([
        .boardCreate(title: "Explored"),
        .set(.memberRole(""), .role(scope[.role] > 0 ? .editor : .owner)),
        .columnCreate(Names.column, title: "Column", at: Anchors()),
      ]))
    let create = CreateBoard(board: Names.board, operation: operation)
    try tell(.connected(id, .known(Names.owner)))
    try tell(.received(id, hello.frame(request: 1).bytes))
    try tell(.received(id, create.frame(request: 2).bytes))
    try append()
    guard scope[.role] > 0 else { return try tell(.closed(id)) }
    let attach = Attach(
      board: Names.board, session: Names.ownersSession, instance: Names.instance(7, life: 1),
      configuration: .command, epoch: 0, incarnation: IncarnationID(high: 0, low: 0),
      sequence: 0, firstPending: 1, level: ModelLevels.released.newest)
    try tell(.received(id, attach.frame(request: 3).bytes))
    try append()
    guard hasOwner else { throw Violation(.peace, "the owner is not attached") }
  }

  /// The owner's connection is not cut, but does not survive a crash of the coordinator.
  var hasOwner: Bool { coordinator?.route(of: Names.ownersSession) != nil }

  private mutating func changeRole() throws(Violation) {
    let isTaken = roleChanges % 2 == 0
    let operation = Operation(
      id: OperationID(
        session: Names.ownersSession, epoch: 1, counter: UInt64(roleChanges) + 1),
      base: store.sequence, queued: false,
      intent: .set(.memberRole(""), .role(isTaken ? .viewer : .editor)))
    roleChanges += 1
    let submit = Submit(operation: operation)
    try tell(
      .received(
        Names.connection(0), submit.frame(request: UInt64(3 + roleChanges)).bytes))
    guard
      coordinator?.boards.loaded(Names.board)?.tip.role(of: Names.author(0).user)
        == (isTaken ? .viewer : .editor)
    else { throw Violation(.peace, "the role of everyone did not change") }
  }
}

// Steps.
extension World {
  /// Every step that this world can take.
  var steps: [Step] {
    var steps: [Step] = []
    addFreeSteps(to: &steps)
    addActs(to: &steps)
    addMisfortune(to: &steps)
    return steps
  }

  private func addFreeSteps(to steps: inout [Step]) {
    for index in links.indices {
      if links[index].reachesCoordinator { steps.append(.toCoordinator(link: Int8(index))) }
      if links[index].reachesTerminal { steps.append(.toTerminal(link: Int8(index))) }
    }
    if group != nil, coordinator != nil { steps.append(.appended) }
    for index in terminals.indices {
      guard let process = terminals[index].process else {
        if terminals[index].life > 0, !terminals[index].isLeft {
          steps.append(.starts(Int8(index)))
        }
        continue
      }
      if process.writing != nil { steps.append(.written(Int8(index))) }
      if hasDeadline(process) { steps.append(.timer(Int8(index))) }
    }
    if coordinator == nil { steps.append(.coordinatorStarts) }
    if wake != nil, coordinator?.hasDeadline == true { steps.append(.coordinatorTimer) }
  }

  private func addActs(to steps: inout [Step]) {
    if may(.open), terminals[1].life == 0 { steps.append(.opens) }
    if may(.role), hasOwner { steps.append(.changesRole) }
    for index in terminals.indices {
      // A person presses any key at any moment.
      guard terminals[index].process != nil else { continue }
      if may(index == 0 ? .firstEdit : .secondEdit) { steps.append(.edits(Int8(index))) }
      if may(.leave) { steps.append(.leaves(Int8(index))) }
      if may(.reclaim) { steps.append(.reclaims(Int8(index))) }
      if may(.look) { steps.append(.looks(Int8(index))) }
    }
  }

  private func addMisfortune(to steps: inout [Step]) {
    if may(.failure), group != nil, coordinator != nil { steps.append(.appendFails) }
    if may(.cut) {
      for index in links.indices {
        let link = links[index]
        if link.terminalGone || link.coordinatorGone { continue }
        for cut in Step.Cut.allCases {
          if cut == .atTerminalWithLoss, link.toCoordinator.isEmpty { continue }
          steps.append(.cut(link: Int8(index), cut))
        }
      }
    }
    if may(.crash), coordinator != nil {
      steps.append(.coordinatorCrashes(.before))
      if group != nil { steps.append(.coordinatorCrashes(.after)) }
    }
    if may(.kill) {
      for index in terminals.indices {
        guard let process = terminals[index].process else { continue }
        steps.append(.killed(Int8(index), .before))
        if process.writing != nil { steps.append(.killed(Int8(index), .after)) }
        if terminals[index].disk.board != nil { steps.append(.killed(Int8(index), .withoutBoard)) }
      }
    }
    if may(.month), coordinator != nil { steps.append(.monthPasses) }
  }

  private func may(_ chance: Chance) -> Bool { left[chance.rawValue] > 0 }

  mutating func take(_ step: Step) throws(Violation) {
    let before = step.actor.map { terminalFingerprint($0) }
    try carryOut(step)
    if let chance = step.chance, left[chance.rawValue] > 0 {
      // A key that does nothing can be pressed again, and leads to no other world.
      let isIdle = step.actor.map { terminalFingerprint($0) == before } ?? false
      if !isIdle { left[chance.rawValue] -= 1 }
    }
    links.removeAll { $0.isOver }
    try check()
  }

  private mutating func carryOut(_ step: Step) throws(Violation) {
    switch step {
    case .toCoordinator(let link): try deliverToCoordinator(Int(link))
    case .toTerminal(let link): try deliverToTerminal(Int(link))
    case .appended: try append()
    case .written(let index): try written(Int(index))
    case .timer(let index): try fireTimer(Int(index))
    case .coordinatorTimer:
      clock = max(clock, wake ?? clock)
      wake = nil
      try tell(.timer)
    case .coordinatorStarts: try startCoordinator()
    case .starts(let index): try start(Int(index))
    case .opens: try start(1)
    case .edits(let index): try edit(Int(index))
    case .leaves(let index): try tell(terminal: Int(index), .leave(close: true))
    case .reclaims(let index): try tell(terminal: Int(index), .reclaim)
    case .looks(let index):
      try tell(terminal: Int(index), .presence(PresenceState(isActive: true, focus: nil)))
    case .changesRole: try changeRole()
    case .appendFails:
      group = nil
      try tell(.appendFailed("the disk is full"))
    case .cut(let link, let cut): try self.cut(Int(link), cut)
    case .coordinatorCrashes(let crash): try crashCoordinator(crash)
    case .killed(let index, let kill): self.kill(Int(index), kill)
    case .monthPasses:
      months += 1
      clock += 2 * Clock.sweepMilliseconds
      wake = nil
      try tell(.timer)
    }
  }
}
