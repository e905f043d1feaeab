import BoardModel
import Coordination
import MemoryStore
import WindowDisk
@testable import WindowSync
import Windows
import Wire

// The terminals' side.
extension World {
  /// A process starts with what is on the terminal's disk.
  mutating func start(_ index: Int) throws(Violation) {
    terminals[index].life += 1
    let terminal = terminals[index]
    let session = terminal.disk.session
    let fresh = Names.instance(index, life: terminal.life)
    var begun =
      scope.isListed
      ? SavedWindow.begun(session.window, activity: Names.activity, by: fresh) : nil
    if scope.omitted == .instanceTriedAgain {
      begun = SavedWindow(
        activity: Names.activity, instance: fresh, confirmed: session.window?.instance)
    }
    let isAdopted = index == 1 && session.session == Names.session && session.epoch == 0
    let identity = ReplicaIdentity(
      board: Names.board, session: session.session,
      instance: begun?.instance ?? fresh,
      author: Names.author(index), configuration: session.configuration,
      window: begun.map {
        WindowIdentity(
          activity: Names.activity, place: "", arrival: isAdopted ? .adopt : .resume,
          previous: $0.confirmed)
      })
    terminals[index].disk.begin(identity)
    terminals[index].process = Terminal.Process(
      replica: Replica(identity: identity, saved: terminal.life == 1 ? nil : terminal.disk.saved))
    try tell(terminal: index, .start(wallClock: 0))
  }

  mutating func kill(_ index: Int, _ kill: Step.Kill) {
    guard let process = terminals[index].process else { return }
    if kill == .after, let writing = process.writing { write(writing, index) }
    if kill == .withoutBoard { terminals[index].disk.loseBoard() }
    terminals[index].process = nil
    guard let link = links.firstIndex(where: { $0.id == process.link }) else { return }
    links[link].terminalGone = true
    links[link].toTerminal = []
  }

  /// What a terminal's two machines are told, in this order.
  enum Event {
    case replica(ReplicaEvent)
    case window(WindowEvent)
  }

  mutating func tell(terminal index: Int, _ event: ReplicaEvent) throws(Violation) {
    try tell(terminal: index, .replica(event))
  }

  mutating func tell(terminal index: Int, _ event: Event) throws(Violation) {
    var events = [event]
    var next = 0
    while next < events.count {
      guard var process = terminals[index].process else { return }
      terminals[index].process = nil  // Sole owner while it changes: nothing is copied.
      switch events[next] {
      case .replica(let event):
        if event == .reclaim, process.replica.isReadOnly {
          terminals[index].insists = true
          process.awaitsSession = true
        }
        let (session, newest) = (process.replica.identity.session, process.replica.newest?.id)
        let isMissed = scope.omitted?.misses(event, process) == true
        let effects = isMissed ? [] : process.replica.handle(event, now: process.clock)
        scope.omitted?.repair(&process)
        if process.window != nil {
          events += process.toWindow(effects, of: event, session: session, newest: newest)
        }
        terminals[index].process = process
        for effect in effects { try perform(effect, of: index, &events) }
      case .window(let event):
        events += process.toReplica(event)
        terminals[index].process = process
      }
      next += 1
    }
  }

  private mutating func perform(
    _ effect: ReplicaEffect, of index: Int, _ events: inout [Event]
  ) throws(Violation) {
    switch effect {
    case .connect: try dial(index, &events)
    case .send(let bytes): send(bytes, from: index)
    case .disconnect:
      if let link = link(of: index) { links[link].terminalFinishes = true }
    case .persist(let operations): try userDrag(.operations(operations), of: index, &events)
    case .forget(let session, let counter):
      terminals[index].disk.forget(session, through: counter)
    case .saveSession(let session): terminals[index].disk.save(session)
    case .saveBoard(let board): terminals[index].disk.save(board)
    case .forgetBoard: terminals[index].disk.loseBoard()
    case .carryOver(_, let session, let pending):
      try userDrag(.carryOver(session, pending), of: index, &events)
    case .needsFreshIdentity:
      terminals[index].successors += 1
      let (session, instance) = Names.successor(index, terminals[index].successors)
      events.append(.replica(.freshIdentity(session: session, instance: instance)))
    case .wake(let moment): terminals[index].process?.wake = moment
    case .settled(let operation, _): try settled(operation)
    case .notice(let notice): try noticed(notice, by: index)
    case .standing(let standing):
      // If another terminal has taken it meanwhile, the person can press again.
      switch standing {
      case .writable, .fenced(.takenOver): terminals[index].process?.awaitsSession = false
      case .fenced, .reclaiming, .readOnly, .leaving: break
      }
      try stands(standing, index)
    case .refused(let intent, let reason): try refused(intent, reason, by: index)
    case .saveReport(let report):
      throw Violation(.peace, "terminal \(index) differs: \(report.cause)")
    case .left(let kept): try left(index, kept: kept)
    case .changed, .others, .moreOthers, .committed, .mayRead, .clearPurged, .clearJournal,
      .answered,
      .status, .registered,
      .activated, .windowsGone, .invited, .membership, .users, .drag:
      break
    }
  }

