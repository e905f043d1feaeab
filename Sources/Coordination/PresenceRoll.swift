import BoardModel
import LogRecords
import Wire

/// What the windows of one board said last of the people at them.
///
/// Changes are numbered, and each session keeps only its last: a window that was told of everything
/// up to some number needs what has a higher one, however much came and went meanwhile.
struct PresenceRoll: Sendable {
  private var entries: [SessionID: Entry] = [:]
  /// The number of the last change.
  private(set) var newest: UInt64 = 0
  /// When windows were told last.
  var toldAt: UInt64?

  struct Entry: Sendable {
    let session: SessionID
    let author: Author
    /// nil for who is gone, kept until every window that was told of it knows.
    let state: PresenceState?
    let change: UInt64
    /// The change by which it came: whoever was told less never heard of it.
    let since: UInt64

    /// Whether a window needs it that was told of the changes through `told`.
    func concerns(_ told: UInt64) -> Bool { change > told && (state != nil || since <= told) }
  }

  /// - Parameter state: nil where the session has no presence any longer.
  /// - Returns: whether that changes anything.
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

  /// What came after that change, the oldest first.
  func changes(after told: UInt64) -> [Entry] {
    guard told < newest else { return [] }
    return entries.values.filter { $0.change > told }.sorted { $0.change < $1.change }
  }

  /// Forgets who is gone and of whom nobody needs to be told any more.
  /// - Parameter told: how far each window of the board was told.
  mutating func forget(told: Set<UInt64>) {
    let gone = entries.values.filter { entry in
      entry.state == nil && !told.contains(where: entry.concerns)
    }
    for entry in gone { entries[entry.session] = nil }
  }
}
