import BoardModel
import Wire

/// Everything that a window may ask for, with as much in it as there may be.
enum Questions {
  static let card = HonestBoard.card(0)
  private static let most: UInt32 = 1 << 20

  /// What is read and nothing else.
  static func history(_ peer: Peer) {
    if peer.turn % 2 == 0 {
      peer.ask(FetchHistory(from: 1, count: most))
    } else {
      peer.ask(FetchCardHistory(card: HonestBoard.card(peer.turn % 50), from: 1, count: most))
    }
  }

  static func lists(_ peer: Peer) {
    switch peer.turn % 4 {
    case 0: peer.ask(ListBoards())
    case 1: peer.ask(ListWindows(session: nil))
    case 2: peer.ask(ListDevices())
    default: peer.ask(FindUsers(users: (0..<Limits.usersAtOnce).map { "somebody\($0)" }))
    }
  }

  static func snapshots(_ peer: Peer) {
    if peer.turn % 2 == 0 {
      peer.ask(FetchSnapshot())
    } else {
      let names = (1...Limits.excerptCards).map { "#\($0)" }
      peer.ask(
        FetchExcerpt(board: peer.board, level: ModelLevels.released.newest, cards: names))
    }
  }

  static func presence(_ peer: Peer) {
    let focus = PresenceFocus.card(HonestBoard.card(peer.turn % HonestBoard.cards))
    peer.tell(Presence(state: PresenceState(isActive: peer.turn % 2 == 0, focus: focus)))
  }

  private static let fullInfo = [UInt8](repeating: 7, count: Activity.maximumInfoBytes)

  static func windowState(_ peer: Peer) {
    peer.tell(
      WindowState(
        activity: Activity(.board, title: "\(peer.turn)", userInfo: fullInfo), drafts: 0, unsent: 0)
    )
  }

  static func edit(_ peer: Peer) {
    peer.submit(.cardRetitle(HonestBoard.card(150 + peer.index % 50), title: "\(peer.turn)"))
  }

  static func refused(_ peer: Peer) {
    switch peer.turn % 4 {
    case 0: peer.submit(.cardRetitle(.random(), title: "nowhere"))
    case 1: peer.submit(.set(.memberRole("honest0"), .role(nil)))
    case 2: peer.submit(.cardRetitle(card, title: ""))
    default: peer.submit(manyUnknown)
    }
  }

  private static let manyUnknown = Intent.batch(
    (0..<BoardLimits.batch).map { _ in .cardArchive(.random()) })

  private static let manyCards = DragContent(
    isPointer: false, moves: true, copies: true,
    items: (0..<DragContent.maximumItems).map {
      DragItem(card: HonestBoard.card($0 % HonestBoard.cards), title: "card", types: ["text/plain"])
    })

  static func drag(_ peer: Peer) {
    switch peer.turn % 4 {
    case 0, 1:
      peer.ask(Lift(drag: DragID(high: 0xD0, low: UInt64(peer.turn)), content: manyCards))
    case 2:
      peer.ask(
        Load(
          drag: DragID(high: 0xD0, low: UInt64(peer.turn - 1)), item: 0, type: "text/plain",
          offset: 0))
    default: peer.tell(CancelDrag(drag: DragID(high: 0xD0, low: UInt64(peer.turn - 2))))
    }
  }

  static func invitation(_ peer: Peer) {
    let users = peer.field.order.honestUsers
    if peer.turn % 2 == 0 {
      peer.ask(
        Invite(
          board: peer.board, user: users[peer.turn / 2 % users.count],
          activity: Activity(.card(card), title: "Look")))
    } else {
      peer.ask(
        Admit(
          invitation: .random(), secretHash: (0..<32).map { _ in UInt8.random(in: 0...255) },
          user: peer.field.order.users[peer.index % peer.field.order.users.count], board: nil,
          seconds: 60))
    }
  }

  /// A board of its own, with a card.
  static func board(_ peer: Peer) {
    let session = SessionID.random()
    peer.ask(
      CreateBoard(
        board: .random(),
        operation: Operation(
          id: OperationID(session: session, epoch: 0, counter: 1), base: 0, queued: false,
          intent: .newBoard(title: "Mine"))))
  }

  /// Attaches as one new window after another, which keep as much of themselves as they may.
  static func session(_ peer: Peer) {
    // Only whoever is detached may attach.
    guard peer.inFlight == 0 else { return }
    if peer.turn % 2 == 0 {
      peer.ask(Detach(close: false))
    } else {
      peer.attach(to: peer.board, info: fullInfo)
    }
  }

  static func ending(_ peer: Peer) {
    peer.ask(EndWindow(session: .random(), ending: .standard, reason: "no more"))
  }

  static func opening(_ peer: Peer) {
    peer.ask(
      OpenWindow(
        board: peer.board, session: .random(), activity: Activity(.card(.random()), title: "x"),
        isAdditional: true))
  }

  /// What has large answers.
  static func reading(_ peer: Peer) {
    switch peer.turn % 3 {
    case 0: history(peer)
    case 1: lists(peer)
    default: snapshots(peer)
    }
  }

  /// What is as small as a frame may be.
  static func tiny(_ peer: Peer) {
    if peer.turn % 2 == 0 {
      peer.ask(Ping(nonce: 1))
    } else {
      peer.tell(Acknowledge(sequence: 0, counter: 0))
    }
  }

  /// One of everything after the other.
  static func everything(_ peer: Peer) {
    let all: [(Peer) -> Void] = [
      history, history, lists, lists, lists, lists, snapshots, snapshots, presence, windowState,
      edit, refused, drag, invitation, board, ending, opening,
    ]
    all[peer.turn % all.count](peer)
  }
}
