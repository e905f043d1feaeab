import BoardModel
import Coordination
import WindowDisk
import WindowSync
import Wire

// The windows' side: processes, their disks, and what people do in them.
extension World {
  mutating func startWindow(_ index: Int) throws {
    let session = SessionID(high: 0x5E, low: identifier())
    let disk = WindowDisk(
      session: SavedSession(
        board: Names.board, session: session, configuration: .board, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0))
    checks.begins(index, as: Names.author(index), in: session)
    processes.append(
      SimulatedProcess(
        replica: replica(index, session: session, saved: nil), disk: disk,
        clockError: Int64(random.below(7_200_000)) - 3_600_000))
    try start(index)
  }

  /// Somebody opens one more window where there is no link, with the board that another one of
  /// theirs kept, and works in it before any coordinator knows its session.
  mutating func openAway() throws {
    guard processes.count < World.windows + 3, let index = random.pick(Array(processes.indices)),
      let board = processes[index].disk.board
    else { return }
    counters.note(.openedAway)
    let session = SessionID(high: 0x5E, low: identifier())
    let new = processes.count
    var disk = WindowDisk(
      session: SavedSession(
        board: Names.board, session: session, configuration: .board, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0))
    disk.save(
      SavedBoard(
        board: board.board, sequence: board.sequence, entities: board.entities, ownThrough: 0))
    checks.begins(new, as: checks.author(of: index), in: session)
    var process = SimulatedProcess(
      replica: replica(new, session: session, saved: disk.saved), disk: disk)
    process.journeyEnd = time + UInt64(random.below(15_000))
    processes.append(process)
    try start(new)
  }

  private mutating func start(_ index: Int) throws {
    try tell(process: index, .start(wallClock: wallClock(processes[index].clockError)))
  }

  mutating func replica(
    _ index: Int, session: SessionID, saved: SavedReplica?, arrival: AttachManner = .resume
  ) -> Replica {
    let begun = SavedWindow.begun(
      saved?.session.window, activity: Activity(.board, title: "Plan"),
      by: InstanceID(high: 0x1A, low: identifier()))
    return Replica(
      identity: ReplicaIdentity(
        board: Names.board, session: session, instance: begun.instance,
        author: checks.author(of: index), configuration: saved?.session.configuration ?? .board,
        window: WindowIdentity(
          activity: Activity(.board, title: "Plan"), place: "process \(index)", arrival: arrival,
          previous: begun.confirmed)), saved: saved, levels: World.levels)
  }

  /// Kills a process; a new one finds what is on its disk.
  mutating func crashWindow(_ index: Int) throws {
    counters.note(.windowCrash)
    processes[index].writing = nil
    processes[index].fenced = false
    if let link = processes[index].link { try abandon(link) }
    processes[index].link = nil
    processes[index].wakeAt = nil
    let saved = readable(processes[index].disk.saved)
    processes[index].replica = replica(index, session: saved.session.session, saved: saved)
    processes[index].disk.begin(processes[index].replica.identity)
    try start(index)
  }

  /// Somebody opens the session of a window on another machine while that window lives.
  mutating func takeOver(_ index: Int) throws {
    let victim = processes[index]
    guard !victim.fenced, victim.replica.confirmed != nil, processes.count < World.windows + 3,
      victim.disk.session.configuration == .board
    else { return }
    counters.note(.takeover)
    // Often because the other machine is out of reach.
    if random.chance(1, in: 2), let id = victim.link, let link = links[id] {
      try abandon(id)
      try disconnect(id, link)
    }
    let session = victim.disk.session.session
    let thief = processes.count
    let disk = WindowDisk(
      session: SavedSession(
        board: Names.board, session: session, configuration: .board, epoch: 0,
        incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0))
    // The thief speaks for the same user, as whom else would the coordinator let it.
    checks.begins(thief, as: checks.author(of: index), in: session)
    // A person may be asked first, where the victim lives, and then wants it all the same.
    let replica = replica(
      thief, session: session, saved: nil, arrival: random.chance(1, in: 2) ? .adopt : .takeOver)
    processes.append(SimulatedProcess(replica: replica, disk: disk))
    try start(thief)
  }

