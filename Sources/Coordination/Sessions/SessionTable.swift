import BoardModel
import LogRecords
import Wire

/// All sessions, and what of them is not in the log yet.
struct SessionTable: Sendable {
  private(set) var byID = InPlaceTable<SessionID, Session>()
  private var index = WindowIndex()
  /// The sessions on each board that has any, in no order.
  private var byBoard: [BoardID: Set<SessionID>] = [:]
  /// How many there are and what they keep, by user and device.
  private(set) var counts = SessionCounts()
  /// Above which epochs sessions begin.
  private(set) var forgotten = ForgottenEpochs()
  /// The sessions whose records changed in a way that may wait for the next group.
  private(set) var unsaved: Set<SessionID> = []
  /// The number of the last window that ended.
  private(set) var lastEnd: UInt64 = 0
  /// The windows that ended, and of which their users' other windows are told once that is durable.
  private(set) var endsToTell: Set<SessionID> = []

  subscript(_ id: SessionID) -> Session? { byID[id] }

  func record(of id: SessionID) -> SessionRecord? { byID.read(id) { $0.record } }

  var count: Int { byID.count }

  /// Takes a session into memory, or another in the place of the one with its identifier.
  mutating func insert(_ session: Session) {
    var session = session
    _ = session.recount()
    discount(session.record.id)
    byID[session.record.id] = session
    byBoard[session.record.board, default: []].insert(session.record.id)
    counts.add(session.kept, of: session.record.author)
    index.insert(session.record)
    lastEnd = max(lastEnd, session.record.window?.end?.number ?? 0)
  }

  /// Takes a session out of memory.
  mutating func remove(_ id: SessionID) {
    discount(id)
    guard let session = byID.removeValue(forKey: id) else { return }
    byBoard[session.record.board]?.remove(id)
    if byBoard[session.record.board]?.isEmpty == true { byBoard[session.record.board] = nil }
    index.remove(id)
    endsToTell.remove(id)
  }

  private func sessions(on board: BoardID) -> Set<SessionID> { byBoard[board] ?? [] }

  /// Counts a session no longer, if there is one.
  private mutating func discount(_ id: SessionID) {
    guard let (author, kept) = byID.read(id, { ($0.record.author, $0.kept) }) else { return }
    counts.remove(kept, of: author)
  }

  /// Changes a session that stays with its device, and counts anew what it keeps.
  @discardableResult
  private mutating func change<Result>(
    _ id: SessionID, _ change: (inout Session) -> Result
  ) -> Result? {
    let changed = byID.change(id) { session in (change(&session), session.recount()) }
    if let more = changed?.1, more != Session.Kept(),
      let author = byID.read(id, { $0.record.author })
    {
      counts.keep(more, of: author)
    }
    return changed?.0
  }

  /// Changes a session, also by whom it is shown, and counts it anew.
  private mutating func move<Result>(
    _ id: SessionID, _ change: (inout Session) -> Result
  ) -> Result? {
    discount(id)
    return byID.change(id) { session in
      let result = change(&session)
      _ = session.recount()
      counts.add(session.kept, of: session.record.author)
      return result
    }
  }

  /// Takes a session out of memory, and out of the log with the next group.
  /// - Returns: whether there was one.
  mutating func forget(_ id: SessionID) -> Bool {
    guard let session = byID[id] else { return false }
    if session.mayHaveOrdered { forgotten.raise(session.record.board, to: session.record.epoch) }
    remove(id)
    unsaved.remove(id)
    return true
  }
}

// Who may act for which session.
extension SessionTable {
  /// Decides about an ATTACH, and lets the connection act for the session where it may.
  mutating func attach(
    _ request: AttachRequest, _ shares: Shares, now: Moment
  ) -> AttachDecision {
    let id = request.body.session
    if let refusal = request.window?.activity.refusal { return .refused(refusal) }
    let excess = counts.excessOfInfo(
      request.window?.activity.userInfo.count ?? 0, of: shares.infoBytes, for: request.author)
    guard let session = byID[id] else {
      if let refusal = refusalToMake(request, shares.sessions) { return .refused(refusal) }
      let epoch = forgotten[request.body.board] + 1
      insert(
        Session(for: request, epoch: epoch, lastEnd: lastEnd, lacking: excess, now: now))
      return .admitted(displacing: nil)
    }
    if let refusal = session.refusal(of: request) { return .refused(refusal) }
    if let incumbent = session.incumbent(against: request) {
      return .contested(incumbent: incumbent)
    }
    let displaced =
      move(id) { [lastEnd] in
        $0.admit(request, lastEnd: lastEnd, lacking: excess, now: now)
      } ?? nil
    if let record = byID[id]?.record { index.insert(record) }
    if displaced != nil { unsaved.insert(id) }
    return .admitted(displacing: displaced)
  }

