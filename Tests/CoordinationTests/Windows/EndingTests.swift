import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

@Suite("Windows that end")
struct EndingTests {
  private static func end(
    _ number: UInt64, _ ending: Ending = .standard, reason: String = "tidy"
  ) -> EndWindow {
    EndWindow(session: session(number), ending: ending, reason: reason)
  }

  @Test(
    "A window is ended from elsewhere, is told so, and never comes back",
    .holds("WIN-022", "WIN-024"))
  func ended() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(2, .card(1))
    let asker = try harness.greeted(device: "phone")
    #expect(try harness.request(asker, Self.end(2)) == .windowEnded(WindowEnded()))
    let ann = Author(user: "ann", device: "phone")
    #expect(
      harness.take(shown.connection)
        == [.windowEnd(WindowEnd(ending: .standard, reason: "tidy", author: ann))])
    #expect(harness.coordinator.route(of: session(2)) == nil)
    let late = shown.operation(.cardRetitle(card(1), title: "Late"), counter: 1)
    #expect(
      try harness.refusal(shown.connection, Submit(operation: late)).code == .notAttached)
    let back = try harness.refusal(shown.connection, harness.windowBody(2, .card(1), epoch: 1))
    #expect(back.code == .sessionEnded)
    #expect(back.text == "This window was closed by ann on phone: tidy.")
    #expect(
      try harness.refusal(shown.connection, harness.attachBody(2, epoch: 1)).code
        == .sessionEnded)
    harness.restart()
    let again = try harness.greeted()
    #expect(
      try harness.refusal(again, harness.windowBody(2, .card(1), .takeOver)).code
        == .sessionEnded)
    #expect(try harness.open(again, 3, .card(1)).opening == .fresh)
  }

  @Test(
    "A window with drafts ends only where somebody says what becomes of them", .holds("WIN-021"))
  func drafts() throws {
    for (drafts, unsent) in [(1, 0), (0, 2), (.max, .max)] as [(UInt32, UInt32)] {
      var harness = CoordinatorHarness()
      try harness.makeBoard()
      let shown = try harness.show(2, .card(1))
      harness.send(
        shown.connection,
        WindowState(activity: .card(1), drafts: drafts, unsent: unsent).frame())
      harness.handle(.closed(shown.connection))
      let asker = try harness.greeted()
      let refusal = try harness.refusal(asker, Self.end(2))
      #expect(refusal.code == .draftsHeld)
      #expect(try harness.windows(asker).count == 1)
      #expect(try harness.request(asker, Self.end(2, .decline)) == .windowEnded(WindowEnded()))
      #expect(try harness.windows(asker).isEmpty)
    }
  }

  @Test(
    "Another user's window, one that ended, and one that never was are not ended", .holds("WIN-018")
  )
  func unknown() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.show(2, .card(1))
    let ben = try harness.greeted(user: "ben")
    #expect(try harness.refusal(ben, Self.end(2)).code == .windowUnknown)
    #expect(try harness.refusal(ben, ListWindows(session: session(2))).code == .windowUnknown)
    let ann = try harness.greeted()
    _ = try harness.request(ann, Self.end(2))
    #expect(try harness.refusal(ann, Self.end(2)).code == .windowUnknown)
    #expect(try harness.refusal(ann, Self.end(9)).code == .windowUnknown)
  }

  @Test(
    "The user's other windows learn what ended, at once or when they come back, once",
    .holds("WIN-025"))
  func told() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(1, .board)
    let away = try harness.show(3, .board)
    let stranger = try harness.show(4, .board, user: "ben")
    _ = try harness.show(2, .card(1))
    harness.handle(.closed(away.connection))
    let asker = try harness.greeted()
    _ = try harness.request(asker, Self.end(2))
    let gone = Message.windowsGone(
      WindowsGone(windows: [
        GoneWindow(
          session: session(2), board: board(1),
          activity: Activity(type: "card", title: "First", target: Activity.card(1).target),
          reason: "tidy", author: Author(user: "ann", device: "laptop"),
          time: 1_700_000_000_000 + harness.time)
      ]))
    #expect(harness.take(shown.connection).contains(gone))
    #expect(!harness.take(stranger.connection).contains(gone))
    harness.advance(2_000)
    harness.restart()
    let back = try harness.show(3, .board, instance: 2, epoch: 1)
    #expect(harness.take(back.connection).contains(gone))
    let known = try harness.show(1, .board, instance: 2, epoch: 1)
    #expect(!harness.take(known.connection).contains(gone))
    let fresh = try harness.show(5, .board)
    #expect(!harness.take(fresh.connection).contains(gone))
  }

  @Test(
    "What ended is told in frames that a client takes, however long it is in words",
    .holds("WIN-025"))
  func manyWords() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let away = try harness.show(1, .board)
    harness.handle(.closed(away.connection))
    let words = String(repeating: "w", count: 65_535)
    let asker = try harness.greeted()
    for number in 2...71 as ClosedRange<UInt64> {
      let activity = Activity(.card(card(number)), title: words)
      let shown = try harness.show(number, activity)
      harness.handle(.closed(shown.connection))
      _ = try harness.request(asker, Self.end(number, reason: words))
    }
    let back = try harness.show(1, .board, instance: 2, epoch: 1)
    let told = harness.peers[back.connection]?.frames.filter { $0.type == WindowsGone.type } ?? []
    #expect(told.allSatisfy { $0.payload.count <= Int(Limits.frameBytes) })
    let sessions = try told.flatMap { frame in
      guard case .windowsGone(let gone) = try Message(frame) else { return [SessionID]() }
      return gone.windows.map(\.session)
    }
    #expect(sessions == (8...71 as ClosedRange<UInt64>).map { session($0) })
  }

  @Test(
    "Nobody is told of an end before it is durable, and nothing ended if it never is",
    .holds("WIN-022"))
  func durable() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let shown = try harness.show(2, .card(1))
    let asker = try harness.greeted()
    harness.commitsAtOnce = false
    let request = harness.begin(asker, Self.end(2))
    #expect(harness.take(shown.connection).isEmpty)
    harness.failCommit()
    guard case .error(let error) = try harness.answer(asker, request) else {
      Issue.record("ended without a disk")
      return
    }
    #expect(error.code == .storeUnavailable)
    #expect(harness.peers[shown.connection]?.finished == true)
    harness.commitsAtOnce = true
    let back = try harness.show(2, .card(1), epoch: 1)
    #expect(back.attached.epoch == 1)
  }

  @Test(
    "A window that is away ends when its card is archived, if nothing is typed in it",
    .holds("WIN-026"))
  func archived() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let away = try harness.show(2, .card(1))
    let ben = try harness.show(3, .card(1), user: "ben")
    let cleo = try harness.show(4, .card(1), user: "cleo")
    harness.send(
      cleo.connection, WindowState(activity: .card(1), drafts: 1, unsent: 0).frame())
    harness.handle(.closed(away.connection))
    harness.handle(.closed(cleo.connection))
    var board = try harness.show(5, .board, user: "ben")
    _ = try harness.snapshot(board.connection)
    _ = try harness.submit(&board, .cardArchive(card(1)))
    let ann = try harness.greeted()
    #expect(try harness.windows(ann).isEmpty)
    // Who looks at it goes on looking at it, and who types in it keeps that.
    #expect(harness.coordinator.route(of: session(3)) == ben.connection)
    #expect(try harness.windows(try harness.greeted(user: "cleo")).count == 1)
    let back = try harness.refusal(ann, harness.windowBody(2, .card(1), epoch: 1))
    #expect(back.code == .sessionEnded)
    #expect(back.text == "This window was closed by ben on laptop: its card was archived.")
  }

  @Test(
    "A window that was away for thirty days ends, and is forgotten thirty days later",
    .holds("WIN-026", "WIN-027"))
  func old() throws {
    let day: UInt64 = 86_400_000
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let first = try harness.show(2, .card(1))
    let held = try harness.show(3, .favourites)
    harness.send(held.connection, WindowState(activity: .favourites, drafts: 0, unsent: 1).frame())
    harness.handle(.closed(first.connection))
    harness.handle(.closed(held.connection))
    harness.jump(31 * day)
    let asker = try harness.greeted()
    #expect(try harness.windows(asker).map(\.session) == [session(3)])
    #expect(
      try harness.refusal(asker, harness.windowBody(2, .card(1), epoch: 1)).code == .sessionEnded)
    harness.jump(31 * day)
    let later = try harness.greeted()
    #expect(
      try harness.refusal(later, harness.windowBody(2, .card(1), epoch: 1)).code
        == .sessionUnknown)
  }
}
