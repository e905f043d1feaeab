import BoardModel
import Launcher
import NIOCore
import NIOPosix
import WindowStore
import WindowSync
import Wire

/// A command's requests to its coordinator, made one after another. Every call blocks the thread
/// that makes it, and throws `CommandFailure`.
struct Client {
  let author: Author
  /// This device's files of the user's windows; nil if they cannot be used.
  let deviceWindows: DeviceWindows?
  private let loop: any EventLoop
  private let driver: NIOLoopBound<SessionDriver>
  let access: DeviceAccess

  init(_ setting: Setting) throws {
    author = setting.author
    access = setting.access
    deviceWindows = setting.windows
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    let threads = NIOThreadPool(numberOfThreads: 1)
    threads.start()
    let way = CoordinatorLink.Way(
      place: setting.place, access: setting.access, loop: loop, threads: threads)
    self.loop = loop
    driver = try loop.submit { NIOLoopBound(SessionDriver(way), eventLoop: loop) }.wait()
  }

  /// The board that this device last showed in a window.
  var lastBoard: BoardID? { deviceWindows?.lastBoard }

  func boards() throws -> [BoardSummary] {
    guard
      case .answered(.boards(let list), let store) = try tell(.ask(.listBoards(ListBoards())))
    else { throw Client.confused }
    if let store { forgetLost(but: Set(list.boards.map(\.id)), of: store) }
    return list.boards
  }

  /// Has the windows of this device let go of boards that this user may not read any longer, or that
  /// were purged. Where that fails, the next command does it.
  private func forgetLost(but listed: Set<BoardID>, of store: IncarnationID) {
    let kept = keptWindows.filter { $0.session.incarnation == store }
    for board in Set(kept.map(\.session.board)).subtracting(listed).sorted() {
      try? deviceWindows?.forgetBoard(board, of: store)
    }
  }

  func create(_ board: BoardID, _ operation: Operation) throws -> StoredOutcome {
    let body = CreateBoard(board: board, operation: operation)
    guard case .outcome(let outcome) = try ask(.createBoard(body)) else { throw Client.confused }
    return outcome.stored
  }

  /// This user's windows, or only the one given, with what it keeps of itself.
  func windows(_ session: SessionID? = nil) throws -> [WindowSummary] {
    let body = ListWindows(session: session)
    guard case .windows(let list) = try ask(.listWindows(body)) else { throw Client.confused }
    return list.windows
  }

  func openWindow(_ body: OpenWindow) throws -> WindowOpened {
    guard case .windowOpened(let opened) = try ask(.openWindow(body)) else {
      throw Client.confused
    }
    return opened
  }

  func endWindow(_ body: EndWindow) throws {
    guard case .windowEnded = try ask(.endWindow(body)) else { throw Client.confused }
  }

  /// Invites another user to look at something.
  /// - Returns: how many windows were told.
  func invite(_ body: Invite) throws -> UInt32 {
    guard case .invited(let invited) = try ask(.invite(body)) else { throw Client.confused }
    return invited.windows
  }

  /// What the coordinator knows of users, in their order.
  func find(_ users: [String]) throws -> [UserEntry] {
    var found: [UserEntry] = []
    while found.count < users.count {
      let part = Array(users.dropFirst(found.count).prefix(Limits.usersAtOnce))
      guard case .users(let answer) = try ask(.findUsers(FindUsers(users: part))),
        answer.users.map(\.user) == part
      else { throw Client.confused }
      found += answer.users
    }
    return found
  }

  /// Says what this user wants to be called.
  func call(_ name: String) throws -> UserEntry {
    guard case .users(let answer) = try ask(.setName(SetName(name: name))),
      let entry = answer.users.first, answer.users.count == 1
    else { throw Client.confused }
    return entry
  }

  /// Makes an invitation.
  /// - Returns: when it ends, in milliseconds since 1970.
  func admit(_ body: Admit) throws -> UInt64 {
    guard case .admitted(let admitted) = try ask(.admit(body)) else { throw Client.confused }
    return admitted.expires
  }

  /// This user's devices.
  func devices() throws -> [DeviceEntry] {
    guard case .devices(let list) = try ask(.listDevices(ListDevices())) else {
      throw Client.confused
    }
    return list.devices
  }

  func revoke(_ device: String) throws {
    guard case .deviceRevoked = try ask(.revokeDevice(RevokeDevice(device: device))) else {
      throw Client.confused
    }
  }

  /// Waits until a window that was started is shown.
  /// - Parameter shown: the time since which another terminal shows it, in milliseconds since 1970.
  ///   A window shown since then does not count.
  /// - Returns: whether it was shown in time.
  func waitUntilShown(_ session: SessionID, besides shown: UInt64? = nil) throws -> Bool {
    guard case .windowShown(let inTime) = try tell(.awaitWindow(session, besides: shown)) else {
      throw Client.confused
    }
    return inTime
  }

  /// The windows that this device has files of; none if those cannot be read.
  var keptWindows: [KeptWindow] { (try? deviceWindows?.list()) ?? [] }

