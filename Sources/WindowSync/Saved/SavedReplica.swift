public import BoardModel
public import Wire

/// What a window's disk says of its session.
public struct SavedSession: Hashable, Sendable {
  public let board: BoardID
  public let session: SessionID
  public let configuration: Configuration
  /// The epoch the session had; 0 if it never attached.
  public let epoch: UInt32
  /// The store that the session attached to; zero if it never attached.
  public let incarnation: IncarnationID
  /// The last counter of this session that left the disk because its outcome is known and seen.
  public var forgottenThrough: UInt64
  /// The window of the session; nil for a session that is not listed.
  public var window: SavedWindow?

  public init(
    board: BoardID, session: SessionID, configuration: Configuration, epoch: UInt32,
    incarnation: IncarnationID, forgottenThrough: UInt64, window: SavedWindow? = nil
  ) {
    self.board = board
    self.session = session
    self.configuration = configuration
    self.epoch = epoch
    self.incarnation = incarnation
    self.forgottenThrough = forgottenThrough
    self.window = window
  }
}

/// What a window's disk says of the window's purpose.
public struct SavedWindow: Hashable, Sendable {
  /// The type and the target alone. A title is others' text and a view holds drafts: they are in
  /// the files of the board and of the view, and nothing has to be cleared of them twice.
  public let activity: Activity
  /// The instance by which the window attaches.
  public let instance: InstanceID
  /// The last instance that ATTACHED confirmed, which is `instance` from then on; nil before the
  /// first.
  public let confirmed: InstanceID?

  public init(activity: Activity, instance: InstanceID, confirmed: InstanceID?) {
    self.activity = Activity(type: activity.type, title: "", target: activity.target)
    self.instance = instance
    self.confirmed = confirmed
  }

  /// The window as the disk has it before a process attaches (SPEC.md DSK-015). An instance that was
  /// never confirmed is tried again: the coordinator may have it, although nobody here was told.
  /// - Parameters:
  ///   - saved: what the process found on the disk.
  ///   - fresh: the instance for this process, which is random.
  public static func begun(
    _ saved: SavedWindow?, activity: Activity, by fresh: InstanceID
  ) -> SavedWindow {
    guard let saved else { return SavedWindow(activity: activity, instance: fresh, confirmed: nil) }
    guard saved.confirmed == saved.instance else { return saved }
    return SavedWindow(activity: saved.activity, instance: fresh, confirmed: saved.confirmed)
  }
}

/// A board as the coordinator confirmed it, kept so that a window opens at once.
public struct SavedBoard: Hashable, Sendable {
  public let board: BoardID
  public let sequence: UInt64
  /// The last counter of the window's own session whose operation is already in the board.
  public let ownThrough: UInt64
  private let contents: Contents

  private enum Contents: Sendable {
    case read([Entity])
    case held(Board)
  }

  /// The board as it was read.
  /// - Parameter entities: in the order of `Board.entities()`.
  public init(board: BoardID, sequence: UInt64, entities: [Entity], ownThrough: UInt64) {
    self.board = board
    self.sequence = sequence
    self.ownThrough = ownThrough
    contents = .read(entities)
  }

  /// The board to be written. Whoever writes it makes the entities, which takes as long as it is
  /// large.
  init(_ board: Board, ownThrough: UInt64) {
    self.board = board.id
    sequence = board.sequence
    self.ownThrough = ownThrough
    contents = .held(board)
  }

  /// The entities in the order of `Board.entities()`.
  public var entities: [Entity] {
    switch contents {
    case .read(let entities): entities
    case .held(let board): board.entities()
    }
  }

  /// The sequence number of the last purge that the board knows of; 0 where there was none.
  public var lastPurge: UInt64 {
    switch contents {
    case .read(let entities):
      entities.lazy.compactMap { if case .lastPurge(let last) = $0 { last } else { nil } }.first
        ?? 0
    case .held(let board): board.lastPurge
    }
  }

  public static func == (left: SavedBoard, right: SavedBoard) -> Bool {
    left.board == right.board && left.sequence == right.sequence
      && left.ownThrough == right.ownThrough && left.entities == right.entities
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(board)
    hasher.combine(sequence)
    hasher.combine(ownThrough)
  }
}

/// Everything a window finds on its disk when it starts again.
public struct SavedReplica: Hashable, Sendable {
  public let session: SavedSession
  /// The operations of `session` in the order of their counters, without gaps.
  public let pending: [Operation]
  public let board: SavedBoard?

  public init(session: SavedSession, pending: [Operation], board: SavedBoard?) {
    self.session = session
    self.pending = pending
    self.board = board
  }
}
