import BoardModel
import FaultyDisk
import Files
import Foundation
import LogRecords
import OwnThread
import Testing
import Wire

@testable import OperationLog

/// The disk fails at any moment, for once or for good, or the power goes.
@Suite("A store on a faulty disk", .ownThread, .timeLimit(.minutes(5)))
struct DiskFaultTests {
  private static let points = 1_000

  @Test("At 1,000 points nothing that was acknowledged is lost, and what is left is a whole log")
  func points() async throws {
    #expect(faulty_register() == 0)
    let fixture = try Fixture(inMemory: true)
    try await FaultyStore.prepare(fixture)
    var counts: [StoreTask: Int] = [:]
    var happened: [DiskFault: Int] = [:]
    for task in StoreTask.allCases {
      let events = try await events(of: task, fixture)
      let share = Self.points / StoreTask.allCases.count + 1
      for point in 0..<share {
        let fault = DiskFault.all[point % DiskFault.all.count]
        let turns = share / DiskFault.all.count + 1
        let most = events.reduce(0) { $0 + (fault.events & $1.key != 0 ? $1.value : 0) }
        let number = 1 + (point / DiskFault.all.count) * most / turns
        let place = "\(task), \(fault), event \(number) of \(most)"
        guard try await fail(task, fault, at: number, seed: UInt64(point), fixture, place) else {
          Issue.record("\(place) did not come")
          continue
        }
        counts[task, default: 0] += 1
        happened[fault, default: 0] += 1
      }
    }
    let text = StoreTask.allCases.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
    print("points at which the disk failed: \(text)")
    for fault in DiskFault.all { print("  \(fault): \(happened[fault] ?? 0)") }
    #expect(counts.values.reduce(0, +) >= Self.points)
    #expect(StoreTask.allCases.allSatisfy { counts[$0] ?? 0 > 0 })
    #expect(DiskFault.all.allSatisfy { happened[$0] ?? 0 > 0 })
  }

  /// The number of events of each kind while nothing fails.
  private func events(of task: StoreTask, _ fixture: Fixture) async throws -> [Int32: Int] {
    let folder = try fixture.copy(to: "dry")
    faulty_reset()
    let store = FaultyStore(task, in: folder)
    await store.run()
    #expect(store.acknowledged.count == store.asked.count, "\(task)")
    #expect(task != .backup || store.backups.count == 4)
    try await expectWhole(folder, store, "\(task), nothing fails")
    try remove(folder, store)
    return Dictionary(
      uniqueKeysWithValues: FaultyEvent.allCases.map { ($0.mask, faulty_events($0.mask)) })
  }

