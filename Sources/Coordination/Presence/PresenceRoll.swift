import BoardModel
import LogRecords
import Wire

/// What the windows of one board said last of the people at them.
///
/// Changes are numbered, and each session keeps only its last: a window that was told of all
/// changes up to some number needs only the entries with a higher one, of those it knows.
struct PresenceRoll: Sendable {
  private(set) var entries: [SessionID: Entry] = [:]
  /// The sessions that have a presence, in the order in which they came.
  private var order: [SessionID] = []
  /// Those of them that are at a card, in the order in which they came to it.
  private var atCard: [CardID: [SessionID]] = [:]
  /// The changes that a window may have to be told of, in ascending order. One that another of its
  /// session came behind says nothing any more, and leaves when there are many of those.
  private var changes: [Change] = []
  /// The number of the last change.
  private(set) var newest: UInt64 = 0
  private(set) var round = Round()

  private struct Change {
    let number: UInt64
    let session: SessionID
  }

  struct Entry: Sendable {
    let session: SessionID
    let author: Author
    /// The presence; nil for a session that is gone, kept until every window that knew it is told.
    let state: PresenceState?
    let change: UInt64
    /// PRESENT, encoded once for all windows.
    let frame: [UInt8]

    init(_ session: SessionID, _ author: Author, _ state: PresenceState?, change: UInt64) {
      (self.session, self.author, self.state, self.change) = (session, author, state, change)
      frame = Present(session: session, author: author, state: state).frame().bytes
    }
  }

  /// The windows of a crowded board are told in turns.
  struct Round: Hashable, Sendable {
    /// The time when windows were told last.
    var toldAt: UInt64?
    /// How many of them were told in this round.
    var windows = 0
  }

  /// - Parameter state: the presence; nil where the session has none any longer.
  /// - Returns: whether the presence changed.
  mutating func set(_ session: SessionID, _ author: Author, _ state: PresenceState?) -> Bool {
    let old = entries[session]
    guard old?.state != state || old?.author != author && state != nil else { return false }
    newest += 1
    entries[session] = Entry(session, author, state, change: newest)
    if old?.state == nil { order.append(session) }
    if state == nil { order.removeAll { $0 == session } }
    move(session, from: old?.state?.focus?.card, to: state?.focus?.card)
    changes.append(Change(number: newest, session: session))
    if changes.count > 2 * entries.count + Self.mostOutdated {
      changes.removeAll(where: isOutdated)
    }
    return true
  }

  /// How many changes may be kept beside the last of each session, however few these are.
  private static let mostOutdated = 64

  private func isOutdated(_ change: Change) -> Bool {
    entries[change.session]?.change != change.number
  }

  private mutating func move(_ session: SessionID, from old: CardID?, to new: CardID?) {
    guard old != new else { return }
    if let old {
      atCard[old]?.removeAll { $0 == session }
      if atCard[old]?.isEmpty == true { atCard[old] = nil }
    }
    if let new { atCard[new, default: []].append(session) }
  }

  func author(of session: SessionID) -> Author? { entries[session]?.author }

  /// The last change of each session after that one, the oldest first.
  func entries(after told: UInt64) -> some Sequence<Entry> {
    let start = changes.lastIndex { $0.number <= told }.map { $0 + 1 } ?? 0
    return changes[start...].lazy.filter { !isOutdated($0) }.compactMap { entries[$0.session] }
  }

  /// Whether a window has to be told something.
  func concerns(_ told: PresenceTold) -> Bool { told.through < newest || !told.isWhole }

  /// Notes that windows were told, and forgets the sessions that are gone and of which nobody has to
  /// be told any more.
  ///
  /// - Parameter told: the number of the last change that all windows of the board were told of.
  mutating func tell(_ round: Round, through told: UInt64) {
    self.round = round
    let past = changes.prefix { $0.number <= told }
    for change in past where !isOutdated(change) && entries[change.session]?.state == nil {
      entries[change.session] = nil
    }
    changes.removeFirst(past.count)
  }
}

// What a window is told.
extension PresenceRoll {
  /// What the window of a session is told, of which it is told nothing itself: what changed of the
  /// others that it knows, then others until it knows as many as it may, those at the card that it
  /// shows first.
  ///
  /// - Parameter room: how many bytes may be sent to it.
  func tell(_ session: SessionID, _ told: PresenceTold, room: Int) -> PresenceTelling {
    var telling = PresenceTelling(told, room: room)
    for entry in entries(after: told.through) where told.known.contains(entry.session) {
      guard telling.add(entry) else { return telling }
      telling.reach(entry.change)
    }
    telling.reach(newest)
    let own = entries[session]?.state
    let others = order.count - (own == nil ? 0 : 1)
    if telling.told.known.count < others {
      guard tellNear(own?.focus?.card, but: session, &telling) else { return telling }
      guard tellFurther(but: session, &telling) else { return telling }
    }
    telling.count(others)
    return telling
  }

  /// Tells of those at the card that the window shows, in the place of others if there are many.
  /// - Returns: false where there is no room for that.
  private func tellNear(
    _ card: CardID?, but own: SessionID, _ telling: inout PresenceTelling
  ) -> Bool {
    guard let card, let sessions = atCard[card] else { return true }
    for session in sessions.lazy.filter({ $0 != own }).prefix(Limits.presenceOthers)
    where !telling.told.known.contains(session) {
      guard let entry = entries[session] else { continue }
      if telling.told.isFull {
        guard let other = leastNeeded(by: telling.told, at: card) else { return true }
        guard telling.drop(other) else { return false }
      }
      guard telling.add(entry) else { return false }
    }
    return true
  }

  /// Tells of others as long as the window may know more.
  /// - Returns: false where there is no room for that.
  private func tellFurther(but own: SessionID, _ telling: inout PresenceTelling) -> Bool {
    for session in order where session != own {
      if telling.told.isFull { return true }
      guard !telling.told.known.contains(session), let entry = entries[session] else { continue }
      guard telling.add(entry) else { return false }
    }
    return true
  }

  /// Who is known and not at the card, and has not changed for the longest time.
  private func leastNeeded(by told: PresenceTold, at card: CardID) -> Entry? {
    told.known.compactMap { entries[$0] }.filter { $0.state?.focus?.card != card }
      .min { $0.change < $1.change }
  }
}
