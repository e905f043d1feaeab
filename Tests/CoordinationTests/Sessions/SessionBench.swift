import BoardModel
import LogRecords
import Wire

@testable import Coordination

/// A table of sessions in which one is in a certain state.
struct SessionBench {
  var table = SessionTable()
  private let state: SessionState
  static let start = Moment(monotonic: 1_000, wall: 1_000)
  static let now = Moment(monotonic: 2_000, wall: 2_000)
  static let later = Moment(monotonic: 2_000, wall: 1_000 + 40 * 86_400_000)
  static let ann = Author(user: "ann", device: "laptop")
  static let id = session(1)
  private static let tooLong = String(repeating: "x", count: Limits.operationBytes)

  init(_ state: SessionState) {
    self.state = state
    switch state {
    case .unknown, .promised, .promisedToo, .rivalPromised: break
    case .rivalled: come(session: 2)
    case .command: come(as: .command, plain: true)
    case .unlisted:
      come(plain: true)
      write()
    case .unwritten: come()
    case .held, .ordered, .away, .takingOver, .takenOver, .ending, .ended:
      come()
      write()
    }
    switch state {
    case .ordered: for counter in 1...2 as ClosedRange<UInt64> { order(counter) }
    case .away: table.leave(Self.id, ConnectionID(1), now: Self.start)
    case .takingOver, .takenOver: come(instance: 2, .takeOver)
    case .ending, .ended:
      _ = table.end(Self.id, "enough", titled: "Work", by: Self.ann, now: Self.start)
    default: break
    }
    if state == .takenOver || state == .ended { write() }
    _ = table.takeUnsaved()
  }

  private mutating func come(
    session number: UInt64 = 1, instance: UInt64 = 1, _ manner: AttachManner = .resume,
    as configuration: Configuration = .card, plain: Bool = false
  ) {
    let decision = table.attach(
      request(
        manner, session: number, instance: instance, connection: instance,
        configuration: configuration, plain: plain), Shares(), now: Self.start)
    precondition(decision.isAdmission)
  }

  private mutating func write() { _ = table.written([table[Self.id]?.record].compactMap(\.self)) }

  private mutating func order(_ counter: UInt64) {
    table.append(
      Session.Ledger.Entry(
        mark: OperationMark(Self.operation(counter).bytes), epoch: 1,
        stored: StoredOutcome(
          counter: counter, sequence: counter + 1, time: 1, outcome: .applied)), of: Self.id)
  }

  private func request(
    _ manner: AttachManner = .resume, session number: UInt64 = 1, instance: UInt64 = 1,
    connection: UInt64 = 9, previous: UInt64? = nil, epoch: UInt32 = 0, firstPending: UInt64 = 1,
    user: String = "ann", board place: UInt64 = 1, activity: Activity = .card(1),
    configuration: Configuration = .card, creator: UInt64 = 99, plain: Bool = false
  ) -> AttachRequest {
    let body = Attach(
      board: board(place), session: session(number), instance: InstanceID(high: 9, low: instance),
      configuration: configuration, epoch: epoch, incarnation: IncarnationID(high: 0, low: 0),
      sequence: 1, firstPending: firstPending, level: 1)
    let author = Author(user: user, device: connection == 9 ? "desktop" : "laptop")
    let window = AttachWindow(
      manner: manner, previous: previous.map { InstanceID(high: 9, low: $0) }, activity: activity,
      place: "tty9", attach: body)
    let promise = Reservations.Reservation(
      session: Self.id, board: board(1), author: Self.ann, activity: .card(1),
      opener: ConnectionID(7), until: .max)
    return AttachRequest(
      connection: ConnectionID(connection), author: author, body: body,
      window: plain ? nil : window, sequence: 3, creator: session(creator),
      promise: [.promised, .promisedToo].contains(state) ? promise : nil,
      promised: [.rivalPromised, .promisedToo].contains(state) && body.board == board(1)
        && author.user == "ann" && activity == .card(1) ? session(2) : nil)
  }

  private mutating func acknowledge(_ body: Acknowledge, durable: UInt64 = 3) -> String {
    guard let refusal = table.acknowledge(Self.id, body, durable: durable) else { return "-" }
    return Self.refusals.first { $0.value == refusal }?.key ?? "\(refusal)"
  }