  private func remove(_ folder: String, _ store: FaultyStore) throws {
    for folder in [folder] + (1...4).map({ folder + "-copy-\($0)" }) {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// - Returns: whether the disk failed.
  private func fail(
    _ task: StoreTask, _ fault: DiskFault, at number: Int, seed: UInt64, _ fixture: Fixture,
    _ place: String
  ) async throws -> Bool {
    let folder = try fixture.copy(to: "failing")
    let store = FaultyStore(task, in: folder)
    faulty_reset()
    fault.arm(at: number)
    await store.run()
    let happened = faulty_has_happened() != 0
    for backup in store.backups { try await expectBackup(backup.folder, store, place) }
    switch fault {
    case .fails:
      faulty_reset()
      try await expectWhole(folder, store, place)
    case .losesPower(let loss):
      // What the log says of its end was written, but not synced: it may be there or not.
      for witness in [folder, fixture.folder] {
        let left = fixture.root + "/left"
        try Folder.make(left)
        for name in ["board.db", "board.db-wal"] {
          let (path, rest) = (folder + "/" + name, left + "/" + name)
          if faulty_write_rest(path, rest, loss.code, seed) != 0,
            let bytes = try? fixture.bytes(path)
          {
            // The power went before it was opened.
            try OpenFile(rest, .new).write(bytes, at: 0)
          }
        }
        if let bytes = try? fixture.bytes(witness + "/witness") {
          try OpenFile(left + "/witness", .new).write(bytes, at: 0)
        }
        try await expectWhole(left, store, place)
        try FileManager.default.removeItem(atPath: left)
      }
      for backup in store.backups {
        let left = fixture.root + "/left"
        try Folder.make(left)
        #expect(
          faulty_write_rest(backup.file, left + "/board.db", loss.code, seed) == 0, "\(place)")
        try await expectBackup(left, store, place)
        try FileManager.default.removeItem(atPath: left)
      }
      faulty_reset()
    }
    try remove(folder, store)
    return happened
  }

  /// Opens what is left, on a disk that works.
  private func expectWhole(_ folder: String, _ faulty: FaultyStore, _ place: String) async throws {
    let store: Store
    do {
      store = try Store.open(folder: folder)
    } catch {
      Issue.record("\(place): \(error)")
      return
    }
    #expect(store.damagedBoards.map(\.fault) == [], "\(place)")
    #expect(try await store.check().faults == [], "\(place)")
    let rows = try await store.readAll(FaultyStore.board, through: .max)
    try expectEdits(rows, faulty, place)
    try expectDevices(try store.contents().access.devices, faulty, place)
    _ = try store.load(FaultyStore.board)
    // It goes on.
    try await store.append(
      CommitGroup(users: [UserRecord(user: "ann", name: "Ann")]))
    try store.close()
  }

  private func expectEdits(
    _ rows: [OperationRow], _ faulty: FaultyStore, _ place: String
  ) throws {
    let found = try rows.flatMap { row in
      var reader = ByteReader(row.bytes)
      return try reader.committedList()
    }
    #expect(found.map(\.sequence) == found.indices.map { UInt64($0 + 1) }, "\(place)")
    let acknowledged =
      try edits(FaultyStore.history) + edits(faulty.acknowledged.map { faulty.asked[$0] })
    let asked = try edits(faulty.asked)
    let last = acknowledged.map(\.sequence).max() ?? 0
    #expect(found.count >= last, "\(place): \(found.count) edits, \(last) acknowledged")
    let purge = found.last { PurgeRecord($0, on: FaultyStore.board) != nil }?.sequence ?? 0
    for edit in found {
      // One that was not acknowledged may be there too.
      let certain = acknowledged.filter { $0.sequence == edit.sequence }
      let candidates = certain.isEmpty ? asked.filter { $0.sequence == edit.sequence } : certain
      if edit.isPurged {
        #expect(candidates.contains { $0.id == edit.id } && edit.sequence < purge, "\(place)")
      } else {
        #expect(candidates.contains(edit), "\(place): edit \(edit.sequence)")
      }
      // All of a purge is there, or nothing.
      if edit.sequence < purge, edit.sequence == 2 { #expect(edit.isPurged, "\(place)") }
    }
  }

  private func edits(_ groups: [CommitGroup]) throws -> [CommittedOperation] {
    try groups.flatMap { try $0.operations.flatMap { try $0.row.edits } }
  }

  private func expectDevices(
    _ found: [DeviceRecord], _ faulty: FaultyStore, _ place: String
  ) throws {
    // What may be there of each, from the last that is certain on.
    var possible: [DeviceName: [DeviceRecord]] = [:]
    var certain: Set<DeviceName> = []
    let before = FaultyStore.history.count
    for (index, group) in (FaultyStore.history + faulty.asked).enumerated() {
      for record in group.access.devices {
        let isCertain = index < before || faulty.acknowledged.contains(index - before)
        possible[record.name] = (isCertain ? [] : possible[record.name] ?? []) + [record]
        if isCertain { certain.insert(record.name) }
      }
    }
    #expect(certain.isSubset(of: Set(found.map(\.name))), "\(place): a device is gone")
    for record in found {
      #expect(possible[record.name]?.contains(record) == true, "\(place): \(record.name)")
    }
  }

  private func expectBackup(
    _ folder: String, _ faulty: FaultyStore, _ place: String
  ) async throws {
    let store = try Store.open(folder: folder)
    #expect(try await store.check().isSound, "\(place): a backup")
    #expect(try store.contents().boards.first?.sequence ?? 0 >= 3, "\(place): a backup")
    try store.close()
  }
}

extension OperationRow {
  fileprivate var edits: [CommittedOperation] {
    get throws {
      var reader = ByteReader(bytes)
      return try reader.committedList()
    }
  }
}
