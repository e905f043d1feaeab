import BoardModel
import Coordination
import LogRecords
import SampleHistory
import Testing
import Wire

/// What a coordinator waits for while something else happens: each has the window `ann` with the
/// operation `first` to send, another window of hers and one of Bob's, and answers nobody by itself.
enum WaitingState: String, CaseIterable {
  /// Nothing is waited for: what the others are compared with.
  case following
  /// The log writes Ann's operation.
  case writing
  /// The log writes Bob's operation; Ann's is in the group behind it.
  case gathered
  /// The log refused Ann's operation.
  case refused
  /// The log writes what she acknowledged.
  case saving
  /// The log writes the session's epoch.
  case attaching
  /// The log writes something else; the epoch is in the group behind it.
  case attachGathered
  /// The log writes that the session detached.
  case detaching
  /// The log writes that the session is gone.
  case closing
  /// The log writes that another window ended this one.
  case ending
  /// The same, where this one waited for its epoch.
  case endingAttach
  /// The log writes a board of Ann's.
  case creating
  /// Ann does not read her answers.
  case full
  /// She does not, and the log writes her operation.
  case fullWriting
  /// She was told to fetch a snapshot.
  case lagging
  /// She asked for one, which is not encoded yet.
  case encoding
  /// She has a part of one.
  case fetching
  /// She has a part of one, and the log writes Bob's operation.
  case fetchingWriting
  /// The log reads what she missed.
  case replaying
  /// The log reads a history she asked for.
  case history
  /// The store reads her board.
  case loading
  /// Another process wants the session: the window was asked whether it is there.
  case contested
  /// She wants a session whose window was asked.
  case challenging
  /// She loads of what her other window lifted.
  case loadingDrag
  /// Her other window loads of what she lifted.
  case lifted
  /// The log writes Bob's operation, and then the coordinator stops.
  case draining
  /// The log writes hers, and then the coordinator stops.
  case drainingWriting
  /// The coordinator said goodbye.
  case goodbye
  /// Her link was cut while the log writes her operation.
  case cut
  /// She said goodbye.
  case leaving
  /// She has not said HELLO.
  case greeting
}

/// A coordinator in a waiting state.
struct WaitingRoom {
  var harness: CoordinatorHarness
  /// The connection that things happen on.
  var ann: ConnectionID
  let other: ConnectionID
  let bob: ConnectionID
  static let first = Operation(
    id: OperationID(session: session(1), epoch: 1, counter: 1), base: 1, queued: false,
    intent: .cardRetitle(card(1), title: "Ann's"))
  static let bobs = Operation(
    id: OperationID(session: session(2), epoch: 1, counter: 1), base: 1, queued: false,
    intent: .cardRetitle(card(1), title: "Bob's"))

  init(_ state: WaitingState) throws {
    harness = CoordinatorHarness {
      $0.outboxBytes = 4_096
      $0.recentOperations = 2
    }
    try harness.makeBoard()
    bob = try WaitingRoom.attach(2, user: "bob", &harness)
    try WaitingRoom.furnish(&harness)
    other = try WaitingRoom.attach(3, user: "ann", &harness)
    ann = try WaitingRoom.attach(1, user: "ann", &harness)
    harness.advance(2_000)
    harness.commitsAtOnce = false
    try reach(state)
    for id in harness.peers.keys { _ = harness.take(id) }
    harness.journal = []
  }

  /// Somebody makes cards that are two chunks of a snapshot, and goes.
  private static func furnish(_ harness: inout CoordinatorHarness) throws {
    let eve = try attach(9, user: "eve", &harness)
    let filler = String(repeating: "x", count: 40_000)
    for number in 2...5 as ClosedRange<UInt64> {
      let operation = Operation(
        id: OperationID(session: session(9), epoch: 1, counter: number - 1), base: 1,
        queued: false,
        intent: .cardCreate(
          card(number), in: column(1), title: "Card", body: filler, at: Anchors()))
      _ = try harness.request(eve, Submit(operation: operation))
    }
    harness.handle(.closed(eve))
  }

  private static func attach(
    _ number: UInt64, user: String, _ harness: inout CoordinatorHarness
  ) throws -> ConnectionID {
    let id = try harness.greeted(user: user, hello: .dragging)
    _ = try harness.request(id, harness.windowBody(number, .board))
    _ = try harness.snapshot(id)
    return id
  }