  /// The title of a window's board as this device has it; empty where it has none.
  func keptTitle(of window: KeptWindow) -> String {
    let title = deviceWindows?.keptBoard(of: window)?.entities.lazy.compactMap { entity in
      if case .header(let header) = entity { header.title.value } else { nil }
    }.first
    return title ?? ""
  }

  /// Attaches with a session for this command alone.
  func open(_ board: BoardID) throws -> Board {
    let opening = SessionEvent.open(identity(on: board), wallClock: Clock.wall)
    guard case .ready(let board) = try tell(opening) else { throw Client.confused }
    clearPurged(board)
    return board
  }

  /// Reads of a board what belongs to no card, and some of its cards.
  /// - Parameter cards: the names of the cards, as the user wrote them.
  /// - Returns: nil if that is so much that the board has to be opened.
  func excerpt(of id: BoardID, naming cards: [String]) throws -> Board? {
    // A name that can be no card's is told by whoever looks for the card.
    let names = cards.filter { CardName($0) != nil }
    guard names.count <= Limits.excerptCards else { return nil }
    let question = FetchExcerpt(board: id, level: ModelLevels.released.newest, cards: names)
    guard case .excerpt(let excerpt) = try ask(.fetchExcerpt(question)) else {
      throw Client.confused
    }
    guard excerpt.isGiven else { return nil }
    let board: Board
    do throws(SnapshotFault) {
      board = try Board(id: id, sequence: excerpt.sequence, entities: excerpt.entities)
    } catch {
      throw Client.confused
    }
    clearPurged(board, isWhole: false)
    return board
  }

  /// Makes edits of a board of which an excerpt was read, and waits until they are durable.
  func make(_ intents: [Intent], on excerpt: Board) throws -> [Decision] {
    guard !intents.isEmpty else { return [] }
    let attach = Attach(
      board: excerpt.id, session: .random(), instance: .random(), configuration: .command,
      epoch: 0, incarnation: IncarnationID(high: 0, low: 0), sequence: 0, firstPending: 1,
      level: ModelLevels.released.newest)
    let edits = UnopenedEdits(intents, base: excerpt.sequence, attach: attach)
    guard case .made(let decisions) = try tell(.make(edits)) else { throw Client.confused }
    return decisions
  }

  /// Has the windows of this device that nobody shows let go of what was purged. Where that fails,
  /// whoever shows the window next does it.
  /// - Parameter isWhole: whether it is all of the board.
  private func clearPurged(_ board: Board, isWhole: Bool = true) {
    let driver = driver
    guard board.lastPurge > 0, let store = try? loop.submit({ driver.value.store }).wait()
    else { return }
    try? deviceWindows?.clearPurged(board, isWhole: isWhole, of: store)
  }

  /// Makes edits, and waits until they are durable.
  /// - Returns: the outcome of each edit, and the board with all of them.
  func submit(_ intents: [Intent]) throws -> (decisions: [Decision], board: Board) {
    guard case .decided(let decisions, let board) = try tell(.submit(intents)) else {
      throw Client.confused
    }
    clearPurged(board)
    return (decisions, board)
  }

  /// Reads a part of the board's log.
  /// - Parameter card: a card to which the operations are limited; nil for all operations.
  func history(
    from: UInt64, count: UInt32, about card: CardID? = nil
  ) throws -> [CommittedOperation] {
    let question: Question =
      if let card {
        .fetchCardHistory(FetchCardHistory(card: card, from: from, count: count))
      } else {
        .fetchHistory(FetchHistory(from: from, count: count))
      }
    guard case .history(let history) = try ask(question) else { throw Client.confused }
    return history.operations
  }

  /// Attaches, and calls `each` on the loop's thread for everything that happens from then on. If
  /// `each` throws, the session is left and fails with that error.
  /// - Throws: `CommandFailure`, or `SessionOver` if the session was left before it began.
  func follow(
    _ board: BoardID, _ each: @escaping @Sendable (Followed) throws(CommandFailure) -> Void
  ) throws {
    let driver = driver
    let identity = identity(on: board)
    _ = try loop.flatSubmit { driver.value.follow(identity, each) }.wait()
  }

  /// Ends a follow or any other request. It may be called from any thread.
  func leave() {
    let driver = driver
    loop.execute { driver.value.finish() }
  }

  /// Waits until the session is left, or throws what it failed with.
  func waitUntilGone() throws {
    let driver = driver
    try loop.flatSubmit { driver.value.done.futureResult }.wait()
  }

  private func identity(on board: BoardID) -> ReplicaIdentity {
    ReplicaIdentity(
      board: board, session: .random(), instance: .random(), author: author,
      configuration: .command)
  }

  func ask(_ question: Question) throws -> Message {
    guard case .answered(let message, _) = try tell(.ask(question)) else { throw Client.confused }
    return message
  }

  private func tell(_ event: SessionEvent) throws -> SessionAnswer {
    let driver = driver
    return try loop.flatSubmit { driver.value.ask(event) }.wait()
  }

  private static let confused = CommandFailure(
    .refused, "the coordinator's answer does not fit the question")
}