  /// Somebody presses the key that takes a session back, whether there is anything to take or not.
  mutating func pressReclaim() throws {
    guard let index = random.pick(Array(processes.indices)) else { return }
    try tell(process: index, .reclaim)
    if case .readOnly = processes[index].replica.standing {
      try tell(process: index, .resumeNow)
    }
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
      for case .refused(_, .leftOut(let id, _)) in effects { try checks.leftOut(id, in: store) }
      for effect in effects { events += try perform(effect, of: index) }
    }
  }

  private mutating func perform(
    _ effect: ReplicaEffect, of index: Int
  ) throws -> [ReplicaEvent] {
    recordJournal(effect, of: index)
    switch effect {
    case .connect: return try dial(index)
    case .send(let bytes): try send(bytes, from: index)
    case .disconnect:
      guard let link = processes[index].link else { return [] }
      links[link]?.windowFinishes = true
    case .persist(let operations):
      guard processes[index].writing == nil else {
        throw Violation(.order, "two writes are under way at once")
      }
      processes[index].writing = operations
      if random.chance(2, in: 3) { return try written(index) }
      counters.note(.lateDisk)
    case .forget(let session, let counter):
      processes[index].disk.forget(session, through: counter)
    case .saveSession(let session): processes[index].disk.save(session)
    case .saveBoard(let board): save(board, of: index)
    case .forgetBoard: forgetBoard(of: index)
    case .carryOver(_, let session, let pending):
      try checks.carriedOver(processes[index].disk.pending, to: pending)
      carryOver(to: session, pending, on: index)
      return [.carriedOver]
    case .saveReport(let report):
      throw Violation(.notices, "process \(index) diverged: \(report.cause)")
    case .changed: try checkShownNumbers(of: index, isFresh: true)
    case .settled(let operation, let outcome):
      if bug == .silentRejection, outcome.isRejected { return [] }
      try checks.settled(operation, outcome, in: store)
    case .notice(let notice):
      let mayExpire = processes[index].wasFenced || processes[index].wasUnwritten
      try checks.noticed(notice, by: index, mayExpire: mayExpire)
    case .needsFreshIdentity:
      let old = processes[index].disk.session.session
      if !store.knownSessions.contains(old) { processes[index].wasUnwritten = true }
      let session = SessionID(high: 0x5E, low: identifier())
      checks.renews(index, with: session)
      return [
        .freshIdentity(
          session: session, instance: InstanceID(high: 0x1A, low: identifier()))
      ]
    case .wake(let moment): processes[index].wakeAt = moment
    case .standing(let standing):
      let isBack = standing == .writable && processes[index].fenced
      if isBack, processes[index].wasFenced { counters.note(.reclaim) }
      processes[index].fenced = standing != .writable
      switch standing {
      case .fenced(.takenOver): processes[index].wasFenced = true
      case .fenced(.inUse):
        counters.note(.inUse)
        return [.reclaim]
      case .writable, .reclaiming, .leaving: break
      case .readOnly(.readingLost), .readOnly(.boardUnknown):
        counters.note(.readingLost)
        try checkForgotten(by: index)
      case .fenced(.ended), .readOnly:
        throw Violation(.notices, "process \(index) is told that it is \(standing)")
      }
    case .refused(_, let reason):
      if case .readOnly = reason, processes[index].replica.standing == .writable {
        throw Violation(.notices, "process \(index) looks writable and refuses an edit: \(reason)")
      }
      checks.refusals[reason, default: 0] += 1
    case .committed(let operations): try checks.committed(operations, by: index)
    case .clearPurged(let purge): clearPurged(purge, of: index)
    case .clearJournal: clearPurged(.max, of: index)
    case .mayRead, .others, .moreOthers, .answered, .status, .registered, .activated, .windowsGone,
      .invited, .membership, .users, .drag:
      break
    case .left: throw Violation(.rest, "process \(index) left by itself")
    }
    return []
  }

  private mutating func clearPurged(_ purge: UInt64, of index: Int) {
    // A disk does one thing after another.
    processes[index].writing = processes[index].writing?.map {
      $0.withoutContext(before: purge) ?? $0
    }
    processes[index].disk.clearPurged(purge)
  }

  /// The window's disk is done with what was handed to it.
  mutating func written(_ index: Int) throws -> [ReplicaEvent] {
    guard let operations = processes[index].writing else { return [] }
    processes[index].writing = nil
    let written = writable(operations)
    processes[index].disk.persist(written)
    checks.persisted(operations)
    return [.stored]
  }

  mutating func finishWrite() throws {
    let waiting = processes.indices.filter { processes[$0].writing != nil }
    guard let index = random.pick(waiting) else { return }
    for event in try written(index) { try tell(process: index, event) }
  }
}
