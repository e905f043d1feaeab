import BoardModel
import FaultyDisk
import Files
import Foundation
import LogRecords
import SampleHistory
import Wire

@testable import OperationLog

/// What a store is asked to do while its disk fails.
enum StoreTask: String, CaseIterable, Sendable {
  case append, snapshot, purge, backup, revoke, renew
}

/// How the disk fails.
enum DiskFault: Hashable, Sendable {
  case fails(FaultyEvent, FaultyWay, lasting: Bool)
  case losesPower(FaultyLoss)

  static let all: [DiskFault] =
    [false, true].flatMap { lasting in
      FaultyWay.allCases.map { .fails(.write, $0, lasting: lasting) }
        + [.fails(.sync, .error, lasting: lasting), .fails(.open, .error, lasting: lasting)]
    } + FaultyLoss.allCases.map { .losesPower($0) }

  /// The kinds of events among which one is chosen.
  var events: Int32 {
    switch self {
    case .fails(let event, _, _): event.mask
    case .losesPower: FaultyEvent.allCases.reduce(0) { $0 | $1.mask }
    }
  }

  func arm(at number: Int) {
    switch self {
    case .fails(let event, let way, let lasting):
      faulty_fail(event.mask, number, way.code, lasting ? 1 : 0)
    case .losesPower: faulty_cut_power(number)
    }
  }
}

enum FaultyEvent: CaseIterable, Sendable {
  case write, sync, open, truncate

  var mask: Int32 {
    switch self {
    case .write: Int32(FAULTY_WRITE)
    case .sync: Int32(FAULTY_SYNC)
    case .open: Int32(FAULTY_OPEN)
    case .truncate: Int32(FAULTY_TRUNCATE)
    }
  }
}

enum FaultyWay: CaseIterable, Sendable {
  case error, full, short

  var code: Int32 {
    switch self {
    case .error: Int32(FAULTY_EIO)
    case .full: Int32(FAULTY_ENOSPC)
    case .short: Int32(FAULTY_SHORT)
    }
  }
}

enum FaultyLoss: CaseIterable, Sendable {
  case all, some, torn, none

  var code: Int32 {
    switch self {
    case .all: Int32(FAULTY_LOSE_ALL)
    case .some: Int32(FAULTY_LOSE_SOME)
    case .torn: Int32(FAULTY_TEAR)
    case .none: Int32(FAULTY_LOSE_NONE)
    }
  }
}

/// A store whose disk fails, and what of it was acknowledged.
final class FaultyStore {
  private let folder: String
  private let task: StoreTask
  /// What was asked for, in its order, and how much of it was acknowledged without a failure before.
  private(set) var asked: [CommitGroup] = []
  private(set) var acknowledged: Set<Int> = []
  /// The backups that were completed: the file as it was written, and the folder that it is in now.
  private(set) var backups: [(file: String, folder: String)] = []
  /// The words that are purged.
  static let word = "a-pasted-password"
  static let board = BoardID(high: 8, low: 8)
  private static let card = CardID(high: 4, low: 4)

  init(_ task: StoreTask, in folder: String) { (self.task, self.folder) = (task, folder) }

  /// Makes the store with which every point begins.
  static func prepare(_ fixture: Fixture) async throws {
    let store = try fixture.open()
    for (index, group) in history.enumerated() {
      try await store.append(group)
      if index == 1 { try await store.saveSnapshot(snapshot(board, at: 2)) }
    }
    try store.close()
  }

  /// What every store has at first: three edits, of which the second has words, and two devices.
  static let history: [CommitGroup] = [
    edit(1, .boardRename(title: "A")),
    edit(
      2,
      .cardCreate(
        card, in: ColumnID(high: 5, low: 5), title: word, body: word, at: Anchors())),
    edit(3, .boardRename(title: "B")),
    device(FullStore.device(1)), device(FullStore.device(2)),
  ]

  private static func edit(_ sequence: UInt64, _ intent: Intent) -> CommitGroup {
    let committed = CommittedOperation(
      sequence: sequence, time: 1_000 + sequence, author: Author(user: "ann", device: "desk"),
      operation: Operation(
        id: OperationID(session: session, epoch: 1, counter: sequence), base: sequence - 1,
        queued: false, intent: intent), outcome: .applied)
    return CommitGroup(
      operations: [EncodedRow(board, [committed])],
      summaries: [BoardSummary(id: board, title: "board 8", sequence: sequence, time: 1_000)],
      purges: [PurgeRecord(committed, on: board)].compactMap(\.self))
  }

  private static func device(_ record: DeviceRecord) -> CommitGroup {
    var group = CommitGroup()
    group.access.devices = [record]
    return group
  }

  /// Opens the store, has it do what the task is, and closes it; goes on as far as the disk lets it.
  func run() async {
    guard let store = try? Store.open(folder: folder, by: DatabaseAccess(vfs: "faulty")) else {
      return
    }
    for round in UInt64(1)...4 {
      switch task {
      case .append:
        await append(round, to: store)
        await append(round, to: store)
      case .snapshot:
        await append(round, to: store)
        _ = try? await store.saveSnapshot(snapshot(Self.board, at: sequence))
      case .purge:
        var purge = Self.edit(sequence + 1, .purge(.card(Self.card)))
        purge.snapshots = [DeferredSnapshot(snapshot(Self.board, at: sequence + 1))]
        await append(purge, to: store)
        await append(
          Self.edit(
            sequence + 1, .cardRetitle(Self.card, title: Self.word)), to: store)
      case .backup:
        await append(round, to: store)
        await backUp(store, round)
      case .revoke:
        await append(
          Self.device(FullStore.device(Int(round), revoked: 100 + round)), to: store)
        await append(round, to: store)
      case .renew:
        await append(Self.device(FullStore.device(1, newest: 100 + round)), to: store)
        await append(Self.device(FullStore.device(2, newest: 200 + round)), to: store)
      }
    }
    try? store.close()
  }

  /// The last edit that was taken.
  private var sequence: UInt64 {
    let taken = acknowledged.compactMap { asked[$0].operations.last?.last }
    return max(3, taken.max() ?? 0)
  }

  private func append(_ round: UInt64, to store: Store) async {
    await append(Self.edit(sequence + 1, .boardRename(title: "round \(round)")), to: store)
  }

  private func append(_ group: CommitGroup, to store: Store) async {
    let index = asked.count
    asked.append(group)
    if (try? await store.append(group)) != nil { acknowledged.insert(index) }
  }

  private func backUp(_ store: Store, _ round: UInt64) async {
    let target = folder + "-copy-\(round)"
    guard let copy = try? CopyFolder(of: folder, in: target) else { return }
    defer { copy.discard() }
    guard let file = try? CopyFile(copy.path), (try? await store.copy(into: file)) != nil,
      (try? copy.publish()) != nil
    else { return }
    backups.append((copy.path, target))
  }
}
