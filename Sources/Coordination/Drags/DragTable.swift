import BoardModel
import LogRecords
import Wire

/// What each user carries: at most one drag (SPEC.md DRG-001).
///
/// Changes are numbered: a window that was told of all changes up to some number needs the state of
/// those after it.
struct DragTable: Hashable, Sendable {
  /// The drag of one user.
  struct UserDrag: Hashable, Sendable {
    /// The drag; nil once it is over, until all windows know.
    fileprivate(set) var drag: Drag?
    /// The end of the drag before, as far as there may be a window that was not told of it.
    fileprivate(set) var ended: EndedDrag?
    /// The time at which the drag is ended because it lasted too long, in milliseconds.
    fileprivate(set) var until: UInt64
    /// The number of the last change.
    fileprivate(set) var change: UInt64
    /// Whether the window that lifted the drag left a LOAD without an answer.
    fileprivate(set) var isSourceSilent = false
    /// Whether a window has begun to load from the drag.
    fileprivate(set) var isLoaded = false
    /// The representation that was served last.
    fileprivate(set) var served: Served?
  }

  /// A representation that the coordinator made: usually its next part is asked for next.
  struct Served: Hashable, Sendable {
    let item: UInt32
    let type: String
    /// The sequence number of the board from which it was made.
    let sequence: UInt64
    let whole: Part.Whole
  }

  private var userDrags: [String: UserDrag] = [:]
  /// The users whose windows may have to be told what they carry.
  private var untold: Set<String> = []
  private(set) var loads = LoadRelays()
  /// The number of the last change of any user's drag.
  private(set) var newest: UInt64 = 0

  func userDrag(of user: String) -> UserDrag? { userDrags[user] }

  /// - Returns: the drag with that identifier, if that is what the user carries.
  func drag(_ id: DragID, of user: String) -> Drag? {
    userDrags[user]?.drag.flatMap { $0.id == id ? $0 : nil }
  }

  /// Takes up what a window lifts, unless the user carries that already.
  /// - Parameter place: the place of the window that lifts the drag.
  mutating func lift(_ drag: Drag, at place: String, now: Moment) {
    let user = drag.author.user
    guard self.drag(drag.id, of: user) == nil else { return }
    let replaced = userDrags[user]?.drag.map {
      EndedDrag(drag: $0.id, end: .replaced, author: drag.author, place: place)
    }
    let ended = replaced ?? userDrags[user]?.ended
    let limit =
      drag.content.isPointer ? Limits.pointerDragMilliseconds : Limits.dragMilliseconds
    newest += 1
    userDrags[user] = UserDrag(
      drag: drag, ended: ended, until: now.monotonic + limit, change: newest)
    untold.insert(user)
  }

  /// - Parameter author: who ends the drag, which is their user's.
  mutating func end(_ end: DragEnd, by author: Author, at place: String) {
    guard let drag = userDrags[author.user]?.drag else { return }
    newest += 1
    untold.insert(author.user)
    userDrags[author.user]?.drag = nil
    userDrags[author.user]?.ended = EndedDrag(drag: drag.id, end: end, author: author, place: place)
    userDrags[author.user]?.until = .max
    userDrags[author.user]?.change = newest
  }

  /// Gives a window that begins to load from a pointer's drag the time to drop it.
  mutating func beginLoading(of user: String, now: Moment) {
    guard let userDrag = userDrags[user], userDrag.drag?.content.isPointer == true,
      !userDrag.isLoaded
    else {
      return
    }
    userDrags[user]?.isLoaded = true
    userDrags[user]?.until = now.monotonic + Limits.dragMilliseconds
  }

  /// Has a LOAD wait for the window that lifted the drag.
  mutating func relay(_ relay: LoadRelays.Relay, as request: OwnRequest) {
    loads.begin(request, relay)
  }

  /// - Returns: the LOAD that waited for the window's answer.
  mutating func endRelay(_ request: OwnRequest) -> LoadRelays.Relay? { loads.end(request) }

  mutating func keep(_ served: Served, of user: String) { userDrags[user]?.served = served }

  /// Notes that the window that lifted the drag is not to be asked again.
  mutating func silence(_ drag: DragID, of user: String) {
    if userDrags[user]?.drag?.id == drag { userDrags[user]?.isSourceSilent = true }
  }

  /// The time at which the next drag has lasted too long.
  var deadline: UInt64? { userDrags.values.map(\.until).min().flatMap { $0 == .max ? nil : $0 } }

  /// The drags that have lasted too long, by user.
  func overdue(now: Moment) -> [Drag] {
    userDrags.values.filter { $0.until <= now.monotonic }.compactMap(\.drag)
      .sorted { $0.author.user < $1.author.user }
  }

  /// The drags of things of a board, by user.
  func carried(from board: BoardID) -> [Drag] {
    userDrags.values.compactMap(\.drag).filter { $0.board == board }
      .sorted { $0.author.user < $1.author.user }
  }

  /// Whether a window needs to be told what its user carries.
  /// - Parameter told: the last change that it was told of; nil before the first.
  func concerns(_ user: String, told: UInt64?) -> Bool {
    told.map { $0 < userDrags[user]?.change ?? 0 } ?? true
  }

  /// Notes that a window of the user was told alone: the others may know already, and an ended drag
  /// is forgotten when all do.
  mutating func toldOne(of user: String) {
    if let userDrag = userDrags[user], userDrag.drag == nil { untold.insert(user) }
  }

  /// The users whose windows have to be told, in ascending order.
  mutating func takeUntold() -> [String] {
    defer { untold = [] }
    return untold.sorted()
  }

  /// Forgets an ended drag, as all windows of the user know of its end.
  mutating func told(_ user: String) {
    if userDrags[user]?.drag == nil { userDrags[user] = nil }
  }
}