  /// Decides about an operation that a window sends, without a copy of the session.
  /// - Returns: nil where there is no such session.
  mutating func decide(
    _ submitted: SubmittedOperation, of session: SessionID, epoch: UInt32
  ) -> SubmitDecision? {
    byID.change(session) { $0.decide(submitted, epoch: epoch) }
  }

  /// Notes that the connection acts for the session no longer.
  mutating func leave(_ id: SessionID, _ connection: ConnectionID, now: Moment) {
    if byID[id]?.leave(connection, at: now.wall) == true { unsaved.insert(id) }
  }

  /// Notes that the connection, which waited for its epoch, acts for the session no longer.
  mutating func abandon(_ id: SessionID, _ connection: ConnectionID) {
    byID[id]?.abandon(connection)
  }

  /// Ends a window, of which its user's other windows are told once that is durable.
  /// - Parameter title: what the board says that it showed.
  /// - Returns: the connection that could act for it until now.
  mutating func end(
    _ id: SessionID, _ reason: String, titled title: String, by author: Author, now: Moment
  ) -> ConnectionID? {
    lastEnd += 1
    let route = byID[id]?.route
    let end = WindowRecord.End(number: lastEnd, reason: reason, author: author, time: now.wall)
    change(id) { $0.end(end, titled: title) }
    if route != nil { unsaved.insert(id) }
    endsToTell.insert(id)
    return route
  }
}

// Which windows there are.
extension SessionTable {
  /// The sessions of all windows of a user, also of those that ended, in ascending order.
  func windows(of user: String) -> [SessionID] { index.windows(of: user) }

  func windowCount(of user: String) -> Int { index.count(of: user) }

  /// The records of a user's windows that have not ended, in ascending order.
  func listed(of user: String) -> [SessionRecord] {
    windows(of: user).compactMap { byID[$0] }.filter(\.isListed).map(\.record)
  }

  /// The records of what an administrator may end, of one user or of all, in ascending order.
  func droppable(of user: String?) -> [SessionRecord] {
    byID.values.filter {
      $0.record.isDroppable && (user == nil || $0.record.author.user == user)
    }.map(\.record).sorted { $0.id < $1.id }
  }

  /// The window with this key; one that is shown comes before one that is not.
  func window(for key: WindowKey) -> SessionID? {
    let all = index.windows(for: key).filter { byID[$0]?.isListed == true }
    return all.first { byID[$0]?.route != nil } ?? all.first
  }

  /// The windows on single cards of a board that nobody is at, and with which nothing is lost.
  func idleCardWindows(on board: BoardID) -> [(record: SessionRecord, card: CardID)] {
    index.cardWindows(on: board).compactMap { id in
      guard let session = byID[id], session.route == nil, session.isListed,
        let window = session.record.window, !window.holdsSomething,
        case .card(let card) = window.activity.subject
      else { return nil }
      return (session.record, card)
    }
  }

  /// Takes what a window says of itself.
  /// - Returns: the share for which its user information is not kept, where it was kept until now.
  mutating func describe(_ id: SessionID, _ state: WindowState, _ share: Share) -> Excess? {
    guard let (author, known) = byID.read(id, { ($0.record.author, $0.kept.information) })
    else { return nil }
    let bytes = state.activity.userInfo.count
    let excess = counts.excessOfInfo(bytes - known, of: share, for: author)
    let keepsInfo = bytes <= Activity.maximumInfoBytes && excess == nil
    guard change(id, { $0.describe(state, keepsInfo: keepsInfo) }) == true else { return nil }
    unsaved.insert(id)
    return byID.change(id) { $0.lack(info: excess) } == true ? excess : nil
  }

  /// The most ended windows that one window is told of when it attaches: nobody reads more.
  static let endsAtOnce = 64

