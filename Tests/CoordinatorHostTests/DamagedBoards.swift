import BoardModel
import Files
import Foundation
import LogRecords
import OperationLog
import SampleHistory
import Testing
import Wire

@testable import Coordination
@testable import CoordinatorHost

/// A store with two boards as a coordinator writes them, in a folder of its own; or with a third one that
/// no window shows.
final class DamagedBoards {
  let root: String
  var folder: String { root + "/store" }
  var target: String { root + "/salvaged" }
  static let first = BoardID(high: 1, low: 1)
  static let second = BoardID(high: 2, low: 2)
  static let third = BoardID(high: 0xABC, low: 3)
  static let window = SessionID(high: 7, low: 7)
  private static let column = ColumnID(high: 5, low: 5)
  /// The files as they were written.
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var contents: StoreContents
  private(set) var rows: [BoardID: [OperationRow]] = [:]
  private(set) var digests: [BoardID: BoardDigest] = [:]
  let audit = [AuditRecord(time: 1, kind: .revoked, detail: "lost on a train")]

  init(third: Bool = false) async throws {
    root = FileManager.default.temporaryDirectory.path + "/board-damaged-\(UUID())"
    try Folder.make(root)
    let store = try Store.open(folder: root + "/store", cluster: "team")
    for id in [Self.first, Self.second] + (third ? [Self.third] : []) {
      var board = Board(id: id)
      for round in UInt64(0)..<6 {
        try await store.append(Self.group(round, on: &board))
        if round == 2, id == Self.first { try await store.save(board) }
      }
      digests[id] = board.digest()
    }
    var access = CommitGroup()
    access.users = [UserRecord(user: "ann", name: "Ann")]
    access.access.devices = [Self.device("laptop", revoked: nil), Self.device("phone", revoked: 9)]
    access.access.invitations = [
      InvitationRecord(
        id: InvitationID(high: 5, low: 5), secretHash: [UInt8](repeating: 9, count: 32),
        user: "guest", board: nil, creator: nil, created: 1, expires: 2)
    ]
    access.access.audit = audit
    try await store.append(access)
    contents = try store.contents()
    for id in digests.keys { rows[id] = try store.rows(of: id) }
    try store.close()
    for name in try Folder.names(in: folder) { files[name] = try bytes(name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private static func device(_ name: String, revoked: UInt64?) -> DeviceRecord {
    DeviceRecord(
      name: DeviceName(user: "ann", device: name), floor: revoked == nil ? 0 : 200, newest: 100,
      expires: 900, joined: 1, used: 2, revoked: revoked, keyHash: [], certificate: [])
  }

  /// Two operations, the first of all of which make the board and a column.
  private static func group(_ round: UInt64, on board: inout Board) -> CommitGroup {
    var committed: [CommittedOperation] = []
    for _ in 0..<2 {
      let sequence = board.sequence + 1
      let intent: Intent =
        switch sequence {
        case 1: .boardCreate(title: "Board \(board.id.low)")
        case 2: .columnCreate(column, title: "To do", at: Anchors())
        default:
          .cardCreate(
            CardID(high: 9, low: sequence), in: column,
            title: "card \(sequence) of \(board.id.low)",
            body: "", at: Anchors())
        }
      let operation = Operation(
        id: OperationID(
          session: window, epoch: sequence == 1 ? 0 : 3, counter: sequence), base: sequence - 1,
        queued: false, intent: intent)
      let author = Author(user: "ann", device: "desk")
      let outcome = board.apply(
        operation, sequence: sequence, time: 1_000 + sequence, author: author)
      committed.append(
        CommittedOperation(
          sequence: sequence, time: 1_000 + sequence, author: author, operation: operation,
          outcome: outcome))
    }
    var group = CommitGroup(operations: [EncodedRow(board.id, committed)])
    group.summaries = [CommitBatch.ClosingBoard(board, time: 1_000 + board.sequence).summary]
    if round == 0 {
      group.members = [
        MemberRecord(board: board.id, user: board.id == third ? "dora" : "ann", role: .owner)
      ]
    }
    if board.id == third { return group }
    group.sessions = [
      SessionRecord(
        id: SessionID(high: 7, low: 6 + board.id.low), board: board.id,
        author: Author(user: "ann", device: "desk"),
        configuration: .board, instance: InstanceID(high: 3, low: 3), epoch: 3, firstEpoch: 1,
        acknowledgedCounter: 0, acknowledgedSequence: board.sequence, lastSeen: 5)
    ]
    return group
  }

  func bytes(_ name: String) throws -> [UInt8] {
    try OpenFile(folder + "/" + name, .read).contents(limit: 1 << 26)
  }

  /// Puts the store back as it was, with other bytes in some places.
  func damage(_ change: (inout [UInt8]) throws -> Void) throws {
    try? FileManager.default.removeItem(atPath: target)
    for (name, bytes) in files {
      var bytes = bytes
      if name == "board.db" { try change(&bytes) }
      try OpenFile(folder + "/" + name, .replace).write(bytes, at: 0)
    }
  }

  /// Flips a bit of some text in the store, where it stands first, or last.
  func damage(_ text: String, last: Bool = false) throws {
    try damage { bytes in
      let data = Data(bytes)
      guard let place = data.range(of: Data(text.utf8), options: last ? .backwards : []) else {
        throw FileError("find", text, code: 2)
      }
      bytes[place.lowerBound] ^= 1
    }
  }

  func salvage() throws -> SalvageReport {
    try StoreSalvage.run(folder, to: target, cluster: nil, now: 50_000)
  }
}

extension Store {
  fileprivate func append(_ group: CommitGroup) async throws {
    try await withCheckedContinuation { continuation in
      append(group) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Saves a board as a coordinator does.
  fileprivate func save(_ board: Board) async throws {
    let row = try #require(try rows(of: board.id).first)
    var reader = ByteReader(row.bytes)
    let creation = try #require(try reader.committedList().first)
    let loaded = LoadedBoard(
      tip: board, durable: LoadedBoard.Durable(board), lastTime: 1_000 + board.sequence,
      creation: LoadedBoard.Creation(
        author: Author(user: "ann", device: "laptop"), operation: creation.id, hash: creation.hash,
        stored: StoredOutcome(creation)),
      snapshotSequence: 0, idleSince: 0)
    let snapshot = UnstoredSnapshot(
      of: board.id, SnapshotHead(of: loaded, ledgers: []), SnapshotImage(of: board))
    try await withCheckedContinuation { continuation in
      saveSnapshot(
        of: board.id, at: board.sequence, snapshot.sizes, piece: snapshot.piece
      ) { continuation.resume(returning: $0) }
    }.get()
  }

  /// All rows of a board.
  func rows(of board: BoardID) throws -> [OperationRow] {
    var rows: [OperationRow] = []
    while true {
      let from = (rows.last?.last ?? 0) + 1
      let more = try StoreMaintenance.wait {
        read(board, from: from, through: .max, completion: $0)
      }
      guard !more.isEmpty else { return rows }
      rows += more
    }
  }

  /// The board as a coordinator restores it.
  func restored(_ board: BoardID) throws -> (sequence: UInt64, digest: BoardDigest) {
    var restored = RestoredBoard(board, CoordinatorConfiguration(cluster: "", agent: ""))
    try load(board) { piece in
      switch piece {
      case .snapshot(let snapshot): try restored.restore(snapshot)
      case .row(let row): try restored.replay(row)
      }
    }
    try restored.finish()
    var state = restored.state
    return (state.sequence, state.digest())
  }
}
