import ArgumentParser
import BoardModel
import Foundation
import Launcher
import Testing
import WindowSync
import Wire
import Wording

@testable import Commands
@testable import WindowStore

@Suite("Windows as commands tell of them")
struct WindowTests {
  private static let board = BoardID(high: 0xB0A2, low: 1)
  private static let boards = [BoardSummary(id: board, title: "Plan", sequence: 1, time: 0)]

  private static func session(_ digits: UInt64) -> SessionID {
    SessionID(high: digits << 32, low: 0)
  }

  private static func summary(
    _ digits: UInt64, _ subject: Subject, title: String, isConnected: Bool = false,
    drafts: UInt32 = 0, unsent: UInt32 = 0, badge: UInt32 = 0
  ) -> WindowSummary {
    let activity = Activity(subject, title: title)
    return WindowSummary(
      session: session(digits), board: board,
      configuration: activity.configuration ?? .board, activity: activity, badge: badge,
      summary: "in “To do”", place: "tmux pane %3",
      author: Author(user: "ann", device: "laptop"), isConnected: isConnected,
      since: 1_763_769_600_000, drafts: drafts, unsent: unsent)
  }

  private static func kept(
    _ digits: UInt64, pending: Int = 0, bodies: Int = 0, isOpen: Bool = false
  ) -> KeptWindow {
    let session = SavedSession(
      board: board, session: session(digits), configuration: .board, epoch: 1,
      incarnation: IncarnationID(high: 1, low: 1), forgottenThrough: 0)
    return KeptWindow(
      name: session.session.description, session: session, pending: pending, bodies: bodies,
      cuts: [], lastUsed: 1_763_769_660_000, isOpen: isOpen, process: nil)
  }

  private static let card = Subject.card(CardID(high: 0xCA2D, low: 0))

  static let usual = UserWindows(
    [
      summary(0xABCD_1000, card, title: "Write\u{202E} it", drafts: 1, unsent: 2, badge: 3),
      summary(0xABCD_2000, .board, title: "Plan", isConnected: true),
      summary(0x1234_0000, .favourites, title: "Favourites"),
    ],
    kept: [
      kept(0x1234_0000, pending: 2, isOpen: true), kept(0x7777_0000, pending: 1, bodies: 1),
      kept(0x8888_0000),
    ], boards: boards)

  /// When all of them came or went, where the tests run.
  private static let moment = LocalTime.text(1_763_769_600_000)