  /// The windows of its user that ended durably and that a window was not told of, in the order in
  /// which they did. From here on it counts as told.
  mutating func takeEnds(untoldTo id: SessionID) -> [GoneWindow] {
    guard let record = byID[id]?.record, let told = record.window?.toldEnd, told < lastEnd
    else { return [] }
    let ends = windows(of: record.author.user).compactMap {
      other -> (number: UInt64, window: GoneWindow)? in
      guard other != id, let ended = byID[other]?.durable, let window = ended.window,
        let end = window.end, end.number > told
      else { return nil }
      let gone = GoneWindow(
        session: other, board: ended.board, activity: window.activity, reason: end.reason,
        author: end.author, time: end.time)
      return (end.number, gone)
    }.sorted { $0.number < $1.number }
    guard let last = ends.last?.number else { return [] }
    byID[id]?.tellEnds(through: last)
    unsaved.insert(id)
    return ends.suffix(Self.endsAtOnce).map(\.window)
  }
}

// What a purge takes from them.
extension SessionTable {
  /// Forgets what sessions have of what was purged, also those whose windows ended.
  mutating func forget(_ purge: PurgeRecord) {
    for id in sessions(on: purge.board) where change(id, { $0.forget(purge) }) == true {
      unsaved.insert(id)
    }
  }
}

// The outcomes of their operations.
extension SessionTable {
  mutating func append(_ entry: Session.Ledger.Entry, of id: SessionID) {
    change(id) { $0.append(entry) }
  }

  /// Notes that the window has received and stored everything up to these numbers.
  /// - Returns: why it cannot have; nil where it can.
  mutating func acknowledge(
    _ id: SessionID, _ body: Acknowledge, durable: UInt64
  ) -> Refusal? {
    let refusal = change(id) { session in
      let refusal = session.refusal(of: body, durable: durable)
      if refusal == nil {
        session.acknowledge(counter: body.counter, sequence: body.sequence)
      }
      return refusal
    }
    if case .some(nil) = refusal { unsaved.insert(id) }
    return refusal ?? nil
  }

  /// Takes the outcomes that the log of a board has.
  mutating func restore(_ ledgers: [SessionID: Session.Ledger], on board: BoardID) {
    for id in sessions(on: board) { change(id) { $0.restore(ledgers[id]) } }
  }

  /// The outcomes of all sessions on a board, in ascending order of these.
  func ledgers(on board: BoardID) -> [(SessionID, Session.Ledger)] {
    sessions(on: board).sorted().compactMap { id in byID.read(id) { (id, $0.ledger) } }
  }
}

// The epochs that are used up.
extension SessionTable {
  /// Takes the numbers that the log has.
  mutating func restore(_ epochs: [ForgottenEpoch]) { forgotten = ForgottenEpochs(epochs) }

  /// Notes that a board was not made after all.
  mutating func unmade(_ board: BoardID) { forgotten.remove(board) }

  /// Notes that these numbers are durable.
  mutating func written(_ epochs: [ForgottenEpoch]) { forgotten.written(epochs) }
}

// What the log has of them.
extension SessionTable {
  /// The sessions that have to be written with the next group, in ascending order.
  mutating func takeUnsaved() -> [SessionID] {
    defer { unsaved = [] }
    return unsaved.sorted()
  }

  /// Notes that these records are durable.
  /// - Returns: the users whose windows have to be told that others ended.
  mutating func written(_ records: [SessionRecord]) -> [String] {
    for record in records { change(record.id) { $0.written(record) } }
    return records.filter { endsToTell.remove($0.id) != nil }.map(\.author.user)
  }

  /// Takes back the operations on a board that were ordered after `sequence`.
  mutating func revertOperations(on board: BoardID, to sequence: UInt64) {
    for id in sessions(on: board) {
      change(id) { $0.revertOperations(to: sequence) }
    }
  }

  /// Takes back what was to become durable with a group that failed.
  mutating func revert(_ ids: [SessionID]) {
    for id in ids {
      guard let reversion = move(id, { $0.revert() }) else { continue }
      if reversion == .lost { remove(id) }
      if reversion.leavesUnsaved { unsaved.insert(id) }
      if let record = byID[id]?.record { index.insert(record) }
    }
  }
}
