import BoardModel
@testable import Coordination
@testable import WindowSync
import LogRecords
import Wire

// What holds in every state.
extension World {
  /// What a chunk that arrives may bring about.
  struct Effects {
    let sequence: UInt64
    let presences: UInt64
    let sent: [Int]
  }

  private var loaded: LoadedBoard? {
    coordinator?.boards.loaded(Names.board)
  }

  var effects: Effects {
    let board = loaded
    return Effects(
      sequence: board?.tip.sequence ?? 0,
      presences: coordinator?.presence.rolls[Names.board]?.newest ?? 0,
      sent: links.map(\.toTerminal.count))
  }

  /// Who may act for which session now.
  mutating func noteRoutes() throws(Violation) {
    guard let coordinator else { return }
    var routes: [SessionID: ConnectionID] = [:]
    for (id, connection) in coordinator.connections {
      let session: SessionID
      switch connection.phase {
      case .ready(.attaching(let one)): session = one
      case .ready(.attached(let window)): session = window.session
      case .ready(.none), .greeting, .knocking, .certifying, .leaving: continue
      }
      if let other = routes.updateValue(id, forKey: session) {
        try violate(.oneRoute, "\(session) has the routes \(id) and \(other)")
      }
      guard coordinator.route(of: session) == id else {
        try violate(.oneRoute, "\(id) acts for \(session) and is not its route")
        continue
      }
      admitted[session] = id
    }
  }

  /// The session had that route before the event.
  func checkTaking(from route: ConnectionID, by event: CoordinatorEvent) throws(Violation) {
    guard scope.isListed, case .received(let id, _) = event, id != route,
      coordinator?.route(of: Names.session) == id,
      let old = links.first(where: { $0.id == route })?.terminal,
      let new = links.first(where: { $0.id == id })?.terminal, old != new,
      !terminals[new].insists
    else { return }
    try violate(.incumbentAsked, "terminal \(new) has what terminal \(old) had, unasked")
  }

  private func violate(_ invariant: Invariant, _ text: String) throws(Violation) {
    if scope.unchecked != invariant { throw Violation(invariant, text) }
  }

  /// Such a session may be attached to while the log fails (SPEC.md EDT-027).
  private func isUnwrittenCommand(_ session: SessionID) -> Bool {
    store.sessions[session] == nil
      && coordinator?.sessions[session]?.record.configuration == .command
  }

  /// ATTACHED goes out on a link.
  mutating func check(_ attached: Attached, on index: Int) throws(Violation) {
    guard let claim = links[index].claim else { return }
    let durable = store.sessions[claim.session]?.epoch ?? 0
    guard durable >= attached.epoch || logFails && isUnwrittenCommand(claim.session) else {
      return try violate(
        .epochs, "epoch \(attached.epoch) of \(claim.session) is told and not durable")
    }
    if let before = told[claim.session] {
      guard attached.epoch >= before.epoch else {
        return try violate(.epochs, "epoch \(attached.epoch) is told after \(before.epoch)")
      }
      guard attached.epoch > before.epoch || claim.instance == before.instance else {
        return try violate(.epochs, "epoch \(attached.epoch) is told to two processes")
      }
    }
    told[claim.session] = Told(epoch: attached.epoch, instance: claim.instance)
    links[index].toldEpoch = attached.epoch
    if claim.session == Names.session { terminals[links[index].terminal].insists = false }
  }

  /// Only the route of a session has effects.
  func checkEffects(of chunk: Chunk, on link: Line, since before: Effects) throws(Violation) {
    guard chunk.contents.contains(where: \.hasEffect), let coordinator else { return }
    let after = effects
    var isRoute = true
    for case .submit(let id, let request) in chunk.contents {
      guard admitted[id.session] != link.id || told[id.session]?.epoch != link.toldEpoch
      else { continue }
      isRoute = false
      guard after.sequence == before.sequence else {
        return try violate(.noFencedEffect, "\(id) is ordered from \(link.id), which is no route")
      }
      let answered = answers(to: link, since: before).contains(.outcome(request: request))
      let waits = coordinator.connections[link.id]?.openRequests.contains(request) == true
      guard !answered, !waits else {
        return try violate(.noFencedEffect, "\(link.id) is no route and gets an outcome")
      }
    }
    guard chunk.contents.contains(.presence), let session = link.claim?.session,
      admitted[session] != link.id, isRoute
    else { return }
    guard after.presences == before.presences else {
      return try violate(.noFencedEffect, "\(link.id) is no route and is seen at the board")
    }
  }

