import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

/// What is promised to who opens a window, where something goes wrong before the window is there.
@Suite("Promised windows")
struct PromiseTests {
  /// Why a window that was let in does not get its session after all.
  enum Mishap: CaseIterable {
    /// The store takes nothing.
    case full
    /// It takes no edits, and then no session either.
    case fullOfEdits
    /// The window's connection ends first.
    case cut
    /// Somebody ends the window first.
    case ended
    /// Another process takes it over first.
    case outbid
    /// The board was to be made with it.
    case boardless
  }

  @Test(
    "Who attaches in vain to what was promised may try again, and who opened it is told",
    .holds("EDT-015", "WIN-007", "WIN-012", "WIN-015"), arguments: Mishap.allCases)
  func tryAgain(mishap: Mishap) throws {
    var harness = CoordinatorHarness()
    if mishap != .boardless { try harness.makeBoard() }
    let editor = mishap == .fullOfEdits ? try harness.attach(9) : nil
    let (opener, window) = (try harness.greeted(), try harness.greeted())
    let (other, maker) = (try harness.greeted(), try harness.greeted())
    harness.commitsAtOnce = false
    let creation = Operation(
      id: OperationID(session: session(8), epoch: 0, counter: 1), base: 0, queued: false,
      intent: .boardCreate(title: "Work"))
    if mishap == .boardless {
      _ = harness.begin(maker, CreateBoard(board: board(1), operation: creation))
    }
    #expect(try harness.open(opener, 2, .card(1)).opening == .fresh)
    if let editor {
      let edit = editor.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
      _ = harness.begin(editor.connection, Submit(operation: edit))
    }
    let attach = harness.begin(window, harness.windowBody(2, .card(1), .adopt))
    switch mishap {
    case .full, .fullOfEdits, .boardless: break
    case .cut: harness.handle(.closed(window))
    case .ended:
      _ = harness.begin(other, EndWindow(session: session(2), ending: .decline, reason: ""))
    case .outbid:
      _ = harness.begin(other, harness.windowBody(2, .card(1), .takeOver, instance: 2))
    }
    var failures = 0
    while harness.pendingGroup != nil, failures < 8 {
      harness.failCommit()
      failures += 1
    }
    try #require(failures < 8)
    if mishap != .cut {
      guard case .error(let error) = try harness.answer(window, attach) else {
        Issue.record("not refused")
        return
      }
      #expect(
        error.code == (mishap == .ended ? .notNow : mishap == .outbid ? .fenced : .storeUnavailable)
      )
    }
    harness.commitsAtOnce = true
    if mishap == .boardless {
      _ = try harness.request(maker, CreateBoard(board: board(1), operation: creation))
    }
    _ = harness.take(opener)
    // It is promised still.
    #expect(try harness.windows(other, 2).map(\.isConnected) == [false])
    #expect(try harness.open(other, 3, .card(1)).session == session(2))
    let again = try harness.show(2, .card(1), .adopt, instance: 3)
    #expect(again.attached.epoch == 1)
    #expect(
      harness.take(opener) == [.windowRegistered(WindowRegistered(session: session(2)))])
  }

  @Test("A promise ends with the session that was made of it", .holds("WIN-007"))
  func keptOnce() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let opener = try harness.greeted()
    #expect(try harness.open(opener, 2, .card(1)).opening == .fresh)
    let shown = try harness.show(2, .card(1), .adopt)
    _ = try harness.request(shown.connection, Detach(close: true))
    #expect(try harness.open(opener, 3, .card(1)).opening == .fresh)
    let late = try harness.refusal(opener, harness.windowBody(2, .card(1), .adopt))
    #expect(late.code == .sessionUnknown)
  }

  @Test(
    "Of two promises for the same the one that goes leaves the other", .holds("WIN-006", "WIN-012"))
  func twice() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (first, second) = (try harness.greeted(), try harness.greeted())
    let third = try harness.greeted()
    #expect(try harness.open(first, 2, .card(1)).opening == .fresh)
    #expect(try harness.open(second, 3, .card(1), additional: true).opening == .fresh)
    harness.handle(.closed(second))
    let opened = try harness.open(third, 4, .card(1))
    #expect(opened.opening == .activated)
    #expect(opened.session == session(2))
    _ = try harness.show(2, .card(1))
    #expect(
      harness.take(first) == [.windowRegistered(WindowRegistered(session: session(2)))])
  }

  @Test("What was promised is not kept out by another promise", .holds("WIN-012"))
  func bothPromised() throws {
    for number in [2, 3] as [UInt64] {
      var harness = CoordinatorHarness()
      try harness.makeBoard()
      let opener = try harness.greeted()
      #expect(try harness.open(opener, 2, .card(1)).opening == .fresh)
      #expect(try harness.open(opener, 3, .card(1), additional: true).opening == .fresh)
      let stranger = try harness.refusal(opener, harness.windowBody(4, .card(1)))
      #expect(stranger.code == .alreadyOpen)
      _ = try harness.show(number, .card(1))
      // A window that is there does, whatever was promised.
      let late = try harness.refusal(opener, harness.windowBody(5 - number, .card(1)))
      #expect(late.code == .alreadyOpen)
    }
  }

  @Test("What was promised and became something else is not what is asked for")
  func otherwise() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let opener = try harness.greeted()
    #expect(try harness.open(opener, 2, .card(1)).opening == .fresh)
    _ = try harness.show(2, .card(2))
    #expect(try harness.open(opener, 3, .card(1)).opening == .fresh)
  }
}
