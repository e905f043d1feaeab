import BoardModel
import Identity
import NIOCore
import NIOPosix
import TLS
import Transport
import WindowSync
import Wire

/// A window's replica on a real connection, which edits as fast as it is acknowledged.
///
/// Confined to its event loop. It has no disk: it lives as long as the test does.
final class LiveWindow {
  private var replica: Replica
  private let context: TLSContext
  private let endpoint: Endpoint
  private let eventLoop: any EventLoop
  private var stream: ByteStream?
  private var timer: Scheduled<Void>?
  private let start = NIODeadline.now()
  private var events: [ReplicaEvent] = []
  private var handling = false
  /// Edits to keep under way.
  static let depth = 32
  private var edits = 0
  private var wanted = 0
  private var goal: (acknowledged: Int, promise: EventLoopPromise<Int>)?
  private(set) var acknowledged: [OperationID: Outcome] = [:]
  private(set) var notices: [ReplicaNotice] = []
  /// What the window may let its person do, if that was not everything at some time before it left.
  private(set) var hindrances: [Standing] = []
  /// All that a person would have been told of.
  var troubles: [String] { notices.map { "\($0)" } + hindrances.map { "\($0)" } }
  /// What the window says of its edits, since when.
  private(set) var status: SyncStatus?
  private var statusGoal: (wanted: (SyncStatus) -> Bool, promise: EventLoopPromise<Void>)?
  /// Its cards are no other window's.
  private let cards = UInt64.random(in: 1...UInt64.max)
  /// Connections that were lost or could not be made.
  private(set) var losses = 0

  init(
    board: BoardID, column: ColumnID, identity: Identity, endpoint: Endpoint,
    eventLoop: any EventLoop, as configuration: Configuration = .board
  ) throws {
    self.column = column
    self.endpoint = endpoint
    self.eventLoop = eventLoop
    context = try identity.windowContext()
    var random = SystemRandomNumberGenerator()
    replica = Replica(
      identity: ReplicaIdentity(
        board: board, session: SessionID(high: random.next(), low: random.next()),
        instance: InstanceID(high: random.next(), low: random.next()),
        author: Author(user: "\(identity.user)", device: "\(identity.device)"),
        configuration: configuration), saved: nil)
  }

  private let column: ColumnID

  func open() { handle(.start(wallClock: 0)) }

  /// Edits until so many are acknowledged in all.
  func work(until count: Int) -> EventLoopFuture<Int> {
    let promise: EventLoopPromise<Int> = patience("\(count) acknowledged edits")
    goal = (count, promise)
    wanted = count + LiveWindow.depth
    editMore()
    return promise.futureResult
  }

  /// Edits until one is acknowledged that was made after this call.
  func workOn() -> EventLoopFuture<Int> { work(until: acknowledged.count + LiveWindow.depth + 1) }

  /// Waits until nothing is under way any more.
  func rest() -> EventLoopFuture<Int> {
    let promise: EventLoopPromise<Int> = patience("its last acknowledgement")
    wanted = edits
    goal = (edits, promise)
    checkGoal()
    return promise.futureResult
  }

  /// Waits until the window says so.
  func says(_ wanted: @escaping (SyncStatus) -> Bool) -> EventLoopFuture<Void> {
    let promise: EventLoopPromise<Void> = patience("a status")
    statusGoal = (wanted, promise)
    checkStatus()
    return promise.futureResult
  }

  /// A promise that fails where what is waited for does not come: a test of it fails, and says why.
  private func patience<Value: Sendable>(_ what: String) -> EventLoopPromise<Value> {
    let promise = eventLoop.makePromise(of: Value.self)
    let timer = eventLoop.assumeIsolated().scheduleTask(in: .seconds(90)) {
      promise.fail(
        NothingCame(
          wanted: what, acknowledged: self.acknowledged.count,
          status: self.status.map { "\($0)" }, troubles: self.troubles))
    }
    promise.futureResult.whenComplete { _ in timer.cancel() }
    return promise
  }

  struct NothingCame: Error {
    let wanted: String
    let acknowledged: Int
    let status: String?
    let troubles: [String]
  }

  private func checkStatus() {
    guard let goal = statusGoal, let status, goal.wanted(status) else { return }
    statusGoal = nil
    goal.promise.succeed(())
  }

  /// The cards that are durable on the board, as far as this window knows.
  var cardCount: Int? { replica.confirmed?.cardCount }

  func leave() { handle(.leave(close: true)) }

  private func handle(_ event: ReplicaEvent) {
    events.append(event)
    if handling { return }
    handling = true
    while !events.isEmpty {
      let passed = UInt64((NIODeadline.now() - start).nanoseconds / 1_000_000)
      for effect in replica.handle(events.removeFirst(), now: passed) { perform(effect) }
    }
    handling = false
    checkGoal()
  }

  private func perform(_ effect: ReplicaEffect) {
    switch effect {
    case .connect: connect()
    case .send(let bytes): stream?.write(bytes)
    case .disconnect: stream?.finish()
    case .persist: events.append(.stored)
    case .carryOver: events.append(.carriedOver)
    case .settled(let operation, let outcome):
      acknowledged[operation.id] = outcome
      eventLoop.assumeIsolated().execute { self.editMore() }
    case .notice(let notice): notices.append(notice)
    case .standing(let standing):
      if standing != .writable, standing != .leaving { hindrances.append(standing) }
    case .status(let new):
      status = new
      checkStatus()
    case .changed: eventLoop.assumeIsolated().execute { self.editMore() }
    case .wake(let moment):
      timer?.cancel()
      let deadline = start + .milliseconds(Int64(moment))
      timer = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.handle(.timer) }
    case .needsFreshIdentity:
      var random = SystemRandomNumberGenerator()
      events.append(
        .freshIdentity(
          session: SessionID(high: random.next(), low: random.next()),
          instance: InstanceID(high: random.next(), low: random.next())))
    case .forget, .saveSession, .saveBoard, .mayRead, .forgetBoard, .clearPurged, .clearJournal,
      .saveReport,
      .committed,
      .refused,
      .answered, .others, .moreOthers,
      .left, .registered, .activated, .windowsGone, .invited, .membership, .users, .drag:
      return
    }
  }

  private func editMore() {
    while edits < wanted, replica.pending.count < LiveWindow.depth, replica.visible != nil {
      edits += 1
      handle(
        .edit(
          .cardCreate(
            CardID(high: cards, low: UInt64(edits)), in: column, title: "Card \(edits)", body: "",
            at: Anchors())))
    }
  }

  private func checkGoal() {
    guard let goal, acknowledged.count >= goal.acknowledged else { return }
    self.goal = nil
    goal.promise.succeed(acknowledged.count)
  }

  private func connect() {
    Dialer.connect(to: endpoint, context: context, eventLoop: eventLoop) { stream in
      self.stream = stream
      self.eventLoop.assumeIsolated().execute { self.handle(.connected) }
      return StreamHandlers(
        received: { self.handle(.received(Array($0.readableBytesView))) },
        ended: { self.ended("\($0)") })
    } failed: {
      self.ended("\($0)")
    }
  }

  private func ended(_ reason: String) {
    stream = nil
    losses += 1
    var random = SystemRandomNumberGenerator()
    handle(.disconnected(reason: reason, retry: .automatic, jitter: random.next()))
  }
}
