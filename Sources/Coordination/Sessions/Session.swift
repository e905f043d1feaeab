import BoardModel
import LogRecords
import Wire

/// A session in the coordinator's memory: its record, the connection that may act for it, and the
/// outcomes of its operations.
struct Session: Sendable {
  private(set) var record: SessionRecord
  /// The record that the log has; nil until the log has one.
  private(set) var durable: SessionRecord?
  /// The connection that may act for the session now; nothing else decides that.
  private(set) var route: ConnectionID?
  /// The outcomes of its operations; nil while the board's log was not read since the start.
  private(set) var known: Ledger?
  /// What of it counts against shares.
  private(set) var kept = Kept()
  /// The share that has no room for the user information that its window told last; nil where that is kept.
  private(set) var excessOfInfo: Excess?

  var ledger: Ledger { known ?? Ledger() }

  /// Whether the board's log may have an operation of the session.
  var mayHaveOrdered: Bool {
    record.acknowledgedCounter > 0 || known.map { $0.lastCounter > 0 } ?? true
  }

  var isListed: Bool { record.window.map { $0.end == nil } ?? false }
}

// Who may act for the session.
extension Session {
  /// Makes the session that the ATTACH is for, which its connection may act for.
  ///
  /// - Parameters:
  ///   - epoch: the epoch that it begins with.
  ///   - lastEnd: the number of the last window that ended.
  ///   - excess: the share that has no room for the user information of its window.
  init(
    for request: AttachRequest, epoch: UInt32, lastEnd: UInt64, lacking excess: Excess?,
    now: Moment
  ) {
    let body = request.body
    record = SessionRecord(
      id: body.session, board: body.board, author: request.author,
      configuration: body.configuration, instance: body.instance, epoch: epoch, firstEpoch: epoch,
      acknowledgedCounter: 0, acknowledgedSequence: 0, lastSeen: now.wall)
    route = request.connection
    known = Ledger()
    if let window = request.window {
      show(window, lastEnd: lastEnd, lacking: excess, now: now)
    }
  }

  /// Lets the connection act for the session, and no other any longer. Another process raises the
  /// epoch.
  ///
  /// - Returns: the connection that may not act for it any longer.
  mutating func admit(
    _ request: AttachRequest, lastEnd: UInt64, lacking excess: Excess?, now: Moment
  ) -> DisplacedRoute? {
    let body = request.body
    let old = route
    let isSame = record.instance == body.instance
    record.author = request.author
    excessOfInfo = nil
    if !isSame {
      record.epoch += 1
      record.instance = body.instance
    }
    route = request.connection
    record.lastSeen = now.wall
    // The window has the outcomes it no longer asks about, though a crash may have lost its
    // ACKNOWLEDGE.
    acknowledge(counter: max(body.firstPending, 1) - 1, sequence: body.sequence)
    if let window = request.window {
      show(window, lastEnd: lastEnd, lacking: excess, now: now)
    }
    return old.map { isSame ? .replaced($0) : .fenced($0) }
  }

  /// Notes that the window is shown, perhaps in another place than before. The session of one that
  /// was not listed before is from here on.
  private mutating func show(
    _ window: AttachWindow, lastEnd: UInt64, lacking excess: Excess?, now: Moment
  ) {
    // Of a window that is known what it said last is kept.
    if record.window == nil {
      let activity = window.activity.untitled
      record.window = WindowRecord(
        activity: excess == nil ? activity : activity.informed([]), place: window.place,
        since: now.wall, toldEnd: lastEnd)
      excessOfInfo = excess
    }
    record.window?.place = window.place
    record.window?.since = now.wall
  }

  /// Notes that the connection acts for the session no longer.
  /// - Parameter time: milliseconds since 1970.
  /// - Returns: whether it did until now.
  mutating func leave(_ connection: ConnectionID, at time: UInt64) -> Bool {
    guard route == connection else { return false }
    route = nil
    known?.trim()
    record.lastSeen = time
    record.window?.since = time
    return true
  }

  /// Notes that the connection, which waited for its epoch, acts for the session no longer: it never
  /// has.
  mutating func abandon(_ connection: ConnectionID) {
    if route == connection { route = nil }
  }

  /// Ends the window: from here on nobody can attach as its session.
  /// - Parameter title: what the board says that it showed.
  mutating func end(_ end: WindowRecord.End, titled title: String) {
    record.window?.end = end
    // The user information of the window is of no use any more.
    if let activity = record.window?.activity {
      record.window?.activity = Activity(
        type: activity.type, title: title, target: activity.target)
    }
    if let route { _ = leave(route, at: end.time) }
    record.lastSeen = end.time
  }
}

