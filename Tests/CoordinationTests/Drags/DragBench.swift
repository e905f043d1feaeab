import BoardModel
import LogRecords
import Wire

@testable import Coordination

/// What users carry, in a certain state: drag 1 is lifted by ann, in session 1, at the time 1000.
struct DragBench {
  enum State: String, CaseIterable {
    /// Nobody carries anything.
    case nothing
    /// Ann lifted drag 1 by keys, and no window was told.
    case lifted
    /// All windows were told.
    case known
    /// Ann lifted it with a pointer, and all windows were told.
    case pointer
    /// A window loads from what the pointer carries, and the window that lifted it is asked.
    case loading
    /// The window that lifted the drag left a LOAD without an answer.
    case unanswered
    /// The coordinator made a representation of it.
    case served
    /// Ann lifted drag 2 before drag 1 was put down.
    case replaced
    /// Ann put drag 1 down, and no window was told.
    case dropped
    /// All windows were told that it was put down.
    case forgotten
    /// Bob carries drag 4, and all windows were told.
    case othersKnown
  }

  enum Event: String, CaseIterable {
    /// Ann lifts drag 1 (again), 2 by keys, 3 with a pointer; Bob lifts drag 4.
    case liftFirst, liftSecond, liftPointer, liftOfOther
    case drop, cancel, lapse, dropOfOther
    case beginLoading, beginLoadingOfOther
    case keep, keepForOther
    case silence, silenceSecond
    /// The time is just before, and at, the end of drag 1: by a pointer, by keys, by a pointer and
    /// loaded at 1500.
    case overduePointerSoon, overduePointer, overdueKeysSoon, overdueKeys, overdueLoadedSoon,
      overdueLoaded
    /// Whether a window of ann needs to be told that was told of nothing, or through that change.
    case concernsNew, concernsZero, concernsOne, concernsTwo
    case find, findSecond, findForOther
    case toldOne, takeUntold, told, toldOther
    /// The LOADs 5 and 6 wait for session 1, until 2505 and 2506, as the coordinator's requests 7 and
    /// 8 to connection 1.
    case relay, relaySecond
    case endRelay, endRelaySecond
  }

  var drags = DragTable()
  private static let ann = Author(user: "ann", device: "laptop")
  private static let bob = Author(user: "bob", device: "phone")
  private static let later = Moment(monotonic: 2_000, wall: 0)
  private static let bytes = DragTable.Served(
    item: 0, type: "text/plain", sequence: 5, whole: Part.Whole([1, 2, 3]))

  private static func carried(
    _ number: UInt64, by author: Author = ann, pointer: Bool = false
  ) -> Drag {
    Drag(
      id: drag(number), session: session(author == ann ? 1 : 2), board: board(1), author: author,
      content: .cards(number, pointer: pointer))
  }

  init(_ state: State) {
    let start = Moment(monotonic: 1_000, wall: 0)
    switch state {
    case .nothing: return
    case .othersKnown: drags.lift(Self.carried(4, by: Self.bob), at: "tty2", now: start)
    case .pointer, .loading: drags.lift(Self.carried(1, pointer: true), at: "tty1", now: start)
    case .lifted, .known, .unanswered, .served, .replaced, .dropped, .forgotten:
      drags.lift(Self.carried(1), at: "tty1", now: start)
    }
    if state == .lifted { return }
    _ = drags.takeUntold()
    switch state {
    case .nothing, .lifted, .known, .pointer, .othersKnown: break
    case .loading:
      drags.beginLoading(of: "ann", now: Moment(monotonic: 1_500, wall: 0))
      happen(.relay)
    case .unanswered: happen(.silence)
    case .served: happen(.keep)
    case .replaced: happen(.liftSecond)
    case .dropped: happen(.drop)
    case .forgotten:
      happen(.drop)
      happen(.takeUntold)
      happen(.told)
    }
  }

