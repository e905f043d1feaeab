import BoardModel
@testable import Coordination
import LogRecords
import MemoryStore
import Wire

// The coordinator's side.
extension World {
  private static let configuration: CoordinatorConfiguration = {
    var configuration = CoordinatorConfiguration(cluster: "explored", agent: "exploration")
    // Who is silent for long is not looked at here: a connection that ends ends at any moment.
    configuration.keepaliveMilliseconds = 3_600_000
    return configuration
  }()

  mutating func startCoordinator() throws(Violation) {
    var configuration = World.configuration
    if scope[.look] > 0 {
      configuration.keepaliveMilliseconds = Limits.presenceKeepaliveMilliseconds
    }
    coordinator = Coordinator(configuration: configuration)
    clock = 1_000
    try tell(.opened(store.contents))
  }

  private var moment: Moment {
    Moment(monotonic: clock, wall: 1_700_000_000_000 + months * 31 * 86_400_000)
  }

  mutating func tell(_ event: CoordinatorEvent) throws(Violation) {
    var events = [event]
    var next = 0
    while next < events.count {
      guard var running = coordinator else { return }
      coordinator = nil  // Sole owner while it changes: nothing is copied.
      let event = scope.omitted?.prepare(&running, for: events[next]) ?? events[next]
      next += 1
      let before = scope.omitted == nil ? nil : running
      let route = running.route(of: Names.session)
      let effects = running.handle(event, now: moment)
      if let before { scope.omitted?.repair(&running, after: event, since: before) }
      coordinator = running
      try noteRoutes()
      if let route { try checkTaking(from: route, by: event) }
      if case .appendFailed = event { logFails = true }
      for effect in effects { try perform(effect, &events) }
      logFails = false
    }
  }

  private mutating func perform(
    _ effect: CoordinatorEffect, _ events: inout [CoordinatorEvent]
  ) throws(Violation) {
    switch effect {
    case .send(let id, let bytes):
      try send(bytes, to: id)
      // Sockets take everything at once.
      events.append(.progressed(id, unsent: 0))
    case .finish(let id):
      if let index = links.firstIndex(where: { $0.id == id }) {
        links[index].coordinatorFinishes = true
      }
    case .append(let handed):
      try userDrag(handed, &events)
    case .load(let board):
      events.append(.loaded(board, nil, store.rows))
    case .read(let token, _, let from, let through):
      events.append(.read(token, ReadOperations(store.rows(from, through))))
    case .encode(let pinned): events.append(.encoded(pinned.encoded()))
    case .continueTurn: events.append(.continued)
    case .wake(let moment): wake = moment
    case .refused: break
    case .drop, .pauseReading, .resumeReading, .readCard, .saveSnapshot, .stopped, .certify,
      .administered:
      throw Violation(.peace, "the coordinator wants \(effect)")
    }
  }

  private mutating func send(_ bytes: [UInt8], to id: ConnectionID) throws(Violation) {
    guard let index = links.firstIndex(where: { $0.id == id }) else { return }
    let chunk = Chunk(scope.omitted?.sent(bytes) ?? bytes)
    for case .attached(let attached) in chunk.contents { try check(attached, on: index) }
    if !links[index].terminalGone { links[index].toTerminal.append(chunk) }
  }

  private mutating func userDrag(
    _ handed: CommitGroup, _ events: inout [CoordinatorEvent]
  ) throws(Violation) {
    if isTooEarly, let before = group {
      group = nil
      try commit(before)
    }
    guard group == nil else { throw Violation(.log, "two groups are under way at once") }
    group = handed
    if isTooEarly { events.append(.appended) }
  }

  /// Whether the coordinator is told that the group under way is durable before it is.
  private var isTooEarly: Bool {
    switch scope.omitted {
    case .durableBeforeTold: true
    case .epochDurable: group?.operations.isEmpty != false
    default: false
    }
  }

  /// The group under way is durable.
  mutating func append() throws(Violation) {
    guard let handed = group else { return }
    let wasTold = isTooEarly
    group = nil
    try commit(handed)
    if !wasTold { try tell(.appended) }
  }

  private mutating func commit(_ handed: CommitGroup) throws(Violation) {
    try store.append(handed, named: terminals.map(\.named))
    // A session that was forgotten may begin anew as if it had never been, where it ordered nothing.
    for session in handed.removedSessions
    where store.sessions[session] == nil
      && !store.operations.contains(where: { $0.id.session == session })
    {
      told[session] = nil
    }
  }

  mutating func crashCoordinator(_ crash: Step.Crash) throws(Violation) {
    if let handed = group, crash == .after { try commit(handed) }
    group = nil
    coordinator = nil
    wake = nil
    admitted = [:]
    for index in links.indices {
      links[index].coordinatorGone = true
      links[index].toCoordinator = []
    }
  }
}

extension Coordinator {
  /// Whether something other than the regular look at silent connections is due.
  var hasDeadline: Bool { !presence.untold.isEmpty || openings.deadline != nil }
}
