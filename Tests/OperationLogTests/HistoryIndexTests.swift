import BoardModel
import Foundation
import GRDB
import LogRecords
import OwnThread
import SampleHistory
import Statements
import Synchronization
import Testing
import Wire

@testable import OperationLog

@Suite("Which operations concern a card")
struct HistoryIndexTests {
  private let card = CardID(high: 5, low: 1)
  private let other = CardID(high: 5, low: 2)

  /// `sequence` divisible by 3 is about `card`, by 50 about both; others are about neither. The last
  /// takes one of the first back.
  private func operation(_ sequence: UInt64, undoes: UInt64? = nil) -> CommittedOperation {
    let intent: Intent =
      if let undoes {
        .undo(target: id(undoes), force: false)
      } else if sequence.isMultiple(of: 50) {
        .cardMove([card, other], to: ColumnID(high: 1, low: 1), at: Anchors())
      } else if sequence.isMultiple(of: 3) {
        .cardRetitle(card, title: "title \(sequence)")
      } else {
        .boardRename(title: "board \(sequence)")
      }
    return CommittedOperation(
      sequence: sequence, time: 1_000 + sequence, author: Author(user: "ann", device: "desk"),
      operation: Operation(id: id(sequence), base: sequence - 1, queued: false, intent: intent),
      outcome: .applied)
  }

  private func id(_ sequence: UInt64) -> OperationID {
    OperationID(session: session, epoch: 1, counter: sequence)
  }

  private func group(
    _ operations: [CommittedOperation], on board: BoardID = firstBoard
  ) throws -> CommitGroup {
    let row = EncodedRow(board, operations)
    return CommitGroup(operations: [row], summaries: [summary(board, row.last)])
  }

  /// - Returns: what concerns `card`.
  private func fill(
    _ store: Store, _ count: UInt64, inGroupsOf size: UInt64 = 7, on board: BoardID = firstBoard
  ) async throws -> [UInt64] {
    var from: UInt64 = 1
    while from <= count {
      let end = min(from + size - 1, count)
      try await store.append(try group((from...end).map { operation($0) }, on: board))
      from = end + 1
    }
    return (1...count).filter { $0.isMultiple(of: 3) || $0.isMultiple(of: 50) }
  }

  private func found(
    _ store: Store, _ card: CardID, from: UInt64 = 1, through: UInt64, count: UInt32 = 512,
    on board: BoardID = firstBoard
  ) async throws -> [UInt64] {
    var all: [UInt64] = []
    while all.count < count {
      let query = CardQuery(
        card: card, from: all.last.map { $0 + 1 } ?? from, through: through,
        count: count - UInt32(all.count))
      let rows = try await store.read(board, query)
      if rows.isEmpty { break }
      #expect(rows.dropLast().reduce(0) { $0 + $1.bytes.count } < Limits.chunkBytes)
      all += rows.map(\.first)
    }
    return all
  }

  @Test(
    "Behind a purge the index tells the same as one that is made afresh", .holds("HIS-005"),
    arguments: [
      PurgeTarget.past(.cardTitle(CardID(high: 5, low: 1))), .card(CardID(high: 5, low: 1)),
    ])
  func purged(_ target: PurgeTarget) async throws {
    let fixture = try Fixture()
    var store = try fixture.open()
    let before = try await fill(store, 60)
    try await store.append(try group([operation(61, undoes: 3)]))
    #expect(try await found(store, card, through: 61) == before + [61])
    let purge = CommittedOperation(
      sequence: 62, time: 1_062, author: Author(user: "ann", device: "desk"),
      operation: Operation(id: id(62), base: 61, queued: false, intent: .purge(target)),
      outcome: .applied)
    var last = try group([purge])
    last.purges = [try #require(PurgeRecord(purge, on: firstBoard))]
    last.snapshots = [DeferredSnapshot(snapshot(firstBoard, at: 62))]
    try await store.append(last)
    let warm = try await found(store, card, through: 62)
    try store.close()
    store = try fixture.open()
    #expect(try await found(store, card, through: 62) == warm)
    #expect(warm.count < before.count)
    try store.close()
  }

  @Test(
    "It is found from the rows, however many slices that takes", .ownThread, .timeLimit(.minutes(1))
  )
  func found() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    defer { try? store.close() }
    let count = HistoryIndex.slice * 2 + 100
    let expected = try await fill(store, count, inGroupsOf: 97)
    #expect(try await found(store, card, through: count, count: 10_000) == expected)
    let both = expected.filter { $0.isMultiple(of: 50) }
    #expect(try await found(store, other, through: count) == both)
    #expect(try await found(store, other, from: 51, through: 200, count: 2) == [100, 150])
    #expect(try await found(store, CardID(high: 9, low: 9), through: count).isEmpty)
  }

