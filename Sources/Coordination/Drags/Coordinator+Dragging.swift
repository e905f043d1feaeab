import BoardModel
import Wire

// What users carry from window to window (SPEC.md DRG). It is nowhere stored.
extension Coordinator {
  mutating func lift(_ id: ConnectionID, _ request: UInt64, _ body: Lift) {
    guard let window = draggingWindow(id), let author = connections[id]?.author else {
      return refuseWithoutWindow(id, request)
    }
    guard body.payload.count <= Limits.chunkBytes else {
      return refuse(
        id, request, .requestTooLarge,
        "The drag has \(body.payload.count) bytes; at most \(Limits.chunkBytes) are taken.")
    }
    if drags.drag(body.drag, of: author.user) == nil {
      drags.lift(
        Drag(
          id: body.drag, session: window.session, board: window.board, author: author,
          content: body.content), at: place(of: window.session), now: now.monotonic)
      untoldDrags.insert(author.user)
    }
    respond(id, request, Lifted())
  }

  mutating func drop(_ id: ConnectionID, _ request: UInt64, _ body: Drop) {
    guard let window = draggingWindow(id), let author = connections[id]?.author else {
      return refuseWithoutWindow(id, request)
    }
    guard let drag = drags.drag(body.drag, of: author.user) else {
      return refuseEnded(id, request, body.drag)
    }
    if let reason = Coordinator.refusal(of: body.proposal, drag, on: window.board) {
      return refuse(id, request, .dropForbidden, reason)
    }
    endDrag(.dropped, by: author, in: window.session)
    respond(id, request, Dropped())
  }

  mutating func cancelDrag(_ id: ConnectionID, _ drag: DragID) {
    guard let window = draggingWindow(id), let author = connections[id]?.author,
      drags.drag(drag, of: author.user) != nil
    else { return }
    endDrag(.cancelled, by: author, in: window.session)
  }

  /// Lets go of what was carried for too long.
  mutating func settleDrags() {
    for drag in drags.overdue(now: now.monotonic) {
      endDrag(.lapsed, by: drag.author, in: drag.session)
    }
  }

  private mutating func endDrag(_ end: DragEnd, by author: Author, in session: SessionID) {
    drags.end(end, by: author, at: place(of: session))
    untoldDrags.insert(author.user)
  }

  private static func refusal(
    of proposal: DropProposal, _ drag: Drag, on board: BoardID
  ) -> String? {
    switch proposal {
    case .move where !drag.content.moves: "What is carried can only be copied."
    case .move where drag.board != board:
      "What is carried is of another board: it can be copied here, not moved."
    case .copy where !drag.content.copies: "What is carried cannot be copied."
    case .move, .copy: nil
    }
  }

  mutating func refuseEnded(_ id: ConnectionID, _ request: UInt64, _ drag: DragID) {
    refuse(
      id, request, .dragOver,
      "You do not carry \(drag) any longer: it was put down or let go in another window.")
  }

  private mutating func refuseWithoutWindow(_ id: ConnectionID, _ request: UInt64) {
    refuse(
      id, request, .notAttached, "Only an attached window can take something up or put it down.")
  }

  private func place(of session: SessionID) -> String {
    sessions[session]?.record.window?.place ?? ""
  }

  /// The session and board of a connection that has to do with drags.
  private func draggingWindow(_ id: ConnectionID) -> (session: SessionID, board: BoardID)? {
    guard case .ready(.attached(let session, let board, _, _)) = connections[id]?.phase,
      connections[id]?.features.contains(Feature.drags) == true,
      sessions[session]?.record.configuration != .command
    else { return nil }
    return (session, board)
  }

  // MARK: Telling

  /// There is a window that does not know what its user carries.
  mutating func continueDrags(_ id: ConnectionID) {
    guard draggingWindow(id) != nil, let connection = connections[id],
      needsCarried(connection)
    else { return }
    untoldDrags.insert(connection.author.user)
  }

  private func needsCarried(_ connection: Connection) -> Bool {
    guard let told = connection.dragTold else { return true }
    return told < drags.hand(of: connection.author.user)?.change ?? 0
  }

  mutating func tellDrags() {
    for user in untoldDrags.sorted() {
      let hand = drags.hand(of: user)
      let frame = Carried(drag: hand?.drag, ended: hand?.ended).frame().bytes
      var isKnown = true
      for (id, connection) in connections.sorted(by: { $0.key < $1.key })
      where connection.author.user == user && draggingWindow(id) != nil {
        guard needsCarried(connection) else { continue }
        // As with who is present: it takes no room of what else there is.
        guard connection.outbox.aside + frame.count <= Coordinator.asideBytes else {
          isKnown = false
          continue
        }
        connections[id]?.outbox.aside += frame.count
        connections[id]?.dragTold = drags.newest
        sendBytes(id, frame)
      }
      if isKnown { drags.told(user) }
    }
    untoldDrags = []
  }
}
