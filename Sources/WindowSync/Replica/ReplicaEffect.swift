public import BoardModel
public import Wire

/// What a replica wants done, in the order of the list that `handle` returns. What is large stands
/// behind a reference, so that a list of what is small is small.
public enum ReplicaEffect: Hashable, Sendable {
  /// Dial the coordinator; answered by `connected` or `disconnected`.
  case connect
  case send([UInt8])
  /// Write out what was sent, close in order, then report `disconnected`.
  case disconnect
  /// Write these operations to disk, then report `stored` or `storeFailed`. At most one such write
  /// is under way. A counter that is already on disk is replaced.
  case persist([Operation])
  /// Remove this session's operations up to this counter from disk; the counter stays there.
  case forget(SessionID, through: UInt64)
  /// Replace what the disk says of this session, without `forgottenThrough` ever going down.
  indirect case saveSession(SavedSession)
  /// A fresh session takes the place of an old one with what it could not deliver: in one atomic
  /// step the new one's file appears and the old one's is gone. It may be the same session, with its
  /// operations renumbered. Answered by `carriedOver` or `storeFailed`.
  indirect case carryOver(from: SessionID, to: SavedSession, pending: [Operation])
  indirect case saveBoard(SavedBoard)
  /// The coordinator took the window on, whose user may read the board then: what other processes of
  /// the device have noted otherwise before is over. Answered by `savedBoardGone` where they had.
  case mayRead
  /// Remove the saved board from disk, and what reports hold of it: its user may not read it.
  case forgetBoard
  /// Take away what the disk has of others' edits beside the saved board, which follows where
  /// operation `purge` purged something. What the window has not sent stays, without the words around
  /// it where it was made before.
  case clearPurged(UInt64)
  /// Take out of the journal what is decided, and the words around what is not: the window learns of
  /// no purge any more.
  case clearJournal
  /// Keep this report beside the window's files, for whoever looks into why replicas differ, or for
  /// what of the board is nowhere else.
  indirect case saveReport(DivergenceReport)
  /// The visible board has changed.
  case changed(BoardChange)
  /// The other windows are these now, in ascending order of their sessions.
  case others([OtherWindow])
  /// So many more other windows there are, of which this one is told nothing.
  case moreOthers(Int)
  /// These operations were ordered by the coordinator and are part of the confirmed board, in this
  /// order.
  case committed([CommittedOperation])
  /// One of this window's operations was decided.
  indirect case settled(Operation, Outcome)
  /// This intent could not be made into an operation, or the coordinator refused it for good. The
  /// intent is nil for an undo or redo.
  indirect case refused(Intent?, reason: EditRefusal)
  /// Answers `ask`.
  indirect case answered(Question, Answer)
  /// The session of a window that was opened from here is shown somewhere now.
  case registered(SessionID)
  /// The window is to come to the front: this user asked for it, on that device.
  case activated(by: Author)
  /// Windows of this user have ended.
  case windowsGone([GoneWindow])
  /// Another user asks this one to look at something.
  indirect case invited(Invitation)
  /// This user's role on a board is another now.
  indirect case membership(Membership)
  /// What these users of the board want to be called is another now.
  case users([UserEntry])
  indirect case drag(DragReport)
  case status(SyncStatus)
  /// What the window may let its person do has changed. It is `writable` until this says otherwise.
  case standing(Standing)
  case notice(ReplicaNotice)
  /// Make a random session and a random instance identifier; answered by `freshIdentity`.
  case needsFreshIdentity
  /// Report `timer` at this time, or soon after; this takes the place of an earlier request.
  case wake(at: UInt64)
  /// The replica has left; all that follows is the last `status` and `standing`. With `kept` the session stays at the coordinator,
  /// or undelivered edits stay on disk.
  case left(kept: Bool)
}

/// The differences of the visible board.
public struct BoardChange: Hashable, Sendable {
  /// The cards that other windows touched, ascending, each once.
  public var cards: [CardID] = []
  /// The columns that other windows touched, ascending, each once.
  public var columns: [ColumnID] = []
  /// Whether cards or columns may stand elsewhere than before.
  public var orderChanged = false
  /// Whether an operation of this window changed the board.
  public var own = false
  /// Whether a snapshot took the board's place, so that anything may differ.
  public var reloaded = false

  public init(
    cards: [CardID] = [], columns: [ColumnID] = [], orderChanged: Bool = false,
    own: Bool = false, reloaded: Bool = false
  ) {
    self.cards = cards
    self.columns = columns
    self.orderChanged = orderChanged
    self.own = own
    self.reloaded = reloaded
  }
}

/// Why an edit was not made.
public enum EditRefusal: Hashable, Sendable {
  /// The board has not come from the coordinator yet.
  case noBoard
  /// The window may not edit now.
  case readOnly(Standing)
  /// The edit exceeds the length of a field or a frame, and has to be split (see `Composer`).
  case tooLarge
  /// The queue is full: its bound of edits already wait for the coordinator.
  case queueFull
  case nothingToUndo
  case nothingToRedo
  case notStored(String)
  /// The coordinator will never order the edit, for the reason given.
  case undeliverable(String)
  /// The coordinator does not order the operation, for the reason given, and the session's later
  /// operations have counters lower by one.
  case leftOut(OperationID, String)
}
