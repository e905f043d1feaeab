import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import OwnThread
import PageMap
import Randomness
import Testing
import Wire

@testable import OperationLog

/// One bit of a store's files is another than was written.
@Suite("A store with a flipped byte", .ownThread, .timeLimit(.minutes(5)))
struct FlippedByteTests {
  /// A store's files, what is read of it, and what salvaging finds there.
  private struct Original {
    let store: MappedStore
    let readings: StoreReadings
    let found: [Thing: AnyHashable]

    var rowCount: Int { readings.rows.values.reduce(0) { $0 + $1.count } }
  }

  /// One bit, and what its byte belongs to.
  private struct Flip {
    let file: Int
    let position: Int
    let bit: UInt8
    let spot: MappedStore.Spot
    let name: String

    /// - Parameter bit: 0 to 7.
    init(_ store: MappedStore, _ file: Int, _ position: Int, bit: Int) {
      (self.file, self.position, self.bit) = (file, position, 1 << UInt8(bit))
      spot = store.spot(file, position, self.bit)
      let part =
        if case .page(let place) = spot {
          ", \(place.part) of \(place.tree?.name ?? "no table")"
        } else {
          ""
        }
      name = "bit \(bit) of byte \(position) of \(store.files[file].name)\(part)"
    }
  }

  private func write(
    _ files: [(name: String, bytes: [UInt8])], to folder: String
  ) throws {
    try? FileManager.default.removeItem(atPath: folder)
    try Folder.make(folder)
    for file in files { try OpenFile(folder + "/" + file.name, .new).write(file.bytes, at: 0) }
  }

  /// - Parameter crashed: as a kill leaves it: with its journal.
  private func original(_ fixture: Fixture, crashed: Bool) async throws -> Original {
    let store = try Store.open(
      folder: fixture.folder, cluster: "team", newIncarnation: IncarnationID(high: 4, low: 4))
    if crashed {
      try await store.append(group(FullStore.boards[3], from: 1, count: 1))
      // What follows is in the journal alone.
      try store.close()
      let again = try Store.open(folder: fixture.folder, cluster: "team")
      try await FullStore.write(again, without: FullStore.boards[3])
      _ = try again.contents()
      _ = try fixture.copy(to: "original")
      try again.close()
    } else {
      try await FullStore.write(store)
      try store.close()
      _ = try fixture.copy(to: "original")
    }
    let folder = fixture.root + "/original"
    let files = try Folder.names(in: folder).filter { $0 != "reserve" }.sorted().map {
      (name: $0, bytes: try fixture.bytes(folder + "/" + $0))
    }
    let mapped = MappedStore(files)
    let found = try Thing.found(in: folder)
    #expect(Set(found.keys) == mapped.things)
    let opened = try Store.open(folder: folder)
    let readings = try await opened.readings()
    #expect(readings.refused.isEmpty)
    #expect(try await opened.check().isSound)
    try opened.close()
    return Original(store: mapped, readings: readings.readings, found: found)
  }

  private struct Tally {
    var refused = 0
    var refusedBoard = 0
    var reported = 0
    var nothingChanged = 0
    var lost = 0
  }

  @Test(
    "What it changes is noticed, named and never served, and all but its record is salvaged",
    arguments: [(crashed: false, flips: 1200, seed: 5), (crashed: true, flips: 400, seed: 6)])
  func flips(crashed: Bool, flips: Int, seed: UInt64) async throws {
    let fixture = try Fixture(inMemory: true)
    let original = try await original(fixture, crashed: crashed)
    var random = SeededGenerator(seed: seed)
    var tally = Tally()
    for index in 0..<flips {
      let (file, position) = place(index, in: original.store, &random)
      let flip = Flip(original.store, file, position, bit: random.below(8))
      try await damage(flip, original, fixture, &tally)
    }
    print(
      "\(flips) flips of a store \(crashed ? "with its journal" : "that was closed"): \(tally.refused) "
        + "not served, \(tally.refusedBoard) with a board that is not served, \(tally.reported) only "
        + "reported, \(tally.nothingChanged) that change nothing; \(tally.lost) lose something")
    #expect(tally.refused + tally.refusedBoard + tally.reported > flips / 4)
    #expect(tally.refused > 0)
    #expect(tally.nothingChanged > 0)
    #expect(tally.lost > 0)
  }

