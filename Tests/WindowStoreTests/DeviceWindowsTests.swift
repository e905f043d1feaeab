import BoardModel
import Files
import Foundation
import OwnThread
import Statements
import Testing
import WindowStore
import WindowSync
import Wire

@Suite("The windows of a device", .ownThread, .timeLimit(.minutes(1)))
struct DeviceWindowsTests {
  /// As if it had been used last so many milliseconds after 1970.
  private func mark(_ windows: DeviceWindows, _ number: UInt64, usedAt time: UInt64) throws {
    let path = "\(windows.folder)/windows/\(sessionID(number))/journal"
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(time) / 1_000)], ofItemAtPath: path)
  }

  @Test(
    "A window that is open is refused to everybody else, and says who has it",
    .holds("DSK-002", "DSK-003"))
  func opening() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    var files: WindowFiles? = try windows.create(session())
    #expect(throws: WindowStoreError.inUse(by: getpid())) {
      _ = try windows.open(sessionID(1).description)
    }
    #expect(throws: WindowStoreError.inUse(by: getpid())) { _ = try windows.create(session()) }
    #expect(try windows.list().map(\.isOpen) == [true])
    #expect(try windows.list().map(\.process) == [getpid()])
    withExtendedLifetime(files) {}
    files = nil
    #expect(try windows.list().map(\.isOpen) == [false])
    _ = try windows.open(sessionID(1).description)
    #expect(throws: WindowStoreError.unfit("this window has files already")) {
      _ = try windows.create(session())
    }
  }

  @Test("A window that never was is gone, not made")
  func unknown() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    #expect(throws: WindowStoreError.gone) { _ = try windows.open(sessionID(1).description) }
    #expect(throws: WindowStoreError.unfit("no window has the name ../x")) {
      _ = try windows.open("../x")
    }
    #expect(try windows.list() == [])
  }

  @Test("What windows of a replaced cluster keep is taken along, once they are closed")
  func continued() throws {
    let fixture = try Fixture()
    let (old, new) = (try fixture.windows("team"), try fixture.windows("team-2"))
    let other = try fixture.windows("team", user: "ben")
    var open: WindowFiles? = try old.create(session(1))
    for number in [UInt64(2), 3] {
      try old.create(session(number)).persist([operation(1, of: number)], synced: false)
    }
    _ = try other.create(session(4))
    try #require(try new.adopt(ofCluster: "team") == (2, 1))
    #expect(try new.list().map(\.session.session).sorted() == [sessionID(2), sessionID(3)])
    #expect(try new.list().map(\.pending) == [1, 1])
    #expect(try old.list().map(\.isOpen) == [true])
    withExtendedLifetime(open) {}
    open = nil
    #expect(try new.adopt(ofCluster: "team") == (1, 0))
    #expect(try new.adopt(ofCluster: "team") == (0, 0))
    #expect(try new.adopt(ofCluster: "never") == (0, 0))
    #expect(try old.list().isEmpty)
    #expect(try other.list().count == 1)
  }

  @Test("Unsent work of every coordinator and user is read, also of windows that are open")
  func unsent() throws {
    let fixture = try Fixture()
    let root = fixture.root + "/state"
    #expect(try DeviceWindows.unsentWork(root: root).isEmpty)
    let windows = try fixture.windows()
    let open = try windows.create(session(1))
    try open.persist([operation(1), operation(2)], synced: false)
    let board = filledBoard(cards: 2)
    try open.saveBoard(
      SavedBoard(
        board: boardID, sequence: board.sequence, entities: board.entities(), ownThrough: 0))
    _ = try windows.create(session(2))
    let other = try fixture.windows("elsewhere", user: "ben").create(session(3))
    _ = try other.beginEditing(CardID(high: 6, low: 1), text: Array("typed".utf8), opened: [])
    // What is damaged, and what is no window's, is passed over.
    try Folder.make(root + "/stray")
    try Folder.replace(root + "/stray/about", with: [0xFF], synced: false)

    let work = try DeviceWindows.unsentWork(root: root)
    #expect(work.count == 2)
    let mine = try #require(work.first { $0.user == "ann" })
    #expect(mine.coordinator == "board://home:1")
    #expect(mine.operations == [operation(1), operation(2)])
    #expect(mine.window.isOpen)
    #expect(mine.board?.sequence == board.sequence)
    let theirs = try #require(work.first { $0.user == "ben" })
    #expect(theirs.board == nil)
    #expect(theirs.bodies.map(\.text) == [Array("typed".utf8)])
    // Nothing was changed.
    try open.persist([operation(3)], synced: false)
    #expect(try DeviceWindows.unsentWork(root: root).first?.operations.isEmpty == false)
  }

  @Test("The list says what each window holds, the last used first")
  func listing() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    for number in UInt64(1)...3 {
      let files = try windows.create(session(number))
      if number == 2 { try files.persist([operation(1, of: 2)], synced: false) }
    }
    try mark(windows, 1, usedAt: 2_000)
    try mark(windows, 2, usedAt: 3_000)
    try mark(windows, 3, usedAt: 1_000)
    // What is not a window's is nobody's business.
    try Folder.make(windows.folder + "/windows/other")
    try Folder.make("\(windows.folder)/windows/\(sessionID(8))")
    let list = try windows.list()
    #expect(list.map(\.name) == [2, 1, 3].map { sessionID($0).description })
    #expect(list.map(\.session.session) == [2, 1, 3].map { sessionID($0) })
    #expect(list.map(\.pending) == [1, 0, 0])
    #expect(list.map(\.lastUsed) == [3_000, 2_000, 1_000])
  }

  @Test("The last used board window that nobody has open is adopted")
  func adopting() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    #expect(try windows.adoptLatest(.board) == nil)
    let other = BoardID(high: 1, low: 2)
    _ = try windows.create(session(1))
    _ = try windows.create(session(2))
    _ = try windows.create(session(3, configuration: .favourites))
    _ = try windows.create(session(4, board: other))
    for number in UInt64(1)...4 { try mark(windows, number, usedAt: number * 1_000) }
    let first = try #require(try windows.adoptLatest(.board, board: boardID))
    #expect(first.session.session == sessionID(2))
    let second = try #require(try windows.adoptLatest(.board))
    #expect(second.session.session == sessionID(4))
    let third = try #require(try windows.adoptLatest(.board))
    #expect(third.session.session == sessionID(1))
    #expect(try windows.adoptLatest(.board) == nil)
    withExtendedLifetime((first, second, third)) {}
    // Being adopted is being used.
    #expect(try windows.list().last?.session.session == sessionID(3))
  }

  @Test("A window with an unreadable journal is passed over and left as it is")
  func unreadable() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let path = "\(windows.folder)/windows/\(sessionID(1))/journal"
    for bytes: [UInt8] in [[], Array("BRDWJ\0\0\u{2}more".utf8)] {
      do { _ = try windows.create(session(2)) }
      try Folder.make(Folder.parent(of: path))
      try write(bytes, path)
      #expect(try windows.adoptLatest(.board)?.session.session == sessionID(2))
      let error = #expect(throws: WindowStoreError.self) {
        _ = try windows.open(sessionID(1).description)
      }
      guard case .unreadable = error else { Issue.record("\(String(describing: error))"); return }
      #expect(try WindowStoreTests.bytes(path) == bytes)
      try windows.close(windows.open(sessionID(2).description))
    }
  }

  @Test("A closed window leaves nothing behind")
  func closing() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    try files.persist([operation(1)], synced: false)
    try files.saveBoard(saved(filledBoard(cards: 1)))
    try files.saveView([1])
    _ = try files.beginEditing(CardID(high: 1, low: 1), text: [], opened: [])
    try windows.close(files)
    #expect(try Folder.names(in: windows.folder + "/windows") == [])
    #expect(throws: WindowStoreError.gone) { _ = try windows.open(sessionID(1).description) }
    #expect(throws: WindowStoreError.gone) { try windows.close(files) }
  }

  @Test("A closing that was interrupted is finished with the next list")
  func interruptedClosing() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    _ = try files.beginEditing(CardID(high: 1, low: 1), text: [], opened: [])
    try Folder.rename(files.folder, to: files.folder + ".closed")
    #expect(try windows.list() == [])
    #expect(try Folder.names(in: windows.folder + "/windows") == [])
  }

  @Test("Clusters and users have windows of their own, also one after the other at one address")
  func separation() throws {
    let fixture = try Fixture()
    let places = [
      try fixture.windows(), try fixture.windows("other"), try fixture.windows(user: "bob"),
    ]
    #expect(Set(places.map(\.folder)).count == 3)
    for place in places { _ = try place.create(session()) }
    #expect(try places.map { try $0.list().count } == [1, 1, 1])
    #expect(try bytes(places[1].folder + "/about") == Array("other\nann\nboard://home:1\n".utf8))
    #expect(try fixture.windows().folder == places[0].folder)
  }

  @Test(
    "Windows of a cluster are the same however its coordinator's address is spelled, and wherever it is",
    arguments: ["board://127.0.0.1:1", "board://localhost:1", "board://home:2", "own"])
  func moving(address: String) throws {
    let fixture = try Fixture()
    let before = try fixture.windows()
    before.keepLastBoard(boardID)
    try before.create(session()).persist([operation(1)], synced: false)
    let after = try fixture.windows(at: address)
    #expect(try after.list().map(\.pending) == [1])
    #expect(after.lastBoard == boardID)
    // A command that looks there says nothing of where windows look.
    #expect(try unsentPlaces(fixture) == ["board://home:1"])
    after.keepCoordinator()
    #expect(try unsentPlaces(fixture) == [address])
  }

  private func unsentPlaces(_ fixture: Fixture) throws -> [String] {
    try DeviceWindows.unsentWork(root: fixture.root + "/state").map(\.coordinator)
  }

  @Test("Windows that were kept by their coordinator's address are taken over, the open ones later")
  func format1() throws {
    let fixture = try Fixture()
    let state = fixture.root + "/state"
    let old = state + "/" + Self.format1Folder
    try Folder.make(old + "/windows")
    try Folder.replace(old + "/about", with: Array("board://home:1\nann\n".utf8), synced: false)
    // As the cluster's, only elsewhere.
    let made = try fixture.windows(at: "board://home:2")
    try made.create(session(1)).persist([operation(1)], synced: false)
    try made.create(session(2)).persist([operation(1, of: 2)], synced: false)
    for number: UInt64 in 1...2 {
      try Folder.rename(
        "\(made.folder)/windows/\(sessionID(number))", to: "\(old)/windows/\(sessionID(number))")
    }
    // It is printed before, too.
    #expect(try unsentPlaces(fixture) == ["board://home:1", "board://home:1"])
    var open: FileLock? = try FileLock("\(old)/windows/\(sessionID(2))/lock")
    let windows = try fixture.windows()
    #expect(try windows.list().map(\.session.session) == [sessionID(1)])
    withExtendedLifetime(open) {}
    open = nil
    #expect(try fixture.windows().list().map(\.pending) == [1, 1])
    #expect(try Folder.names(in: old + "/windows") == [])
  }

  /// What that format called the folder of the user ann at board://home:1.
  private static let format1Folder = "ee4b67dc6774818c"

  @Test("A report names both digests, the sequence number and the program, and few are kept")
  func reports() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let board = filledBoard(cards: 1)
    let theirs = BoardDigest(lanes: [0x0102, 0, 0, 3])
    let report = DivergenceReport(
      cause: .digest(theirs: theirs, ours: .empty), board: saved(board))
    var path = ""
    for time in UInt64(1)...25 {
      path = try windows.reports.write(
        report,
        of: DivergenceReports.Origin(
          session: session(epoch: 3), agent: "board 1.0", coordinator: "boardd 1.1",
          time: 1_700_000_000_000 + time, timeText: "moment \(time)"))
    }
    let text = String(decoding: try bytes(path), as: UTF8.self)
    for line in [
      "program: board 1.0", "coordinator: boardd 1.1", "time: moment 25",
      "board: \(boardID)", "sequence: \(board.sequence)",
      "window: \(sessionID(1)), taken over 3 times",
      "theirs: 0000000000000102" + String(repeating: "0", count: 46) + "03",
      "ours: " + String(repeating: "0", count: 64),
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    let names = try windows.reports.names()
    #expect(names.count == 2 * DivergenceReports.limit)
    #expect(names.first == "divergence-001700000000006-\(board.sequence).board")
    let outcome = DivergenceReport(cause: .gap(next: 9), board: saved(board))
    let second = try windows.reports.write(
      outcome,
      of: DivergenceReports.Origin(
        session: session(), agent: "a", coordinator: "c", time: 1_800_000_000_000,
        timeText: "later"))
    #expect(
      String(decoding: try bytes(second), as: UTF8.self).contains(
        "operation 9 came after operation"))
  }
}
