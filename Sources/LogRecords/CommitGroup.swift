public import BoardModel
public import Wire

/// Operations of one board in one commit group that follow one another: one row of the log.
public struct OperationRow: Hashable, Sendable {
  /// The most bytes of a row that holds more than one operation when it is written: as many as an
  /// answer takes, so that nobody reads much more than was asked for.
  public static let limit = Limits.chunkBytes

  public let board: BoardID
  public let first: UInt64
  public let last: UInt64
  /// A count (u32) and that many committed operations, as in COMMITTED.
  public let bytes: [UInt8]

  public init(board: BoardID, first: UInt64, last: UInt64, bytes: [UInt8]) {
    self.board = board
    self.first = first
    self.last = last
    self.bytes = bytes
  }
}

/// The highest epoch of any forgotten session that ordered an operation on a board. The sessions
/// that are made there begin above it, so that no operation's identity is used twice.
public struct ForgottenEpoch: Hashable, Sendable {
  public let board: BoardID
  public let epoch: UInt32

  public init(board: BoardID, epoch: UInt32) {
    self.board = board
    self.epoch = epoch
  }
}

/// The operations and sessions that become durable together, in one transaction.
public struct CommitGroup: Hashable, Sendable {
  public var operations: [EncodedRow]
  /// The summaries of the boards of `operations`, as they are after these.
  public var summaries: [BoardSummary]
  /// The roles that these operations gave and took.
  public var members: [MemberRecord]
  public var sessions: [SessionRecord]
  public var removedSessions: [SessionID]
  /// The numbers that rose, each no later than its session is removed; none ever goes down.
  public var forgottenEpochs: [ForgottenEpoch]
  /// What became known of users; the last display name that each gave.
  public var users: [UserRecord]
  /// How much users hold for good, where that changed.
  public var holdings: [HoldingRecord]
  /// The purges among these operations, in their order.
  public var purges: [PurgeRecord]
  /// Who may come in from now on, and who may not.
  public var access: AccessChanges
  /// The boards on which something was purged, as they are after these operations. The log keeps no
  /// older snapshot of them.
  public var snapshots: [DeferredSnapshot]

  public init(
    operations: [EncodedRow] = [], summaries: [BoardSummary] = [],
    members: [MemberRecord] = [], sessions: [SessionRecord] = [], removedSessions: [SessionID] = [],
    forgottenEpochs: [ForgottenEpoch] = [], users: [UserRecord] = [],
    holdings: [HoldingRecord] = [], purges: [PurgeRecord] = [],
    access: AccessChanges = AccessChanges(), snapshots: [DeferredSnapshot] = []
  ) {
    self.operations = operations
    self.summaries = summaries
    self.members = members
    self.sessions = sessions
    self.removedSessions = removedSessions
    self.forgottenEpochs = forgottenEpochs
    self.users = users
    self.holdings = holdings
    self.purges = purges
    self.access = access
    self.snapshots = snapshots
  }

  public var isEmpty: Bool {
    operations.isEmpty && sessions.isEmpty && removedSessions.isEmpty && forgottenEpochs.isEmpty
      && users.isEmpty && access.isEmpty
  }
}

/// A board as the coordinator saved it at one sequence number, with the outcomes that its sessions
/// may still ask for. The log keeps the bytes and does not read them.
public struct StoredSnapshot: Hashable, Sendable {
  public let board: BoardID
  public let sequence: UInt64
  public let bytes: [UInt8]

  public init(board: BoardID, sequence: UInt64, bytes: [UInt8]) {
    self.board = board
    self.sequence = sequence
    self.bytes = bytes
  }
}

/// A snapshot that is made where it is written, as that takes as long as the board is large.
public struct DeferredSnapshot: Hashable, Sendable {
  public let board: BoardID
  public let sequence: UInt64
  private let bytes: @Sendable () -> [UInt8]

  public init(board: BoardID, sequence: UInt64, bytes: @escaping @Sendable () -> [UInt8]) {
    self.board = board
    self.sequence = sequence
    self.bytes = bytes
  }

  public init(_ stored: StoredSnapshot) {
    self.init(board: stored.board, sequence: stored.sequence) { stored.bytes }
  }

  /// Makes its bytes.
  public func stored() -> StoredSnapshot {
    StoredSnapshot(board: board, sequence: sequence, bytes: bytes())
  }

  /// There is one snapshot of a board at one sequence number.
  public static func == (left: Self, right: Self) -> Bool {
    left.board == right.board && left.sequence == right.sequence
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(board)
    hasher.combine(sequence)
  }
}

/// The contents of a store when a coordinator opens it.
public struct StoreContents: Hashable, Sendable {
  public let incarnation: IncarnationID
  public let boards: [BoardSummary]
  /// The members of all boards, none without a role.
  public let members: [MemberRecord]
  public let sessions: [SessionRecord]
  /// The numbers of the boards, none twice; a board that is not here has 0.
  public let forgottenEpochs: [ForgottenEpoch]
  /// The users who were connected once, none twice.
  public let users: [UserRecord]
  /// How much users hold for good, none twice; who is not here holds nothing.
  public let holdings: [HoldingRecord]
  public let access: AccessContents

  public init(
    incarnation: IncarnationID, boards: [BoardSummary], members: [MemberRecord] = [],
    sessions: [SessionRecord], forgottenEpochs: [ForgottenEpoch] = [], users: [UserRecord] = [],
    holdings: [HoldingRecord] = [], access: AccessContents = AccessContents()
  ) {
    self.incarnation = incarnation
    self.boards = boards
    self.members = members
    self.sessions = sessions
    self.forgottenEpochs = forgottenEpochs
    self.users = users
    self.holdings = holdings
    self.access = access
  }
}
