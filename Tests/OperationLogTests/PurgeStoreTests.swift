import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import Randomness
import SampleHistory
import Statements
import Testing
import Wire

@testable import OperationLog

@Suite("What a purge leaves of a store")
struct PurgeStoreTests {
  private static let word = Array("a-pasted-password".utf8)
  private static let card = CardID(high: 4, low: 4)

  private static func committed(_ sequence: UInt64, _ intent: Intent) -> CommittedOperation {
    CommittedOperation(
      sequence: sequence, time: 1_000 + sequence, author: Author(user: "ann", device: "desk"),
      operation: Operation(
        id: OperationID(session: session, epoch: 1, counter: sequence), base: sequence - 1,
        queued: false, intent: intent), outcome: .applied)
  }

  private static func group(_ operations: [CommittedOperation]) -> CommitGroup {
    let row = EncodedRow(firstBoard, operations)
    return CommitGroup(
      operations: [row], summaries: [summary(firstBoard, row.last)],
      purges: operations.compactMap { PurgeRecord($0, on: firstBoard) })
  }

  /// The files of a folder that hold the word.
  private static func holders(
    of folder: String, _ fixture: Fixture, _ word: [UInt8] = word
  ) throws -> [String] {
    try Folder.names(in: folder).filter { name in
      guard name != "lock" else { return false }
      let bytes = try fixture.bytes(folder + "/" + name)
      return bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }
  }

  @Test(
    "The word is in no file once the purge is answered, nor in a copy made later",
    .holds("PRG-014", "PRG-016"))
  func erased() async throws {
    let fixture = try Fixture()
    var store = try fixture.open()
    let text = String(repeating: "a-pasted-password, and once more ", count: 1_500)
    let create = Intent.cardCreate(
      Self.card, in: ColumnID(high: 5, low: 5), title: "a-pasted-password", body: text,
      at: Anchors())
    let other = Intent.boardRename(title: "Other")
    let before = [
      Self.committed(1, other), Self.committed(2, create),
      Self.committed(3, .batch([.cardRetitle(Self.card, title: text), other])),
      Self.committed(4, other),
    ]
    try await store.append(Self.group(Array(before[..<2])))
    try await store.append(Self.group(Array(before[2...])))
    try await store.saveSnapshot(
      StoredSnapshot(board: firstBoard, sequence: 4, bytes: Array(text.utf8)))
    #expect(try Self.holders(of: fixture.folder, fixture).isEmpty == false)

    var purge = Self.group([Self.committed(5, .purge(.card(Self.card)))])
    purge.snapshots = [DeferredSnapshot(snapshot(firstBoard, at: 5))]
    try await store.append(purge)
    #expect(try Self.holders(of: fixture.folder, fixture) == [])
    // One that was asked for before the purge was answered comes too late.
    try await store.saveSnapshot(
      StoredSnapshot(board: firstBoard, sequence: 4, bytes: Array(text.utf8)))
    #expect(try Self.holders(of: fixture.folder, fixture) == [])
    try await store.backup(to: fixture.root + "/copy")
    #expect(try Self.holders(of: fixture.root + "/copy", fixture) == [])
    try store.close()
    #expect(try Self.holders(of: fixture.folder, fixture) == [])

    store = try fixture.open()
    let left = try await store.read(firstBoard, from: 1, through: 5).flatMap { row in
      var reader = ByteReader(row.bytes)
      return try reader.committedList()
    }
    #expect(left.map(\.sequence) == [1, 2, 3, 4, 5])
    #expect(left.map(\.id) == before.map(\.id) + [purge.operations[0].row.committed[0].id])
    #expect(left.map(\.isPurged) == [false, true, true, false, false])
    #expect([left[0], left[3]] == [before[0], before[3]])
    #expect(left[1].operation == nil)
    #expect(left[2].operation?.intent == .batch([other]))
    let board = try store.load(firstBoard)
    #expect(board.snapshot == snapshot(firstBoard, at: 5))
    #expect(board.rows.isEmpty && board.skipped.isEmpty)
    try store.close()
  }