  @Test("The list is aligned, says what a window holds, and what only this disk knows")
  func list() {
    #expect(
      Self.usual.text(columns: nil) == """
        1234   favourites  Favourites  Plan  open here, no connection since \(Self.moment)  \
        laptop, tmux pane %3  2 edits on this disk, in “To do”
        abcd2  board       Plan        Plan  connected since \(Self.moment)                 \
        laptop, tmux pane %3  in “To do”
        abcd1  card        Write\u{FFFD} it   Plan  away since \(Self.moment)                      \
        laptop, tmux pane %3  1 draft, 2 unsent edits, 3 not seen, in “To do”
        7777   board       Plan        Plan  only on this disk                                             \
        this device           1 edit on this disk, 1 body in an editor
        """)
  }

  @Test("An open window that the coordinator does not list says whether something is not sent")
  func unlisted() {
    let windows = UserWindows(
      [],
      kept: [
        Self.kept(0x1234_0000, isOpen: true), Self.kept(0x7777_0000, bodies: 1, isOpen: true),
      ],
      boards: Self.boards)
    let lines = windows.text(columns: nil).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("open here only") == true, "\(lines)")
    #expect(lines.last?.contains("open here, not sent yet") == true, "\(lines)")
  }

  @Test("A line is cut where the terminal ends")
  func narrow() {
    let lines = Self.usual.text(columns: 30).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.count == 30 && $0.hasSuffix("…") })
    #expect(
      UserWindows([], kept: [], boards: []).text(columns: 30)
        == "you have no windows: `board` opens one")
  }

  @Test("What only this disk knows is told to scripts, in text that acts on no terminal")
  func json() {
    let text = Self.usual.json.text
    #expect(text.contains(#""state":"unlisted""#) && text.contains(#""waitingHere":2"#))
    #expect(!text.contains("\u{202E}"))
  }

  @Test(
    "A window is named by its title or the beginning of its identifier",
    arguments: [
      ("favourites", 0x1234_0000 as UInt64), ("1234", 0x1234_0000), ("ABCD1", 0xABCD_1000),
      ("7777", 0x7777_0000),
    ])
  func naming(name: String, digits: UInt64) throws {
    #expect(try Self.usual.find(name).session == Self.session(digits))
  }

  @Test(
    "A name of none or of several is refused, with those that are meant",
    arguments: [
      ("plan", CommandFailure.Kind.ambiguous, 2), ("abcd", .ambiguous, 2), ("123", .notFound, 4),
      ("nothing", .notFound, 4),
    ])
  func refusedNaming(name: String, kind: CommandFailure.Kind, candidates: Int) {
    let failure = #expect(throws: CommandFailure.self) { try Self.usual.find(name) }
    #expect(failure?.kind == kind)
    #expect(failure?.candidates.count == candidates)
  }

  @Test("Drafts that keep a window are counted, with the two ways to close it")
  func held() throws {
    let window = try Self.usual.find("abcd1")
    let text = CloseCommand.held(window)
    #expect(
      text
        == "the window “Write\u{202E} it” holds 1 draft and 2 unsent edits: --commit makes edits "
        + "of drafts, --discard throws drafts away; edits are kept with both")
    #expect(try CloseCommand.held(Self.usual.find("1234")) == nil)
  }

  @Test("Drafts of a window that is away, which nobody makes edits of, are told with their place")
  func draftsLeft() throws {
    let window = try Self.usual.find("abcd1")
    #expect(CloseCommand.draftsLeft(window) == 1)
    let reply = CloseCommand.reply(window, of: Self.usual, isKept: true, draftsLeft: 1)
    #expect(reply.exitCode == 1)
    #expect(
      reply.text == """
        closed abcd1 card “Write\u{FFFD} it”
        not turned into edits: 1 draft, as the window is away; what was typed stays on the disk of \
        laptop: `board attach abcd1000000000000000000000000000` there goes on with it
        """)
    #expect(reply.json.text.contains(#""draftsLeft":1"#))
    let shown = UserWindows(
      [Self.summary(0x1, .board, title: "Plan", isConnected: true, drafts: 1)], kept: [],
      boards: Self.boards)
    #expect(try CloseCommand.draftsLeft(shown.find("Plan")) == 0)
    let plain = CloseCommand.reply(window, of: Self.usual, isKept: false, draftsLeft: 0)
    #expect(plain.exitCode == 0)
    #expect(!plain.text.contains("\n"))
    let kept = CloseCommand.reply(window, of: Self.usual, isKept: true, draftsLeft: 0)
    #expect(kept.exitCode == 0)
    #expect(kept.text.hasSuffix(CloseCommand.remark(window)))
  }

  @Test("How many windows an invitation reached is told, and that it reached none")
  func invited() throws {
    let board = Sample.usual.board
    let card = try #require(board.card(Sample.card("abcd1")))
    func reply(_ card: Card?, _ windows: UInt32) -> Reply {
      InviteCommand.reply("ben", to: card, on: board, windows: windows, from: Sample.ann)
    }
    let title = Wording.quote(card.title.value)
    let name = Wording.quote(board.title?.value ?? "")
    #expect(reply(card, 1).text == "asked ben to look at \(title), in 1 window")
    #expect(reply(nil, 3).text == "asked ben to look at \(name), in 3 windows")
    #expect(reply(card, 1).exitCode == 0)
    #expect(reply(card, 0).text == "ben has no window on \(name) now: nobody was asked")
    #expect(reply(card, 0).exitCode == 1)
    #expect(reply(card, 2).json.text.contains(#""windows":2"#))
  }

  @Test("What came back and what did not is told, with what shows it")
  func restored() throws {
    let results = [
      ReturnedWindow(window: try Self.usual.find("abcd1"), failure: nil),
      ReturnedWindow(window: try Self.usual.find("1234"), failure: "no way here"),
    ]
    let reply = ReturnedWindow.reply(results, Self.usual)
    #expect(reply.exitCode == 1)
    #expect(
      reply.text == """
        1 of 2 windows came back
          abcd1 card “Write\u{FFFD} it”
        not back; the command below each shows it, in a terminal of its own
          1234 favourites “Favourites”: no way here
            board attach 12340000000000000000000000000000
        """)
    #expect(ReturnedWindow.reply([], Self.usual).text == "no window is away")
    #expect(ReturnedWindow.reply([results[0]], Self.usual).exitCode == 0)
  }

  @Test("A window that is open elsewhere is told with its place")
  func elsewhere() {
    let place = OpenedElsewhere(device: "laptop", place: "tmux pane %3")
    #expect(place.text == "open already on laptop, tmux pane %3: it comes to the front")
    #expect(place.refusal.contains("--take-over"))
    #expect(OpenedElsewhere(device: "laptop", place: "").text.hasPrefix("open already on laptop: "))
    #expect(OpenedElsewhere(device: nil, place: "").text == "another terminal is about to show it")
  }

  @Test(
    "Arguments that contradict each other are a mistake of use",
    arguments: [
      ["open", "abcd", "--favourites"], ["open", "--favourites", "--add-column"],
      ["open", "abcd", "--split", "window"], ["open", "abcd", "--split", "left", "--window"],
      ["open", "abcd", "--new", "--take-over"], ["open", "--take-over"],
      ["open", "abcd", "--split", "up"], ["close"], ["close", "abcd", "--commit", "--discard"],
      ["close", "abcd", "--reason", "a\nb"], ["invite"], ["invite", "@me"], ["invite", "a b"],
    ])
  func mistakes(arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try Root.parseAsRoot(arguments) }
    guard let error else { return }
    #expect(Ending(Root.self, error).code == 2, "\(error)")
  }

  @Test(
    "Arguments that fit are taken",
    arguments: [
      ["open"], ["open", "abcd"], ["open", "--favourites", "--take-over"],
      ["open", "--add-column", "--split", "left"], ["open", "--new", "--window"],
      ["close", "Plan", "--commit", "--reason", "done"], ["restore", "--json"], ["windows"],
      ["invite", "ben"], ["invite", "ben", "abcd", "--board", "Plan", "--json"],
    ])
  func taken(arguments: [String]) throws { _ = try Root.parseAsRoot(arguments) }

  @Test(
    "Files of a window that ended go, unless they hold what is nowhere else",
    arguments: [
      (LeftBehind(view: [7]), false), (LeftBehind(view: nil), false),
      (LeftBehind(view: [8]), true), (LeftBehind(view: [7], drafts: 1), true),
      (LeftBehind(view: [8], drafts: 1, isDiscarded: true), false),
      (LeftBehind(view: [7], pending: 1, isDiscarded: true), true),
    ])
  func removed(left: LeftBehind, isKept: Bool) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "board-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let device = try DeviceWindows(
      root: root.path, cluster: "home", coordinator: "board://h:1", user: "ann")
    let session = Self.kept(1).session
    do {
      let files = try device.create(session)
      if let view = left.view { try files.saveView(view) }
      for counter in 0..<left.pending {
        let id = OperationID(session: session.session, epoch: 1, counter: UInt64(counter) + 1)
        try files.persist(
          [BoardModel.Operation(id: id, base: 0, queued: true, intent: .boardRename(title: "New"))],
          synced: false)
      }
    }
    let kept = try device.list()
    let window = try #require(
      UserWindows(
        [Self.summary(1, .board, title: "Plan", drafts: left.drafts)], kept: kept, boards: []
      ).all.first)
    #expect(window.kept == kept && kept.count == 1)
    #expect(
      try device.removeEnded(window, toldView: [7], discardingDrafts: left.isDiscarded) == isKept)
    #expect(try device.list().isEmpty == !isKept)
  }

  @Test("What the coordinator refuses of windows has a code of its own")
  func codes() {
    let end = Question.endWindow(
      EndWindow(session: Self.session(1), ending: .standard, reason: ""))
    func kind(_ code: ErrorCode, _ question: Question) -> CommandFailure.Kind {
      CommandFailure(Unanswered("t", code: code), to: question).kind
    }
    #expect(kind(.draftsHeld, end) == .draftsHeld)
    #expect(kind(.windowUnknown, end) == .notFound)
    #expect(kind(.windowUnknown, .listWindows(ListWindows(session: Self.session(1)))) == .notFound)
    // A coordinator that knows of no windows.
    #expect(kind(.windowUnknown, .listWindows(ListWindows(session: nil))) == .refused)
    #expect(CommandFailure(.draftsHeld, "").exitCode == 1)
  }
}

/// What a window that was killed has on its device's disk, and how it is closed.
struct LeftBehind {
  /// Its coordinator knows `[7]`.
  let view: [UInt8]?
  var drafts: UInt32 = 0
  var pending = 0
  var isDiscarded = false
}

/// Shows nothing.
enum NoWindows: WindowShowing {
  static var hasTerminal: Bool { false }
  static func showBoard(_ board: String?) throws {}
  static func show(_ window: String, takeOver: Bool) throws {}
  static func start(
    _ window: String, takeOver: Bool, at placement: WindowPlacement, titled title: String
  ) -> String? { "nothing opens windows here" }
}

private struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    subcommands: [OpenCommand<NoWindows>.self, RestoreCommand<NoWindows>.self] + boardCommands)
}
