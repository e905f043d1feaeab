import BoardModel
import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// Every kind of event and question there is, by name: a new one does not compile before it has its
/// place here.
enum ReplicaEventKind: String, CaseIterable {
  case start, connected, received, disconnected, edit, undo, redo, stored, storeFailed,
    freshIdentity, carriedOver, savedBoardGone, describe, open, invite, presence, drag,
    fetchHistory, fetchCardHistory, listBoards, createBoard, listWindows, endWindow, findUsers,
    setName, fetchExcerpt, renew, admit, listDevices, revokeDevice, attach, submit, detach, timer,
    resumeNow, goOn, reclaim,
    leave

  init(_ event: ReplicaEvent) {
    switch event {
    case .start: self = .start
    case .connected: self = .connected
    case .received: self = .received
    case .disconnected: self = .disconnected
    case .edit: self = .edit
    case .undo: self = .undo
    case .redo: self = .redo
    case .stored: self = .stored
    case .storeFailed: self = .storeFailed
    case .freshIdentity: self = .freshIdentity
    case .carriedOver: self = .carriedOver
    case .savedBoardGone: self = .savedBoardGone
    case .describe: self = .describe
    case .presence: self = .presence
    case .drag: self = .drag
    case .ask(.openWindow): self = .open
    case .ask(.invite): self = .invite
    case .ask(.fetchHistory): self = .fetchHistory
    case .ask(.fetchCardHistory): self = .fetchCardHistory
    case .ask(.listBoards): self = .listBoards
    case .ask(.createBoard): self = .createBoard
    case .ask(.listWindows): self = .listWindows
    case .ask(.endWindow): self = .endWindow
    case .ask(.findUsers): self = .findUsers
    case .ask(.setName): self = .setName
    case .ask(.fetchExcerpt): self = .fetchExcerpt
    case .ask(.renew): self = .renew
    case .ask(.admit): self = .admit
    case .ask(.listDevices): self = .listDevices
    case .ask(.revokeDevice): self = .revokeDevice
    case .ask(.attach): self = .attach
    case .ask(.submit): self = .submit
    case .ask(.detach): self = .detach
    case .timer: self = .timer
    case .resumeNow: self = .resumeNow
    case .goOn: self = .goOn
    case .reclaim: self = .reclaim
    case .leave: self = .leave
    }
  }

  var event: ReplicaEvent {
    let card = Fixture.card(1)
    return switch self {
    case .start: .start(wallClock: 2)
    case .connected: .connected
    case .received: .received([0, 0, 0])
    case .disconnected: .disconnected(reason: "cut", retry: .automatic, jitter: 3)
    case .edit: .edit(Fixture.create(90))
    case .undo: .undo(force: false)
    case .redo: .redo(force: false)
    case .stored: .stored
    case .storeFailed: .storeFailed("full")
    case .freshIdentity:
      .freshIdentity(session: SessionID(high: 1, low: 77), instance: InstanceID(high: 3, low: 77))
    case .carriedOver: .carriedOver
    case .savedBoardGone: .savedBoardGone
    case .describe: .describe(Activity(.board, title: "Plan"), drafts: 1)
    case .open:
      .ask(
        .openWindow(
          OpenWindow(
            board: Fixture.board, session: SessionID(high: 1, low: 88),
            activity: Activity(.card(card), title: "x"), isAdditional: false)))
    case .invite:
      .ask(
        .invite(
          Invite(
            board: Fixture.board, user: "bob", activity: Activity(.card(card), title: "x"))))
    case .presence: .presence(PresenceState(isActive: true, focus: .card(card)))
    case .drag: .drag(.drop(DragID(high: 1, low: 99), .copy))
    case .fetchHistory: .ask(.fetchHistory(FetchHistory(from: 1, count: 1)))
    case .fetchCardHistory:
      .ask(.fetchCardHistory(FetchCardHistory(card: card, from: 1, count: 1)))
    case .listBoards: .ask(.listBoards(ListBoards()))
    case .createBoard:
      .ask(
        .createBoard(
          CreateBoard(
            board: BoardID(high: 1, low: 9), operation: DirectoryTableTests.operation)))
    case .listWindows: .ask(.listWindows(ListWindows(session: nil)))
    case .endWindow:
      .ask(
        .endWindow(
          EndWindow(session: SessionID(high: 1, low: 88), ending: .standard, reason: "r")))
    case .findUsers: .ask(.findUsers(FindUsers(users: ["ann"])))
    case .setName: .ask(.setName(SetName(name: "Ann")))
    case .fetchExcerpt:
      .ask(.fetchExcerpt(FetchExcerpt(board: Fixture.board, level: 1, cards: ["1"])))
    case .renew: .ask(.renew(Renew(request: [1])))
    case .admit:
      .ask(
        .admit(
          Admit(
            invitation: InvitationID(high: 1, low: 1), secretHash: Array(repeating: 1, count: 32),
            user: "bob", board: Fixture.board, seconds: 60)))
    case .listDevices: .ask(.listDevices(ListDevices()))
    case .revokeDevice: .ask(.revokeDevice(RevokeDevice(device: "phone")))
    case .attach: .ask(.attach(DirectoryTableTests.messages.attach))
    case .submit: .ask(.submit(Submit(operation: DirectoryTableTests.operation)))
    case .detach: .ask(.detach(Detach(close: true)))
    case .timer: .timer
    case .resumeNow: .resumeNow
    case .goOn: .goOn
    case .reclaim: .reclaim
    case .leave: .leave(close: false)
    }
  }
}