  /// What comes of an event, in words.
  mutating func happen(_ event: SessionEvent) -> String {
    let route = table[Self.id]?.route ?? ConnectionID(1)
    switch event {
    case .attach: return attach(request(epoch: 1))
    case .attachPlain: return attach(request(epoch: 1, plain: true))
    case .attachOther: return attach(request(instance: 3))
    case .attachOtherPlain: return attach(request(instance: 3, plain: true))
    case .adopt: return attach(request(.adopt, instance: 3))
    case .takeOver: return attach(request(.takeOver, instance: 3))
    case .attachAdditional: return attach(request(.additional, instance: 3))
    case .succeed: return attach(request(instance: 3, previous: 1))
    case .attachSecond: return attach(request(instance: 2, epoch: 2))
    case .attachAhead: return attach(request(firstPending: 4))
    case .attachInformed: return attach(request(firstPending: 2))
    case .attachByOtherUser: return attach(request(user: "bob"))
    case .attachOnOtherBoard: return attach(request(board: 2))
    case .attachForOtherCard: return attach(request(activity: .card(2)))
    case .attachForNothing:
      return attach(
        request(activity: Activity(type: "x", title: "", target: TargetID(high: 0, low: 0))))
    case .attachAsCreator: return attach(request(creator: 1))
    case .leave: table.leave(Self.id, route, now: Self.now)
    case .leaveOther: table.leave(Self.id, ConnectionID(8), now: Self.now)
    case .abandon: table.abandon(Self.id, route)
    case .end:
      let withdrawn = table.end(Self.id, "over", titled: "Work", by: Self.ann, now: Self.now)
      return withdrawn.map { "withdraw \($0.rawValue)" } ?? "-"
    case .forget: return table.forget(Self.id) ? "forgotten" : "-"
    case .expire:
      let expired = table.expired(now: Self.later)
      if expired.contains(.isForgotten(Self.id)) { return "forget" }
      return expired.contains(.ends(Self.id, table[Self.id]?.record.author ?? Self.ann))
        ? "end" : "-"
    case .write:
      let users = table.written([table[Self.id]?.record].compactMap(\.self))
      return users.isEmpty ? "-" : "tell \(users.joined(separator: " "))"
    case .revert:
      table.revert([Self.id])
    case .acknowledge: return acknowledge(Acknowledge(sequence: 2, counter: 1))
    case .acknowledgeBoard: return acknowledge(Acknowledge(sequence: 2, counter: 0))
    case .acknowledgeAhead: return acknowledge(Acknowledge(sequence: 2, counter: 3))
    case .acknowledgeUnwritten: return acknowledge(Acknowledge(sequence: 2, counter: 2), durable: 2)
    case .acknowledgeBeyondBoard: return acknowledge(Acknowledge(sequence: 4, counter: 1))
    case .order: order((table[Self.id]?.ledger.lastCounter ?? 0) + 1)
    case .revertOperations: table.revertOperations(on: board(1), to: 2)
    case .submitFirst: return submit(Self.operation(1))
    case .submitChanged: return submit(Self.operation(1, title: "Changed"))
    case .submitThird: return submit(Self.operation(3))
    case .submitFar: return submit(Self.operation(9))
    case .submitOfOther: return submit(Self.operation(1, session: 2))
    case .submitOfLaterEpoch: return submit(Self.operation(3, epoch: 5))
    case .submitOfNoEpoch: return submit(Self.operation(3, epoch: 0))
    case .submitTooLarge:
      return submit(Self.operation(3, title: Self.tooLong))
    case .describe: _ = table.describe(Self.id, Self.state(of: 1), Shares().infoBytes)
    case .describeOther: _ = table.describe(Self.id, Self.state(of: 2), Shares().infoBytes)
    }
    return "-"
  }

  private static func state(of card: UInt64) -> WindowState {
    WindowState(activity: .card(card, info: [7]), drafts: 1, unsent: 2)
  }

  private mutating func attach(_ request: AttachRequest) -> String {
    switch table.attach(request, Shares(), now: Self.now) {
    case .refused(let refusal):
      Self.refusals.first { $0.value == refusal }?.key ?? "\(refusal)"
    case .contested(let incumbent): "ask \(incumbent.rawValue)"
    case .admitted(nil): "admit"
    case .admitted(.replaced(let old)): "admit, replace \(old.rawValue)"
    case .admitted(.fenced(let old)): "admit, fence \(old.rawValue)"
    }
  }

  static func operation(
    _ counter: UInt64, epoch: UInt32 = 1, title: String = "One", session number: UInt64 = 1
  ) -> Operation {
    Operation(
      id: OperationID(session: session(number), epoch: epoch, counter: counter), base: 1,
      queued: false, intent: .cardRetitle(card(1), title: title))
  }

