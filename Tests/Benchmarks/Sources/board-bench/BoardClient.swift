import BoardModel
import Wire

/// A window without a model: it frames, counts, acknowledges and answers pings, nothing else.
final class BoardClient: Client, LinkReader {
  enum Content {
    /// It has everything up to this number of a store.
    case upTo(UInt64, IncarnationID)
    case none
  }

  struct Refused: Error, CustomStringConvertible {
    let error: ErrorMessage

    var description: String { "the coordinator refuses: \(error.text)" }
  }

  let link: Link
  private(set) var isReady = false
  private(set) var completed = 0
  private(set) var delivered = 0
  private(set) var contentBytes = 0
  /// The sequence number of the last operation that is known.
  private(set) var sequence: UInt64 = 0
  private(set) var incarnation = IncarnationID(high: 0, low: 0)
  var whenCompleted: (() -> Void)?
  var whenDelivered: ((Int) -> Void)?

  private let board: BoardID
  private let session: SessionID
  private let card: CardID
  private let content: Content
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
  init(
    _ link: Link, board: BoardID, session: SessionID, epoch: UInt32 = 0, card: CardID,
    content: Content, creating creation: CreateBoard? = nil
  ) {
    (self.link, self.board, self.session, self.epoch) = (link, board, session, epoch)
    self.creation = creation
    (self.card, self.content) = (card, content)
    link.reader = self
  }

  func drop() { link.close() }

  /// The session as it would attach again.
  var returning: (session: SessionID, epoch: UInt32, sequence: UInt64) {
    (session, epoch, sequence)
  }

  /// Sends an edit, or keeps it until there is room for it among the requests in flight.
  func edit() {
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
  func submit(_ intent: Intent) {
    made += 1
    counter += 1
    request += 1
    let id = OperationID(session: session, epoch: epoch, counter: counter)
    let operation = Operation(id: id, base: sequence, queued: false, intent: intent)
    link.write(Submit(operation: operation).frame(request: request).bytes)
  }

  func opened() {
    request = 1
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes,
      agent: "board-bench")
    link.write(hello.frame(request: request).bytes)
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    var start = 0
    while bytes.count - start >= FrameHeader.byteCount {
      let length = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self).bigEndian)
      let end = start + FrameHeader.byteCount + length
      guard end <= bytes.count else { break }
      try takeFrame(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end
    }
    return start
  }

  private func takeFrame(_ bytes: UnsafeRawBufferPointer) throws {
    let type = FrameType(
      rawValue: bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self).bigEndian)
    switch type {
    case OutcomeMessage.type: takeOutcome()
    case Committed.type:
      let first = FrameHeader.byteCount
      take(Int(bytes.loadUnaligned(fromByteOffset: first, as: UInt32.self).bigEndian))
    case Snapshot.type: takeSnapshot(bytes)
    case Welcome.type, Attached.type, Ping.type, Resync.type, ErrorMessage.type:
      try takeMessage(bytes)
    default: break
    }
  }

  private func takeOutcome() {
    guard creation == nil else {
      creation = nil
      return attach()
    }
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
    var decoder = FrameDecoder(limit: Limits.frameBytes)
    decoder.feed(Array(bytes))
    guard let frame = try decoder.next() else { return }
    switch try Message(frame) {
    case .welcome(let welcome):
      incarnation = welcome.incarnation
      create()
    case .attached(let attached): start(attached)
    case .ping(let ping):
      link.write(Pong(nonce: ping.nonce).frame(request: frame.request, flags: .response).bytes)
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
    request += 1
    let attach = Attach(
      board: board, session: session, instance: InstanceID(high: 1, low: session.low),
      configuration: .board, epoch: epoch, incarnation: known.incarnation,
      sequence: known.sequence, firstPending: 1, level: ModelLevels.released.newest,
      wantsSnapshot: true)
    link.write(attach.frame(request: request).bytes)
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

/// A SUBMIT that retitles a card, encoded once: what differs from one edit to the next is written
/// into its bytes.
struct EditTemplate {
  private var bytes: [UInt8]
  private let counter: Int
  private let base: Int
  private let words: Int

  init?(session: SessionID, epoch: UInt32, card: CardID) {
    let (counter, base): (UInt64, UInt64) = (0x1122_3344_5566_7788, 0x99AA_BBCC_DDEE_FF00)
    let operation = Operation(
      id: OperationID(session: session, epoch: epoch, counter: counter), base: base, queued: false,
      intent: .cardRetitle(card, title: EditWords.words(0)))
    bytes = Submit(operation: operation).frame(request: 1).bytes
    guard let counterAt = bytes.firstRange(of: EditTemplate.bytes(of: counter)),
      let baseAt = bytes.firstRange(of: EditTemplate.bytes(of: base)),
      let wordsAt = bytes.firstRange(of: Array("00000000 as".utf8))
    else { return nil }
    (self.counter, self.base) = (counterAt.lowerBound, baseAt.lowerBound)
    words = wordsAt.lowerBound
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  mutating func frame(request: UInt64, counter: UInt64, base: UInt64) -> [UInt8] {
    put(request, at: 8)
    put(counter, at: self.counter)
    put(base, at: self.base)
    var rest = counter
    for index in (words..<words + 8).reversed() {
      bytes[index] = UInt8(0x30 + rest % 10)
      rest /= 10
    }
    return bytes
  }

  private mutating func put(_ number: UInt64, at start: Int) {
    for index in 0..<8 {
      bytes[start + index] = UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64(index)))
    }
  }
}
