import BoardModel
import LogRecords
import Wire

// What users carry from window to window (SPEC.md DRG). It is stored nowhere.
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

  /// Ends the drags that were carried for too long.
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

  /// The session and board of a connection that takes part in drags.
  private func draggingWindow(_ id: ConnectionID) -> (session: SessionID, board: BoardID)? {
    guard let window = connections[id]?.window,
      connections[id]?.features.contains(Feature.drags) == true,
      sessions[window.session]?.record.configuration != .command
    else { return nil }
    return (window.session, window.board)
  }

  // MARK: Telling

  /// Tells a window what its user carries, if it does not know.
  mutating func continueDrags(_ id: ConnectionID) {
    guard let user = connections[id]?.author.user, draggingWindow(id) != nil, needsCarried(id)
    else { return }
    let userDrag = drags.userDrag(of: user)
    tell(carried(userDrag), to: id)
    // The user's other windows may have been told already.
    if userDrag != nil, userDrag?.drag == nil { untoldDrags.insert(user) }
  }

  /// Tells all windows of the users whose drags began or ended.
  mutating func tellDrags() {
    for user in untoldDrags.sorted() {
      let frame = carried(drags.userDrag(of: user))
      var isKnown = true
      for id in connections.keys.filter({ connections[$0]?.author.user == user }).sorted()
      where draggingWindow(id) != nil && needsCarried(id) {
        isKnown = tell(frame, to: id) && isKnown
      }
      if isKnown { drags.told(user) }
    }
    untoldDrags = []
  }

  private func carried(_ userDrag: DragTable.UserDrag?) -> [UInt8] {
    Carried(drag: userDrag?.drag, ended: userDrag?.ended).frame().bytes
  }

  private func needsCarried(_ id: ConnectionID) -> Bool {
    guard let connection = connections[id], let told = connection.window?.dragTold else {
      return true
    }
    return told < drags.userDrag(of: connection.author.user)?.change ?? 0
  }

  /// - Returns: false where there is no room; the state is told when there is.
  @discardableResult
  private mutating func tell(_ frame: [UInt8], to id: ConnectionID) -> Bool {
    guard sendAside(frame, to: id) else { return false }
    connections[id]?.window?.dragTold = drags.newest
    return true
  }
}
