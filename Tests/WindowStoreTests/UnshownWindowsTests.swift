import BoardModel
import Files
import Foundation
import OwnThread
import Statements
import Testing
import WindowStore
import WindowSync
import Wire

@Suite("Windows that no process shows", .ownThread, .timeLimit(.minutes(1)))
struct UnshownWindowsTests {
  /// The store of the windows' sessions.
  private static let store = IncarnationID(high: 2, low: 2)

  /// Makes a window's files, which hold a board, an operation that was let go of, and one that was
  /// not where `unsent` says so.
  private func keep(
    _ number: UInt64, _ windows: DeviceWindows, board: BoardID = boardID, sequence: UInt64 = 3,
    unsent: Bool = false
  ) throws -> WindowFiles {
    let files = try windows.create(session(number, board: board))
    try files.persist([operation(1, of: number, title: "Zebraword")], synced: false)
    try files.forget(sessionID(number), through: 1)
    if unsent {
      try files.persist([operation(2, of: number, around: "Oxword")], synced: false)
    }
    try files.saveBoard(
      SavedBoard(
        board: board, sequence: sequence, entities: filledBoard(cards: 1).entities(), ownThrough: 0)
    )
    return files
  }

  private func holds(_ word: String, _ number: UInt64, _ windows: DeviceWindows) throws -> Bool {
    let folder = windows.folder + "/windows/\(sessionID(number))"
    return try Folder.names(in: folder).contains { name in
      String(decoding: try bytes(folder + "/" + name), as: UTF8.self).contains(word)
    }
  }

