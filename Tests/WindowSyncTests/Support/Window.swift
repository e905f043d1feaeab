import BoardModel
import Wire

@testable import WindowSync

/// A window's process and disk around a replica, with a network that can be cut at every frame.
struct Window {
  struct Disk {
    var session: SavedSession?
    var pending: [Operation] = []
    var board: SavedBoard?
  }

  var replica: Replica
  var disk = Disk()
  let number: Int
  var link: Int?
  /// Frames on their way to the coordinator, and to the window.
  var up: [[UInt8]] = []
  var down: [[UInt8]] = []
  /// Events the shell owes the replica.
  var owed: [ReplicaEvent] = []
  var wake: UInt64?
  /// Everything the replica wanted, in order.
  var log: [ReplicaEffect] = []
  var storeFails = false
  var holdsStore = false

  init(_ number: Int, session: UInt64? = nil, configuration: Configuration = .board) {
    self.number = number
    let identity = ReplicaIdentity(
      board: Fixture.board, session: SessionID(high: 1, low: session ?? UInt64(number)),
      instance: InstanceID(high: 2, low: UInt64(number)), author: ScriptedCoordinator.author,
      configuration: configuration)
    replica = Replica(identity: identity, saved: nil)
  }

  var statuses: [SyncStatus] {
    log.compactMap { if case .status(let status) = $0 { status } else { nil } }
  }

  var notices: [ReplicaNotice] {
    log.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  var reports: [DivergenceReport] {
    log.compactMap { if case .saveReport(let report) = $0 { report } else { nil } }
  }

  var standings: [Standing] {
    log.compactMap { if case .standing(let standing) = $0 { standing } else { nil } }
  }

  var settled: [(Operation, Outcome)] {
    log.compactMap {
      if case .settled(let operation, let outcome) = $0 { (operation, outcome) } else { nil }
    }
  }

  var refusals: [EditRefusal] {
    log.compactMap { if case .refused(_, let reason) = $0 { reason } else { nil } }
  }
}

/// Windows, a coordinator, a clock, and what lies between them.
struct World {
  var coordinator = ScriptedCoordinator(board: Fixture.board)
  var windows: [Window]
  var now: UInt64 = 1_000
  var links = 0
  var fresh: UInt64 = 100
  var jitter: UInt64 = 12_345
  var deliveries = 0
  var reachable = true

  init(windows count: Int = 1, columns: Int = 2) {
    windows = (1...count).map { Window($0) }
    for operation in Fixture.creation(columns: columns) { _ = coordinator.order(operation) }
  }

  mutating func send(_ event: ReplicaEvent, to index: Int = 0) {
    let effects = windows[index].replica.handle(event, now: now)
    windows[index].log += effects
    for effect in effects { perform(effect, index) }
    while !windows[index].owed.isEmpty, !windows[index].holdsStore {
      send(windows[index].owed.removeFirst(), to: index)
    }
  }

  private mutating func perform(_ effect: ReplicaEffect, _ index: Int) {
    switch effect {
    case .connect:
      guard reachable else {
        jitter &+= 7_919
        windows[index].owed.append(
          .disconnected(reason: "unreachable", retry: .automatic, jitter: jitter))
        return
      }
      links += 1
      windows[index].link = links
      coordinator.connect(links)
      windows[index].owed.append(.connected)
    case .send(let bytes):
      windows[index].up += Fixture.frames(bytes)
    case .disconnect:
      // What was sent still arrives.
      while !windows[index].up.isEmpty { deliverUp(index) }
      cut(index, reason: "closed")
    case .persist(let operations):
      if windows[index].storeFails {
        windows[index].owed.append(.storeFailed("disk full"))
        return
      }
      for operation in operations {
        windows[index].disk.pending.removeAll { $0.id == operation.id }
        windows[index].disk.pending.append(operation)
      }
      windows[index].owed.append(.stored)
    case .forget(let session, let counter):
      windows[index].disk.pending.removeAll {
        $0.id.session == session && $0.id.counter <= counter
      }
      windows[index].disk.session?.forgottenThrough = counter
    case .saveSession(var saved):
      saved.forgottenThrough = max(
        saved.forgottenThrough, windows[index].disk.session?.forgottenThrough ?? 0)
      windows[index].disk.session = saved
    case .carryOver(_, let saved, let pending):
      windows[index].disk = Window.Disk(session: saved, pending: pending)
      windows[index].owed.append(.carriedOver)
    case .saveBoard(let board):
      windows[index].disk.board = board
    case .forgetBoard:
      windows[index].disk.board = nil
      windows[index].disk.pending = windows[index].disk.pending.map { $0.withoutContext ?? $0 }
    case .needsFreshIdentity:
      fresh += 1
      windows[index].owed.append(
        .freshIdentity(
          session: SessionID(high: 1, low: fresh), instance: InstanceID(high: 3, low: fresh)))
    case .wake(let at):
      windows[index].wake = at
    case .clearPurged(let purge):
      windows[index].disk.pending = windows[index].disk.pending.map {
        $0.withoutContext(before: purge) ?? $0
      }
    case .clearJournal:
      windows[index].disk.pending = windows[index].disk.pending.map { $0.withoutContext ?? $0 }
    case .mayRead, .saveReport, .changed, .committed, .settled, .refused, .answered, .status,
      .notice, .others, .moreOthers, .left, .registered, .activated, .windowsGone, .invited,
      .membership, .users,
      .drag,
      .standing:
      return
    }
  }

