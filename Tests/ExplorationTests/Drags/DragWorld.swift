import BoardModel
@testable import Coordination
@testable import WindowSync
import LogRecords
import MemoryStore
import Wire

/// One state of two windows of one user, their coordinator, and what is on its way between them,
/// where people lift, put down and let go. The machines are the real ones.
struct DragWorld {
  enum Step: Hashable {
    case toCoordinator(Int)
    case toWindow(Int)
    case lifts(Int)
    case drops(Int)
    case cancels(Int)
    /// The link is gone; what the window had sent is lost or has just arrived.
    case cut(Int, arrives: Bool)
    case dials(Int)
    /// So much time passes that what is carried lapses.
    case lapses
  }

  enum Chance: Int, CaseIterable {
    case lift, drop, cancel, cut, lapse
  }

  /// A rule that is left out, to see that it is missed.
  enum Omission: CaseIterable {
    /// Of the coordinator: what was dropped is carried no longer.
    case dropEnds
    /// Of the window: what it lifted is over when it is not named.
    case unnamedIsOver
    /// Of the coordinator: windows are told of every change.
    case everyChangeTold
    /// Of the coordinator: they are told of each by itself, also of several in one turn.
    case eachChangeTold
  }

  struct Window {
    var replica: Replica
    /// Frames on their way.
    var up: [[UInt8]] = []
    var down: [[UInt8]] = []
    var link: ConnectionID?
    /// What it was told it put down.
    var dropped: Set<DragID> = []
    /// What it was told on this link that its user carries.
    var told: DragID?
  }

  let omission: Omission?
  var coordinator: Coordinator
  var windows: [Window] = []
  var clock: UInt64 = 1_000
  var links: UInt64 = 0
  var lifted: UInt64 = 0
  /// Drags that the coordinator does not carry any longer.
  var over: Set<DragID> = []
  /// Drags that somebody let go of.
  var cancelled: Set<DragID> = []
  var left: [UInt8]

  static let board = Names.board
  static let card = Names.card(0, 1)

  init(left: [Chance: UInt8], omitting omission: Omission? = nil) throws(DragViolation) {
    self.omission = omission
    self.left = Chance.allCases.map { left[$0] ?? 0 }
    var configuration = CoordinatorConfiguration(cluster: "explored", agent: "exploration")
    configuration.keepaliveMilliseconds = 3_600_000
    coordinator = Coordinator(configuration: configuration)
    try tell(
      .opened(
        StoreContents(incarnation: IncarnationID(high: 7, low: 7), boards: [], sessions: [])))
    try makeBoard()
    for index in 0..<2 {
      let identity = ReplicaIdentity(
        board: Names.board, session: SessionID(high: 0x5E, low: UInt64(index)),
        instance: Names.instance(index, life: 1), author: Names.author(index),
        configuration: .board, window: nil)
      windows.append(Window(replica: Replica(identity: identity, saved: nil)))
      try tell(window: index, .start(wallClock: 0))
    }
    while let step = steps.first(where: \.isDelivery) { try take(step) }
  }

