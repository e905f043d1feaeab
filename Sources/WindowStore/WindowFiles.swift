public import BoardModel
import Files
import Synchronization
public import WindowSync

/// One window's files, locked by this process for as long as this value lives.
///
/// In the window's folder: `lock`, `journal` (session and pending operations), `board` (cache),
/// `view`, `editing`. Calls return when the file is written.
public final class WindowFiles: Sendable {
  public let folder: String
  private let journal: Mutex<Journal>
  private let board: BoardFile
  private let lock: FileLock
  private let lost = Mutex(LostCopies())

  /// Copies of the board as replaced stores had it that could not be written yet.
  private struct LostCopies: Sendable {
    struct Copy: Sendable {
      let report: DivergenceReport
      let origin: DivergenceReports.Origin
      let folder: DivergenceReports
    }

    /// Stores are replaced one after the other only by somebody who tries something.
    static let most = 4
    var waiting: [Copy] = []
    /// Whether the first of these boards is put aside, as it was on the disk.
    var isAside = false
  }

  /// Takes the folder's lock, then opens or makes the journal.
  /// - Parameter isUse: whether a person uses the window, rather than its files being cleared.
  init(
    folder: String, isUse: Bool = true,
    journal open: (String) throws(WindowStoreError) -> Journal
  ) throws(WindowStoreError) {
    self.folder = folder
    board = BoardFile(inFolder: folder)
    do throws(LockFailure) {
      lock = try FileLock(folder + "/lock")
    } catch {
      switch error {
      case .held(let process): throw .inUse(by: process)
      case .file(let error): throw error.isMissing ? .gone : .file(error)
      }
    }
    let journal = try open(Self.journalPath(folder))
    self.journal = Mutex(journal)
    if isUse { _ = try? Folder.markUsed(Self.journalPath(folder)) }
  }

  static func journalPath(_ folder: String) -> String { folder + "/journal" }

  /// The state that a replica starts from, the picture that was saved with the board, and sentences
  /// for a person about damage in the files.
  public func load() -> (replica: SavedReplica, picture: [UInt8], warnings: [String]) {
    let state = journal.withLock { $0.state }
    // They may have been cut off by a process that had nobody to tell.
    var warnings = cuts.map {
      "an edit was not kept whole; its \($0.bytes) bytes are in \($0.path)"
    }
    let kept = board.read(for: state.session, &warnings)
    let replica = SavedReplica(
      session: state.session, pending: state.pending, board: kept?.board)
    return (replica, kept?.picture ?? [], warnings)
  }

  /// Notes when the window was last used. It only orders windows, so a failure is ignored.
  func markLastUsed(_ time: UInt64) {
    _ = try? Folder.markUsed(Self.journalPath(folder), at: time)
  }

  /// What was cut off the journal, as edits were not kept whole. A person looks into it, and removes
  /// it.
  public var cuts: [CutTail] { (try? CutTail.all(of: Self.journalPath(folder))) ?? [] }

  public var session: SavedSession { journal.withLock { $0.state.session } }

  /// The operations that wait for the coordinator.
  var pending: [Operation] { journal.withLock { $0.state.pending } }

  /// Saves operations of the session: all of them, or none if it throws. An operation replaces a
  /// saved one of the same counter.
  /// - Parameter synced: wait for the disk. With a live link that is not needed: the coordinator's
  ///   disk is the second place, and the system's memory survives this process.
  public func persist(_ operations: [Operation], synced: Bool) throws(WindowStoreError) {
    try add(.operations(operations), synced: synced)
  }

  /// Removes the session's operations up to a counter. Does nothing for another session.
  public func forget(_ session: SessionID, through counter: UInt64) throws(WindowStoreError) {
    let current = journal.withLock { $0.state.session }
    guard session == current.session, counter > current.forgottenThrough else { return }
    try add(.forget(through: counter), synced: false)
  }

  /// Replaces the saved session; it is on the disk when this returns. `forgottenThrough` never goes
  /// down.
  public func saveSession(_ session: SavedSession) throws(WindowStoreError) {
    try add(.session(session), synced: true)
  }

  /// Notes by which instance this process attaches; it is on the disk when this returns.
  public func begin(_ window: SavedWindow) throws(WindowStoreError) {
    var session = self.session
    guard let saved = session.window, saved != window else { return }
    session.window = window
    try saveSession(session)
  }

  /// Replaces the session and its operations by a new session, or the same one, with these
  /// operations, in one step. It is on the disk when this returns. A board from another store than
  /// the session's goes before: its sequence number means something else there.
  public func carryOver(
    from old: SessionID, to session: SavedSession, pending: [Operation]
  ) throws(WindowStoreError) {
    makeWay()
    if session.incarnation != self.session.incarnation { try board.remove() }
    let result = journal.withLock { journal in
      Result { () throws(WindowStoreError) in
        guard journal.state.session.session == old else {
          throw .unfit("what is to go on here was of another window")
        }
        try journal.replace(with: JournalState(session: session, pending: pending))
      }
    }
    try result.get()
  }