  @Test("So it is with each bit of what snapshots are found by, and of the numbers of the audit")
  func keys() async throws {
    let fixture = try Fixture(inMemory: true)
    let original = try await original(fixture, crashed: false)
    var tally = Tally()
    for (file, span) in original.store.spans {
      guard case .page(let place) = original.store.spot(file, span.lowerBound, 1) else { continue }
      switch (place.tree?.name, place.part) {
      case (nil, .database), ("snapshots_in_order", .key), ("snapshots_in_order", .record),
        ("audit", .key):
        for position in span {
          for bit in 0..<8 {
            try await damage(
              Flip(original.store, file, position, bit: bit), original, fixture, &tally)
          }
        }
      default: break
      }
    }
    #expect(tally.refused + tally.reported > 50)
  }

  /// A third of them anywhere, a third where something is written, as most of a store is zeros, and a third
  /// in each record, pointer and other part of a page or a frame's head after the other.
  private func place(
    _ index: Int, in store: MappedStore, _ random: inout SeededGenerator
  ) -> (file: Int, position: Int) {
    if index % 3 == 2 {
      let spans = store.spans
      let span = spans[index / 3 % spans.count]
      return (span.file, span.range.lowerBound + random.below(span.range.count))
    }
    let sizes = store.files.map(\.bytes.count)
    var file = 0
    var position = 0
    repeat {
      position = random.below(sizes.reduce(0, +))
      file = 0
      while position >= sizes[file] { (position, file) = (position - sizes[file], file + 1) }
    } while index % 3 == 1 && store.files[file].bytes[position] == 0
    return (file, position)
  }

  /// Has a store with damage opened, read, checked, and salvaged.
  private func damage(
    _ flip: Flip, _ original: Original, _ fixture: Fixture, _ tally: inout Tally
  ) async throws {
    var files = original.store.files
    files[flip.file].bytes[flip.position] ^= flip.bit
    let folder = fixture.root + "/flipped"
    try write(files, to: folder)
    if try !expectFound(in: folder, flip, original) { tally.lost += 1 }
    for file in files {
      #expect(try fixture.bytes(folder + "/" + file.name) == file.bytes, "\(flip.name): changed")
    }
    let isNoticed = try await served(folder, original, flip, &tally)
    if !isNoticed { tally.nothingChanged += 1 }
    // As a large store is opened, of which not every row is read at a start.
    try write(files, to: folder)
    do {
      let store = try Store.open(
        folder: folder, by: DatabaseAccess(alwaysCheckedBytes: 0))
      defer { try? store.close() }
      let (readings, refused) = try await store.readings()
      expectTrue(readings, original.readings, refused, "\(flip.name), large")
      expectNamed(refused, flip, original)
    } catch let error as StoreError {
      expectDamage(error, flip, original)
    }
  }

  /// Salvaging finds nothing but what was written, and all of it but the record that the byte is in.
  /// - Returns: whether it finds all.
  private func expectFound(
    in folder: String, _ flip: Flip, _ original: Original
  ) throws -> Bool {
    let found = try Thing.found(in: folder)
    for (thing, content) in found {
      #expect(original.found[thing] == content, "\(flip.name): altered is \(thing)")
    }
    let lost = Set(original.found.keys).subtracting(found.keys)
    let mayBeLost =
      switch flip.spot {
      case .page(let place): original.store.mayBeLost(place)
      case .journal(_, let things): things
      case .elsewhere: Set<Thing>()
      }
    #expect(lost.isSubset(of: mayBeLost), "\(flip.name): more is lost than \(mayBeLost)")
    return lost.isEmpty
  }