  /// An edit is refused only where the window was told that it would be.
  private mutating func refused(
    _ intent: Intent?, _ reason: EditRefusal, by index: Int
  ) throws(Violation) {
    if case .leftOut = reason, roleChanges > 0, case .cardCreate(let card, _, _, _, _) = intent {
      let edit = EditSet(number: Names.edit(card).number)
      guard store.edits[index].isDisjoint(with: edit) else {
        throw Violation(.once, "terminal \(index) has an edit back that stands in the log")
      }
      terminals[index].written.subtract(edit)
      terminals[index].returned.formUnion(edit)
      return
    }
    let replica = terminals[index].process?.replica
    switch reason {
    case .readOnly where replica?.standing != .writable || replica?.isGoing == true: return
    case .noBoard where replica?.visible == nil: return
    case .readOnly, .noBoard, .tooLarge, .queueFull, .nothingToUndo, .nothingToRedo, .notStored,
      .undeliverable, .leftOut:
      throw Violation(.kept, "terminal \(index) gives an edit up: \(reason)")
    }
  }

  private mutating func dial(
    _ index: Int, _ events: inout [Event]
  ) throws(Violation) {
    if terminals[index].process?.replica.session.ownership == .surrendered {
      throw Violation(.staysFenced, "terminal \(index) dials for a session it lost")
    }
    guard coordinator != nil else {
      events.append(
        .replica(.disconnected(reason: "refused", retry: .automatic, jitter: 0)))
      return
    }
    lastLink += 1
    let id = Names.connection(lastLink)
    links.append(Line(id: id, terminal: index, life: terminals[index].life))
    terminals[index].process?.link = id
    try tell(.connected(id, .known(Names.author(index))))
    events.append(.replica(.connected))
  }

  func link(of index: Int) -> Int? {
    guard let id = terminals[index].process?.link else { return nil }
    return links.firstIndex { $0.id == id }
  }

  private mutating func send(_ bytes: [UInt8], from index: Int) {
    guard let link = link(of: index) else { return }
    let chunk = Chunk(bytes)
    for case .attach(let attach) in chunk.contents { links[link].claim = attach }
    if !links[link].coordinatorGone { links[link].toCoordinator.append(chunk) }
  }

  /// Hands something to the disk, which takes a moment where the scope says so.
  private mutating func userDrag(
    _ writing: Terminal.Process.Writing, of index: Int, _ events: inout [Event]
  ) throws(Violation) {
    guard terminals[index].process?.writing == nil else {
      throw Violation(.kept, "two writes of terminal \(index) are under way at once")
    }
    terminals[index].process?.writing = writing
    guard !scope.slowDisk else { return }
    write(writing, index)
    events.append(.replica(writing.answer))
  }

  mutating func written(_ index: Int) throws(Violation) {
    guard let writing = terminals[index].process?.writing else { return }
    write(writing, index)
    try tell(terminal: index, writing.answer)
  }

  private mutating func write(_ writing: Terminal.Process.Writing, _ index: Int) {
    terminals[index].process?.writing = nil
    switch writing {
    case .operations(let operations):
      if scope.omitted != .onDiskBeforeSent { terminals[index].disk.persist(operations) }
      for operation in operations { terminals[index].written.formUnion(operation.edit) }
      note(operations, index)
    case .carryOver(let session, let pending):
      note(pending, index)
      let isSuccessor = session.session != terminals[index].disk.session.session
      if scope.omitted != (isSuccessor ? .successorOnDiskBeforeSent : .namedOnDiskBeforeSent) {
        terminals[index].disk.carryOver(to: session, pending)
      }
    }
  }

  private mutating func note(_ operations: [Operation], _ index: Int) {
    guard scope[.role] > 0 else { return }
    for operation in operations { terminals[index].named[operation.id] = operation.edit }
  }

  mutating func fireTimer(_ index: Int) throws(Violation) {
    guard let process = terminals[index].process, let wake = process.wake else { return }
    terminals[index].process?.clock = max(process.clock, wake)
    terminals[index].process?.wake = nil
    try tell(terminal: index, .timer)
  }

  /// Whether time brings something about other than a look at whether the coordinator is there.
  func hasDeadline(_ process: Terminal.Process) -> Bool {
    guard let wake = soon(process.wake, of: process.clock) else { return false }
    switch process.replica.link.state {
    case .waiting: return coordinator != nil
    case .linked:
      return wake < ahead(process.replica.link.conversation.value?.deadline, of: process.clock) ?? 0
    case .idle, .dialing, .closing, .ended: return false
    }
  }

  /// A new card, with a name by which it is found.
  mutating func edit(_ index: Int) throws(Violation) {
    let number = terminals[index].made
    let newest = terminals[index].process?.replica.newest?.id
    try tell(
      terminal: index,
      .edit(
        .cardCreate(
          Names.card(index, number), in: Names.column, title: "card", body: "", at: Anchors())))
    if terminals[index].process?.replica.newest?.id != newest { terminals[index].made += 1 }
  }

  private mutating func left(_ index: Int, kept: Bool) throws(Violation) {
    let terminal = terminals[index]
    terminals[index].isLeft = true
    terminals[index].process = nil
    if let id = terminal.process?.link, let link = links.firstIndex(where: { $0.id == id }) {
      links[link].terminalGone = true
      links[link].toTerminal = []
    }
    guard kept || store.edits[index].isSuperset(of: terminal.written) else {
      throw Violation(.kept, "terminal \(index) left for good and keeps nothing of what it has")
    }
  }
}

extension Terminal.Process.Writing {
  fileprivate var answer: ReplicaEvent {
    switch self {
    case .operations: .stored
    case .carryOver: .carriedOver
    }
  }
}

extension Replica {
  /// The window is on its way out, and nobody types in it.
  var isGoing: Bool { currentStanding == .leaving }

  var isReadOnly: Bool {
    switch standing {
    case .fenced, .readOnly: true
    case .writable, .reclaiming, .leaving: false
    }
  }
}
