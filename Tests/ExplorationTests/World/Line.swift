import BoardModel
import Coordination
import Wire

/// One connection as the network has it: what is on its way, and what each end knows of it.
struct Line {
  let id: ConnectionID
  /// The terminal that dialed, and in which of its lives.
  let terminal: Int
  let life: UInt8
  var toCoordinator: [Chunk] = []
  var toTerminal: [Chunk] = []
  /// The end no longer takes part: it closed, or was told that the other did.
  var coordinatorGone = false
  var terminalGone = false
  /// The end closes once what it sent has arrived.
  var coordinatorFinishes = false
  var terminalFinishes = false
  /// The last ATTACH sent on it.
  var claim: Attach?
  /// What the last ATTACHED on it said.
  var toldEpoch: UInt32?

  var isOver: Bool { coordinatorGone && terminalGone }

  var reachesCoordinator: Bool {
    !coordinatorGone && (!toCoordinator.isEmpty || terminalFinishes || terminalGone)
  }

  var reachesTerminal: Bool {
    !terminalGone && (!toTerminal.isEmpty || coordinatorFinishes || coordinatorGone)
  }
}

/// What one end wrote at once: it arrives in one piece, or not at all.
struct Chunk: Hashable {
  let bytes: [UInt8]
  let contents: [Content]
  /// Without what nobody acts upon: the numbers in PING and PONG.
  let digest: Int

  /// What the checkers look at.
  enum Content: Hashable {
    case attach(Attach)
    case attached(Attached)
    case submit(OperationID, request: UInt64)
    case outcome(request: UInt64)
    case presence
  }

  init(_ bytes: [UInt8]) {
    var decoder = FrameDecoder(limit: 1 << 21)
    decoder.feed(bytes)
    var hasher = Hasher()
    var contents: [Content] = []
    while let frame = try? decoder.next() {
      hasher.combine(frame.type)
      hasher.combine(frame.flags)
      hasher.combine(frame.request)
      if frame.type != Ping.type, frame.type != Pong.type { hasher.combine(frame.payload) }
      if let content = Chunk.content(of: frame) { contents.append(content) }
    }
    self.bytes = bytes
    self.contents = contents
    digest = hasher.finalize()
  }

  private static func content(of frame: Frame) -> Content? {
    switch frame.type {
    case OutcomeMessage.type: return .outcome(request: frame.request)
    case Presence.type: return .presence
    case Attach.type, AttachWindow.type, Attached.type, Submit.type: break
    default: return nil
    }
    switch try? Message(frame) {
    case .attach(let attach): return .attach(attach)
    case .attachWindow(let window): return .attach(window.attach)
    case .attached(let attached): return .attached(attached)
    case .submit(let submit): return .submit(submit.operation.id, request: frame.request)
    default: return nil
    }
  }
}
