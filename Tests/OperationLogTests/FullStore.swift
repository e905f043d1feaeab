import BoardModel
import Foundation
import LogRecords
import Wire

@testable import OperationLog

/// A small store that has something in every table.
enum FullStore {
  static let boards = (1...4).map { BoardID(high: UInt64($0), low: UInt64($0)) }

  static func make(_ fixture: Fixture) async throws {
    let store = try fixture.open()
    try await write(store)
    try store.close()
  }

  /// - Parameter missing: a board that the store has already.
  static func write(_ store: Store, without missing: BoardID? = nil) async throws {
    for (index, board) in boards.enumerated() where board != missing {
      var first = group(board, from: 1, count: 2, length: 30 + index * 400)
      first.sessions = [session(index, on: board, acknowledged: 2)]
      first.members = [
        MemberRecord(board: board, user: "ann", role: .owner),
        MemberRecord(board: board, user: "ben", role: .viewer),
      ]
      first.users = [UserRecord(user: "user\(index)", name: "User \(index)")]
      first.holdings = [
        HoldingRecord(
          holder: Author(user: "user\(index)", device: "desk"), boards: 1, boardsMade: 2,
          bytes: 300 + index)
      ]
      first.access = access(index)
      try await store.append(first)
    }
    for round in UInt64(0)..<12 {
      let board = boards[Int(round % 3)]
      let from = 3 + round / 3 * 2
      var next = group(board, from: from, count: 2, length: round == 4 ? 6_000 : 40)
      next.sessions = []
      try await store.append(next)
    }
    for snapshot in snapshots { try await store.saveSnapshot(snapshot) }
  }

  static let snapshots = [
    snapshot(boards[0], at: 4), snapshot(boards[0], at: 8), snapshot(boards[1], at: 6),
  ]

  private static func session(
    _ index: Int, on board: BoardID, acknowledged: UInt64
  ) -> SessionRecord {
    SessionRecord(
      id: SessionID(high: 70, low: UInt64(index)), board: board,
      author: Author(user: "ann", device: "desk"), configuration: .board,
      instance: InstanceID(high: 3, low: 3), epoch: 1, firstEpoch: 1,
      acknowledgedCounter: acknowledged, acknowledgedSequence: acknowledged, lastSeen: 5)
  }

  static func device(_ index: Int, revoked: UInt64? = nil, newest: UInt64 = 100) -> DeviceRecord {
    DeviceRecord(
      name: DeviceName(user: "user\(index)", device: "laptop"), floor: revoked == nil ? 0 : 200,
      newest: newest, expires: 900, joined: 1, used: 2, revoked: revoked,
      keyHash: [UInt8](repeating: UInt8(index), count: 32),
      certificate: [UInt8](repeating: 0x30, count: 500))
  }

  private static func access(_ index: Int) -> AccessChanges {
    var access = AccessChanges()
    access.devices = [device(index, revoked: index == 1 ? 77 : nil)]
    access.invitations = [
      InvitationRecord(
        id: InvitationID(high: 5, low: UInt64(index)),
        secretHash: [UInt8](repeating: 9, count: 32), user: "guest\(index)", board: nil,
        creator: nil, created: 1, expires: 2)
    ]
    access.audit = [
      AuditRecord(
        time: UInt64(index), kind: .joined,
        subject: DeviceName(user: "user\(index)", device: "laptop"), detail: "number \(index)")
    ]
    return access
  }
}

/// Everything that anybody can read of a store.
struct StoreReadings: Hashable {
  var contents: StoreContents
  var audit: [AuditRecord] = []
  var rows: [BoardID: [OperationRow]] = [:]
  var loaded: [BoardID: StoredBoard] = [:]
}

extension Store {
  /// Reads all there is.
  /// - Returns: also the boards of which something is refused as damaged.
  func readings() async throws -> (readings: StoreReadings, refused: Set<BoardID>) {
    var readings = StoreReadings(contents: try contents())
    readings.audit = try await audit().map(\.record)
    var refused: Set<BoardID> = []
    for board in readings.contents.boards.map(\.id) {
      do {
        readings.loaded[board] = try load(board)
        readings.rows[board] = try await readAll(board, through: .max)
      } catch StoreError.boardDamaged {
        refused.insert(board)
      }
    }
    return (readings, refused)
  }

  private func audit() async throws -> [StoredAudit] {
    try await withCheckedContinuation { continuation in
      audit(after: 0) { continuation.resume(returning: $0) }
    }.get().records
  }
}
