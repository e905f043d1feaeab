import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import OwnThread
import Randomness
import Testing
import Wire

@testable import OperationLog

/// One bit of a store's files is another than was written.
@Suite("A store with a flipped byte", .ownThread, .timeLimit(.minutes(5)))
struct FlippedByteTests {
  /// A store's files, and what is read of it.
  private struct Original {
    let files: [(name: String, bytes: [UInt8])]
    let readings: StoreReadings
    let found: FoundThings
    /// What cannot be found where a page of the database, counted from 0, is nothing but zeros.
    let onPage: [FoundThings]
  }

  /// What salvaging finds.
  private struct FoundThings: Hashable {
    var things: Set<AnyHashable> = []

    init(_ folder: String) throws {
      let damaged = try DamagedStore(folder)
      things.formUnion(damaged.sessions)
      things.formUnion(damaged.users)
      things.formUnion(damaged.devices)
      things.formUnion(damaged.audit)
      if let cluster = damaged.cluster { things.insert(cluster) }
      for board in damaged.boards {
        things.insert(board.id)
        things.formUnion(board.rows)
        things.formUnion(board.snapshots)
      }
    }

    init(_ things: Set<AnyHashable>) { self.things = things }
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
    let store = try Store.open(folder: fixture.folder, cluster: "team")
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
    let found = try FoundThings(folder)
    let opened = try Store.open(folder: folder)
    let readings = try await opened.readings()
    #expect(readings.refused.isEmpty)
    #expect(try await opened.check().isSound)
    try opened.close()
    let database = try #require(files.first { $0.name == "board.db" }?.bytes)
    var onPage: [FoundThings] = []
    for page in 0..<(database.count / 4_096) {
      var bytes = database
      bytes.replaceSubrange(
        page * 4_096..<(page + 1) * 4_096, with: [UInt8](repeating: 0, count: 4_096))
      let copy = fixture.root + "/zeroed"
      try write(files.map { $0.name == "board.db" ? ($0.name, bytes) : $0 }, to: copy)
      onPage.append(FoundThings(found.things.subtracting(try FoundThings(copy).things)))
    }
    return Original(files: files, readings: readings.readings, found: found, onPage: onPage)
  }

  private struct Tally {
    var refused = 0
    var refusedBoard = 0
    var reported = 0
    var nothingChanged = 0
    var lost = 0
  }

  @Test(
    "What it changes is noticed and never served, and everything else is found by salvaging",
    arguments: [(crashed: false, flips: 600, seed: 5), (crashed: true, flips: 400, seed: 6)])
  func flips(crashed: Bool, flips: Int, seed: UInt64) async throws {
    let fixture = try Fixture(inMemory: true)
    let original = try await original(fixture, crashed: crashed)
    let sizes = original.files.map(\.bytes.count)
    var random = SeededGenerator(seed: seed)
    var tally = Tally()
    for flip in 0..<flips {
      var file = 0
      var position = 0
      // Half of them anywhere, half where something is written: most of a store is zeros.
      repeat {
        position = random.below(sizes.reduce(0, +))
        file = 0
        while position >= sizes[file] { (position, file) = (position - sizes[file], file + 1) }
      } while flip % 2 == 1 && original.files[file].bytes[position] == 0
      var files = original.files
      files[file].bytes[position] ^= UInt8(1) << UInt8(random.below(8))
      try await damage(
        files, original, at: "byte \(position) of \(files[file].name)",
        page: files[file].name == "board.db" ? position / 4_096 : nil, fixture, &tally)
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

  /// Has a store with damage opened, read, checked, and salvaged.
  private func damage(
    _ files: [(name: String, bytes: [UInt8])], _ original: Original, at place: String, page: Int?,
    _ fixture: Fixture, _ tally: inout Tally
  ) async throws {
    let folder = fixture.root + "/flipped"
    try write(files, to: folder)
    let found = try FoundThings(folder)
    #expect(found.things.isSubset(of: original.found.things), "\(place): altered things are found")
    let lost = original.found.things.subtracting(found.things)
    if let page {
      #expect(lost.isSubset(of: original.onPage[page].things), "\(place): more is lost than a page")
    }
    if !lost.isEmpty { tally.lost += 1 }
    for file in files {
      #expect(try fixture.bytes(folder + "/" + file.name) == file.bytes, "\(place): changed")
    }
    let isNoticed = try await served(folder, original, place, &tally)
    if !isNoticed { tally.nothingChanged += 1 }
    // As a large store is opened, of which not every row is read at a start.
    try write(files, to: folder)
    do {
      let store = try Store.open(
        folder: folder, by: DatabaseAccess(alwaysCheckedBytes: 0))
      defer { try? store.close() }
      let (readings, refused) = try await store.readings()
      expectTrue(readings, original.readings, refused, "\(place), large")
    } catch let error as StoreError {
      expectDamage(error, place)
    }
  }

  /// - Returns: whether the flip is noticed.
  private func served(
    _ folder: String, _ original: Original, _ place: String, _ tally: inout Tally
  ) async throws -> Bool {
    do {
      let store = try Store.open(folder: folder)
      defer { try? store.close() }
      let (readings, refused) = try await store.readings()
      expectTrue(readings, original.readings, refused, place)
      let report = try await store.check()
      if !refused.isEmpty {
        #expect(!report.isSound && !store.faults.isEmpty, "\(place) is not reported")
        tally.refusedBoard += 1
        return true
      }
      let isWhole =
        readings.audit == original.readings.audit && readings.rows == original.readings.rows
      #expect(isWhole && store.faults.isEmpty || !report.isSound, "\(place) is not reported")
      if !report.isSound { tally.reported += 1 }
      return !report.isSound
    } catch let error as StoreError {
      expectDamage(error, place)
      tally.refused += 1
      return true
    }
  }

  private func expectDamage(_ error: StoreError, _ place: String) {
    switch error {
    case .damaged(_, let report): #expect(!report.faults.isEmpty, "\(place)")
    case .boardDamaged, .notAStore, .newerFormat, .olderFormat: break
    default: Issue.record("\(place): \(error)")
    }
  }

  /// Nothing else is read than was written.
  private func expectTrue(
    _ found: StoreReadings, _ original: StoreReadings, _ refused: Set<BoardID>, _ place: String
  ) {
    #expect(found.contents == original.contents, "\(place)")
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