  private mutating func reach(_ state: WaitingState) throws {
    switch state {
    case .following: break
    case .writing: submit()
    case .gathered:
      submitBobs()
      submit()
    case .refused:
      submit()
      harness.failCommit()
    case .saving:
      harness.send(ann, Acknowledge(sequence: 5, counter: 0).frame())
      harness.advance(2_000)
    case .attaching: try reattach()
    case .attachGathered:
      submitBobs()
      try reattach()
    case .detaching: _ = harness.begin(ann, Detach(close: false))
    case .closing: _ = harness.begin(ann, Detach(close: true))
    case .ending: end()
    case .endingAttach:
      try reattach()
      end()
    case .creating: _ = harness.begin(ann, Self.messages.body(.createBoard))
    case .full: fill()
    case .fullWriting:
      submit()
      fill()
    case .lagging, .encoding, .fetching, .fetchingWriting: try lag(state)
    case .replaying:
      harness.handle(.closed(ann))
      harness.readsAtOnce = false
      ann = try harness.greeted(hello: .dragging)
      _ = harness.begin(ann, harness.windowBody(1, .board, epoch: 1, sequence: 1))
      harness.commitNow()
    case .history:
      harness.readsAtOnce = false
      _ = harness.begin(ann, FetchHistory(from: 1, count: 2))
    case .loading:
      harness.restart()
      harness.readsAtOnce = false
      ann = try harness.greeted(hello: .dragging)
      _ = harness.begin(ann, harness.windowBody(1, .board, epoch: 1))
    case .contested:
      let rival = try harness.greeted(hello: .dragging)
      _ = harness.begin(rival, harness.windowBody(1, .board, instance: 2))
    case .challenging:
      harness.handle(.closed(ann))
      ann = try harness.greeted(hello: .dragging)
      _ = harness.begin(ann, harness.windowBody(3, .board, instance: 2))
    case .loadingDrag, .lifted: try carry(state)
    case .draining, .drainingWriting, .goodbye: drain(state)
    case .cut:
      submit()
      harness.handle(.closed(ann))
    case .leaving: harness.send(ann, Goodbye(reason: 0, text: "").frame())
    case .greeting:
      harness.handle(.closed(ann))
      ann = harness.connect()
    }
  }

  static let messages = SampleMessages(
    board: board(1), session: session(1), other: session(3),
    instance: InstanceID(high: 9, low: 1), operation: first, card: card(1), drag: drag(1),
    sequence: 5)

  private mutating func submit() { _ = harness.begin(ann, Submit(operation: Self.first)) }

  private mutating func submitBobs() { _ = harness.begin(bob, Submit(operation: Self.bobs)) }

  private mutating func end() {
    _ = harness.begin(other, EndWindow(session: session(1), ending: .decline, reason: "enough"))
  }

  /// Comes back as another process, which raises the epoch.
  private mutating func reattach() throws {
    harness.handle(.closed(ann))
    ann = try harness.greeted(hello: .dragging)
    _ = harness.begin(ann, harness.windowBody(1, .board, instance: 2))
  }

  private mutating func fill() {
    harness.peers[ann]?.reads = false
    for _ in 0..<1_000 where harness.peers[ann]?.paused == false {
      _ = harness.begin(ann, ListBoards())
    }
  }

  private mutating func lag(_ state: WaitingState) throws {
    harness.peers[ann]?.reads = false
    _ = harness.begin(ann, ListWindows(session: nil))
    harness.commitsAtOnce = true
    let large = String(repeating: "y", count: 5_000)
    let operation = Operation(
      id: OperationID(session: session(2), epoch: 1, counter: 1), base: 1, queued: false,
      intent: .cardCreate(card(8), in: column(1), title: "Card", body: large, at: Anchors()))
    _ = try harness.request(bob, Submit(operation: operation))
    harness.commitsAtOnce = false
    harness.peers[ann]?.reads = true
    harness.handle(.progressed(ann, unsent: 0))
    if state == .lagging { return }
    if state == .encoding {
      harness.encodesAtOnce = false
      _ = harness.begin(ann, FetchSnapshot())
      return
    }
    // The first chunk is almost read, and the second one finds no room yet.
    harness.peers[ann]?.reads = false
    _ = harness.begin(ann, FetchSnapshot())
    harness.peers[ann]?.reads = true
    harness.handle(.progressed(ann, unsent: 2_000))
    if state == .fetching { return }
    let next = Operation(
      id: OperationID(session: session(2), epoch: 1, counter: 2), base: 1, queued: false,
      intent: .cardRetitle(card(1), title: "Bob's"))
    _ = harness.begin(bob, Submit(operation: next))
  }

  private mutating func carry(_ state: WaitingState) throws {
    let (source, target) = state == .lifted ? (ann, other) : (other, ann)
    try harness.lift(source, 1)
    _ = harness.begin(target, Self.messages.body(.load))
  }

  private mutating func drain(_ state: WaitingState) {
    switch state {
    case .draining: submitBobs()
    case .drainingWriting: submit()
    default: break
    }
    harness.handle(.drain)
  }
}
