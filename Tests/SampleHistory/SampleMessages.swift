public import BoardModel
public import Wire

/// One payload of each kind, about the things it is given.
public struct SampleMessages: Sendable {
  public var board: BoardID
  public var session: SessionID
  /// Another window of the same user.
  public var other: SessionID
  public var instance: InstanceID
  public var operation: Operation
  public var card: CardID
  public var drag: DragID
  /// The board's last operation.
  public var sequence: UInt64
  /// In PONG: what was asked for.
  public var nonce: UInt64 = 0
  public var committed: [CommittedOperation] = []

  public init(
    board: BoardID, session: SessionID, other: SessionID, instance: InstanceID,
    operation: Operation, card: CardID, drag: DragID, sequence: UInt64
  ) {
    self.board = board
    self.session = session
    self.other = other
    self.instance = instance
    self.operation = operation
    self.card = card
    self.drag = drag
    self.sequence = sequence
  }

  private var author: Author { Author(user: "ann", device: "desk") }
  private var nowhere: IncarnationID { IncarnationID(high: 0, low: 0) }
  private var activity: Activity { Activity(.board, title: "Board") }

  private var stored: StoredOutcome {
    StoredOutcome(counter: operation.id.counter, sequence: sequence, time: 5, outcome: .applied)
  }

  private var content: DragContent {
    DragContent(
      isPointer: false, moves: true, copies: true,
      items: [
        DragItem(
          card: card, title: "Card", types: CardRepresentation.allCases.map(\.rawValue))
      ])
  }

  public var attach: Attach {
    Attach(
      board: board, session: session, instance: instance, configuration: .board, epoch: 0,
      incarnation: nowhere, sequence: 0, firstPending: 1, level: ModelLevels.released.newest)
  }

  /// How a frame with the payload looks; ERROR as a response, USERS as an event.
  public func form(_ kind: MessageKind) -> MessageForm {
    kind == .users ? .event : MessageEntry[type(of: body(kind)).type]?.forms.first ?? .event
  }

  public func body(_ kind: MessageKind) -> any MessageBody {
    switch kind {
    case .hello:
      Hello(
        lowestMinor: 0, newestMinor: 0, features: Feature.known.map(\.value), frameLimit: 1 << 20,
        agent: "sample")
    case .welcome:
      Welcome(
        minor: 0, features: Feature.known.map(\.value), frameLimit: Limits.frameBytes,
        requestsInFlight: 32, keepaliveMilliseconds: 15_000, time: 1_000_000, cluster: "test",
        peer: author, incarnation: IncarnationID(high: 7, low: 7), agent: "sample")
    case .error: ErrorMessage(code: .notNow, text: "not now", retryAfter: 100)
    case .ping: Ping(nonce: 3)
    case .pong: Pong(nonce: nonce)
    case .goodbye: Goodbye(reason: 0, text: "")
    case .listBoards: ListBoards()
    case .boards: Boards(boards: [])
    case .createBoard:
      CreateBoard(
        board: BoardID(high: 0xB0, low: 77),
        operation: Operation(
          id: OperationID(session: SessionID(high: 1, low: 77), epoch: 0, counter: 1), base: 0,
          queued: false, intent: .boardCreate(title: "New")))
    case .membership: Membership(board: board, role: .editor, title: "Board")
    case .findUsers: FindUsers(users: ["ann"])
    case .users: Users(users: [UserEntry(user: "ann", isSeen: true, name: "Ann")])
    case .setName: SetName(name: "Ann")
    case .attach: attach
    case .attached:
      Attached(
        epoch: 1, lastCounter: 0, sequence: sequence, level: 1, catchUp: .snapshot, outcomes: [])
    case .fetchSnapshot: FetchSnapshot()
    case .snapshot: Snapshot(sequence: sequence, cursor: 0, total: 0, entities: [])
    case .fetchHistory: FetchHistory(from: 1, count: 2)
    case .fetchCardHistory: FetchCardHistory(card: card, from: 1, count: 2)
    case .fetchExcerpt: FetchExcerpt(board: board, level: 1, cards: ["1"])
    case .excerpt: Excerpt(sequence: sequence, isGiven: true, entities: [])
    case .history: History(operations: committed, sequence: sequence)
    case .submit: Submit(operation: operation)
    case .outcome: OutcomeMessage(stored: stored)
    case .detach: Detach(close: false)
    case .detached: Detached()
    case .committed: Committed(operations: committed)
    case .acknowledge: Acknowledge(sequence: sequence, counter: 0)
    case .resync: Resync(sequence: sequence)
    case .digest: DigestMessage(sequence: sequence, digest: BoardDigest(lanes: [1, 2, 3, 4]))
    case .presence: Presence(state: PresenceState(isActive: true, focus: .card(card)))
    case .present:
      Present(
        session: other, author: author, state: PresenceState(isActive: true, focus: .card(card)))
    case .morePresent: MorePresent(count: 7)
    case .openWindow:
      OpenWindow(
        board: board, session: SessionID(high: 5, low: 77),
        activity: Activity(.card(card), title: "Card"), isAdditional: false)
    case .windowOpened:
      WindowOpened(
        opening: .fresh, session: SessionID(high: 5, low: 77), configuration: .card,
        activity: Activity(.card(card), title: "Card"), place: "")
    case .attachWindow:
      AttachWindow(
        manner: .resume, previous: nil, activity: activity, place: "tty1", attach: attach)
    case .listWindows: ListWindows(session: nil)
    case .windows: WindowList(windows: [])
    case .endWindow: EndWindow(session: other, ending: .decline, reason: "enough")
    case .windowEnded: WindowEnded()
    case .windowState: WindowState(activity: activity, drafts: 1, unsent: 0)
    case .activate: Activate(author: author)
    case .windowRegistered: WindowRegistered(session: other)
    case .windowEnd: WindowEnd(ending: .standard, reason: "enough", author: author)
    case .windowsGone: WindowsGone(windows: [])
    case .infoNotKept: InfoNotKept(text: "The limit is reached.")
    case .invite: Invite(board: board, user: "bob", activity: activity)
    case .invited: Invited(windows: 1)
    case .invitation: Invitation(board: board, author: author, activity: activity)
    case .lift: Lift(drag: DragID(high: 5, low: 77), content: content)
    case .lifted: Lifted()
    case .carried:
      Carried(
        drag: Drag(id: drag, session: other, board: board, author: author, content: content),
        ended: nil)
    case .load:
      Load(drag: drag, item: 0, type: CardRepresentation.allCases[0].rawValue, offset: 0)
    case .part: Part(of: Part.Whole([1, 2, 3]), from: 0)
    case .drop: Drop(drag: drag, proposal: .copy)
    case .dropped: Dropped()
    case .cancelDrag: CancelDrag(drag: drag)
    case .join:
      Join(
        invitation: InvitationID(high: 7, low: 1), secret: [UInt8](repeating: 1, count: 32),
        device: "phone", request: [1], replaces: false)
    case .certificate: CertificateMessage(certificate: [1], authority: [2])
    case .renew: Renew(request: [1])
    case .admit:
      Admit(
        invitation: InvitationID(high: 7, low: 2), secretHash: [UInt8](repeating: 2, count: 32),
        user: "ann", board: nil, seconds: 60)
    case .admitted: Admitted(expires: 60_000)
    case .listDevices: ListDevices()
    case .devices: Devices(devices: [])
    case .revokeDevice: RevokeDevice(device: "cellar")
    case .deviceRevoked: DeviceRevoked()
    }
  }
}
