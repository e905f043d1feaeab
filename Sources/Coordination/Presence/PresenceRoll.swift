import BoardModel
import LogRecords
import Wire

/// What the windows of one board said last of the people at them.
///
/// Changes are numbered, and each session keeps only its last: a window that was told of all
/// changes up to some number needs only the entries with a higher one.
struct PresenceRoll: Sendable {
  private var entries: [SessionID: Entry] = [:]
  /// The number of the last change.
  private(set) var newest: UInt64 = 0
  /// The time when windows were told last.
  private(set) var toldAt: UInt64?

  struct Entry: Sendable {
    let session: SessionID
    let author: Author
    /// The presence; nil for a session that is gone, kept until every window that knew it is told.
    let state: PresenceState?
    let change: UInt64
    /// The change by which the session came: a window that was told less never heard of it.
    let since: UInt64

    /// Whether a window needs the entry that was told of the changes through `told`.
    func concerns(_ told: UInt64) -> Bool { change > told && (state != nil || since <= told) }
  }

  /// - Parameter state: the presence; nil where the session has none any longer.
  /// - Returns: whether the presence changed.
  mutating func set(_ session: SessionID, _ author: Author, _ state: PresenceState?) -> Bool {
    let old = entries[session]
    guard old?.state != state || old?.author != author && state != nil else { return false }
    newest += 1
    entries[session] = Entry(
      session: session, author: author, state: state, change: newest,
      since: old?.since ?? newest)
    return true
  }

  func author(of session: SessionID) -> Author? { entries[session]?.author }

  /// The entries that changed after that change, the oldest first.
  func changes(after told: UInt64) -> [Entry] {
    guard told < newest else { return [] }
    return entries.values.filter { $0.change > told }.sorted { $0.change < $1.change }
  }

  /// Notes that windows were told, and forgets the sessions that are gone and of which nobody has to
  /// be told any more.
  ///
  /// - Parameter told: the numbers of the last changes that the windows of the board were told of.
  mutating func tell(at time: UInt64, through told: Set<UInt64>) {
    toldAt = time
    let gone = entries.values.filter { entry in
      entry.state == nil && !told.contains(where: entry.concerns)
    }
    for entry in gone { entries[entry.session] = nil }
  }
}
