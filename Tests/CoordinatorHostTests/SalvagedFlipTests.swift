import BoardModel
import Foundation
import LogRecords
import OperationLog
import OwnThread
import PageMap
import Randomness
import Testing
import Wire

@testable import CoordinatorHost

/// What is made of a store of which one bit is another than was written.
@Suite("Salvaging after a flipped byte", .ownThread, .timeLimit(.minutes(3)))
struct SalvagedFlipTests {
  /// What a store has.
  private enum Thing: Hashable {
    case row(BoardID, first: UInt64)
    case member(BoardID, user: String)
    case window(SessionID)
    case user(String)
    case device(String)
    case audit(AuditRecord)
    /// A snapshot is not kept for itself: a board may be made from it.
    case snapshot(BoardID, at: UInt64)
    /// What tells how many of the other things there were.
    case inventory

    var board: BoardID? {
      if case .row(let board, _) = self { board } else { nil }
    }
  }

  /// What was written, and where.
  private struct Original {
    let boards: DamagedBoards
    let map: PageMap
    private let numbers: [Int64: BoardID]

    init(_ boards: DamagedBoards, _ bytes: [UInt8]) {
      self.boards = boards
      map = PageMap(bytes)
      var numbers: [Int64: BoardID] = [:]
      for record in map.records where record.tree.name == "boards" {
        numbers[record.rowID] = record.values[1].blob.flatMap(BoardID.init(bytes:))
      }
      self.numbers = numbers
    }

    /// What is in the records that a byte is of, and what cannot be kept without it.
    func mayBeGone(at position: Int) -> Set<Thing> {
      let place = map.place(at: position)
      let touched: Set<Thing> =
        switch place.part {
        case .record, .next, .key, .pointer: Set(place.records.flatMap(things))
        case .layout: Set(place.onPage.flatMap(things))
        // Records are found without these.
        case .database, .child, .unused: []
        }
      return touched.union(boards.rows.keys.flatMap { behind(touched, on: $0) })
    }

    /// What builds on rows that cannot be read: a board is made from its first one on, or from a snapshot.
    private func behind(_ touched: Set<Thing>, on board: BoardID) -> [Thing] {
      let rows = boards.rows[board] ?? []
      let snapshots = map.records.filter { $0.tree.name == "snapshots" }.flatMap(things)
      let starts = snapshots.compactMap { thing -> UInt64? in
        guard case .snapshot(board, let sequence) = thing, !touched.contains(thing) else {
          return nil
        }
        return sequence
      }
      let reached =
        ([0] + starts).map { start in
          rows.drop { $0.last <= start }.prefix { !touched.contains(.row(board, first: $0.first)) }
            .last?.last ?? start
        }.max() ?? 0
      let gone = rows.filter { $0.last > reached }
      guard !gone.isEmpty else { return [] }
      return gone.map { .row(board, first: $0.first) }
        + boards.contents.sessions.filter { $0.board == board }.map { .window($0.id) }
        + boards.contents.members.filter { $0.board == board }.map { .member(board, user: $0.user) }
    }

    private func things(_ record: PageMap.Record) -> [Thing] {
      let values = record.values
      let thing: Thing? =
        switch record.tree.name {
        case "meta": values[0].text == "inventory" ? .inventory : nil
        case "users": values[0].text.map { .user($0) }
        case "devices": values[1].text.map { .device($0) }
        case "sessions": values[0].blob.flatMap(SessionID.init(bytes:)).map { .window($0) }
        case "audit": boards.audit.first.map { .audit($0) }
        case "operations":
          values[1].integer.flatMap { numbers[$0] }.map {
            .row($0, first: UInt64(values[2].integer ?? 0))
          }
        case "snapshots":
          values[0].integer.flatMap { numbers[$0] }.map {
            .snapshot($0, at: UInt64(values[1].integer ?? 0))
          }
        default: nil
        }
      return thing.map { [$0] } ?? []
    }

    /// All that a store should have.
    var things: Set<Thing> {
      Self.things(boards.contents, boards.rows, boards.audit)
    }

    static func things(
      _ contents: StoreContents, _ rows: [BoardID: [OperationRow]], _ audit: [AuditRecord]
    ) -> Set<Thing> {
      var things: Set<Thing> = Set(audit.map { .audit($0) })
      for (board, rows) in rows { for row in rows { things.insert(.row(board, first: row.first)) } }
      for member in contents.members { things.insert(.member(member.board, user: member.user)) }
      for session in contents.sessions { things.insert(.window(session.id)) }
      for user in contents.users { things.insert(.user(user.user)) }
      for device in contents.access.devices { things.insert(.device(device.name.device)) }
      return things
    }
  }