  private mutating func makeBoard() throws(DragViolation) {
    let id = Names.connection(0)
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes, agent: "maker")
    let operation = Operation(
      id: OperationID(session: Names.maker, epoch: 0, counter: 1), base: 0, queued: false,
      intent: .batch([.boardCreate(title: "Explored"), .set(.memberRole(""), .role(.owner))]))
    try tell(.connected(id, .known(Names.author(0))))
    try tell(.received(id, hello.frame(request: 1).bytes))
    try tell(
      .received(id, CreateBoard(board: Names.board, operation: operation).frame(request: 2).bytes))
    try tell(.closed(id))
  }

  // MARK: Steps

  var steps: [Step] {
    var steps: [Step] = []
    for (index, window) in windows.enumerated() {
      if !window.up.isEmpty { steps.append(.toCoordinator(index)) }
      if !window.down.isEmpty { steps.append(.toWindow(index)) }
      if window.link == nil { steps.append(.dials(index)) }
      if may(.lift) { steps.append(.lifts(index)) }
      if may(.drop), window.shown != nil { steps.append(.drops(index)) }
      if may(.cancel), window.shown != nil { steps.append(.cancels(index)) }
      if may(.cut), window.link != nil {
        steps.append(.cut(index, arrives: false))
        if !window.up.isEmpty { steps.append(.cut(index, arrives: true)) }
      }
    }
    if may(.lapse), coordinator.drags.deadline != nil { steps.append(.lapses) }
    return steps
  }

  private func may(_ chance: Chance) -> Bool { left[chance.rawValue] > 0 }

  mutating func take(_ step: Step) throws(DragViolation) {
    if let chance = step.chance { left[chance.rawValue] -= 1 }
    let before = coordinator.drags.userDrag(of: "ann")?.drag?.id
    switch step {
    case .toCoordinator(let index):
      let bytes = windows[index].up.removeFirst()
      if let link = windows[index].link { try tell(.received(link, bytes)) }
    case .toWindow(let index):
      let bytes = windows[index].down.removeFirst()
      try tell(window: index, .received(bytes))
    case .lifts(let index):
      lifted += 1
      let item = DragItem(card: DragWorld.card, title: "", types: [])
      let content = DragContent(isPointer: false, moves: true, copies: true, items: [item])
      let items = DraggedItems(DragID(high: 0xD7, low: lifted), content, on: DragWorld.board)
      try tell(window: index, .drag(.lift(items)))
    case .drops(let index):
      if let drag = windows[index].shown {
        try tell(window: index, .drag(.drop(drag, .copy)))
      }
    case .cancels(let index):
      if let drag = windows[index].shown {
        cancelled.insert(drag)
        try tell(window: index, .drag(.cancel(drag)))
      }
    case .cut(let index, let arrives): try cut(index, arrives: arrives)
    case .dials(let index): try tell(window: index, .resumeNow)
    case .lapses:
      clock = coordinator.drags.deadline ?? clock
      try tell(.timer)
    }
    let after = coordinator.drags.userDrag(of: "ann")?.drag?.id
    if let before, before != after { over.insert(before) }
    if let after, over.contains(after) {
      throw DragViolation(.staysOver, "\(after) is carried again")
    }
  }

  private mutating func cut(_ index: Int, arrives: Bool) throws(DragViolation) {
    if arrives, let link = windows[index].link {
      try tell(.received(link, windows[index].up.flatMap(\.self)))
    }
    (windows[index].up, windows[index].down) = ([], [])
    if let link = windows[index].link { try tell(.closed(link)) }
    (windows[index].link, windows[index].told) = (nil, nil)
    try tell(window: index, .disconnected(reason: "cut", retry: .automatic, jitter: 0))
  }

  // MARK: The machines

  private mutating func tell(_ event: CoordinatorEvent) throws(DragViolation) {
    var events = [event]
    while !events.isEmpty {
      let event = events.removeFirst()
      let drags = coordinator.drags
      let effects = coordinator.handle(
        event, now: Moment(monotonic: clock, wall: 1_700_000_000_000))
      if omission == .dropEnds, case .received(_, let bytes) = event, Drop.type.isIn(bytes) {
        coordinator.drags = drags
      }
      for effect in effects {
        switch effect {
        case .send(let id, let bytes):
          try send(bytes, to: id)
          events.append(.progressed(id, unsent: 0))
        case .append: events.append(.appended)
        case .load(let board): events.append(.loaded(board, nil, []))
        case .encode(let pinned): events.append(.encoded(pinned.encoded()))
        default: break
        }
      }
    }
  }

  private mutating func send(_ bytes: [UInt8], to id: ConnectionID) throws(DragViolation) {
    guard let index = windows.firstIndex(where: { $0.link == id }) else { return }
    let bytes = omission == .eachChangeTold ? Carried.lastOnly(of: bytes) : bytes
    for carried in Carried.all(in: bytes) {
      if let before = windows[index].told, before != carried.drag?.id,
        before != carried.ended?.drag
      {
        throw DragViolation(.endTold, "window \(index) is not told what became of \(before)")
      }
      windows[index].told = carried.drag?.id
    }
    if omission == .everyChangeTold, index == 1, Carried.type.isOnly(in: bytes),
      windows[1].replica.phase == .live
    {
      return
    }
    windows[index].down.append(bytes)
  }

  private mutating func tell(window index: Int, _ event: ReplicaEvent) throws(DragViolation) {
    var events = [event]
    while !events.isEmpty {
      let before = windows[index].replica.dragging.state
      let effects = windows[index].replica.handle(events.removeFirst(), now: 1_000)
      restore(before, index)
      for effect in effects {
        switch effect {
        case .connect:
          links += 1
          let id = Names.connection(links)
          windows[index].link = id
          try tell(.connected(id, .known(Names.author(index))))
          events.append(.connected)
        case .send(let bytes): windows[index].up.append(bytes)
        case .disconnect: throw DragViolation(.peace, "window \(index) ends its link")
        case .drag(.dropped(let drag)):
          guard !windows.contains(where: { $0.dropped.contains(drag) }) else {
            throw DragViolation(.droppedOnce, "\(drag) is put down twice")
          }
          windows[index].dropped.insert(drag)
        default: break
        }
      }
    }
  }

  private mutating func restore(_ before: Dragging.State, _ index: Int) {
    guard omission == .unnamedIsOver, case .lifted(let items) = before, items.isOwn,
      windows[index].replica.dragging.items?.id != items.id
    else { return }
    // It tries again instead.
    let again = DraggedItems(items.id, items.content, on: items.board)
    _ = windows[index].replica.dragging.take(.lift(again), on: .none)
  }

  // MARK: At rest

  /// Nothing is on its way.
  var isResting: Bool { !steps.contains(where: \.isDelivery) }

  func checkRest() throws(DragViolation) {
    // Windows are told what is not so there; what comes of it is to be seen.
    if omission == .dropEnds { return }
    let carried = coordinator.drags.userDrag(of: "ann")?.drag?.id
    if let carried, cancelled.contains(carried) {
      throw DragViolation(.staysOver, "\(carried) was let go of and is carried")
    }
    for (index, window) in windows.enumerated() {
      let items = window.replica.dragging.items
      guard items?.id == carried, items?.isNamed != false, window.replica.dragging.isInformed
      else {
        throw DragViolation(
          .agreed,
          "window \(index) has \(window.replica.dragging.state), the coordinator "
            + "\(carried.map(String.init(describing:)) ?? "nothing")")
      }
    }
  }
}

