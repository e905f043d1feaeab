import BoardModel
import Coordination
import WindowSync
import Wire

// The windows' side: processes, their disks, and what people do in them.
extension World {
  mutating func startWindow(_ index: Int) throws {
    let session = SessionID(high: 0x5E, low: identifier())
    let disk = SimulatedDisk(
      session: SavedSession(
        board: Names.board, session: session, configuration: .board, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0))
    processes.append(
      SimulatedProcess(replica: replica(index, session: session, saved: nil), disk: disk))
    try tell(process: index, .start(wallClock: 1_700_000_000_000 + time))
  }

  mutating func replica(_ index: Int, session: SessionID, saved: SavedReplica?) -> Replica {
    Replica(
      identity: ReplicaIdentity(
        board: Names.board, session: session,
        instance: InstanceID(high: 0x1A, low: identifier()), author: Names.author(index),
        configuration: .board), saved: saved)
  }

  /// Kills a process; a new one finds what is on its disk.
  mutating func crashWindow(_ index: Int) throws {
    counters.note(.windowCrash)
    processes[index].writing = nil
    processes[index].fenced = false
    if let link = processes[index].link { try abandon(link) }
    processes[index].link = nil
    processes[index].wakeAt = nil
    let saved = processes[index].disk.saved
    processes[index].replica = replica(index, session: saved.session.session, saved: saved)
    try tell(process: index, .start(wallClock: 1_700_000_000_000 + time))
  }

  /// Somebody opens the session of a window on another machine while that window lives.
  mutating func takeOver(_ index: Int) throws {
    let victim = processes[index]
    guard !victim.fenced, victim.replica.confirmed != nil, processes.count < World.windows + 3
    else { return }
    counters.note(.takeover)
    let session = victim.disk.session.session
    let thief = processes.count
    let disk = SimulatedDisk(
      session: SavedSession(
        board: Names.board, session: session, configuration: .board, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0))
    // The thief speaks for the same user, as whom else would the coordinator let it.
    let author = Names.author(index)
    let replica = Replica(
      identity: ReplicaIdentity(
        board: Names.board, session: session,
        instance: InstanceID(high: 0x1A, low: identifier()), author: author,
        configuration: .board), saved: nil)
    processes.append(SimulatedProcess(replica: replica, disk: disk))
    checks.authors[thief] = author
    try tell(process: thief, .start(wallClock: 1_700_000_000_000 + time))
  }

  mutating func tell(process index: Int, _ event: ReplicaEvent) throws {
    var events = [event]
    while !events.isEmpty {
      let event = events.removeFirst()
      let effects = processes[index].replica.handle(event, now: time)
      if World.traces {
        let done = effects.map { summary(of: $0) }.filter { !$0.isEmpty }
        record("process \(index): \(summary(of: event)) -> \(done)")
      }
      for effect in effects { events += try perform(effect, of: index) }
    }
  }

  private mutating func perform(
    _ effect: ReplicaEffect, of index: Int
  ) throws -> [ReplicaEvent] {
    switch effect {
    case .connect: return try dial(index)
    case .send(let bytes): try send(bytes, from: index)
    case .disconnect:
      guard let link = processes[index].link else { return [] }
      links[link]?.windowFinishes = true
    case .persist(let operations):
      if processes[index].writing != nil { throw Violation("two writes are under way at once") }
      processes[index].writing = operations
      if random.chance(2, in: 3) { return try written(index) }
      counters.note(.lateDisk)
    case .forget(let session, let counter):
      processes[index].disk.forget(session, through: counter)
    case .saveSession(let session): processes[index].disk.save(session)
    case .saveBoard(let board): processes[index].disk.save(board)
    case .carryOver(_, let session, let pending):
      checks.renumbered(pending)
      processes[index].disk.carryOver(to: session, pending)
      return [.carriedOver]
    case .saveReport(let report): throw Violation("process \(index) diverged: \(report.cause)")
    case .settled(let operation, let outcome):
      try checks.settled(operation, outcome, in: store)
    case .notice(let notice):
      if notice == .fenced {
        processes[index].fenced = true
        processes[index].wasFenced = true
      }
      try checks.noticed(notice, by: index, wasFenced: processes[index].wasFenced)
    case .needsFreshIdentity:
      return [
        .freshIdentity(
          session: SessionID(high: 0x5E, low: identifier()),
          instance: InstanceID(high: 0x1A, low: identifier()))
      ]
    case .wake(let moment): processes[index].wakeAt = moment
    case .refused(_, let reason): checks.refusals[reason, default: 0] += 1
    case .committed(let operations): try checks.committed(operations, by: index)
    case .changed, .others, .history, .historyUnavailable, .status: break
    case .left: throw Violation("process \(index) left by itself")
    }
    return []
  }

  /// The window's disk is done with what was handed to it.
  mutating func written(_ index: Int) throws -> [ReplicaEvent] {
    guard let operations = processes[index].writing else { return [] }
    processes[index].writing = nil
    if bug != .pendingNotWritten || !random.chance(1, in: 4) {
      processes[index].disk.persist(operations)
    }
    checks.persisted(operations)
    return [.stored]
  }

  mutating func finishWrite() throws {
    let waiting = processes.indices.filter { processes[$0].writing != nil }
    guard let index = random.pick(waiting) else { return }
    for event in try written(index) { try tell(process: index, event) }
  }

  mutating func editSomething() throws {
    guard let index = random.pick(processes.indices.filter { !processes[$0].fenced }),
      let board = processes[index].replica.visible
    else { return }
    let intent = intent(on: board, by: index)
    try tell(process: index, intent.map { .edit($0) } ?? .undo(force: random.chance(1, in: 2)))
  }

  /// What a person might do next; nil for an undo. Titles are unique, so that an edit can be found
  /// in the log whatever its operation is called.
  private mutating func intent(on board: Board, by index: Int) -> Intent? {
    let columns = board.liveColumns.map(\.id)
    let cards = columns.flatMap { board.liveCards(in: $0).map(\.id) }
    let marker = "edit \(identifier())"
    guard let column = random.pick(columns) else {
      return .columnCreate(
        ColumnID(high: 0xC1, low: identifier()), title: marker, at: Anchors())
    }
    guard let card = random.pick(cards), !random.chance(1, in: 4) else {
      return .cardCreate(
        CardID(high: 0xCA, low: identifier()), in: column, title: marker, body: "",
        at: Anchors(after: random.pick(cards)))
    }
    switch random.below(10) {
    case 0..<4: return .cardRetitle(card, title: marker)
    case 4: return .cardMove([card], to: column, at: Anchors(after: random.pick(cards)))
    case 5:
      let length = board.card(card)?.body.visibleCount ?? 0
      let start = random.below(length + 1)
      let end = min(length, start + random.below(4))
      let splice = board.card(card)?.body.splice(replacing: start..<end, with: "\(marker) ")
      return .cardSplice(card, splice ?? Splice(deletions: [], insertions: []))
    case 6: return .cardArchive(card)
    case 7: return .cardFavourite(card, marked: random.chance(1, in: 2))
    case 8:
      return .columnDelete(
        column, seen: board.liveCards(in: column).map(\.id),
        disposition: random.pick(columns.filter { $0 != column }).map { .move(to: $0) } ?? .archive)
    default: return nil
    }
  }
}
