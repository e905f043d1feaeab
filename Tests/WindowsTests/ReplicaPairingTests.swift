import BoardModel
import Screen
import Testing
import WindowSync
import Wire

@testable import Windows

/// A window and its replica, without a link: what a shell does between the two, with a disk that
/// answers when told to.
private struct Pair {
  static let identity = ReplicaIdentity(
    board: BoardID(high: 9, low: 9), session: Bench.session,
    instance: InstanceID(high: 1, low: 2), author: Bench.author, configuration: .board)

  var window: BoardWindow
  var replica: Replica
  private(set) var disk: [Operation]
  private(set) var viewState: ViewState?
  private var writing: [Operation]?

  init(disk: [Operation] = [], restored: ViewState? = nil) {
    self.disk = disk
    let board = Bench([("To do", ["a", "b", "c"])]).board
    let session = SavedSession(
      board: board.id, session: Bench.session, configuration: .board, epoch: 1,
      incarnation: IncarnationID(high: 1, low: 1), forgottenThrough: 0)
    let saved = SavedReplica(
      session: session, pending: disk,
      board: SavedBoard(
        board: board.id, sequence: board.sequence, entities: board.entities(), ownThrough: 0))
    replica = Replica(identity: Pair.identity, saved: saved)
    window = BoardWindow(
      session: Bench.session, user: "ann", identifiers: IdentifierSource(high: 7, low: 8),
      size: TerminalSize(columns: 80, rows: 12), restored: restored)
    show(BoardChange(reloaded: true))
  }

  mutating func keys(_ text: String) {
    for input in Bench.inputs(text) { send(.input(input)) }
  }

  mutating func send(_ event: WindowEvent, at now: UInt64 = 1) {
    for effect in window.handle(event, now: now) {
      switch effect {
      case .edit(let intent): ask(.edit(intent))
      case .undo(let force): ask(.undo(force: force))
      case .redo(let force): ask(.redo(force: force))
      case .saveViewState(let state): viewState = state
      default: break
      }
    }
  }

  /// `made` answers before anything else that the replica has to say.
  private mutating func ask(_ event: ReplicaEvent) {
    let before = replica.newest?.id
    let effects = replica.handle(event, now: 1)
    if let made = replica.newest, made.id != before { send(.made(made.id, made.intent)) }
    for effect in effects { perform(effect) }
  }

  private mutating func perform(_ effect: ReplicaEffect) {
    switch effect {
    case .persist(let operations): writing = operations
    case .changed(let change): show(change)
    case .refused(let intent, let reason): send(.refused(intent, reason))
    case .status(let status): send(.status(status))
    default: break
    }
  }

  private mutating func show(_ change: BoardChange) {
    guard let board = replica.visible else { return }
    send(.board(board, change: change, shown: replica.shownThrough))
  }

  /// The disk answers until it has nothing to do.
  mutating func store() {
    while let operations = writing {
      writing = nil
      disk += operations
      for effect in replica.handle(.stored, now: 1) { perform(effect) }
    }
  }

  mutating func failToStore() {
    writing = nil
    for effect in replica.handle(.storeFailed("disk full"), now: 1) { perform(effect) }
  }

  var titles: [String] { window.model.view.contents.lanes[0].cards.compactMap { title($0) } }

  func title(_ card: CardID) -> String? { replica.visible?.card(card)?.title.value }

  var body: String? { replica.visible?.card(Bench.card(0, 0))?.body.string }
}

@Suite("A window on its replica")
struct ReplicaPairingTests {
  @Test("Nothing of an edit is on the board before it is on disk")
  func order() {
    var pair = Pair()
    pair.keys("JJ")
    #expect(pair.titles == ["a", "b", "c"])
    pair.store()
    #expect(pair.titles == ["b", "c", "a"])
    #expect(pair.disk.count == 2)
    pair.keys("u")
    pair.store()
    #expect(pair.titles == ["b", "a", "c"])
  }

  @Test("Typing goes on while the disk is busy, and arrives once and in order")
  func typing() {
    var pair = Pair()
    pair.keys("<enter><enter>one")
    pair.send(.timer, at: 200)
    pair.keys(" two<left><right>")
    pair.keys(" three")
    pair.send(.timer, at: 500)
    let shown = Bench.trimmed(pair.window.render())
    #expect(shown[4] == " one two three")
    pair.store()
    #expect(pair.body == "one two three")
    pair.keys("!<esc>")
    pair.store()
    #expect(pair.body == "one two three!")
  }

  @Test("Killed at any moment, a window has everything that was typed when it comes back")
  func killed() {
    for storedAt in 0..<4 {
      var pair = Pair()
      pair.keys("<enter><enter>one")
      if storedAt == 1 { pair.store() }
      pair.send(.timer, at: 200)
      if storedAt >= 2 { pair.store() }
      pair.keys(" two")
      if storedAt == 3 { pair.send(.timer, at: 500) }
      var again = Pair(disk: pair.disk, restored: pair.viewState)
      again.store()
      again.keys("<esc>")
      again.store()
      #expect(again.body == "one two", "\(storedAt)")
    }
  }

  @Test("A full disk loses nothing: what it refused is asked for again when it takes something")
  func fullDisk() {
    var pair = Pair()
    pair.keys("nfresh<enter>")
    pair.failToStore()
    #expect(pair.titles == ["a", "b", "c"])
    #expect(pair.window.model.notices.current?.text.contains("disk full") == true)
    pair.keys("<esc>J")
    pair.store()
    #expect(pair.titles.sorted() == ["a", "b", "c", "fresh"])
    pair.keys("d")
    pair.store()
    #expect(pair.titles.count == 3)
  }
}