/// What happens while a window waits.
enum WindowStimulus: Hashable, CaseIterable {
  /// The coordinator sends such a message: as an answer, to the oldest request that it answers.
  case message(MessageKind)
  /// It refuses the oldest request that waits.
  case refusal(Refusal)
  /// It sends an ERROR that answers nothing, and ends the connection or the session.
  case failure(Failure)
  case event(ReplicaEventKind)
  case variant(Variant)

  enum Refusal: String, CaseIterable {
    case storeUnavailable, fenced, sessionUnknown, sessionEnded, notAttached, alreadyAcknowledged,
      requestTooLarge, draining, snapshotGone

    var code: ErrorCode {
      switch self {
      case .storeUnavailable: .storeUnavailable
      case .fenced: .fenced
      case .sessionUnknown: .sessionUnknown
      case .sessionEnded: .sessionEnded
      case .notAttached: .notAttached
      case .alreadyAcknowledged: .alreadyAcknowledged
      case .requestTooLarge: .requestTooLarge
      case .draining: .draining
      case .snapshotGone: .snapshotGone
      }
    }
  }

  enum Failure: String, CaseIterable {
    case identityRefused, tooManyRequests, unknownMessage, fencedByOther

    var code: ErrorCode {
      switch self {
      case .identityRefused: .identityRefused
      case .tooManyRequests: .tooManyRequests
      case .unknownMessage: .unexpectedMessage
      case .fencedByOther: .fenced
      }
    }
  }

  /// Events of kinds that have an event already, which do something else.
  enum Variant: String, CaseIterable {
    case malformed, strangersCertificate, leaveForGood, undoByForce

    var event: ReplicaEvent {
      switch self {
      case .malformed: .received(Array(repeating: 0xFF, count: 16))
      case .strangersCertificate: .disconnected(reason: "CA", retry: .identityRefused, jitter: 3)
      case .leaveForGood: .leave(close: true)
      case .undoByForce: .undo(force: true)
      }
    }
  }

  static var allCases: [WindowStimulus] {
    MessageKind.allCases.map(WindowStimulus.message)
      + Refusal.allCases.map(WindowStimulus.refusal)
      + Failure.allCases.map(WindowStimulus.failure)
      + ReplicaEventKind.allCases.map(WindowStimulus.event)
      + Variant.allCases.map(WindowStimulus.variant)
  }

  var name: String {
    switch self {
    case .message(let kind): kind.rawValue
    case .refusal(let refusal): "!\(refusal.rawValue)"
    case .failure(let failure): "!!\(failure.rawValue)"
    case .event(let kind): "(\(kind.rawValue))"
    case .variant(let variant): "(\(variant.rawValue))"
    }
  }

  /// Whether only a coordinator that lies says it: nobody promises anything then.
  var isLie: Bool {
    switch self {
    case .message(.outcome), .message(.attached), .message(.snapshot), .message(.history),
      .message(.detached), .refusal(.alreadyAcknowledged):
      true
    case .message, .refusal, .failure, .event, .variant: false
    }
  }
}

extension WaitingWindow {
  /// What makes it happen.
  mutating func event(_ stimulus: WindowStimulus) -> ReplicaEvent {
    switch stimulus {
    case .message(let kind): return .received(frame(kind).bytes)
    case .refusal(let refusal):
      let error = ErrorMessage(code: refusal.code, text: "no")
      let number = open.first?.number
      return .received(
        error.frame(request: number ?? 0, flags: number == nil ? [] : .response).bytes)
    case .failure(let failure):
      return .received(ErrorMessage(code: failure.code, text: "no").frame().bytes)
    case .event(let kind): return kind.event
    case .variant(let variant): return variant.event
    }
  }

  static let messages = SampleMessages(
    board: Fixture.board, session: SessionID(high: 1, low: 1), other: SessionID(high: 1, low: 50),
    instance: InstanceID(high: 2, low: 1),
    operation: Operation(
      id: OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1), base: 3,
      queued: false, intent: edit),
    card: Fixture.card(60), drag: drag, sequence: 3)

  private mutating func frame(_ kind: MessageKind) -> Frame {
    var messages = Self.messages
    if kind == .committed {
      // It is true: the coordinator ordered it.
      let base = world.coordinator.board.sequence
      _ = world.coordinator.order(Fixture.foreign(40, base: base, Fixture.create(80)))
      messages.committed = Array(world.coordinator.log.suffix(1))
      if world.windows[0].replica.gathered != nil {
        // It is not in the snapshot that is on its way, and so comes behind it.
        world.coordinator.fanOut()
        world.collect()
      }
    }
    if kind == .resync || kind == .digest { messages.sequence = world.coordinator.board.sequence }
    let body = messages.body(kind)
    switch messages.form(kind) {
    case .event: return body.frame()
    case .request: return body.frame(request: 1_000)
    case .response:
      return body.frame(request: asked(Swift.type(of: body).type) ?? 999, flags: .response)
    }
  }

  private var open: [Conversation<ReplicaRequest>.Open] {
    world.windows[0].replica.link.conversation.value?.open ?? []
  }

  /// The number of the oldest request that a message of the type answers.
  private func asked(_ answer: FrameType) -> UInt64? {
    open.first { $0.awaited == answer }?.number
  }
}
