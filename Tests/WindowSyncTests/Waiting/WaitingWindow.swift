import BoardModel
import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// What a window waits for beside its link: see `WindowStates.names` for that alone.
enum WindowWait: String, CaseIterable {
  /// The disk writes an edit while the link lives.
  case persisting
  /// The disk writes an edit, and the link was cut.
  case persistingCut
  /// The disk writes an edit, and the board is being caught up with.
  case persistingOperations
  /// Edits were refused for now.
  case holding
  /// The board was found to differ, and an edit waits for its answer.
  case diverged
  /// The same, and the link was cut before the snapshot came.
  case divergedCut
  /// A fenced window delivers its edits under a fresh session.
  case delivering
  /// A fenced window attaches again as its session.
  case reclaiming
  /// As many requests are under way as the coordinator takes.
  case crowded
  /// The window asked to put down what its user carries.
  case dropping
  /// A part of a snapshot has come.
  case streaming
}

/// A window in a waiting state: of its link, or of what it waits for beside that.
struct WaitingWindow {
  var world: World
  static let edit = Fixture.create(60)
  static let drag = DragID(high: 0xD7, low: 1)

  static let states = WindowStates.names + WindowWait.allCases.map(\.rawValue)

  init(_ state: String) {
    guard let wait = WindowWait(rawValue: state) else {
      world = WindowStates.world(in: state)
      owe(state)
      return
    }
    world = World()
    if wait == .crowded { world.coordinator.requestsInFlight = 3 }
    world.send(.start(wallClock: 1))
    world.settle()
    reach(wait)
  }

  /// What the shell answers in the end, where the state is that it has not.
  private mutating func owe(_ state: String) {
    switch state {
    case "welcomed":
      world.windows[0].owed = [ReplicaEventKind.freshIdentity.event]
    case "closing":
      world.windows[0].owed = [ReplicaEventKind.disconnected.event]
    default: return
    }
    world.windows[0].holdsStore = true
  }

  private mutating func reach(_ wait: WindowWait) {
    switch wait {
    case .persisting: hold()
    case .persistingCut:
      hold()
      world.cut(0)
      // The disk answers later than the network.
      let cut = world.windows[0].owed.removeLast()
      world.windows[0].owed.insert(cut, at: 0)
      world.pay(0)
    case .persistingOperations:
      world.cut(0)
      _ = world.coordinator.order(Fixture.foreign(1, base: 3, Fixture.create(70)))
      world.advance()
      while world.windows[0].replica.stateName != "operations", isMoving { step() }
      hold()
    case .holding:
      world.coordinator.refuses = { _ in
        ErrorMessage(code: .storeUnavailable, text: "the disk is full", retryAfter: 300)
      }
      world.send(.edit(Self.edit))
      world.settle()
      world.coordinator.refuses = { _ in nil }
    case .diverged, .divergedCut:
      world.send(.edit(Self.edit))
      world.coordinator.event(
        world.links, DigestMessage(sequence: 3, digest: BoardDigest(lanes: [1, 2, 3, 4])))
      world.collect()
      world.deliverDown(0)
      if wait == .divergedCut { world.cut(0) }
    case .delivering, .reclaiming: fence(wait)
    case .crowded:
      world.windows[0].replica.fetch(3, &world)
      world.send(.edit(Self.edit))
    case .dropping:
      world.send(.drag(.drop(Self.drag, .copy)))
    case .streaming:
      world.cut(0)
      world.coordinator.replayLimit = 0
      world.coordinator.chunk = 1
      _ = world.coordinator.order(Fixture.foreign(1, base: 3, Fixture.create(70)))
      world.advance()
      while world.windows[0].replica.gathered != 1, isMoving { step() }
    }
  }

  private var isMoving: Bool { !world.windows[0].up.isEmpty || !world.windows[0].down.isEmpty }

  private mutating func step() {
    if world.windows[0].up.isEmpty { world.deliverDown(0) } else { world.deliverUp(0) }
  }

  private mutating func hold() {
    world.windows[0].holdsStore = true
    world.send(.edit(Self.edit))
  }

  private mutating func fence(_ wait: WindowWait) {
    if wait == .delivering { world.send(.edit(Self.edit)) }
    world.windows[0].up = []
    world.coordinator.event(world.links, ErrorMessage(code: .fenced, text: "taken over"))
    world.coordinator.links[world.links]?.session = nil
    world.collect()
    if wait == .delivering {
      while world.windows[0].replica.stateName != "live", isMoving { step() }
      return
    }
    world.settle()
    world.send(.reclaim)
    while world.windows[0].replica.stateName != "attaching", isMoving { step() }
  }
}

extension Replica {
  /// How many entities of a snapshot have come; nil while none is awaited.
  var gathered: Int? {
    if case .catchingUp(.snapshot(let gathering)) = phase { gathering.entities.count } else { nil }
  }

  /// Asks for the log so many times.
  fileprivate func fetch(_ count: Int, _ world: inout World) {
    for _ in 0..<count { world.send(.ask(.fetchHistory(FetchHistory(from: 1, count: 1)))) }
  }
}