  @Test(
    "Of a purge, those of its board whose copy is older are cleared, and stay as old as they were",
    .holds("PRG-013"))
  func purged() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    for number in UInt64(1)...2 { _ = try keep(number, windows, unsent: number == 1) }
    _ = try keep(3, windows, sequence: 7)
    _ = try keep(4, windows, board: BoardID(high: 7, low: 7))
    let shown = try keep(5, windows)
    let old = "\(windows.folder)/windows/\(sessionID(1))/journal"
    try Folder.markUsed(old, at: 1_234_567_890_123)
    try windows.clearPurged(purgedBoard(at: 7), of: Self.store)
    for number in UInt64(1)...5 {
      // The third let go of it behind the purge, which its board has.
      #expect(try holds("Zebraword", number, windows) == (number > 3), "\(number)")
      // One that is shown may have no connection: its copy goes, and what else it has is its own to clear.
      #expect(try holds("Some words", number, windows) == [3, 4].contains(number), "\(number)")
    }
    #expect(try Folder.lastUsed(old) == 1_234_567_890_123)
    let left = try windows.list().first { $0.session.session == sessionID(1) }
    #expect(left?.pending == 1)
    withExtendedLifetime(shown) {}
    // Again there is nothing to clear, and no file is written.
    let node = try FileManager.default.attributesOfItem(atPath: old)[.systemFileNumber] as? Int
    try windows.clearPurged(purgedBoard(at: 7), of: Self.store)
    #expect(
      try FileManager.default.attributesOfItem(atPath: old)[.systemFileNumber] as? Int == node)
  }

  @Test("A window that clears its own files keeps its board, and others that are shown do not")
  func own() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let shown = [try keep(1, windows), try keep(2, windows)]
    try windows.clearPurged(purgedBoard(at: 7), of: Self.store, besides: shown[0])
    #expect(try holds("Some words", 1, windows) && !holds("Some words", 2, windows))
  }

  @Test(
    "A window whose board another process took away writes none that does not know of the purge",
    .holds("PRG-013"))
  func writtenBack() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    var files: WindowFiles? = try keep(1, windows)
    func write(_ board: Board) throws -> UInt64? {
      try files?.saveBoard(saved(board))
      return files?.load().replica.board?.sequence
    }
    let old = filledBoard(cards: 1)
    #expect(try write(old) == 3)
    try windows.clearPurged(purgedBoard(at: 7), of: Self.store)
    #expect(try write(old) == nil && !holds("Some words", 1, windows))
    // A purge that this window does not know of either, and one that it does.
    try windows.clearPurged(purgedBoard(at: 9), of: Self.store)
    #expect(try write(purgedBoard(at: 7)) == nil)
    #expect(try files?.allowReading() == false)
    #expect(try write(purgedBoard(at: 7)) == nil)
    #expect(try write(purgedBoard(at: 9)) == 9)
    // What is as new as the purge stays, and what is taken away stays so with the next process.
    try windows.clearPurged(purgedBoard(at: 9), of: Self.store)
    #expect(files?.load().replica.board?.sequence == 9)
    try windows.clearPurged(purgedBoard(at: 11), of: Self.store)
    try windows.clearPurged(purgedBoard(at: 9), of: Self.store)
    #expect(try write(purgedBoard(at: 9)) == nil)
    #expect(files?.load().warnings == [])
    files = nil
    files = try windows.open(sessionID(1).description)
    #expect(try write(purgedBoard(at: 9)) == nil)
    #expect(try write(purgedBoard(at: 11)) == 11)
  }

  @Test(
    "A window of whose board another process says that it is lost writes one when it may read again",
    .holds("BRD-017"))
  func readAgain() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try keep(1, windows)
    try windows.forgetBoard(boardID, of: Self.store)
    for board in [filledBoard(cards: 1), purgedBoard(at: 7)] {
      try files.saveBoard(saved(board))
      #expect(files.load().replica.board == nil)
    }
    #expect(try files.allowReading())
    try files.saveBoard(saved(filledBoard(cards: 1)))
    #expect(files.load().replica.board?.sequence == 3)
    // Allowed again, nothing is taken away.
    #expect(try !files.allowReading())
    #expect(files.load().replica.board?.sequence == 3)
  }

  @Test("One board that cannot be taken away keeps none of the others")
  func stuck() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let shown = [try keep(1, windows), try keep(2, windows)]
    _ = try keep(3, windows)
    let lock = "\(windows.folder)/windows/\(sessionID(1))/board.lock"
    _ = try Folder.remove(lock)
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    #expect(throws: WindowStoreError.self) {
      try windows.clearPurged(purgedBoard(at: 7), of: Self.store)
    }
    for number in UInt64(1)...3 {
      #expect(try holds("Some words", number, windows) == (number == 1), "\(number)")
    }
    withExtendedLifetime(shown) {}
  }

  @Test("Of a board that is written while it is taken away, what was purged does not stay")
  func writtenMeanwhile() async throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try keep(1, windows)
    let purged = purgedBoard(at: 7)
    for isWindowLive in [false, true] {
      for _ in 0..<50 {
        try files.forgetBoard()
        try files.saveBoard(saved(filledBoard(cards: 1)))
        async let cleared: Void = { try windows.clearPurged(purged, of: Self.store) }()
        try files.saveBoard(saved(isWindowLive ? purged : filledBoard(cards: 1)))
        try await cleared
        #expect(files.load().replica.board?.sequence == (isWindowLive ? 7 : nil))
      }
    }
  }

  @Test("A board does not go over to another store's session")
  func otherSession() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try keep(1, windows)
    for (number, store, isKept) in [
      (UInt64(11), Self.store, true), (12, IncarnationID(high: 3, low: 3), false),
    ] {
      let next = SavedSession(
        board: boardID, session: sessionID(number), configuration: .board, epoch: 1,
        incarnation: store, forgottenThrough: 0)
      try files.carryOver(from: files.session.session, to: next, pending: [])
      #expect(try holds("Some words", 1, windows) == isKept)
    }
  }

  @Test(
    "Of a purge, those that have the board from another store lose it, however new their copy is",
    .holds("PRG-013"))
  func otherStore() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    _ = try keep(1, windows, sequence: 9, unsent: true)
    try windows.clearPurged(purgedBoard(at: 7), of: IncarnationID(high: 3, low: 3))
    for word in ["Some words", "Zebraword", "Oxword"] {
      #expect(try !holds(word, 1, windows), "\(word)")
    }
    #expect(try windows.open(sessionID(1).description).load().replica.pending.count == 1)
  }

  @Test("Of a board that is lost, those lose it that had it from that store", .holds("BRD-017"))
  func lost() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    _ = try keep(1, windows, unsent: true)
    _ = try keep(2, windows, board: BoardID(high: 7, low: 7))
    try windows.forgetBoard(boardID, of: IncarnationID(high: 3, low: 3))
    #expect(try holds("Some words", 1, windows) && holds("Oxword", 1, windows))
    let shown = try keep(3, windows)
    try windows.forgetBoard(boardID, of: Self.store)
    #expect(try !holds("Some words", 3, windows) && holds("Zebraword", 3, windows))
    withExtendedLifetime(shown) {}
    for word in ["Some words", "Zebraword", "Oxword"] {
      #expect(try !holds(word, 1, windows), "\(word)")
    }
    #expect(try holds("Some words", 2, windows))
    #expect(try windows.open(sessionID(1).description).load().replica.pending.count == 1)
    try windows.forgetBoard(BoardID(high: 7, low: 7))
    #expect(try !holds("Some words", 2, windows))
  }

  @Test("One that has ended is removed, unless it holds what is nowhere else")
  func ended() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    for number in UInt64(1)...4 {
      let files = try keep(number, windows, unsent: number == 2)
      try files.saveView([UInt8(number)])
    }
    let shown = try windows.open(sessionID(4).description)
    for number in UInt64(1)...4 {
      try windows.removeEnded(sessionID(number)) { $0 == [3] }
    }
    #expect(Set(try windows.list().map(\.session.session)) == Set((2...4).map { sessionID($0) }))
    withExtendedLifetime(shown) {}
  }

  @Test(
    "One of which an edit was not kept whole stays when it has ended, and says so when it is opened"
  )
  func torn() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let name = sessionID(1).description
    let journal = "\(windows.folder)/windows/\(name)/journal"
    var torn: [Int] = []
    for words in ["Benword", "Annword"] {
      do {
        let files = try torn.isEmpty ? keep(1, windows) : windows.open(name)
        try files.persist([operation(2, title: words)], synced: true)
      }
      try write(Array(try bytes(journal).dropLast(3)), journal)
      // Nobody has cut it off yet.
      #expect(try windows.list().first?.cuts.count == torn.count + 1)
      try windows.removeEnded(sessionID(1)) { _ in false }
      // The process that finds it has nobody to tell.
      try windows.clearPurged(purgedBoard(at: 7), of: Self.store)
      torn.append(try #require(try windows.list().first).cuts.count)
    }
    #expect(torn == [1, 2])
    #expect(try holds("Benword", 1, windows) && holds("Annword", 1, windows))
    try windows.removeEnded(sessionID(1)) { _ in false }
    let warnings = try windows.open(name).load().warnings
    #expect(
      warnings.count == 2 && warnings.allSatisfy { $0.hasPrefix("an edit was not kept whole") })
  }

  @Test(
    "The board as a store before had it is kept once, until something is purged that it may have",
    .holds("RSM-011"))
  func lostBoards() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let before = SavedSession(
      board: boardID, session: sessionID(1), configuration: .board, epoch: 0,
      incarnation: IncarnationID(high: 3, low: 3), forgottenThrough: 0)
    for (time, sequence) in [(UInt64(1), UInt64(6)), (2, 9), (3, 8)] {
      let board = SavedBoard(board: boardID, sequence: sequence, entities: [], ownThrough: 0)
      try windows.reports.write(
        DivergenceReport(
          cause: .storeReplaced(before.incarnation, by: Self.store, purge: 7), board: board),
        of: DivergenceReports.Origin(
          session: before, agent: "test", coordinator: "here", time: time, timeText: "now"))
    }
    func sequences() throws -> [UInt64] {
      try DeviceWindows.lostBoards(root: Folder.parent(of: windows.folder)).map(\.board.sequence)
    }
    // Several windows had the board: the copy of whoever had most is kept.
    #expect(try sequences() == [9])
    try windows.clearPurged(purgedBoard(at: 7), of: Self.store)
    #expect(try sequences() == [9])
    // What a process left that was killed while it wrote a copy goes too.
    try Folder.replace(
      windows.reports.folder + "/lost-000000000000004-9.board.new", with: [1], synced: false)
    try windows.clearPurged(purgedBoard(at: 8), of: Self.store)
    #expect(try sequences() == [])
    #expect(try windows.reports.names() == [])
  }

  @Test("Reports from after a purge stay, but for those on another store's board")
  func reports() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let other = SavedSession(
      board: boardID, session: sessionID(1), configuration: .board, epoch: 0,
      incarnation: IncarnationID(high: 3, low: 3), forgottenThrough: 0)
    for (time, sequence, session) in [
      (UInt64(1), UInt64(6), session()), (2, 7, session()), (3, 9, other),
    ] {
      let board = SavedBoard(board: boardID, sequence: sequence, entities: [], ownThrough: 0)
      try windows.reports.write(
        DivergenceReport(cause: .gap(next: 9), board: board),
        of: DivergenceReports.Origin(
          session: session, agent: "test", coordinator: "here", time: time, timeText: "now"))
    }
    try windows.clearPurged(purgedBoard(at: 7), of: Self.store)
    let names = try windows.reports.names()
    #expect(names.count == 2 && names.allSatisfy { $0.contains("-7.") }, "\(names)")
  }
}
