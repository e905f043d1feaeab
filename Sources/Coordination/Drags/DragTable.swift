import BoardModel
import LogRecords
import Wire

/// What each user carries: at most one drag (SPEC.md DRG-001).
///
/// Changes are numbered: a window that was told of everything up to some number needs what came
/// after it, as it stands then.
struct DragTable: Hashable, Sendable {
  /// Of one user.
  struct UserDrag: Hashable, Sendable {
    /// nil once it is empty again, until all windows know.
    fileprivate(set) var drag: Drag?
    /// What became of the drag before.
    fileprivate(set) var ended: EndedDrag?
    /// When it is let go by itself.
    fileprivate(set) var until: UInt64
    /// The number of the last change.
    fileprivate(set) var change: UInt64
    /// The window that lifted it left a question without an answer.
    fileprivate(set) var isSourceSilent = false
    /// Somebody loads of it.
    fileprivate(set) var isLoaded = false
    /// What was served last.
    fileprivate(set) var served: Served?
  }

  /// A representation as the coordinator gave it: the next part of it is asked for next.
  struct Served: Hashable, Sendable {
    let item: UInt32
    let type: String
    /// The state of the board it is of.
    let sequence: UInt64
    let whole: Part.Whole
  }

  private var userDrags: [String: UserDrag] = [:]
  /// The number of the last change of any.
  private(set) var newest: UInt64 = 0

  func userDrag(of user: String) -> UserDrag? { userDrags[user] }

  func drag(of user: String) -> Drag? { userDrags[user]?.drag }

  /// - Returns: the drag of that name, if that is what the user carries.
  func drag(_ id: DragID, of user: String) -> Drag? {
    userDrags[user]?.drag.flatMap { $0.id == id ? $0 : nil }
  }

  /// - Parameter place: of the window that lifts it.
  mutating func lift(_ drag: Drag, at place: String, now: UInt64) {
    let user = drag.author.user
    let replaced = userDrags[user]?.drag.map {
      EndedDrag(drag: $0.id, end: .replaced, author: drag.author, place: place)
    }
    let limit =
      drag.content.isPointer ? Limits.pointerDragMilliseconds : Limits.dragMilliseconds
    newest += 1
    userDrags[user] = UserDrag(drag: drag, ended: replaced, until: now + limit, change: newest)
  }

  /// - Parameter author: who ends it, hence whose it is.
  mutating func end(_ end: DragEnd, by author: Author, at place: String) {
    guard let drag = userDrags[author.user]?.drag else { return }
    newest += 1
    userDrags[author.user]?.drag = nil
    userDrags[author.user]?.ended = EndedDrag(drag: drag.id, end: end, author: author, place: place)
    userDrags[author.user]?.until = .max
    userDrags[author.user]?.change = newest
  }

  /// Who loads of it puts it down, and may need a while for that.
  mutating func beginLoading(of user: String, now: UInt64) {
    guard let userDrag = userDrags[user], userDrag.drag?.content.isPointer == true,
      !userDrag.isLoaded
    else {
      return
    }
    userDrags[user]?.isLoaded = true
    userDrags[user]?.until = now + Limits.dragMilliseconds
  }

  mutating func keep(_ served: Served, of user: String) { userDrags[user]?.served = served }

  /// The window that lifted the drag is not asked again.
  mutating func silence(_ drag: DragID, of user: String) {
    if userDrags[user]?.drag?.id == drag { userDrags[user]?.isSourceSilent = true }
  }

  /// When the next one is let go by itself.
  var deadline: UInt64? { userDrags.values.map(\.until).min().flatMap { $0 == .max ? nil : $0 } }

  /// Those that were carried for too long, by user.
  func overdue(now: UInt64) -> [Drag] {
    userDrags.values.filter { $0.until <= now }.compactMap(\.drag)
      .sorted { $0.author.user < $1.author.user }
  }

  /// All windows of the user know; an empty hand is nothing to remember.
  mutating func told(_ user: String) {
    if userDrags[user]?.drag == nil { userDrags[user] = nil }
  }
}
