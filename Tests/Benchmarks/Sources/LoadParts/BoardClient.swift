import BoardModel
import Wire

/// A window without a model: it frames, counts, acknowledges and answers pings, nothing else.
package final class BoardClient: Client, LinkReader {
  package enum Content {
    /// It has everything up to this number of a store.
    case upTo(UInt64, IncarnationID)
    case none
  }

  package struct Refused: Error, CustomStringConvertible {
    package let error: ErrorMessage

    package var description: String { "the coordinator refuses: \(error.text)" }
  }

  /// What a window is to the coordinator.
  package struct Kind {
    package var features: [UInt16]
    /// Whether the window is listed, as those of people are.
    package var isListed: Bool

    /// A window that takes part in as little as there may be.
    package static let bare = Kind(features: [], isListed: false)
    /// A window as the program of this project opens it.
    package static let whole = Kind(features: Feature.known.map(\.value), isListed: true)
  }

  package let link: Link
  package private(set) var isReady = false
  package private(set) var completed = 0
  package private(set) var delivered = 0
  package private(set) var contentBytes = 0
  /// The sequence number of the last operation that is known.
  package private(set) var sequence: UInt64 = 0
  package private(set) var incarnation = IncarnationID(high: 0, low: 0)
  /// The sequence number of the last edit of this connection that is durable.
  package private(set) var completedSequence: UInt64 = 0
  package var whenCompleted: (() -> Void)?
  package var whenDelivered: ((Int) -> Void)?

  private let board: BoardID
  private let session: SessionID
  private let card: CardID
  private let content: Content
  private let kind: Kind
  /// The request that makes the board, until it is answered.
  private var creation: CreateBoard?
  private var epoch: UInt32
  private var template: EditTemplate?
  private var request: UInt64 = 0
  private var counter: UInt64 = 0
  private var acknowledged = 0
  /// The edits that are not answered; then those that wait to be sent.
  private var made = 0
  private var kept = 0
  /// One request is left for a snapshot, should the window fall behind.
  private static let inFlight = Int(Limits.requestsInFlight) - 1

  package init(
    _ link: Link, _ kind: Kind = .bare, board: BoardID, session: SessionID, epoch: UInt32 = 0,
    card: CardID, content: Content, creating creation: CreateBoard? = nil
  ) {
    self.kind = kind
    (self.link, self.board, self.session, self.epoch) = (link, board, session, epoch)
    self.creation = creation
    (self.card, self.content) = (card, content)
    link.reader = self
  }

  package func drop() { link.close() }

  /// The session as it would attach again.
  package var returning: (session: SessionID, epoch: UInt32, sequence: UInt64) {
    (session, epoch, sequence)
  }

  /// Sends an edit, or keeps it until there is room for it among the requests in flight.
  package func edit() {
    guard made < BoardClient.inFlight else {
      kept += 1
      return
    }
    guard var edit = template else { return }
    made += 1
    counter += 1
    request += 1
    link.write(edit.frame(request: request, counter: counter, base: sequence))
    template = edit
  }

  /// Sends any intent as an operation of this window.
  package func submit(_ intent: Intent) {
    made += 1
    counter += 1
    request += 1
    let id = OperationID(session: session, epoch: epoch, counter: counter)
    let operation = Operation(id: id, base: sequence, queued: false, intent: intent)
    link.write(Submit(operation: operation).frame(request: request).bytes)
  }

  package func opened() {
    request = 1
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: kind.features, frameLimit: Limits.frameBytes,
      agent: "board-bench")
    link.write(hello.frame(request: request).bytes)
  }

  package func take(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    try FrameBytes.each(in: bytes) { try takeFrame($0) }
  }

  private func takeFrame(_ bytes: UnsafeRawBufferPointer) throws {
    switch FrameBytes.type(of: bytes) {
    case OutcomeMessage.type: takeOutcome(FrameBytes.number(in: bytes, at: 8))
    case Committed.type:
      let first = FrameHeader.byteCount
      take(Int(bytes.loadUnaligned(fromByteOffset: first, as: UInt32.self).bigEndian))
    case Snapshot.type: takeSnapshot(bytes)
    case Welcome.type, Attached.type, Ping.type, Resync.type, ErrorMessage.type:
      try takeMessage(bytes)
    default: break
    }
  }

  private func takeOutcome(_ sequence: UInt64) {
    guard creation == nil else {
      creation = nil
      return attach()
    }
    completedSequence = sequence
    completed += 1
    made -= 1
    if kept > 0 {
      kept -= 1
      edit()
    }
    if completed - acknowledged >= 256 { acknowledge() }
    whenCompleted?()
  }

  private func take(_ count: Int) {
    sequence += UInt64(count)
    delivered += count
    whenDelivered?(count)
  }

  private func acknowledge() {
    acknowledged = completed
    link.write(Acknowledge(sequence: sequence, counter: UInt64(completed)).frame().bytes)
  }

  private func takeMessage(_ bytes: UnsafeRawBufferPointer) throws {
    guard let (request, message) = try FrameBytes.message(of: bytes) else { return }
    switch message {
    case .welcome(let welcome):
      incarnation = welcome.incarnation
      create()
    case .attached(let attached): start(attached)
    case .ping(let ping):
      link.write(Pong(nonce: ping.nonce).frame(request: request, flags: .response).bytes)
    case .resync: fetch()
    case .error(let error): throw Refused(error: error)
    default: break
    }
  }

  private func create() {
    guard let creation else { return attach() }
    request += 1
    link.write(creation.frame(request: request).bytes)
  }

  private func attach() {
    var known = (sequence: UInt64(0), incarnation: IncarnationID(high: 0, low: 0))
    if case .upTo(let sequence, let incarnation) = content { known = (sequence, incarnation) }
    let attach = Attach(
      board: board, session: session, instance: InstanceID(high: 1, low: session.low),
      configuration: .board, epoch: epoch, incarnation: known.incarnation,
      sequence: known.sequence, firstPending: 1, level: ModelLevels.released.newest,
      wantsSnapshot: true)
    request += 1
    guard kind.isListed else { return link.write(attach.frame(request: request).bytes) }
    let window = AttachWindow(
      manner: .resume, previous: nil, activity: Activity(.board, title: "Board"),
      place: "board-bench", attach: attach)
    link.write(window.frame(request: request).bytes)
  }

  private func start(_ attached: Attached) {
    epoch = attached.epoch
    counter = attached.lastCounter
    template = EditTemplate(session: session, epoch: epoch, card: card)
    switch (attached.catchUp, content) {
    case (.operations, .upTo(let known, _)):
      sequence = known
      isReady = true
    case (.operations, .none):
      sequence = 0
      isReady = true
    case (.snapshot, _): break  // It follows unasked.
    }
  }

  private func fetch() {
    request += 1
    link.write(FetchSnapshot().frame(request: request).bytes)
  }

  /// Reads the three numbers before the entities, and how many of those there are.
  private func takeSnapshot(_ bytes: UnsafeRawBufferPointer) {
    func number(_ offset: Int) -> UInt32 {
      bytes.loadUnaligned(fromByteOffset: FrameHeader.byteCount + offset, as: UInt32.self).bigEndian
    }
    let (cursor, total, count) = (number(8), number(12), number(16))
    if cursor == 0 { contentBytes = 0 }
    contentBytes += bytes.count
    guard cursor + count == total else { return }
    sequence = UInt64(number(0)) << 32 | UInt64(number(4))
    isReady = true
  }
}