  /// What comes of an event, in words.
  @discardableResult
  mutating func happen(_ event: Event) -> String {
    switch event {
    case .liftFirst: drags.lift(Self.carried(1), at: "tty1", now: Self.later)
    case .liftSecond: drags.lift(Self.carried(2), at: "tty3", now: Self.later)
    case .liftPointer: drags.lift(Self.carried(3, pointer: true), at: "tty3", now: Self.later)
    case .liftOfOther: drags.lift(Self.carried(4, by: Self.bob), at: "tty2", now: Self.later)
    case .drop: drags.end(.dropped, by: Author(user: "ann", device: "desktop"), at: "tty3")
    case .cancel: drags.end(.cancelled, by: Self.ann, at: "tty1")
    case .lapse: drags.end(.lapsed, by: Self.ann, at: "")
    case .dropOfOther: drags.end(.dropped, by: Self.bob, at: "tty2")
    case .beginLoading: drags.beginLoading(of: "ann", now: Self.later)
    case .beginLoadingOfOther: drags.beginLoading(of: "bob", now: Self.later)
    case .keep: drags.keep(Self.bytes, of: "ann")
    case .keepForOther: drags.keep(Self.bytes, of: "bob")
    case .silence: drags.silence(drag(1), of: "ann")
    case .silenceSecond: drags.silence(drag(2), of: "ann")
    case .overduePointerSoon: return overdue(at: 30_999)
    case .overduePointer: return overdue(at: 31_000)
    case .overdueKeysSoon: return overdue(at: 600_999)
    case .overdueKeys: return overdue(at: 601_000)
    case .overdueLoadedSoon: return overdue(at: 601_499)
    case .overdueLoaded: return overdue(at: 601_500)
    case .concernsNew: return "\(drags.concerns("ann", told: nil))"
    case .concernsZero: return "\(drags.concerns("ann", told: 0))"
    case .concernsOne: return "\(drags.concerns("ann", told: 1))"
    case .concernsTwo: return "\(drags.concerns("ann", told: 2))"
    case .find: return drags.drag(drag(1), of: "ann").map(Self.words) ?? "-"
    case .findSecond: return drags.drag(drag(2), of: "ann").map(Self.words) ?? "-"
    case .findForOther: return drags.drag(drag(1), of: "bob").map(Self.words) ?? "-"
    case .toldOne: drags.toldOne(of: "ann")
    case .takeUntold: return "tell \(drags.takeUntold())"
    case .told: drags.told("ann")
    case .toldOther: drags.told("bob")
    case .relay: drags.relay(Self.waiting(request: 5), as: Self.own(7))
    case .relaySecond: drags.relay(Self.waiting(request: 6), as: Self.own(8))
    case .endRelay: return drags.endRelay(Self.own(7)).map(Self.words) ?? "-"
    case .endRelaySecond: return drags.endRelay(Self.own(8)).map(Self.words) ?? "-"
    }
    return "-"
  }

  private func overdue(at time: UInt64) -> String {
    let drags = drags.overdue(now: Moment(monotonic: time, wall: 0))
    return drags.isEmpty ? "-" : drags.map(Self.words).joined(separator: ", ")
  }

  private static func own(_ number: UInt64) -> OwnRequest {
    OwnRequest(connection: ConnectionID(1), number: number)
  }

  private static func waiting(request: UInt64) -> LoadRelays.Relay {
    LoadRelays.Relay(
      asker: ConnectionID(3), request: request,
      body: Load(drag: drag(1), item: 0, type: "text/plain", offset: 0), source: session(1),
      deadline: 2_500 + request)
  }

  private static func words(_ relay: LoadRelays.Relay) -> String {
    for request in [5, 6] as [UInt64] where relay == waiting(request: request) {
      return "load \(request)"
    }
    return "\(relay)"
  }

  /// The number of a drag, where it is as it was lifted.
  private static func words(_ drag: Drag) -> String {
    let drags: [(String, Drag)] = [
      ("1", carried(1)), ("1 by pointer", carried(1, pointer: true)), ("2", carried(2)),
      ("3 by pointer", carried(3, pointer: true)), ("4", carried(4, by: bob)),
    ]
    return "drag " + (drags.first { $0.1 == drag }?.0 ?? "\(drag)")
  }

  private static func words(_ drag: DragTable.UserDrag) -> String {
    var words = [drag.drag.map(words) ?? "nothing", "change \(drag.change)"]
    if drag.until < .max { words.append("until \(drag.until)") }
    if let ended = drag.ended {
      words.append(
        "after \(ended.drag.low) \(ended.end) by \(ended.author.user)/\(ended.author.device) "
          + "at \(ended.place.isEmpty ? "-" : ended.place)")
    }
    if drag.isSourceSilent { words.append("unanswered") }
    if drag.isLoaded { words.append("loaded") }
    if let served = drag.served { words.append(served == bytes ? "served" : "\(served)") }
    return words.joined(separator: " ")
  }

  /// How things stand: the last change, what each user carries, whose windows may have to be told,
  /// the LOADs that wait, and when something is due.
  var standing: String {
    var words = ["\(drags.newest)"]
    for user in ["ann", "bob"] {
      if let carried = drags.userDrag(of: user) {
        words.append("\(user) \(Self.words(carried))")
      }
    }
    var copy = drags
    let untold = copy.takeUntold()
    if !untold.isEmpty { words.append("untold \(untold.joined(separator: " "))") }
    for request in drags.loads.requests {
      let relay = drags.loads[request].map(Self.words) ?? "-"
      words.append("\(request.connection.rawValue)/\(request.number) for \(relay)")
    }
    let deadlines = [drags.deadline, drags.loads.deadline]
    if deadlines != [nil, nil] {
      let times = deadlines.map { $0.map { "\($0)" } ?? "-" }
      words.append("due \(times.joined(separator: " "))")
    }
    return words.joined(separator: ", ")
  }
}