  private func submit(_ operation: Operation) -> String {
    switch table[Self.id]?.decide(
      SubmittedOperation(operation), epoch: table[Self.id]?.record.epoch ?? 0)
    {
    case nil: "-"
    case .refused(let refusal): Self.refusals.first { $0.value == refusal }?.key ?? "\(refusal)"
    case .known(let stored): "again \(stored.counter) at \(stored.sequence)"
    case .next(let kept, let bytes): "order after \(kept)" + (kept > 0 ? " of \(bytes)" : "")
    }
  }

  /// The refusals of the table, with all that each says.
  private static let refusals: [String: Refusal] = [
    "unknown": .unknown(id),
    "not-promised": .notPromised(id),
    "already-open": .alreadyOpen(session(2)),
    "not-yours": .notYours(id),
    "other-activity": .otherActivity(id),
    "no-activity": Refusal(.activityRefused, "There is no window for “x”."),
    "other-board": .otherBoard(id, board(1)),
    "fenced": .fenced(id),
    "counter-4-of-0": .counterUnknown(4, last: 0),
    "counter-4-of-2": .counterUnknown(4, last: 2),
    "counter-2-of-0": .counterUnknown(2, last: 0),
    "ends-just-now": .endsJustNow,
    "counter-gap-1": Refusal(.counterGap, "The window's next edit is number 1, not 9."),
    "counter-gap-1-3": Refusal(.counterGap, "The window's next edit is number 1, not 3."),
    "counter-gap-3": Refusal(.counterGap, "The window's next edit is number 3, not 9."),
    "changed": Refusal(
      .operationChanged, "Operation 1 was sent before with other content."),
    "other-session": Refusal(
      .wrongSession,
      "The edit is of the window \(session(2)), this connection of \(session(1))."),
    "later-epoch": Refusal(
      .wrongSession,
      "The edit is of the window's turn 5; only 1 is possible now."),
    "no-epoch": Refusal(
      .wrongSession,
      "The edit is of the window's turn 0; only 1 is possible now."),
    "has-1-of-0": .unordered(counter: 1, last: 0),
    "has-2-of-0": .unordered(counter: 2, last: 0),
    "has-2-of-1": .unordered(counter: 2, last: 1),
    "has-3-of-0": .unordered(counter: 3, last: 0),
    "has-3-of-2": .unordered(counter: 3, last: 2),
    "has-board-4-of-3": .unordered(sequence: 4, last: 3),
    "too-large": Refusal(
      .requestTooLarge,
      "The operation has \(operation(3, title: tooLong).bytes.count) bytes; at most "
        + "\(Limits.operationBytes) are taken. Split it."),
    "ended": .ended(WindowRecord.End(number: 1, reason: "enough", author: ann, time: 1_000)),
  ]

  /// How the session stands: the connection that may act for it, its process, epoch and device, the
  /// times when it was seen and shown, its end, what it holds, its outcomes, what it acknowledged, and
  /// what the log has of that.
  var standing: String {
    let forgotten = table.forgotten[board(1)]
    guard let session = table[Self.id] else {
      return forgotten == 0 ? "none" : "none, next above \(forgotten)"
    }
    let record = session.record
    var words = ["\(session.route.map { "\($0.rawValue)" } ?? "nobody")"]
    words.append("p\(record.instance.low) e\(record.epoch)")
    words.append("\(record.author.device) \(record.lastSeen / 1_000)s")
    if let window = record.window {
      words.append("since \(window.since / 1_000)s")
      if window.end != nil { words.append("ended \(window.end?.number ?? 0)") }
      if window.holdsSomething { words.append("holds \(window.drafts)+\(window.unsent)") }
    }
    let ledger = session.ledger
    if ledger.lastCounter > 0 {
      words.append("ordered \(ledger.lastCounter) keeps \(ledger.entries.count)")
    }
    let acknowledged = (record.acknowledgedCounter, record.acknowledgedSequence)
    if acknowledged != (0, 0) { words.append("has \(acknowledged.0)/\(acknowledged.1)") }
    words.append(
      session.durable.map { $0 == record ? "logged" : "logged p\($0.instance.low)" } ?? "unlogged")
    if table.unsaved.contains(Self.id) { words.append("unsaved") }
    if table.endsToTell.contains(Self.id) { words.append("to tell") }
    return words.joined(separator: " ")
  }
}

extension AttachDecision {
  fileprivate var isAdmission: Bool { if case .admitted = self { true } else { false } }
}