// What the window said of itself, and was told.
extension Session {
  /// Its title is not kept: people are shown the board's own, and a window that is behind says one
  /// that may have been purged.
  /// - Parameter keepsInfo: whether there is room for its user information; without, what it said before
  ///   stays.
  /// - Returns: whether that is said of what the window is for.
  mutating func describe(_ state: WindowState, keepsInfo: Bool) -> Bool {
    guard let window = record.window, window.activity.subject == state.activity.subject
    else { return false }
    let activity = state.activity.untitled
    record.window?.activity = keepsInfo ? activity : activity.informed(window.activity.userInfo)
    record.window?.drafts = state.drafts
    record.window?.unsent = state.unsent
    return true
  }

  /// Notes whether a share has no room for what it keeps of itself.
  /// - Returns: whether that is so since now.
  mutating func lack(info excess: Excess?) -> Bool {
    defer { excessOfInfo = excess }
    return excess != nil && excessOfInfo == nil
  }

  /// Forgets what it has of what was purged.
  /// - Returns: whether its record changed.
  mutating func forget(_ purge: PurgeRecord) -> Bool {
    known?.forgetMarks(through: purge.sequence)
    guard let window = record.window else { return false }
    let left = window.activity.purging(purge.target, keepsInfo: window.holdsSomething)
    guard left != window.activity else { return false }
    record.window?.activity = left
    return true
  }

  /// Notes that the window was told of the ends up to this number.
  mutating func tellEnds(through number: UInt64) { record.window?.toldEnd = number }

  /// Notes that the window has received and stored everything up to these numbers, which are
  /// durable: `refusal(of:durable:)` has seen to that.
  mutating func acknowledge(counter: UInt64, sequence: UInt64) {
    record.acknowledgedCounter = max(record.acknowledgedCounter, counter)
    record.acknowledgedSequence = max(record.acknowledgedSequence, sequence)
    known?.forget(through: counter)
  }
}

// What the log has of the session.
extension Session {
  /// A session as the log has it, after a start.
  init(restored record: SessionRecord) {
    self.record = record
    durable = record
  }

  mutating func append(_ entry: Ledger.Entry) { known?.append(entry) }

  /// Counts anew what counts against shares.
  /// - Returns: how much more it is than before.
  mutating func recount() -> Kept {
    let before = kept
    let steps = known.map { $0.keptBytes / Limits.outcomeStep } ?? 0
    kept = Kept(
      outcomes: steps * Limits.outcomeStep,
      information: record.window?.activity.userInfo.count ?? 0)
    return kept - before
  }

  /// Takes the outcomes that the board's log has under the session's identifier; nil for none.
  mutating func restore(_ ledger: Ledger?) {
    // A lower epoch is of a session of this identifier that was forgotten.
    var own = ledger.flatMap { $0.lastEpoch < record.firstEpoch ? nil : $0 } ?? Ledger()
    own.forget(through: record.acknowledgedCounter)
    known = own
    forgetUseless()
  }

  mutating func written(_ record: SessionRecord) {
    durable = record
    forgetUseless()
  }

  /// Forgets the outcomes of a window that ended durably: nobody can ask for them any more.
  private mutating func forgetUseless() {
    if durable?.window?.end != nil, let last = known?.lastCounter { known?.forget(through: last) }
  }

  /// Takes back the operations that were ordered after `sequence` and never became durable.
  mutating func revertOperations(to sequence: UInt64) { known?.revert(to: sequence) }

  /// Whether ATTACH may be answered although the log took nothing: the instance's epoch is durable,
  /// or the session need not be in the log yet (SPEC.md EDT-027).
  func isAttachable(as instance: InstanceID) -> Bool {
    durable.map { $0.instance == instance } ?? (record.instance == instance && mayStayUnwritten)
  }

  /// Whether the session may stay although the log has nothing of it. Only a command's may: no
  /// second process attaches as it, so an epoch that a crash loses is never given to two.
  private var mayStayUnwritten: Bool {
    record.configuration == .command && record.epoch == record.firstEpoch
  }

  /// Takes back what was to become durable with a group that failed: which instance has the
  /// session, and that it ended. What its window told of drafts, unsent edits and outcomes that it
  /// has stays, as the window tells once.
  mutating func revert() -> Reversion {
    guard let durable else {
      return mayStayUnwritten ? .unwritten : .lost
    }
    let (said, counter, sequence) = (
      record.window, record.acknowledgedCounter, record.acknowledgedSequence
    )
    record = durable
    acknowledge(counter: counter, sequence: sequence)
    if let said, record.window != nil {
      record.window?.drafts = said.drafts
      record.window?.unsent = said.unsent
      if said.end == nil { record.window?.activity = said.activity }
    }
    return record == durable ? .asWritten : .told
  }

  enum Reversion: Hashable {
    case asWritten
    /// Its window told what the log does not have yet.
    case told
    /// The log has nothing of the session. It stays, and its record goes with the next group: its
    /// first operation is never durable without it.
    case unwritten
    /// The log has nothing of the session, and it cannot stay.
    case lost

    /// Whether the next group has to bring its record.
    var leavesUnsaved: Bool { self == .told || self == .unwritten }
  }
}
