import BoardModel
import LoadParts
import Wire

/// A connection of a malicious device, which keeps to the protocol as far as that serves it.
final class Peer: LinkReader {
  enum Stage {
    case dialing
    case attaching
    case ready
    case over
  }

  let index: Int
  let link: Link
  let field: Field
  private(set) var stage = Stage.dialing
  /// The session as which it is attached, or attaches.
  private(set) var session = SessionID(high: 0, low: 0)
  private(set) var epoch: UInt32 = 0
  private(set) var counter: UInt64 = 0
  private(set) var sequence: UInt64 = 0
  /// How many frames and bytes it sent since it is ready.
  private(set) var turn = 0
  private(set) var sentBytes = 0
  /// The requests that are not answered.
  private(set) var inFlight = 0
  /// Whether an edit was refused, so that those on their way behind it are refused too.
  private var hasGap = false
  /// Whether it sends anything now: behind a refused edit it waits for the answers to all others.
  var isSending: Bool { !hasGap }
  var whenOver: (() -> Void)?
  private let tally: Tally
  private let attaches: Bool
  private let acknowledges: Bool
  /// The last counter of its session that was answered.
  private var answered: UInt64 = 0
  private let countsAnswers: Bool
  private var request: UInt64 = 0

  /// - Parameters:
  ///   - attaches: whether it attaches to the honest board first.
  ///   - acknowledges: whether it acknowledges the outcomes of its edits.
  init(
    _ index: Int, _ field: Field, _ tally: Tally, attaches: Bool, acknowledges: Bool,
    countsAnswers: Bool
  ) throws {
    (self.index, self.field, self.tally) = (index, field, tally)
    (self.attaches, self.acknowledges) = (attaches, acknowledges)
    self.countsAnswers = countsAnswers
    link = try Link(
      field.loop, field.devices[index % field.devices.count], port: field.order.port,
      from: field.nextAddress())
    link.reader = self
    link.whenFailed = { [unowned self] _ in
      stage = .over
      whenOver?()
    }
  }

  // MARK: Sending

  func opened() {
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: Feature.known.map(\.value),
      frameLimit: Limits.frameBytes, agent: "abuse")
    ask(hello)
  }

  /// Sends a request, which is in flight until it is answered.
  func ask(_ body: some MessageBody) {
    request += 1
    inFlight += 1
    send(body.frame(request: request).bytes)
  }

  func tell(_ body: some MessageBody) { send(body.frame().bytes) }

  func send(_ bytes: [UInt8]) {
    turn += 1
    sentBytes += bytes.count
    link.write(bytes)
  }

  /// The board that it may edit.
  var board: BoardID { field.board(index) }

  /// What its next edit is called.
  var nextOperation: OperationID {
    OperationID(session: session, epoch: epoch, counter: counter + 1)
  }

  /// Whether an edit of this session was ordered.
  func hasDone(_ operation: OperationID) -> Bool {
    operation.session == session && operation.counter <= answered
  }

  /// Submits an edit of this session.
  func submit(_ intent: Intent) {
    let id = nextOperation
    counter += 1
    ask(
      Submit(operation: Operation(id: id, base: sequence, queued: false, intent: intent)))
  }

  /// Attaches to a board as a new window.
  /// - Parameter info: what the window keeps of itself.
  func attach(to board: BoardID, info: [UInt8] = []) {
    (session, epoch, counter) = (.random(), 0, 0)
    let attach = Attach(
      board: board, session: session, instance: InstanceID(high: 1, low: session.low),
      configuration: .board, epoch: 0, incarnation: IncarnationID(high: 0, low: 0), sequence: 0,
      firstPending: 1, level: ModelLevels.released.newest, wantsSnapshot: true)
    ask(
      AttachWindow(
        manner: .additional, previous: nil,
        activity: Activity(.board, title: "Board", userInfo: info),
        place: "abuse", attach: attach))
  }

  // MARK: Receiving

  func take(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    try FrameBytes.each(in: bytes) { try takeFrame($0) }
  }

  private func takeFrame(_ bytes: UnsafeRawBufferPointer) throws {
    let flags = FrameFlags(
      rawValue: bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self).bigEndian)
    if flags.contains(.response), !flags.contains(.more) {
      inFlight -= 1
      if countsAnswers, case .ready = stage { tally.count += 1 }
    }
    defer { closeGap() }
    switch FrameBytes.type(of: bytes) {
    case Welcome.type:
      if attaches {
        stage = .attaching
        attach(to: board)
      } else {
        begin()
      }
    case Attached.type, ErrorMessage.type, Ping.type, OutcomeMessage.type:
      try takeMessage(bytes)
    default: break
    }
  }

  private func closeGap() {
    guard hasGap, inFlight == 0 else { return }
    (hasGap, counter) = (false, answered)
  }

  /// Notes that an edit of its session was answered.
  private func note(_ outcome: StoredOutcome) {
    guard outcome.counter == answered + 1 else { return }
    answered += 1
    guard acknowledges, answered.isMultiple(of: 64) else { return }
    link.write(Acknowledge(sequence: sequence, counter: answered).frame().bytes)
  }

  private func begin() {
    stage = .ready
    (turn, sentBytes) = (0, 0)
  }

  private func takeMessage(_ bytes: UnsafeRawBufferPointer) throws {
    guard let (request, message) = try FrameBytes.message(of: bytes) else { return }
    switch message {
    case .attached(let attached):
      (epoch, counter, sequence) = (attached.epoch, attached.lastCounter, attached.sequence)
      answered = attached.lastCounter
      if case .attaching = stage { begin() }
    case .error(let error):
      tally.errors["\(error.code.rawValue)", default: 0] += 1
      // What was refused took no number.
      if [.acknowledgeFirst, .counterGap, .requestTooLarge].contains(error.code) { hasGap = true }
      // Who may not attach goes on without.
      if case .attaching = stage { begin() }
    case .outcome(let outcome): note(outcome.stored)
    case .ping(let ping):
      link.write(Pong(nonce: ping.nonce).frame(request: request, flags: .response).bytes)
    default: break
    }
  }
}

extension Identifier {
  static func random() -> Identifier {
    Identifier(high: UInt64.random(in: 1...UInt64.max), low: UInt64.random(in: 1...UInt64.max))
  }
}
