import BoardModel
import LogRecords
import MemoryStore
import SampleHistory
import Testing
import Wire

@testable import Coordination

/// Every kind of event there is, by name: a new one does not compile before it has its place here.
enum EventKind: String, CaseIterable {
  case opened, connected, received, progressed, closed, appended, appendFailed, loaded, loadFailed,
    read, readFailed, encoded, certified, administer, turnedAway, timer, continued,
    drain

  init(_ event: CoordinatorEvent) {
    switch event {
    case .opened: self = .opened
    case .connected: self = .connected
    case .received: self = .received
    case .progressed: self = .progressed
    case .closed: self = .closed
    case .appended: self = .appended
    case .appendFailed: self = .appendFailed
    case .loaded: self = .loaded
    case .loadFailed: self = .loadFailed
    case .read: self = .read
    case .readFailed: self = .readFailed
    case .encoded: self = .encoded
    case .certified: self = .certified
    case .administer: self = .administer
    case .turnedAway: self = .turnedAway
    case .timer: self = .timer
    case .continued: self = .continued
    case .drain: self = .drain
    }
  }
}

/// What happens while a coordinator waits.
enum Stimulus: Hashable, CaseIterable {
  /// Ann's connection brings such a message.
  case message(MessageKind)
  case event(EventKind)
  case special(Special)

  enum Special: String, CaseIterable {
    /// The same process attaches again on another connection.
    case attachAgain
    /// Another process of Ann's attaches as the session.
    case attachOther
    /// It takes the session over.
    case takeOver
    /// Ann closes her session.
    case detachClosing
    /// Ann's other window ends this one.
    case endedByOther
    /// Ann sends the operation that comes after the first.
    case submitNext
    /// Ann sends another operation under the first one's counter.
    case submitChanged
    /// The window answers what it was asked last.
    case answers
    /// It has not what it was asked for.
    case answersError
    case bobSubmits
    /// Twenty seconds pass, at once.
    case silence
    case garbage
  }

  static var allCases: [Stimulus] {
    MessageKind.allCases.map(Stimulus.message) + EventKind.allCases.map(Stimulus.event)
      + Special.allCases.map(Stimulus.special)
  }

  var name: String {
    switch self {
    case .message(let kind): kind.rawValue
    case .event(let kind): "(\(kind.rawValue))"
    case .special(let special): special.rawValue
    }
  }
}

extension WaitingRoom {
  mutating func happen(_ stimulus: Stimulus) {
    switch stimulus {
    case .message(let kind): bring(kind)
    case .event(let kind): happen(kind)
    case .special(let special): happen(special)
    }
  }

  private mutating func bring(_ kind: MessageKind) {
    let body = Self.messages.body(kind)
    switch Self.messages.form(kind) {
    case .request: _ = harness.begin(ann, body)
    case .response: harness.send(ann, body.frame(request: 1, flags: .response))
    case .event: harness.send(ann, body.frame())
    }
  }

  private mutating func happen(_ kind: EventKind) {
    switch kind {
    case .appended where harness.pendingGroup != nil: harness.commitNow()
    case .appendFailed where harness.pendingGroup != nil: harness.failCommit()
    case .read where !harness.heldReads.isEmpty, .loaded where !harness.heldReads.isEmpty:
      harness.readNow()
    case .readFailed, .loadFailed:
      let held = harness.takeHeldReads()
      for answer in held.isEmpty ? [event(kind)] : held.map(Self.failure) {
        harness.handle(answer)
      }
    case .encoded where !harness.pinnedBoards.isEmpty: harness.encodeNow()
    case .timer:
      harness.time += 1_000
      harness.handle(.timer)
    case .opened, .connected, .received, .progressed, .closed, .appended, .appendFailed, .loaded,
      .read, .encoded, .certified, .administer, .turnedAway, .continued, .drain:
      if kind == .progressed { harness.peers[ann]?.reads = true }
      harness.handle(event(kind))
    }
  }

  private static func failure(of answer: CoordinatorEvent) -> CoordinatorEvent {
    switch answer {
    case .loaded(let board): .loadFailed(board.id, "bad disk")
    case .read(let token, _): .readFailed(token, "bad disk")
    default: answer
    }
  }

  /// One of the kind, as it comes where nobody waits for it.
  func event(_ kind: EventKind) -> CoordinatorEvent {
    switch kind {
    case .opened: .opened(MemoryStore().contents)
    case .connected: .connected(ann, .known(Author(user: "mallory", device: "x")))
    case .received: .received(ann, [0, 0, 0])
    case .progressed: .progressed(ann, unsent: 0)
    case .closed: .closed(ann)
    case .appended: .appended
    case .appendFailed: .appendFailed("disk full")
    case .loaded: .loaded(RestoredBoard(board(1), harness.configuration))
    case .loadFailed: .loadFailed(board(1), "bad disk")
    case .read: .read(ReadToken(999), ReadOperations([]))
    case .readFailed: .readFailed(ReadToken(999), "bad disk")
    case .encoded: .encoded(PinnedBoard(Board(id: board(1)), number: 999).encoded())
    case .certified: .certified(CertificateToken(999), .failure(.request("bad")))
    case .administer: .administer(AdministratorToken(999), .devices(user: nil))
    case .turnedAway: .turnedAway(address: "192.0.2.9", reason: "no certificate")
    case .timer: .timer
    case .continued: .continued
    case .drain: .drain
    }
  }

  private mutating func happen(_ special: Stimulus.Special) {
    switch special {
    case .attachAgain: come(instance: 1, .resume)
    case .attachOther: come(instance: 4, .resume)
    case .takeOver: come(instance: 4, .takeOver)
    case .detachClosing: _ = harness.begin(ann, Detach(close: true))
    case .endedByOther:
      _ = harness.begin(other, EndWindow(session: session(1), ending: .decline, reason: "enough"))
    case .submitNext: submit(counter: 2, "Next")
    case .submitChanged: submit(counter: 1, "Changed")
    case .answers:
      guard let asked = harness.lastAsked[ann] else { return }
      let answer: any MessageBody =
        switch asked.message {
        case .ping(let ping): Pong(nonce: ping.nonce)
        default: Self.messages.body(.part)
        }
      harness.send(ann, answer.frame(request: asked.request, flags: .response))
    case .answersError:
      guard let asked = harness.lastAsked[ann] else { return }
      harness.send(
        ann, Self.messages.body(.error).frame(request: asked.request, flags: .response))
    case .bobSubmits: _ = harness.begin(bob, Submit(operation: Self.bobs))
    case .silence: harness.jump(20_000)
    case .garbage: harness.send(ann, Frame(type: Submit.type, flags: [], request: 90, payload: [1]))
    }
  }

  private mutating func come(instance: UInt64, _ manner: AttachManner) {
    harness.lastConnection += 1
    let id = ConnectionID(harness.lastConnection)
    harness.peers[id] = CoordinatorHarness.Peer()
    harness.handle(.connected(id, .known(Author(user: "ann", device: "laptop"))))
    _ = harness.begin(id, Hello.dragging)
    _ = harness.begin(id, harness.windowBody(1, .board, manner, instance: instance))
  }

  private mutating func submit(counter: UInt64, _ title: String) {
    let operation = Operation(
      id: OperationID(session: session(1), epoch: 1, counter: counter), base: 1, queued: false,
      intent: .cardRetitle(card(1), title: title))
    _ = harness.begin(ann, Submit(operation: operation))
  }
}