extension DragWorld.Window {
  /// What its person sees to be carried.
  var shown: DragID? { replica.dragging.items?.id }
}

extension DragWorld.Step {
  /// Happens by itself.
  var isDelivery: Bool {
    switch self {
    case .toCoordinator, .toWindow, .dials: true
    case .lifts, .drops, .cancels, .cut, .lapses: false
    }
  }

  var chance: DragWorld.Chance? {
    switch self {
    case .toCoordinator, .toWindow, .dials: nil
    case .lifts: .lift
    case .drops: .drop
    case .cancels: .cancel
    case .cut: .cut
    case .lapses: .lapse
    }
  }
}

struct DragViolation: Error, CustomStringConvertible {
  enum Invariant: Hashable {
    /// No two windows put one drag down.
    case droppedOnce
    /// What is over is never carried again.
    case staysOver
    /// Who was told of a drag is told what became of it.
    case endTold
    /// At rest all windows know what is carried, and have nothing else.
    case agreed
    case peace
  }

  let invariant: Invariant
  let words: String

  init(_ invariant: Invariant, _ words: String) {
    self.invariant = invariant
    self.words = words
  }

  var description: String { "\(invariant): \(words)" }
}

extension FrameType {
  fileprivate func isIn(_ bytes: [UInt8]) -> Bool { frames(in: bytes).contains { $0.type == self } }

  /// Whether nothing else is in these frames.
  fileprivate func isOnly(in bytes: [UInt8]) -> Bool {
    frames(in: bytes).allSatisfy { $0.type == self }
  }
}

extension Carried {
  fileprivate static func all(in bytes: [UInt8]) -> [Carried] {
    frames(in: bytes).compactMap { frame in
      if case .carried(let carried) = try? Message(frame) { carried } else { nil }
    }
  }

  /// The frames without all but the last of these.
  fileprivate static func lastOnly(of bytes: [UInt8]) -> [UInt8] {
    let frames = frames(in: bytes)
    let last = frames.lastIndex { $0.type == type }
    return frames.indices.filter { frames[$0].type != type || $0 == last }
      .flatMap { frames[$0].bytes }
  }
}

private func frames(in bytes: [UInt8]) -> [Frame] {
  var decoder = FrameDecoder(limit: Limits.frameBytes)
  decoder.feed(bytes)
  var frames: [Frame] = []
  while let frame = try? decoder.next() { frames.append(frame) }
  return frames
}