  /// The link is gone, with everything on it.
  mutating func cut(_ index: Int, reason: String = "cut") {
    guard let link = windows[index].link else { return }
    coordinator.close(link)
    windows[index].link = nil
    windows[index].up = []
    windows[index].down = []
    jitter &+= 7_919
    windows[index].owed.append(.disconnected(reason: reason, retry: .automatic, jitter: jitter))
    if !windows[index].holdsStore { pay(index) }
  }

  mutating func pay(_ index: Int) {
    guard !windows[index].owed.isEmpty else { return }
    send(windows[index].owed.removeFirst(), to: index)
  }

  mutating func deliverUp(_ index: Int) {
    guard let link = windows[index].link, !windows[index].up.isEmpty else { return }
    deliveries += 1
    coordinator.receive(link, windows[index].up.removeFirst())
    collect()
  }

  mutating func deliverDown(_ index: Int) {
    guard windows[index].link != nil, !windows[index].down.isEmpty else { return }
    deliveries += 1
    send(.received(windows[index].down.removeFirst()), to: index)
  }

  /// Takes what the coordinator sends to the windows' links.
  mutating func collect() {
    for (link, frame) in coordinator.outbox {
      guard let index = windows.firstIndex(where: { $0.link == link }) else { continue }
      windows[index].down.append(frame.bytes)
    }
    coordinator.outbox = []
  }

  /// Delivers everything there is, in order.
  mutating func settle(cutAfter limit: Int = .max) {
    var cutAlready = false
    while let index = windows.indices.first(where: {
      windows[$0].link != nil && !(windows[$0].up.isEmpty && windows[$0].down.isEmpty)
    }) {
      if !windows[index].up.isEmpty { deliverUp(index) } else { deliverDown(index) }
      if deliveries >= limit, !cutAlready {
        cutAlready = true
        cut(index)
        return
      }
    }
  }

  /// Lets the time of the next timer come.
  mutating func advance(_ index: Int = 0) {
    guard let wake = windows[index].wake else { return }
    windows[index].wake = nil
    now = max(now, wake)
    send(.timer, to: index)
  }

  /// Runs until every window is live or rests, with nothing under way.
  mutating func heal() {
    reachable = true
    for _ in 0..<400 {
      for index in windows.indices {
        windows[index].holdsStore = false
        while !windows[index].owed.isEmpty { pay(index) }
      }
      settle()
      if windows.allSatisfy({ $0.replica.isQuiet }) { return }
      for index in windows.indices where !windows[index].replica.isQuiet { advance(index) }
    }
  }

  /// The process is killed; another one begins with what is on the disk.
  mutating func restart(_ index: Int) {
    if let link = windows[index].link { coordinator.close(link) }
    let old = windows[index]
    fresh += 1
    let identity = ReplicaIdentity(
      board: Fixture.board, session: old.disk.session?.session ?? old.replica.identity.session,
      instance: InstanceID(high: 4, low: fresh), author: ScriptedCoordinator.author,
      configuration: .board)
    let session =
      old.disk.session
      ?? SavedSession(
        board: Fixture.board, session: identity.session, configuration: .board, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0)
    windows[index].replica = Replica(
      identity: identity,
      saved: SavedReplica(session: session, pending: old.disk.pending, board: old.disk.board))
    windows[index].link = nil
    windows[index].up = []
    windows[index].down = []
    windows[index].owed = []
    windows[index].wake = nil
    send(.start(wallClock: 5), to: index)
  }
}

extension Replica {
  var isQuiet: Bool {
    switch link.state {
    case .linked(.live, _): outgoing.queue.edits.isEmpty && outgoing.writing == .idle
    case .ended: true
    default: false
    }
  }
}
