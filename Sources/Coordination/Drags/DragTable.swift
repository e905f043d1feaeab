import BoardModel
import Wire

/// What each user carries: at most one drag (SPEC.md DRG-001).
///
/// Changes are numbered: a window that was told of everything up to some number needs what came
/// after it, as it stands then.
struct DragTable: Hashable, Sendable {
  /// Of one user.
  struct Hand: Hashable, Sendable {
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

  private var hands: [String: Hand] = [:]
  /// The number of the last change of any.
  private(set) var newest: UInt64 = 0

  func hand(of user: String) -> Hand? { hands[user] }

  func drag(of user: String) -> Drag? { hands[user]?.drag }

  /// - Returns: the drag of that name, if that is what the user carries.
  func drag(_ id: DragID, of user: String) -> Drag? {
    hands[user]?.drag.flatMap { $0.id == id ? $0 : nil }
  }

  /// - Parameter place: of the window that lifts it.
  mutating func lift(_ drag: Drag, at place: String, now: UInt64) {
    let user = drag.author.user
    let replaced = hands[user]?.drag.map {
      EndedDrag(drag: $0.id, end: .replaced, author: drag.author, place: place)
    }
    let limit =
      drag.content.isPointer ? Limits.pointerDragMilliseconds : Limits.dragMilliseconds
    newest += 1
    hands[user] = Hand(drag: drag, ended: replaced, until: now + limit, change: newest)
  }

  /// - Parameter author: who ends it, hence whose it is.
  mutating func end(_ end: DragEnd, by author: Author, at place: String) {
    guard let drag = hands[author.user]?.drag else { return }
    newest += 1
    hands[author.user]?.drag = nil
    hands[author.user]?.ended = EndedDrag(drag: drag.id, end: end, author: author, place: place)
    hands[author.user]?.until = .max
    hands[author.user]?.change = newest
  }

  /// Who loads of it puts it down, and may need a while for that.
  mutating func beginLoading(of user: String, now: UInt64) {
    guard let hand = hands[user], hand.drag?.content.isPointer == true, !hand.isLoaded else {
      return
    }
    hands[user]?.isLoaded = true
    hands[user]?.until = now + Limits.dragMilliseconds
  }

  mutating func keep(_ served: Served, of user: String) { hands[user]?.served = served }

  /// The window that lifted the drag is not asked again.
  mutating func silence(_ drag: DragID, of user: String) {
    if hands[user]?.drag?.id == drag { hands[user]?.isSourceSilent = true }
  }

  /// When the next one is let go by itself.
  var deadline: UInt64? { hands.values.map(\.until).min().flatMap { $0 == .max ? nil : $0 } }

  /// Those that were carried for too long, by user.
  func overdue(now: UInt64) -> [Drag] {
    hands.values.filter { $0.until <= now }.compactMap(\.drag)
      .sorted { $0.author.user < $1.author.user }
  }

  /// All windows of the user know; an empty hand is nothing to remember.
  mutating func told(_ user: String) {
    if hands[user]?.drag == nil { hands[user] = nil }
  }
}
