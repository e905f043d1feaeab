public import BoardModel
public import Coordination
public import LogRecords
import SampleHistory
import Wire

/// A coordinator's store without a disk: what it holds, and what it answers when it is asked.
public struct MemoryStore {
  public private(set) var rows: [BoardID: [OperationRow]] = [:]
  public private(set) var sessions: [SessionID: SessionRecord] = [:]
  public private(set) var snapshots: [BoardID: StoredSnapshot] = [:]
  private var summaries: [BoardID: BoardSummary] = [:]
  public private(set) var forgottenEpochs: [BoardID: UInt32] = [:]
  private var members: [BoardID: [String: Role]] = [:]
  public private(set) var users: [String: String] = [:]
  public private(set) var holdings: [Author: HoldingRecord] = [:]
  public private(set) var devices: [DeviceName: DeviceRecord] = [:]
  public private(set) var invitations: [InvitationID: InvitationRecord] = [:]
  /// As `AccessContents.unconfirmedSince`.
  public var unconfirmedSince: UInt64?
  public private(set) var audit: [AuditRecord] = []
  private let incarnation: IncarnationID
  /// By which boards are restored.
  public var configuration = CoordinatorConfiguration(cluster: "memory", agent: "memory")
  /// How a purge takes something out of a row; nil where the row has nothing of it.
  public var purge: @Sendable (PurgeRecord, OperationRow) -> OperationRow? = {
    try? SaltedRow(sample: $1).purging($0)?.row
  }

  public init(incarnation: IncarnationID = IncarnationID(high: 7, low: 7)) {
    self.incarnation = incarnation
  }

  public var contents: StoreContents {
    StoreContents(
      incarnation: incarnation, boards: summaries.values.sorted { $0.id < $1.id },
      members: memberRecords,
      sessions: sessions.values.sorted { $0.id < $1.id },
      forgottenEpochs: forgottenEpochs.sorted { $0.key < $1.key }.map {
        ForgottenEpoch(board: $0.key, epoch: $0.value)
      },
      users: users.sorted { $0.key < $1.key }.map { UserRecord(user: $0.key, name: $0.value) },
      holdings: holdings.sorted { $0.key < $1.key }.map(\.value),
      access: AccessContents(
        devices: devices.values.sorted { $0.name < $1.name },
        invitations: invitations.values.sorted { $0.id < $1.id },
        unconfirmedSince: unconfirmedSince))
  }

  private var memberRecords: [MemberRecord] {
    members.sorted { $0.key < $1.key }.flatMap { board, roles in
      roles.sorted { $0.key < $1.key }.map {
        MemberRecord(board: board, user: $0.key, role: $0.value)
      }
    }
  }

  /// The operations of a row do not begin where the log of their board ends.
  public struct Gap: Error, CustomStringConvertible {
    public let description: String
  }

  public mutating func append(_ group: CommitGroup) throws(Gap) {
    for row in group.operations {
      let last = rows[row.board]?.last?.last ?? 0
      guard row.first == last + 1 else {
        throw Gap(description: "the log of the board goes from \(last) to \(row.first)")
      }
      rows[row.board, default: []].append(row.row)
    }
    for summary in group.summaries { summaries[summary.id] = summary }
    for record in group.members { members[record.board, default: [:]][record.user] = record.role }
    for session in group.sessions { sessions[session.id] = session }
    for session in group.removedSessions { sessions[session] = nil }
    for number in group.forgottenEpochs {
      forgottenEpochs[number.board] = max(forgottenEpochs[number.board] ?? 0, number.epoch)
    }
    for record in group.users { users[record.user] = record.name }
    for record in group.holdings { holdings[record.holder] = record }
    for record in group.access.devices { devices[record.name] = record }
    for name in group.access.removedDevices { devices[name] = nil }
    for record in group.access.invitations { invitations[record.id] = record }
    for id in group.access.removedInvitations { invitations[id] = nil }
    audit += group.access.audit
    if group.access.confirmsRevocations { unconfirmedSince = nil }
    for record in group.purges {
      rows[record.board] = rows[record.board]?.map { purge(record, $0) ?? $0 }
    }
    for snapshot in group.snapshots { snapshots[snapshot.board] = snapshot.stored() }
  }

  /// Does what the coordinator asks of its store, and answers at once.
  /// - Returns: nil for what has no answer, or is not the store's business.
  public mutating func answer(_ effect: CoordinatorEffect) throws(Gap) -> CoordinatorEvent? {
    switch effect {
    case .append(let group):
      try append(group)
      return .appended
    case .load(let board):
      let snapshot = snapshots[board]
      return .loaded(
        board, snapshot, rows(board, (snapshot?.sequence ?? 0) + 1, .max), configuration)
    case .read(let token, let board, let from, let through):
      return .read(token, ReadOperations(rows(board, from, through)))
    case .readCard(let token, let board, let card, let from, let through, let count):
      let log = rows(board, 1, through)
      return .read(
        token, ReadOperations(SampleHistory.rows(log, about: card, from: from, count: count)))
    case .saveSnapshot(let snapshot):
      let stored = snapshot.stored()
      if stored.sequence > snapshots[stored.board]?.sequence ?? 0 {
        snapshots[stored.board] = stored
      }
      return nil
    case .encode(let pinned): return .encoded(pinned.encoded())
    case .send, .finish, .drop, .refused, .pauseReading, .resumeReading, .continueTurn, .wake,
      .stopped,
      .certify,
      .administered:
      return nil
    }
  }

  private func rows(_ board: BoardID, _ from: UInt64, _ through: UInt64) -> [OperationRow] {
    rows[board, default: []].filter { $0.last >= from && $0.first <= through }
  }
}
