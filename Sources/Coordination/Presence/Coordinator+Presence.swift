import BoardModel
import LogRecords
import Wire

// Who looks at and edits what (SPEC.md PRS). It lives with the attachment and is stored nowhere.
extension Coordinator {
  /// The most bytes of PRESENT, CARRIED and INVITATION that wait for one window: as much as a
  /// thousand people at one board cause at once. What does not fit is told later, with its state at
  /// that time.
  static let asideBytes = 256 << 10

  /// Whether a silent window is noticed early enough for presence to be true (SPEC.md PRS-011).
  var offersPresence: Bool {
    configuration.keepaliveMilliseconds <= Limits.presenceKeepaliveMilliseconds
  }

  mutating func takePresence(_ id: ConnectionID, _ body: Presence) {
    guard let window = connections[id]?.window, takesPart(id),
      let author = connections[id]?.author
    else { return }
    notePresence(of: window.session, author, body.state, on: window.board)
  }

  /// Removes the presence of a session whose attachment ended.
  mutating func endPresence(of session: SessionID, on board: BoardID) {
    guard case .loaded(let loaded) = boards[board],
      let author = loaded.presence.author(of: session)
    else { return }
    notePresence(of: session, author, nil, on: board)
  }

  private mutating func notePresence(
    of session: SessionID, _ author: Author, _ state: PresenceState?, on board: BoardID
  ) {
    var changed = false
    changeLoaded(board) { changed = $0.presence.set(session, author, state) }
    if changed { untoldPresence.insert(board) }
  }

  /// Tells a window the presences it was not told yet; called when there is room, or it is new.
  mutating func continuePresence(_ id: ConnectionID) {
    guard let window = connections[id]?.window, case .loaded(let loaded) = boards[window.board],
      takesPart(id), window.presenceTold < loaded.presence.newest
    else { return }
    untoldPresence.insert(window.board)
  }

  /// Whether the connection takes part in presence: a command has none, and no use for that of
  /// others.
  private func takesPart(_ id: ConnectionID) -> Bool {
    guard let window = connections[id]?.window,
      connections[id]?.features.contains(Feature.presence) == true
    else { return false }
    return sessions[window.session]?.record.configuration != .command
  }

  /// Tells the windows of the boards where something changed, unless they were told just now.
  mutating func tellPresence() {
    for board in untoldPresence.sorted() {
      guard case .loaded(let loaded) = boards[board] else {
        untoldPresence.remove(board)
        continue
      }
      if let due = presenceDue(loaded), now.monotonic < due { continue }
      untoldPresence.remove(board)
      tellPresence(loaded, on: board)
    }
  }

  private func presenceDue(_ board: LoadedBoard) -> UInt64? {
    board.presence.toldAt.map { $0 + Limits.presencePauseMilliseconds }
  }

  /// The time at which `tellPresence` has something to do next.
  var nextPresence: UInt64? {
    untoldPresence.compactMap { board in
      if case .loaded(let loaded) = boards[board] {
        presenceDue(loaded) ?? now.monotonic
      } else {
        nil
      }
    }.min()
  }

  private mutating func tellPresence(_ loaded: LoadedBoard, on board: BoardID) {
    let listeners = loaded.subscribers.filter { takesPart($0) }
    let oldest = listeners.compactMap { connections[$0]?.window?.presenceTold }.min() ?? .max
    // Encoded once for all windows.
    let changes = loaded.presence.changes(after: oldest).map { entry in
      let present = Present(session: entry.session, author: entry.author, state: entry.state)
      return (entry: entry, frame: present.frame().bytes)
    }
    var told: Set<UInt64> = []
    for id in listeners { told.insert(tell(changes, through: loaded.presence.newest, to: id)) }
    changeLoaded(board) { [now] board in
      board.presence.toldAt = now.monotonic
      board.presence.forget(told: told)
    }
  }

  /// - Returns: the number of the last change that the window was told of.
  private mutating func tell(
    _ changes: [(entry: PresenceRoll.Entry, frame: [UInt8])], through newest: UInt64,
    to id: ConnectionID
  ) -> UInt64 {
    guard let window = connections[id]?.window, let waiting = connections[id]?.outbox.aside
    else { return newest }
    let (own, before) = (window.session, window.presenceTold)
    var bytes: [UInt8] = []
    var through = newest
    var last = before
    for (entry, frame) in changes where entry.concerns(before) && entry.session != own {
      guard waiting + bytes.count + frame.count <= Coordinator.asideBytes else {
        through = last
        break
      }
      bytes += frame
      last = entry.change
    }
    connections[id]?.window?.presenceTold = through
    guard !bytes.isEmpty else { return through }
    connections[id]?.outbox.aside = waiting + bytes.count
    sendBytes(id, bytes)
    return through
  }
}
