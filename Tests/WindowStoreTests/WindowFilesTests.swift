import BoardModel
import Files
import Foundation
import OwnThread
import Statements
import Testing
import WindowStore
import WindowSync
import Wire

@Suite("A window's own files", .ownThread, .timeLimit(.minutes(1)))
struct WindowFilesTests {
  @Test("What is kept is there after the window was killed", .holds("DSK-001"))
  func keeping() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    do {
      let files = try windows.create(session())
      #expect(files.load().replica == SavedReplica(session: session(), pending: [], board: nil))
      try files.persist([operation(1), operation(2)], synced: true)
      try files.persist([operation(3)], synced: false)
      try files.forget(sessionID(1), through: 1)
      try files.saveSession(session(epoch: 4))
    }
    let files = try windows.open(sessionID(1).description)
    let (replica, _, warnings) = files.load()
    #expect(replica.session == session(epoch: 4, forgotten: 1))
    #expect(replica.pending == [operation(2), operation(3)])
    #expect(warnings == [])
  }

  @Test(
    "Of what was purged nothing stays in a file: no operation that was let go of, no board put aside",
    .holds("PRG-013"))
  func purged() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    try files.persist([operation(1), operation(2)], synced: true)
    try files.forget(sessionID(1), through: 1)
    let journal = files.folder + "/journal"
    let before = try Data(contentsOf: URL(filePath: journal)).count
    for name in ["board.damaged", "board.new", "journal.new"] {
      try Data([1]).write(to: URL(filePath: files.folder + "/" + name))
    }
    try files.clearPurged(4)
    #expect(try Data(contentsOf: URL(filePath: journal)).count < before)
    #expect(try Folder.names(in: files.folder).allSatisfy { !$0.contains(".") })
    #expect(files.load().replica.pending == [operation(2)])
    try files.persist([operation(3)], synced: true)
    #expect(files.load().replica.pending == [operation(2), operation(3)])
  }

  @Test(
    "Of what was cut off a journal, edits that may wait stay, whole or torn, and nothing else",
    .holds("PRG-013"), arguments: [0, 9, 40])
  func cutTail(torn: Int) throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    let journal = files.folder + "/journal"
    try files.persist([operation(1, title: "Zebraword")], synced: false)
    try files.persist(
      [operation(2, title: "Yakword"), operation(3, title: "Mine")], synced: false)
    try files.persist([operation(4, title: "Torn")], synced: false)
    try write(Array(try bytes(journal).dropFirst(8).dropLast(torn)), journal + ".cut")
    try files.forget(sessionID(1), through: 2)
    try files.clearPurged(4)
    let left = String(decoding: try bytes(journal + ".cut"), as: UTF8.self)
    #expect(!left.contains("word"))
    #expect(left.contains("Mine 3"))
    #expect(left.contains("Torn 4") == (torn == 0))
    let once = try bytes(journal + ".cut")
    try files.clearPurged(4)
    #expect(try bytes(journal + ".cut") == once)
    try write(Array(try bytes(journal).dropFirst(8)), journal + ".cut")
    try files.forget(sessionID(1), through: 4)
    try files.clearPurged(4)
    #expect(!FileManager.default.fileExists(atPath: journal + ".cut"))
  }

  @Test(
    "Of a record that was torn or damaged anywhere, the words around edits go, and no whole own one",
    .holds("PRG-020"))
  func tornContexts() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    let journal = files.folder + "/journal"
    let start = try #require(try Folder.size(of: journal))
    try files.persist(
      [
        operation(1, title: "One", around: "Zebraword"),
        operation(2, title: "Two", around: "Zebraword"),
      ],
      synced: true)
    let record = Array(try bytes(journal).dropFirst(start))
    let own = ["One 1", "Two 2"]
    func check(_ cut: [UInt8], _ label: String) throws {
      try write(cut, journal + ".cut")
      try files.clearPurged(7)
      let left = (try? bytes(journal + ".cut")) ?? []
      let text = String(decoding: left, as: UTF8.self)
      let keeps = text.contains("Ze")
      #expect(!keeps, "\(label)")
      // What stands behind a damaged place cannot be found again.
      let before = String(decoding: cut, as: UTF8.self)
      for word in own where before.contains(word) && label.hasPrefix("torn") {
        #expect(text.contains(word), "\(label)")
      }
      try files.clearPurged(7)
      #expect(((try? bytes(journal + ".cut")) ?? []) == left, "\(label)")
    }
    for count in 0...record.count { try check(Array(record.prefix(count)), "torn at \(count)") }
    for index in record.indices
    where record[index] != UInt8(ascii: "Z") && record[index] != UInt8(ascii: "e") {
      var damaged = record
      damaged[index] ^= 0x80
      try check(damaged, "damaged at \(index)")
    }
  }

  @Test("A torn edit stays, whatever got its counter after it", .holds("PRG-013"))
  func tornKept() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    let journal = files.folder + "/journal"
    let start = try #require(try Folder.size(of: journal))
    try files.persist([operation(1, title: "Oxword secret")], synced: true)
    let record = try bytes(journal).dropFirst(start)
    let end = try #require(record.firstRange(of: Array("Oxword".utf8))).upperBound
    try write(Array(record[..<end]), journal + ".cut")
    try files.forget(sessionID(1), through: 1)
    try files.clearPurged(4)
    try files.clearJournal()
    #expect(String(decoding: try bytes(journal + ".cut"), as: UTF8.self).contains("Oxword"))
  }

  @Test(
    "Of edits from before a purge the words around them go, also from what was cut off a journal",
    .holds("PRG-020"))
  func contexts() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let own = [operation(1), operation(2), operation(3, base: 7, around: "Yakword")]
    do {
      let files = try windows.create(session())
      let journal = files.folder + "/journal"
      try files.persist([operation(1, around: "Zebraword")] + own.dropFirst(), synced: true)
      try write(Array(try bytes(journal).dropFirst(8)), journal + ".cut")
      try files.clearPurged(7)
      let left = String(decoding: try bytes(journal), as: UTF8.self)
      #expect(!left.contains("Zebraword") && left.contains("Yakword"))
      let cut = String(decoding: try bytes(journal + ".cut"), as: UTF8.self)
      #expect(!cut.contains("Zebraword") && !cut.contains("Yakword"))
      #expect(files.load().replica.pending == own)
    }
    #expect(try windows.open(sessionID(1).description).load().replica.pending == own)
  }

  @Test("A journal says what a window is for in nobody's words", .holds("PRG-013"))
  func wordless() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    var kept = session()
    let card = CardID(high: 6, low: 1)
    kept.window = SavedWindow(
      activity: Activity(.card(card), title: "Zebraword", userInfo: Array("Yakword".utf8)),
      instance: InstanceID(high: 1, low: 1), confirmed: nil)
    let files = try windows.create(kept)
    try files.saveSession(kept)
    let journal = try bytes(files.folder + "/journal")
    #expect(!String(decoding: journal, as: UTF8.self).contains("word"))
    #expect(files.session.window?.activity.subject == .card(card))
  }

  @Test(
    "A board that its user may not read is deleted, with what reports hold of it, and no edit is")
  func unreadableBoard() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    try files.persist([operation(1, title: "Zebraword"), operation(2)], synced: true)
    try files.forget(sessionID(1), through: 1)
    let board = saved(filledBoard(cards: 1))
    try files.saveBoard(board)
    let report = DivergenceReport(cause: .gap(next: 9), board: board)
    try windows.reports.write(
      report,
      of: DivergenceReports.Origin(
        session: session(), agent: "test", coordinator: "here", time: 1, timeText: "now"))
    let other = SavedBoard(
      board: BoardID(high: 77, low: 77), sequence: 1, entities: [], ownThrough: 0)
    let kept = try windows.reports.write(
      DivergenceReport(cause: .gap(next: 9), board: other),
      of: DivergenceReports.Origin(
        session: session(), agent: "test",
        coordinator: "here", time: 2, timeText: "now"))
    try files.forgetBoard()
    try windows.reports.forget(board.board)
    let replica = files.load().replica
    #expect(replica.board == nil)
    #expect(replica.pending == [operation(2)])
    let journal = try bytes(files.folder + "/journal")
    #expect(!String(decoding: journal, as: UTF8.self).contains("Zebraword"))
    let names = try windows.reports.names()
    #expect(names.count == 2)
    #expect(names.allSatisfy { kept.contains(String($0.split(separator: ".")[0])) })
    // Again there is nothing to delete, which is no fault.
    try files.forgetBoard()
    try windows.reports.forget(board.board)
  }

  private static let newStore = IncarnationID(high: 7, low: 7)

  /// A report on a board whose store was replaced by `newStore`, which purged nothing after operation
  /// 3.
  private func lost(_ board: SavedBoard, of store: IncarnationID) -> DivergenceReport {
    DivergenceReport(cause: .storeReplaced(store, by: Self.newStore, purge: 3), board: board)
  }

  private var origin: DivergenceReports.Origin {
    DivergenceReports.Origin(
      session: session(), agent: "test", coordinator: "here", time: 1, timeText: "now")
  }

  @Test(
    "The board of a replaced store stays on the disk until its copy is there", .holds("RSM-011"))
  func lostBoard() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    let board = saved(filledBoard(cards: 1))
    try files.saveBoard(board)
    let path = files.folder + "/board"
    let before = try bytes(path)
    let next = SavedSession(
      board: boardID, session: sessionID(2), configuration: .board, epoch: 0,
      incarnation: Self.newStore, forgottenThrough: 0)
    let restored = SavedBoard(board: boardID, sequence: 1, entities: [], ownThrough: 0)
    // A file in the folder's place keeps copies from being written, as a full disk does.
    let place = windows.reports.folder
    try Data().write(to: URL(filePath: place))
    #expect(throws: WindowStoreError.self) {
      try files.keep(lost(board, of: session().incarnation), of: origin, in: windows.reports)
    }
    try files.carryOver(from: sessionID(1), to: next, pending: [])
    try files.saveBoard(restored)
    #expect(files.session == next)
    #expect(try bytes(path) != before)
    #expect(try bytes(path + ".damaged") == before)
    // Another store is replaced meanwhile, and a window that is closed would take the copies along.
    #expect(throws: WindowStoreError.self) {
      try files.keep(lost(restored, of: Self.newStore), of: origin, in: windows.reports)
    }
    #expect(throws: WindowStoreError.self) { try windows.close(files) }
    try FileManager.default.removeItem(atPath: place)
    try files.saveBoard(restored)
    let copies = try DeviceWindows.lostBoards(root: Folder.parent(of: windows.folder))
    #expect(Set(copies.map(\.board.sequence)) == [board.sequence, 1])
    #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
    // They were written once.
    try FileManager.default.removeItem(atPath: place)
    try files.saveBoard(restored)
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test(
    "A copy that waits for the disk is gone with a purge that it may not know of",
    .holds("PRG-013"),
    arguments: [
      (newStore, UInt64(3), true), (newStore, 4, false),
      (IncarnationID(high: 8, low: 8), 3, false), (nil, 3, false),
    ])
  func purgedCopy(store: IncarnationID?, purge: UInt64, isKept: Bool) throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session())
    let board = saved(filledBoard(cards: 1))
    let place = windows.reports.folder
    try Data().write(to: URL(filePath: place))
    #expect(throws: WindowStoreError.self) {
      try files.keep(lost(board, of: session().incarnation), of: origin, in: windows.reports)
    }
    try FileManager.default.removeItem(atPath: place)
    try files.clearPurged(purge, in: store)
    try files.saveBoard(board)
    #expect(FileManager.default.fileExists(atPath: place) == isKept)
  }

  @Test("Folders and files are this user's alone")
  func modes() throws {
    let fixture = try Fixture()
    let files = try fixture.windows().create(session())
    try files.saveBoard(saved(filledBoard(cards: 1)))
    try files.saveView([1])
    _ = try files.beginEditing(CardID(high: 1, low: 1), text: [1], opened: [])
    let all = try #require(FileManager.default.enumerator(atPath: fixture.root))
    var seen = 0
    for case let name as String in all {
      let attributes = try FileManager.default.attributesOfItem(atPath: fixture.root + "/" + name)
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
      seen += 1
    }
    #expect(seen == 13)
  }

  @Test("An operation with a kept one's counter takes its place")
  func replacing() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    do {
      let files = try windows.create(session())
      try files.persist([operation(1), operation(2), operation(3)], synced: false)
      try files.persist([operation(2, title: "new"), operation(3), operation(4)], synced: false)
    }
    let files = try windows.open(sessionID(1).description)
    #expect(
      files.load().replica.pending
        == [operation(1), operation(2, title: "new"), operation(3), operation(4)])
  }

  @Test("What does not belong is refused and leaves nothing behind")
  func refusing() throws {
    let fixture = try Fixture()
    let files = try fixture.windows().create(session())
    try files.persist([operation(1), operation(2)], synced: false)
    try files.forget(sessionID(1), through: 1)
    let path = files.folder + "/journal"
    let before = try bytes(path)
    for batch in [[operation(3), operation(3, of: 2)], [operation(4)], [operation(1)]] {
      let error = #expect(throws: WindowStoreError.self) {
        try files.persist(batch, synced: false)
      }
      guard case .unfit = error else { Issue.record("\(String(describing: error))"); return }
    }
    #expect(
      throws: WindowStoreError.unfit(
        "another window would take the place of one that still holds edits")
    ) { try files.saveSession(session(2)) }
    #expect(try bytes(path) == before)
    #expect(files.load().replica.pending == [operation(2)])
  }

  @Test("What is forgotten stays forgotten, whatever a session says later")
  func forgetting() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    do {
      let files = try windows.create(session())
      try files.persist([operation(1), operation(2)], synced: false)
      try files.forget(sessionID(7), through: 2)
      #expect(files.load().replica.pending.count == 2)
      try files.forget(sessionID(1), through: 2)
      try files.saveSession(session(epoch: 2, forgotten: 1))
    }
    let files = try windows.open(sessionID(1).description)
    #expect(files.load().replica.session == session(epoch: 2, forgotten: 2))
    #expect(files.load().replica.pending == [])
  }

  @Test("A fresh session takes the old one's place in one step", .holds("DSK-019"))
  func carryingOver() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let board = filledBoard(cards: 2)
    do {
      let files = try windows.create(session())
      try files.persist([operation(1), operation(2)], synced: false)
      try files.saveBoard(saved(board, ownThrough: 1))
      #expect(files.load().replica.board?.ownThrough == 1)
      #expect(throws: WindowStoreError.unfit("what is to go on here was of another window")) {
        try files.carryOver(from: sessionID(3), to: session(2), pending: [])
      }
      try files.carryOver(
        from: sessionID(1), to: session(2), pending: [operation(1, of: 2), operation(2, of: 2)])
      try files.persist([operation(3, of: 2)], synced: false)
    }
    let files = try windows.open(sessionID(1).description)
    let replica = files.load().replica
    #expect(replica.session == session(2))
    #expect(replica.pending == (1...3).map { operation($0, of: 2) })
    // The fresh session has made nothing that could be in the kept board.
    #expect(replica.board?.ownThrough == 0)
    #expect(try digest(of: replica.board) == digest(of: saved(board)))
    #expect(try windows.list().map(\.session) == [session(2)])
  }

  @Test("The same session gets its first epoch and other operations in one step", .holds("DSK-022"))
  func naming() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    do {
      let files = try windows.create(session())
      try files.persist([operation(1, title: "old"), operation(2, title: "old")], synced: false)
      try files.saveSession(session(epoch: 5))
      try files.carryOver(
        from: sessionID(1), to: session(epoch: 5), pending: [operation(1), operation(2)])
      try files.persist([operation(3)], synced: false)
    }
    let replica = try windows.open(sessionID(1).description).load().replica
    #expect(replica.session == session(epoch: 5))
    #expect(replica.pending == (1...3).map { operation($0) })
  }

  @Test("A journal cut at any byte gives back what was kept before, and takes what comes after")
  func tornJournal() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    var states: [SavedReplica] = []
    var ends: [Int] = []
    var folder = ""
    do {
      let files = try windows.create(session())
      folder = files.folder
      func note() throws {
        states.append(files.load().replica)
        ends.append(try #require(try Folder.size(of: folder + "/journal")))
      }
      try note()
      try files.persist([operation(1), operation(2)], synced: false)
      try note()
      try files.saveSession(session(epoch: 1))
      try note()
      try files.persist([operation(3)], synced: false)
      try note()
      try files.forget(sessionID(1), through: 2)
      try note()
      try files.persist([operation(4)], synced: false)
      try note()
    }
    let whole = try bytes(folder + "/journal")
    #expect(ends.last == whole.count)
    for cut in 0...whole.count {
      try write(Array(whole.prefix(cut)), folder + "/journal")
      try Folder.remove(folder + "/journal.cut")
      guard let index = ends.lastIndex(where: { $0 <= cut }) else {
        // The beginning is written in one step with the file's name: it is never torn, but damaged.
        let error = #expect(throws: WindowStoreError.self) {
          _ = try windows.open(sessionID(1).description)
        }
        guard case .unreadable = error else { Issue.record("at \(cut)"); return }
        #expect(try bytes(folder + "/journal") == Array(whole.prefix(cut)))
        continue
      }
      var expected = states[index]
      do {
        let files = try windows.open(sessionID(1).description)
        let (replica, _, warnings) = files.load()
        #expect(replica == expected, "at \(cut)")
        #expect(warnings.isEmpty == (cut == ends[index]))
        if cut > ends[index] {
          #expect(try bytes(folder + "/journal.cut") == Array(whole[ends[index]..<cut]))
        }
        let next = (replica.pending.last?.id.counter ?? replica.session.forgottenThrough) + 1
        try files.persist([operation(next, title: "after")], synced: false)
        expected = files.load().replica
        #expect(expected.pending.last == operation(next, title: "after"))
      }
      let again = try windows.open(sessionID(1).description)
      #expect(again.load().replica == expected)
      // It is told until the window is closed.
      #expect(again.load().warnings.isEmpty == (cut == ends[index]))
    }
  }

  @Test("A flipped byte costs what stands behind it and nothing before, and that is kept aside")
  func flippedBytes() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    var counts: [(end: Int, pending: Int)] = []
    var folder = ""
    do {
      let files = try windows.create(session())
      folder = files.folder
      counts.append((try #require(try Folder.size(of: folder + "/journal")), 0))
      for counter in UInt64(1)...4 {
        try files.persist([operation(counter)], synced: false)
        counts.append((try #require(try Folder.size(of: folder + "/journal")), Int(counter)))
      }
    }
    let whole = try bytes(folder + "/journal")
    for position in counts[0].end..<whole.count {
      var flipped = whole
      flipped[position] ^= 0x10
      try write(flipped, folder + "/journal")
      let files = try windows.open(sessionID(1).description)
      let before = try #require(counts.last { $0.end <= position })
      let (replica, _, warnings) = files.load()
      #expect(replica.pending == (0..<before.pending).map { operation(UInt64($0) + 1) })
      #expect(warnings.count == 1)
      #expect(try bytes(folder + "/journal.cut") == Array(flipped[before.end...]))
      try Folder.remove(folder + "/journal.cut")
    }
  }

  @Test("A record that an earlier, longer write left behind is not taken for one")
  func leftovers() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    var path = ""
    do {
      let files = try windows.create(session())
      path = files.folder + "/journal"
      try files.persist([operation(1)], synced: false)
    }
    let one = try bytes(path)
    do {
      let files = try windows.open(sessionID(1).description)
      try files.persist([operation(2)], synced: false)
    }
    let record = try bytes(path)[one.count...]
    // The same record again, whole, but not where it was written.
    try write(try bytes(path) + record, path)
    let files = try windows.open(sessionID(1).description)
    #expect(files.load().replica.pending == [operation(1), operation(2)])
    #expect(files.load().warnings.count == 1)
  }

  @Test("A journal is rewritten when most of it is past, and loses nothing by it")
  func compaction() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    var largest = 0
    do {
      let files = try windows.create(session())
      for counter in UInt64(1)...3_000 {
        try files.persist(
          [operation(counter, title: String(repeating: "x", count: 100))], synced: false)
        if counter > 20 { try files.forget(sessionID(1), through: counter - 20) }
        largest = max(largest, try Folder.size(of: files.folder + "/journal") ?? 0)
      }
      #expect(try Folder.names(in: files.folder) == ["journal", "lock"])
    }
    #expect(largest < 80 << 10)
    let files = try windows.open(sessionID(1).description)
    let replica = files.load().replica
    #expect(replica.session.forgottenThrough == 2_980)
    #expect(replica.pending.map(\.id.counter) == Array(2_981...3_000))
  }

  @Test("Many large operations that wait are all there after a rewrite")
  func largeOperations() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    // More together than one record may hold.
    let large = (UInt64(1)...30).map { counter in
      BoardModel.Operation(
        id: OperationID(session: sessionID(1), epoch: 1, counter: counter), base: 0, queued: true,
        intent: .boardRename(title: "t"),
        extensions: Extensions(entries: [
          Extensions.Entry(tag: 9, bytes: [UInt8](repeating: UInt8(counter), count: 700_000))
        ]))
    }
    do {
      let files = try windows.create(session())
      for operation in large { try files.persist([operation], synced: false) }
    }
    let files = try windows.open(sessionID(1).description)
    let isSame = files.load().replica.pending == large
    #expect(isSame)
  }

  @Test("A kept board comes back as it was", .holds("DSK-021"))
  func boardCache() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let board = filledBoard(cards: 200)
    do {
      let files = try windows.create(session())
      try files.saveBoard(saved(filledBoard(cards: 1)))
      try files.saveBoard(saved(board), picture: [7, 8])
    }
    let files = try windows.open(sessionID(1).description)
    let kept = try #require(files.load().replica.board)
    #expect(files.load().picture == [7, 8])
    #expect(kept.sequence == board.sequence)
    #expect(kept.ownThrough == 4)
    #expect(try digest(of: kept) == digest(of: saved(board)))
  }

  @Test(
    "A journal of another program's format is refused with what it is, and stays as it was",
    arguments: [
      (UInt8(1), "a program older than 1.0 wrote it, and can show what is in it"),
      (9, "a newer program wrote it"),
    ])
  func otherFormat(format: UInt8, reason: String) throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let folder = try windows.create(session()).folder
    var journal = try bytes(folder + "/journal")
    journal[7] = format
    try write(journal, folder + "/journal")
    let error = #expect(throws: WindowStoreError.self) {
      _ = try windows.open(sessionID(1).description)
    }
    guard case .unreadable(_, reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try bytes(folder + "/journal") == journal)
  }

  @Test("A damaged kept board is put aside with a reason and costs nothing else")
  func damagedCache() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    var folder = ""
    do {
      let files = try windows.create(session())
      folder = files.folder
      try files.persist([operation(1)], synced: false)
      try files.saveBoard(saved(filledBoard(cards: 2)))
    }
    let whole = try bytes(folder + "/board")
    var variants = stride(from: 0, to: whole.count, by: 7).map { Array(whole.prefix($0)) }
    variants += stride(from: 0, to: whole.count, by: 11).map { position in
      var flipped = whole
      flipped[position] ^= 1
      return flipped
    }
    for damaged in variants {
      try write(damaged, folder + "/board")
      let files = try windows.open(sessionID(1).description)
      let (replica, _, warnings) = files.load()
      #expect(replica.board == nil)
      #expect(replica.pending == [operation(1)])
      #expect(warnings.count == 1)
      #expect(try bytes(folder + "/board.damaged") == damaged)
      #expect(files.load().warnings == [])
    }
  }

  @Test("A kept board of another board is not shown")
  func otherBoardsCache() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let files = try windows.create(session(board: BoardID(high: 1, low: 2)))
    try files.saveBoard(saved(filledBoard(cards: 1)))
    let (replica, _, warnings) = files.load()
    #expect(replica.board == nil)
    #expect(warnings.count == 1)
  }

  @Test("Bodies in an editor are offered again after a kill")
  func editedBodies() throws {
    let fixture = try Fixture()
    let windows = try fixture.windows()
    let (one, two) = (CardID(high: 1, low: 1), CardID(high: 1, low: 2))
    do {
      let files = try windows.create(session())
      #expect(try files.editedBodies() == [])
      let edited = try files.beginEditing(one, text: Array("before".utf8), opened: [1, 2])
      _ = try files.beginEditing(two, text: [], opened: [])
      try files.endEditing(two)
      // The editor at work: it writes a backup and a new file in the old one's place.
      try write([], edited.path + "~")
      try write(Array("after".utf8), edited.path + ".swp")
      try Folder.rename(edited.path + ".swp", to: edited.path)
    }
    #expect(try windows.list().map(\.bodies) == [1])
    #expect(try windows.list().map(\.holdsUnsentWork) == [true])
    let files = try windows.open(sessionID(1).description)
    let bodies = try files.editedBodies()
    #expect(bodies.map(\.card) == [one])
    #expect(bodies.map(\.text) == [Array("after".utf8)])
    #expect(bodies.map(\.opened) == [[1, 2]])
    try files.endEditing(one)
    #expect(try files.editedBodies() == [])
    #expect(try windows.list().map(\.holdsUnsentWork) == [false])
  }
}
