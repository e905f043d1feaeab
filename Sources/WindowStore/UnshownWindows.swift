public import BoardModel
import WindowSync

// What windows keep of a board, for whichever process of this device learns first that it has to go.
// A window that is shown learns it by itself, while it has a connection.
extension DeviceWindows {
  /// Takes away what is kept of a board from before a purge, beside what nobody sent. A copy that came
  /// from another store goes too, since nothing says whether it is from before.
  /// - Parameters:
  ///   - board: the board as the coordinator has it, since the purge.
  ///   - isWhole: whether it is all of the board: from a part nobody can tell what of a draft was
  ///     purged.
  ///   - store: the coordinator's.
  ///   - own: the files of the window that learned of it and clears them itself; nil where a command
  ///     did.
  public func clearPurged(
    _ board: Board, isWhole: Bool = true, of store: IncarnationID, besides own: WindowFiles? = nil
  ) throws(WindowStoreError) {
    try reports.forget(board.id, keeping: (store, from: board.lastPurge))
    func purge(_ window: KeptWindow) -> UInt64? {
      guard window.session.board == board.id,
        windowsFolder + "/" + window.name != own?.folder
      else { return nil }
      return window.session.incarnation == store ? board.lastPurge : ClearedMark.reading
    }
    let failure = try clearShownBoards(purge)
    try forEachUnshown { window in
      window.session.board == board.id
    } perform: { (window, files) throws(WindowStoreError) in
      if window.session.incarnation == store {
        try files.clearPurgedUnshown(board.lastPurge)
      } else {
        try files.forgetBoard()
      }
      if isWhole { try files.reducePurged(on: board, by: user) }
    }
    // One that was opened meanwhile was neither.
    if let failure = try clearShownBoards(purge) ?? failure { throw failure }
  }

  /// Takes away what is kept of a board that this user may not read any longer, beside what nobody
  /// sent.
  /// - Parameter store: the store that says so, whose windows alone lose their boards: another
  ///   store's copy may be the last there is. Nil for every store.
  public func forgetBoard(
    _ board: BoardID, of store: IncarnationID? = nil
  ) throws(WindowStoreError) {
    try reports.forget(board)
    func concerns(_ window: KeptWindow) -> Bool {
      window.session.board == board && (store == nil || window.session.incarnation == store)
    }
    let failure = try clearShownBoards { concerns($0) ? ClearedMark.reading : nil }
    try forEachUnshown(where: concerns) { (_, files) throws(WindowStoreError) in
      try files.forgetBoard()
    }
    if let failure { throw failure }
  }

  /// Takes away the saved boards of windows that are shown. One that has a connection writes what it
  /// knows in their place; another may have none without a word, and take itself for connected.
  /// - Parameter purge: the sequence number before which a window's board goes; nil where it stays.
  /// - Returns: why one could not be taken away; the others were.
  private func clearShownBoards(
    _ purge: (KeptWindow) -> UInt64?
  ) throws(WindowStoreError) -> WindowStoreError? {
    var failure: WindowStoreError?
    for window in try list() where window.isOpen {
      guard let purge = purge(window) else { continue }
      do throws(WindowStoreError) {
        try BoardFile(inFolder: windowsFolder + "/" + window.name).clear(before: purge)
      } catch {
        // Its window was closed meanwhile.
        if case .gone = error { continue }
        failure = failure ?? error
      }
    }
    return failure
  }

  /// Removes the files of a window that has ended, unless they hold what is nowhere else.
  /// - Parameter holdsDrafts: whether a saved view holds drafts.
  public func removeEnded(
    _ session: SessionID, holdsDrafts: ([UInt8]) -> Bool
  ) throws(WindowStoreError) {
    try forEachUnshown { window in
      window.session.session == session && !window.holdsUnsentWork
    } perform: { (_, files) throws(WindowStoreError) in
      if let view = try files.view(), holdsDrafts(view) { return }
      guard files.cuts.isEmpty else { return }
      try close(files)
    }
  }

  private func forEachUnshown(
    where concerns: (KeptWindow) -> Bool,
    perform work: (KeptWindow, WindowFiles) throws(WindowStoreError) -> Void
  ) throws(WindowStoreError) {
    for window in try list() where !window.isOpen && concerns(window) {
      let files: WindowFiles
      do throws(WindowStoreError) {
        files = try open(window.name, isUse: false)
      } catch {
        switch error {
        // Whoever opened it meanwhile learns it by itself; what cannot be read is a person's.
        case .inUse, .gone, .unreadable: continue
        case .file, .tooLarge, .unfit: throw error
        }
      }
      try work(window, files)
      files.markLastUsed(window.lastUsed)
    }
  }
}