  private func answers(to link: Line, since before: Effects) -> [Chunk.Content] {
    guard let index = links.firstIndex(where: { $0.id == link.id }) else { return [] }
    return links[index].toTerminal.dropFirst(before.sent[index]).flatMap(\.contents)
  }

  /// A window was told what became of its operation: so that stands in the log.
  func settled(_ operation: Operation) throws(Violation) {
    guard store.operations.contains(where: { $0.decides(operation) }) else {
      return try violate(.acknowledged, "\(operation.id) is acknowledged and not in the log")
    }
  }

  func noticed(_ notice: ReplicaNotice, by index: Int) throws(Violation) {
    switch notice {
    case .resubmitted, .storeUnavailable: return
    case .expired where store.hasForgotten: return
    // It may go on with a session before the first terminal made it.
    case .expired where scope.isListed && index == 1: return
    case .expired, .storeReplaced, .diverged, .infoNotKept, .coordinatorFault, .ending, .ended:
      try violate(.peace, "terminal \(index) is given the notice \(notice)")
    }
  }

  func stands(_ standing: Standing, _ index: Int) throws(Violation) {
    switch standing {
    case .writable, .fenced, .reclaiming, .leaving: return
    case .readOnly: try violate(.peace, "terminal \(index) is told that it is \(standing)")
    }
  }

  /// After every step.
  func check() throws(Violation) {
    for index in terminals.indices {
      let terminal = terminals[index]
      guard terminal.returned.isDisjoint(with: store.edits[index]) else {
        return try violate(.once, "terminal \(index) has an edit back that stands in the log")
      }
      let missing = terminal.written.subtracting(store.edits[index])
      if missing.isEmpty { continue }
      guard missing.isSubset(of: terminal.disk.edits) else {
        return try violate(.kept, "edits of terminal \(index) are neither in the log nor on disk")
      }
      if terminal.process?.replica.status == .saved {
        try violate(.acknowledged, "terminal \(index) says that all is saved")
      }
    }
    for index in terminals.indices {
      guard let replica = terminals[index].process?.replica, replica.standing == .writable,
        let reason = replica.currentStanding.obstacle, !replica.isGoing
      else { continue }
      try violate(.heard, "terminal \(index) looks writable and is not: \(reason)")
    }
  }

  /// Nothing moves any more.
  func checkRest() throws(Violation) {
    for index in terminals.indices {
      let terminal = terminals[index]
      guard let process = terminal.process else { continue }
      let isDelivered = store.edits[index].isSuperset(of: terminal.written)
      if process.awaitsSession || process.replica.standing == .reclaiming {
        try violate(.heard, "terminal \(index) wanted its session back, and nothing came of it")
      }
      switch process.replica.link.state {
      case .linked(.live, _):
        guard isDelivered, process.replica.status == .saved, process.replica.standing == .writable
        else {
          return try violate(.rest, "terminal \(index) rests with \(process.replica.status)")
        }
        guard coordinator?.route(of: process.replica.identity.session) == process.link else {
          return try violate(.rest, "terminal \(index) takes itself for its session's window")
        }
      case .ended(.stopped(.fenced))
      where terminals.indices.allSatisfy { $0 == index || terminals[$0].life == 0 }:
        try violate(.ownSession, "terminal \(index) is fenced, and nobody else was there")
      // What is unsent stays on the disk until a person has said whose the window is.
      case .ended(.stopped(.fenced(.takenOver))) where isDelivered && process.replica.isReadOnly,
        .ended(.stopped(.fenced(.inUse))) where process.replica.isReadOnly:
        continue
      default:
        try violate(.rest, "terminal \(index) rests in \(process.replica.status)")
      }
    }
  }
}

extension Chunk.Content {
  fileprivate var hasEffect: Bool {
    switch self {
    case .submit, .presence: true
    case .attach, .attached, .outcome: false
    }
  }
}