  @Test("It is found in long rows, of which few are read at once")
  func longRows() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    defer { try? store.close() }
    for number in 1...12 as ClosedRange<UInt64> {
      let title = String(repeating: "x", count: 60_000)
      let long = CommittedOperation(
        sequence: number, time: number, author: Author(user: "ann", device: "desk"),
        operation: Operation(
          id: id(number), base: number - 1, queued: false,
          intent: .cardRetitle(number.isMultiple(of: 2) ? card : other, title: title)),
        outcome: .applied)
      try await store.append(try group([long]))
    }
    #expect(try await found(store, card, through: 12) == [2, 4, 6, 8, 10, 12])
    #expect(try await found(store, other, through: 12) == [1, 3, 5, 7, 9, 11])
  }

  @Test("Each row that is found holds one operation, as it was written")
  func rows() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    defer { try? store.close() }
    _ = try await fill(store, 20)
    let rows = try await store.read(
      firstBoard, CardQuery(card: card, from: 4, through: 20, count: 2))
    for row in rows {
      var reader = ByteReader(row.bytes)
      #expect(try reader.committedList() == [operation(row.first)])
      #expect(row.first == row.last && reader.remaining == 0)
    }
    #expect(rows.map(\.first) == [6, 9])
  }

  @Test("What came after the last look is found too, and an undo of what it had seen before")
  func grows() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    defer { try? store.close() }
    _ = try await fill(store, 20)
    #expect(try await found(store, other, through: 20).isEmpty)
    try await store.append(
      try group([operation(21, undoes: 18), operation(22, undoes: 20), operation(23)]))
    try await store.append(try group([operation(24, undoes: 21)]))
    #expect(try await found(store, card, from: 16, through: 24) == [18, 21, 24])
  }

  @Test("A store that is opened again finds the same, whatever became of the index before")
  func reopened() async throws {
    let fixture = try Fixture()
    let first = try fixture.open()
    let expected = try await fill(first, 200)
    #expect(try await found(first, card, through: 200) == expected)
    // As after a kill between a commit and the index: the next start knows of the log only.
    try await first.append(try group([operation(201, undoes: 3)]))
    try first.close()
    let second = try fixture.open()
    defer { try? second.close() }
    #expect(try await found(second, card, through: 201) == expected + [201])
  }

  @Test("An index that is gone or torn is made again, and the log goes on")
  func torn() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    defer { try? store.close() }
    let expected = try await fill(store, 100)
    #expect(try await found(store, card, through: 100) == expected)
    for damage in [
      "DROP TABLE temp.card_operations", "DROP TABLE temp.history_marks",
      "DROP TABLE temp.operation_places",
    ] {
      try await store.connection.writeWithoutTransaction { try $0.execute(sql: damage) }
      #expect(try await found(store, card, through: 100) == expected, "\(damage)")
    }
    try await store.append(try group([operation(101), operation(102)]))
    #expect(try await found(store, card, through: 102) == expected + [102])
  }

  @Test("A damaged row ends the history of its board, and of no other")
  func damagedRow() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    defer { try? store.close() }
    let expected = try await fill(store, 30)
    _ = try await fill(store, 30, on: secondBoard)
    try await store.connection.writeWithoutTransaction { db in
      try db.execute(
        sql: "UPDATE operations SET bytes = zeroblob(length(bytes)) WHERE board = 2 AND first = 8")
    }
    #expect(try await found(store, card, through: 30) == expected)
    await #expect(throws: StoreError.self) {
      try await found(store, card, through: 30, on: secondBoard)
    }
    #expect(try await found(store, card, through: 30) == expected)
  }

  @Test("Appends have their turn while the index is made", .ownThread, .timeLimit(.minutes(1)))
  func appendsGoBetween() async throws {
    let fixture = try Fixture()
    let store = try fixture.open()
    defer { try? store.close() }
    let count = HistoryIndex.slice * 3
    _ = try await fill(store, count, inGroupsOf: 64)
    let order = Order()
    let query = CardQuery(card: card, from: 1, through: count, count: 1)
    async let history = withCheckedContinuation { continuation in
      store.read(firstBoard, query) { _ in
        order.note("history")
        continuation.resume()
      }
      let next = try? group([operation(count + 1)])
      store.append(next ?? CommitGroup()) { _ in order.note("append") }
    }
    await history
    #expect(order.noted == ["append", "history"])
  }
}

private final class Order: Sendable {
  private let state = Mutex<[String]>([])

  var noted: [String] { state.withLock { $0 } }

  func note(_ what: String) { state.withLock { $0.append(what) } }
}

extension Store {
  func read(_ board: BoardID, _ query: CardQuery) async throws -> [OperationRow] {
    try await withCheckedContinuation { continuation in
      read(board, query) { continuation.resume(returning: $0) }
    }.get()
  }
}