  @Test("All but the record that the byte is in is kept as it was, and what is gone is named")
  func flips() async throws {
    let boards = try await DamagedBoards()
    let written = try #require(boards.files["board.db"])
    let original = Original(boards, written)
    let spans = original.map.spans
    var random = SeededGenerator(seed: 8)
    var (complete, lossy) = (0, 0)
    for flip in 0..<(spans.count + 60) {
      // One byte of each record, pointer and other part of a page, and some anywhere.
      let span = flip < spans.count ? spans[flip] : written.indices
      let position = span.lowerBound + random.below(span.count)
      try boards.damage { $0[position] ^= UInt8(1) << UInt8(random.below(8)) }
      let report = try boards.salvage()
      let gone = try gone(original, "byte \(position)")
      let mayBeGone = original.mayBeGone(at: position)
      #expect(gone.isSubset(of: mayBeGone), "byte \(position): \(report.losses)")
      expectNamed(gone, report, original, mayBeGone, "byte \(position)")
      if report.isComplete { complete += 1 } else { lossy += 1 }
    }
    print("salvaged after flips: \(complete) complete, \(lossy) with something left out")
    #expect(complete > 10 && lossy > 10)
  }

  /// Reads the salvaged store, which has nothing that was not written but in the place of edits that are
  /// gone.
  /// - Returns: what it lacks.
  private func gone(_ original: Original, _ place: String) throws -> Set<Thing> {
    let store = try Store.open(folder: original.boards.target, cluster: "team")
    defer { try? store.close() }
    let (contents, before) = (try store.contents(), original.boards.contents)
    var kept: [BoardID: [OperationRow]] = [:]
    for summary in contents.boards {
      let rows = try store.rows(of: summary.id)
      let written = try #require(original.boards.rows[summary.id])
      kept[summary.id] = rows.filter(written.contains)
      #expect(rows.last?.last == summary.sequence, "\(place)")
      for row in rows where !written.contains(row) {
        var reader = ByteReader(row.bytes)
        #expect(try reader.committedList().allSatisfy(\.isPurged), "\(place)")
      }
      let restored = try store.restored(summary.id)
      #expect(restored.sequence == summary.sequence, "\(place)")
      if before.boards.contains(summary) {
        #expect(restored.digest == original.boards.digests[summary.id], "\(place)")
      }
    }
    #expect(Set(contents.members).isSubset(of: before.members), "\(place)")
    #expect(Set(contents.sessions).isSubset(of: before.sessions), "\(place)")
    #expect(Set(contents.users).isSubset(of: before.users), "\(place)")
    #expect(Set(contents.access.devices).isSubset(of: before.access.devices), "\(place)")
    let audit = try StoreMaintenance.wait { store.audit(after: 0, completion: $0) }
    let found = Original.things(contents, kept, audit.records.map(\.record))
    #expect(found.isSubset(of: original.things), "\(place)")
    return original.things.subtracting(found)
  }

  /// The losses tell of all that is gone, and of nothing else.
  private func expectNamed(
    _ gone: Set<Thing>, _ report: SalvageReport, _ original: Original, _ mayBeGone: Set<Thing>,
    _ place: String
  ) {
    // Where nothing tells how many there were, that is said alone.
    let isCounted = !report.losses.contains { $0.hasPrefix("how many boards") }
    #expect(isCounted || mayBeGone.contains(.inventory), "\(place)")
    let losses = report.losses.filter { !$0.hasPrefix("how many boards") }
    for board in original.boards.rows.keys {
      let named = losses.filter { $0.contains("\(board)") }
      let firsts = gone.filter { $0.board == board }
      #expect(named.isEmpty == firsts.isEmpty, "\(place), \(board): \(report.losses)")
    }
    func isGone(_ isKind: (Thing) -> Bool) -> Bool { gone.contains(where: isKind) }
    let kinds = [
      ("windows", isGone { if case .window = $0 { true } else { false } }),
      ("of users", isGone { if case .user = $0 { true } else { false } }),
      ("of devices", isGone { if case .device = $0 { true } else { false } }),
      ("(boardd audit)", isGone { if case .audit = $0 { true } else { false } }),
    ]
    for (words, isGone) in kinds {
      let isNamed = losses.contains { $0.contains(words) }
      #expect(isNamed == isGone, "\(place), \(words): \(report.losses)")
    }
    #expect(report.isComplete == (gone.isEmpty && isCounted), "\(place): \(report.losses)")
  }
}

extension Identifier {
  /// - Parameter bytes: 16, big-endian.
  fileprivate init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let id = try? reader.identifier(Kind.self) else { return nil }
    self = id
  }
}