  /// - Returns: whether the flip is noticed.
  private func served(
    _ folder: String, _ original: Original, _ flip: Flip, _ tally: inout Tally
  ) async throws -> Bool {
    do {
      let store = try Store.open(folder: folder)
      defer { try? store.close() }
      let (readings, refused) = try await store.readings()
      expectTrue(readings, original.readings, refused, flip.name)
      let report = try await store.check()
      expectNamed(report.faults, flip, original)
      expectNamed(store.damagedBoards.map(\.fault), flip, original)
      expectNamed(refused, flip, original)
      if !refused.isEmpty {
        #expect(
          !report.isSound && !store.damagedBoards.isEmpty,
          "\(flip.name) is not reported")
        tally.refusedBoard += 1
        return true
      }
      let isWhole =
        readings.audit == original.readings.audit && readings.rows == original.readings.rows
      #expect(
        isWhole && store.damagedBoards.isEmpty || !report.isSound,
        "\(flip.name) is not reported")
      if !report.isSound { tally.reported += 1 }
      return !report.isSound
    } catch let error as StoreError {
      expectDamage(error, flip, original)
      tally.refused += 1
      return true
    }
  }

  private func expectDamage(_ error: StoreError, _ flip: Flip, _ original: Original) {
    switch error {
    case .damaged(_, let report):
      #expect(!report.faults.isEmpty, "\(flip.name)")
      expectNamed(report.faults, flip, original)
    case .notAStore, .newerFormat, .olderFormat:
      if case .page(let place) = flip.spot, place.part == .database { break }
      Issue.record("\(flip.name) is no part of the file's head: \(error)")
    default: Issue.record("\(flip.name): \(error)")
    }
  }

  /// The boards that are not served are those that the byte belongs to.
  private func expectNamed(_ refused: Set<BoardID>, _ flip: Flip, _ original: Original) {
    guard !refused.isEmpty else { return }
    guard case .page(let place) = flip.spot else {
      Issue.record("\(flip.name): \(refused) not served")
      return
    }
    #expect(refused.isSubset(of: original.store.boards(place)), "\(flip.name): not served")
  }

  /// The faults name the part that the byte belongs to, and its board.
  private func expectNamed(_ faults: [String], _ flip: Flip, _ original: Original) {
    guard !faults.isEmpty else { return }
    switch flip.spot {
    case .elsewhere: Issue.record("\(flip.name) changes nothing: \(faults)")
    case .journal(let rows, _):
      let had = original.rowCount
      let fault = "the end of the log is gone: it had \(had) rows, and has \(rows)"
      #expect(faults == [fault] && rows < had, "\(flip.name)")
    case .page(let place):
      let named = NamedDamage(faults, among: FullStore.boards)
      let parts = NamedDamage.Part.all(place)
      // Where the head says that there are fewer pages, it is what was on the others that is missed.
      let isCount = place.part == .database && (28..<32).contains(flip.position)
      #expect(
        isCount || !named.parts.isDisjoint(with: parts), "\(flip.name) is not named: \(faults)")
      let boards = original.store.boards(place)
      #expect(named.boards.isSubset(of: boards), "\(flip.name) is not of that board: \(faults)")
      #expect(named.nameless.isEmpty, "\(flip.name)")
      if place.part == .record { expectBoard(named, place, flip.name, faults) }
    }
  }

  /// Whatever is wrong with a record of the log, a title or a snapshot is said of its board, or of its row.
  private func expectBoard(
    _ named: NamedDamage, _ place: PageMap.Place, _ name: String, _ faults: [String]
  ) {
    guard let record = place.records.first else { return }
    switch record.tree.name {
    case "operations":
      // Its link is in the row behind it too.
      let rows = [record.rowID, record.rowID + 1]
      #expect(named.rows.isSubset(of: rows), "\(name): \(named.rows) are named")
      #expect(!named.boards.isEmpty || !named.rows.isEmpty, "\(name) names no board: \(faults)")
    case "snapshots", "titles":
      // Where the kind of a value is another, SQLite says of which column, not of which board.
      let isOfColumn = faults.contains { $0.contains(" value in ") }
      #expect(!named.boards.isEmpty || isOfColumn, "\(name) names no board: \(faults)")
    default: break
    }
  }

  /// Nothing else is read than was written.
  private func expectTrue(
    _ found: StoreReadings, _ original: StoreReadings, _ refused: Set<BoardID>, _ place: String
  ) {
    #expect(found.contents.inOrder == original.contents.inOrder, "\(place)")
    let snapshots = FullStore.snapshots
    #expect(Set(found.audit).isSubset(of: Set(original.audit)), "\(place)")
    for board in original.contents.boards.map(\.id) where !refused.contains(board) {
      #expect(found.rows[board] == original.rows[board], "\(place)")
      guard let loaded = found.loaded[board] else {
        Issue.record("\(place): \(board) is not loaded")
        continue
      }
      // Where a snapshot is gone, the board is made from an older one, or from the first row.
      let rows = original.rows[board] ?? []
      let start = loaded.snapshot?.sequence ?? 0
      #expect(loaded.snapshot.map { snapshots.contains($0) } ?? true, "\(place)")
      #expect(loaded.rows == rows.filter { $0.last > start }, "\(place)")
    }
  }
}

extension StoreContents {
  /// The same with the members in one order: what SQLite has a table sorted by may be damaged alone.
  fileprivate var inOrder: StoreContents {
    StoreContents(
      incarnation: incarnation, boards: boards,
      members: members.sorted { ($0.board, $0.user) < ($1.board, $1.user) }, sessions: sessions,
      forgottenEpochs: forgottenEpochs, users: users, holdings: holdings, access: access)
  }
}