  private func add(_ record: JournalRecord, synced: Bool) throws(WindowStoreError) {
    let result = journal.withLock { journal in
      Result { () throws(WindowStoreError) in try journal.add(record, synced: synced) }
    }
    try result.get()
  }

  /// Saves the confirmed board, so that the window opens at once next time. Does nothing where another
  /// process took the one before away, for a purge that this board does not know of, or because its
  /// user may not read it.
  /// - Parameter picture: what the window shows of the board, with no words that the board does not
  ///   have.
  public func saveBoard(
    _ board: SavedBoard, picture: [UInt8] = []
  ) throws(WindowStoreError) {
    makeWay()
    let session = journal.withLock { $0.state.session.session }
    try self.board.write(board, picture: picture, session: session)
  }

  /// Keeps a report. Where that is the copy of a board whose store was replaced, and it cannot be
  /// written, it is tried again with the next board, the next session and when the window is closed.
  /// Until it is written, the board that is on the disk is put aside rather than replaced.
  public func keep(
    _ report: DivergenceReport, of origin: DivergenceReports.Origin, in folder: DivergenceReports
  ) throws(WindowStoreError) {
    guard report.cause.replacement != nil else {
      try folder.write(report, of: origin)
      return
    }
    lost.withLock {
      guard $0.waiting.count < LostCopies.most else { return }
      $0.waiting.append(LostCopies.Copy(report: report, origin: origin, folder: folder))
    }
    try keepLost()
  }

  /// Writes the copies that wait.
  func keepLost() throws(WindowStoreError) {
    while let next = lost.withLock({ $0.waiting.first }) {
      try next.folder.write(next.report, of: next.origin)
      lost.withLock { $0.waiting.removeFirst(1) }
    }
    let wasAside = lost.withLock { lost in
      defer { lost.isAside = false }
      return lost.isAside
    }
    if wasAside { _ = try? board.removeDamaged() }
  }

  /// Does so before another board takes the place of the one on the disk, or puts that aside.
  private func makeWay() {
    do throws(WindowStoreError) {
      try keepLost()
    } catch {
      let isFirst = lost.withLock { lost in
        defer { lost.isAside = true }
        return !lost.isAside
      }
      if isFirst { board.putAside() }
    }
  }

  /// Notes that the coordinator lets the user read the board as of now.
  /// - Returns: whether another process had taken the saved board away as if it did not.
  public func allowReading() throws(WindowStoreError) -> Bool { try board.allowReading() }

  /// Removes the saved board, also one that was put aside, what the journal has of operations that
  /// were let go of, and the words around those that were not.
  public func forgetBoard() throws(WindowStoreError) {
    try board.remove()
    try clearPurged(.max)
  }

  /// Removes what the folder has of operations that were let go of, also in what was cut off a
  /// journal, a board that was put aside, and what was not put in a file's place: something on the
  /// board was purged.
  /// - Parameters:
  ///   - purge: the purge's sequence number. Of edits that were made before, the words around them go
  ///     too.
  ///   - store: where it is known: copies that wait and lack nothing by purges there stay.
  public func clearPurged(
    _ purge: UInt64, in store: IncarnationID? = nil
  ) throws(WindowStoreError) {
    lost.withLock { lost in
      lost.waiting.removeAll {
        guard let known = $0.report.cause.replacement else { return false }
        return known.new != store || known.purge < purge
      }
    }
    try dropPast(purge)
    try CutTail.dropPast(of: Self.journalPath(folder), journal.withLock { $0.state })
    do throws(FileError) {
      try board.removeDamaged()
      // What a killed process was about to put in a file's place.
      for name in try Folder.names(in: folder) where name.hasSuffix(".new") {
        try Folder.remove(folder + "/" + name)
      }
    } catch {
      throw .file(error)
    }
  }

  /// Does the same for a window that no process shows, and removes its saved board if that is from
  /// before the purge, as nobody writes it anew.
  func clearPurgedUnshown(_ purge: UInt64) throws(WindowStoreError) {
    try board.remove(before: purge)
    try clearPurged(purge)
  }

  /// Takes out of the journal what was let go of, and the words around what was not.
  public func clearJournal() throws(WindowStoreError) { try dropPast(.max) }

  private func dropPast(_ purge: UInt64) throws(WindowStoreError) {
    let result = journal.withLock { journal in
      Result { () throws(WindowStoreError) in try journal.dropPast(purge) }
    }
    try result.get()
  }
}