  @Test(
    "What is left has the hash of what it was, and its salt is in no file any more",
    .holds("PRG-021", "PRG-022"))
  func salted() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let other = CardID(high: 6, low: 6)
    let before = [
      Self.committed(1, .boardRename(title: "Other")),
      Self.committed(2, .cardRetitle(Self.card, title: "x")),
      Self.committed(
        3, .batch([.cardRetitle(Self.card, title: "x"), .cardRetitle(other, title: "y")])),
    ]
    try await store.append(Self.group(before))
    let row = EncodedRow(firstBoard, before)
    let salts = try await store.beside(row.row, count: 3)
    #expect(Set(salts).count == 3)
    let hashes = zip(salts, row.operations).map { SHA256.hash($0 + $1) }
    for (sequence, card) in [(4, Self.card), (5, other)] as [(UInt64, CardID)] {
      var purge = Self.group([Self.committed(sequence, .purge(.card(card)))])
      purge.snapshots = [DeferredSnapshot(snapshot(firstBoard, at: sequence))]
      try await store.append(purge)
      let left = try await store.read(firstBoard, from: 1, through: 3)
      #expect(left.flatMap(\.committed).map(\.purgedHash) == [nil, hashes[1], hashes[2]])
      #expect(try await store.beside(left[0], count: 1) == [salts[0]])
      #expect(try await store.check().isSound)
    }
    #expect(try Self.holders(of: fixture.folder, fixture, salts[0]) == ["board.db"])
    for salt in salts[1...] { #expect(try Self.holders(of: fixture.folder, fixture, salt) == []) }
    try store.close()
  }

