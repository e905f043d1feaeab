import BoardModel
import Files
import LogRecords
import OperationLog
import Statements
import Testing
import Wire

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
    let (first, last) = (
      operations[0].sequence, operations[0].sequence + UInt64(operations.count) - 1
    )
    var writer = ByteWriter()
    writer.value(operations)
    return CommitGroup(
      operations: [
        OperationRow(board: firstBoard, first: first, last: last, bytes: writer.bytes)
      ], summaries: [summary(firstBoard, last)],
      purges: operations.compactMap { PurgeRecord($0, on: firstBoard) })
  }

  /// The files of a folder that hold the word.
  private static func holders(of folder: String, _ fixture: Fixture) throws -> [String] {
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
    purge.snapshots = [snapshot(firstBoard, at: 5)]
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
    #expect(left.map(\.id) == before.map(\.id) + [purge.operations[0].committed[0].id])
    #expect(left.map { $0.hash == nil } == [false, true, true, false, false])
    #expect([left[0], left[3]] == [before[0], before[3]])
    #expect(left[1].operation == nil)
    #expect(left[2].operation?.intent == .batch([other]))
    let board = try store.load(firstBoard)
    #expect(board.snapshot == snapshot(firstBoard, at: 5))
    #expect(board.rows.isEmpty && board.skipped.isEmpty)
    try store.close()
  }

  @Test("A purge that does not fit changes nothing")
  func unfit() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    try await store.append(Self.group([Self.committed(1, .cardRetitle(Self.card, title: "x"))]))
    var purge = Self.group([Self.committed(2, .purge(.card(Self.card)))])
    purge.snapshots = [snapshot(firstBoard, at: 9)]
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