  @Test("A purge leaves every row as long as it was, so that none is moved", .holds("PRG-016"))
  func lengths() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let other = CardID(high: 6, low: 6)
    let parts = (0..<100).map {
      Intent.cardRetitle(other, title: String(repeating: "o", count: $0 + 1))
    }
    let intents: [Intent] = [
      .boardCreate(title: "b"), .boardRename(title: "b"), .cardRetitle(Self.card, title: "t"),
      .set(.boardArchived, .flag(true)), .set(.cardDue(Self.card), .number(nil)),
      .commentAdd(Self.card, CommentID(high: 8, low: 8), text: "c"),
      .batch([.cardRetitle(Self.card, title: "t")] + parts),
      .batch(parts + [.boardRename(title: "b")]),
    ]
    for (index, intent) in intents.enumerated() {
      try await store.append(Self.group([Self.committed(UInt64(index) + 1, intent)]))
    }
    let before = try await store.lengths()
    for target in [.card(Self.card), .past(.boardTitle), .board] as [PurgeTarget] {
      let sequence = try #require(try store.contents().boards.first?.sequence) + 1
      var purge = Self.group([Self.committed(sequence, .purge(target))])
      purge.snapshots = [DeferredSnapshot(snapshot(firstBoard, at: sequence))]
      try await store.append(purge)
      let now = try await store.lengths()
      #expect(now.prefix(before.count) == before[...])
      #expect(try await store.check().isSound)
    }
    let left = try await store.read(firstBoard, from: 1, through: UInt64(intents.count))
    let kept = left.flatMap(\.committed).filter { !$0.isPurged }
    #expect(kept == [])
    try store.close()
  }

  @Test(
    "However rows lie on SQLite's pages, what is purged leaves no copy there", .holds("PRG-016"),
    arguments: 0..<20 as Range<UInt64>)
  func layouts(seed: UInt64) async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    var random = SeededGenerator(seed: seed)
    let other = CardID(high: 6, low: 6)
    // Edits of one letter, of which more is left than they were, among words of all lengths.
    let rows = (1...400 as ClosedRange<UInt64>).map { sequence in
      let words = "<secret>" + String(repeating: "z", count: 100 + random.below(500))
      let intent: Intent =
        random.chance(50)
        ? .commentAdd(other, CommentID(high: 9, low: sequence), text: words)
        : .cardRetitle(Self.card, title: "x")
      return EncodedRow(firstBoard, [Self.committed(sequence, intent)])
    }
    try await store.append(
      CommitGroup(operations: rows, summaries: [summary(firstBoard, UInt64(rows.count))]))
    for (sequence, card) in [(401, Self.card), (402, other)] as [(UInt64, CardID)] {
      var purge = Self.group([Self.committed(sequence, .purge(.card(card)))])
      purge.snapshots = [
        DeferredSnapshot(StoredSnapshot(board: firstBoard, sequence: sequence, bytes: [1]))
      ]
      try await store.append(purge)
    }
    #expect(try Self.holders(of: fixture.folder, fixture, Array("<secret>".utf8)) == [])
    #expect(try await store.check().isSound)
    try store.close()
  }

  @Test(
    "However titles and snapshots lie on SQLite's pages, no old one stays there",
    .holds("PRG-016"), arguments: 0..<6 as Range<UInt64>)
  func pads(seed: UInt64) async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    var random = SeededGenerator(seed: seed)
    var last: [BoardID: UInt64] = [:]
    // Every other board is purged in the end.
    func words(_ board: BoardID) -> String {
      (board.low % 2 == 1 ? "<secret>" : "") + String(repeating: "z", count: 1 + random.below(800))
    }
    for _ in 0..<200 {
      let board = BoardID(high: 1, low: UInt64(random.below(30)))
      let sequence = (last[board] ?? 0) + 1
      last[board] = sequence
      let title = words(board)
      try await store.append(
        CommitGroup(
          operations: [EncodedRow(board, [Self.committed(sequence, .boardRename(title: title))])],
          summaries: [BoardSummary(id: board, title: title, sequence: sequence, time: 1)]))
      try await store.saveSnapshot(
        StoredSnapshot(board: board, sequence: sequence, bytes: Array(words(board).utf8)))
    }
    for (board, sequence) in last where board.low % 2 == 1 {
      let purge = Self.committed(sequence + 1, .purge(.board))
      try await store.append(
        CommitGroup(
          operations: [EncodedRow(board, [purge])],
          summaries: [BoardSummary(id: board, title: "", sequence: sequence + 1, time: 1)],
          purges: [PurgeRecord(purge, on: board)].compactMap(\.self),
          snapshots: [
            DeferredSnapshot(StoredSnapshot(board: board, sequence: sequence + 1, bytes: [1]))
          ]))
    }
    #expect(try Self.holders(of: fixture.folder, fixture, Array("<secret>".utf8)) == [])
    try store.close()
  }

  @Test(
    "Words of titles, snapshots and windows stand on pages that no other row has",
    .holds("PRG-016"), arguments: [1, 200, 454, 455, 456, 900, 3_000, 4_061, 5_000, 9_000])
  func ownPages(length: Int) async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    let words = "<secret>" + String(repeating: "z", count: length)
    let state = Activity(type: "board", title: "", target: nil, userInfo: Array(words.utf8))
    var session = record(acknowledged: 1)
    session.window = WindowRecord(activity: state, place: "", since: 1, toldEnd: 0)
    let archived = Self.committed(1, .set(.boardArchived, .flag(true)))
    try await store.append(
      CommitGroup(
        operations: [EncodedRow(firstBoard, [archived])],
        summaries: [BoardSummary(id: firstBoard, title: words, sequence: 1, time: 1)],
        sessions: [session]))
    try await store.saveSnapshot(
      StoredSnapshot(board: firstBoard, sequence: 1, bytes: Array(words.utf8)))
    try store.close()
    // The leaves of b-trees begin with these bytes, pages of one row alone with a number.
    let bytes = try fixture.bytes(fixture.database)
    let marker = Array("<secret>".utf8)
    var found = 0
    for page in stride(from: 4_096, to: bytes.count, by: 4_096) {
      let page = bytes[page..<(page + 4_096)]
      let count = page.indices.count { page[$0...].starts(with: marker) }
      found += count
      #expect(count == 0 || ![10, 13].contains(page[page.startIndex]))
    }
    #expect(found == 3)
  }

  @Test("A purge that does not fit changes nothing")
  func unfit() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    try await store.append(Self.group([Self.committed(1, .cardRetitle(Self.card, title: "x"))]))
    var purge = Self.group([Self.committed(2, .purge(.card(Self.card)))])
    purge.snapshots = [DeferredSnapshot(snapshot(firstBoard, at: 9))]
    await #expect(throws: StoreError.self) { try await store.append(purge) }
    let rows = try await store.read(firstBoard, from: 1, through: 9)
    #expect(rows.flatMap(\.committed).map { $0.operation != nil } == [true])
    try store.close()
  }
}

extension OperationRow {
  fileprivate var committed: [CommittedOperation] {
    var reader = ByteReader(bytes)
    return (try? reader.committedList()) ?? []
  }
}

extension CommittedOperation {
  fileprivate var purgedHash: [UInt8]? {
    if case .purged(let purged) = content { purged.hash } else { nil }
  }
}

extension Store {
  /// The first salts that the store has beside the operations of its first row.
  fileprivate func beside(_ row: OperationRow, count: Int) async throws -> [[UInt8]] {
    let stored = try await connection.writeWithoutTransaction { db in
      [UInt8](
        try Data.fetchOne(db, sql: "SELECT bytes FROM operations WHERE number = 1") ?? Data())
    }
    let start = 4 + row.bytes.count
    #expect(stored[4..<start].elementsEqual(row.bytes))
    return (0..<count).map { index in
      Array(stored[(start + index * SaltedRow.saltSize)...].prefix(SaltedRow.saltSize))
    }
  }

  /// The bytes that SQLite has of each row.
  fileprivate func lengths() async throws -> [String] {
    try await connection.writeWithoutTransaction { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT length(bytes) || ' ' || length(checksum) || ' ' || link || ' ' || before
          FROM operations ORDER BY number
          """)
    }
  }
}
