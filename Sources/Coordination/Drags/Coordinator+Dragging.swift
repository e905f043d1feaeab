import BoardModel
import LogRecords
import Wire

// What users carry from window to window (SPEC.md DRG). It is stored nowhere.
extension Coordinator {
  mutating func lift(_ id: ConnectionID, _ request: UInt64, _ body: Lift) {
    guard let window = window(of: id, with: Feature.drags), let author = author(of: id) else {
      return refuseWithoutWindow(id, request)
    }
    guard body.payload.count <= Limits.chunkBytes else {
      return refuse(
        id, request, .requestTooLarge,
        "The drag has \(body.payload.count) bytes; at most \(Limits.chunkBytes) are taken.")
    }
    drags.lift(
      Drag(
        id: body.drag, session: window.session, board: window.board, author: author,
        content: body.content), at: place(of: window.session), now: now)
    respond(id, request, Lifted())
    tellDrags()
  }

  mutating func drop(_ id: ConnectionID, _ request: UInt64, _ body: Drop) {
    guard let window = window(of: id, with: Feature.drags), let author = author(of: id) else {
      return refuseWithoutWindow(id, request)
    }
    guard let drag = drags.drag(body.drag, of: author.user) else {
      return refuseEnded(id, request, body.drag)
    }
    if let refusal = drag.refusal(of: body.proposal, on: window.board) {
      return refuse(id, request, refusal)
    }
    drags.end(.dropped, by: author, at: place(of: window.session))
    respond(id, request, Dropped())
    tellDrags()
  }

  mutating func cancelDrag(_ id: ConnectionID, _ drag: DragID) {
    guard let window = window(of: id, with: Feature.drags), let author = author(of: id),
      drags.drag(drag, of: author.user) != nil
    else { return }
    drags.end(.cancelled, by: author, at: place(of: window.session))
    tellDrags()
  }

  /// Ends the drags that were carried for too long.
  mutating func settleDrags() {
    for drag in drags.overdue(now: now) {
      drags.end(.lapsed, by: drag.author, at: place(of: drag.session))
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

  // MARK: Telling

  /// Tells a window what its user carries, if it does not know.
  mutating func continueDrags(_ id: ConnectionID) {
    guard let user = author(of: id)?.user, needsCarried(id, of: user) else { return }
    tell(carried(by: user), to: id)
    drags.toldOne(of: user)
  }

  /// Tells all windows of the users whose drags began or ended: of each change at once, so that
  /// what became of a drag is told also where the next one begins in the same turn.
  mutating func tellDrags() {
    for user in drags.takeUntold() {
      let frame = carried(by: user)
      var isKnown = true
      for id in connections.keys.filter({ author(of: $0)?.user == user }).sorted()
      where needsCarried(id, of: user) {
        isKnown = tell(frame, to: id) && isKnown
      }
      if isKnown { drags.told(user) }
    }
  }

  private func carried(by user: String) -> [UInt8] {
    let userDrag = drags.userDrag(of: user)
    return Carried(drag: userDrag?.drag, ended: userDrag?.ended).frame().bytes
  }

  private func needsCarried(_ id: ConnectionID, of user: String) -> Bool {
    window(of: id, with: Feature.drags).map { drags.concerns(user, told: $0.dragTold) } ?? false
  }

  /// - Returns: false where there is no room; the state is told when there is.
  @discardableResult
  private mutating func tell(_ frame: [UInt8], to id: ConnectionID) -> Bool {
    guard sendAside(frame, to: id) else { return false }
    connections[id]?.tellDrag(through: drags.newest)
    return true
  }
}

extension Drag {
  /// Why it cannot be put down like this on a board; nil where it can.
  fileprivate func refusal(of proposal: DropProposal, on board: BoardID) -> Refusal? {
    switch proposal {
    case .move where !content.moves: Refusal(.dropForbidden, "What is carried can only be copied.")
    case .move where self.board != board:
      Refusal(
        .dropForbidden, "What is carried is of another board: it can be copied here, not moved.")
    case .copy where !content.copies: Refusal(.dropForbidden, "What is carried cannot be copied.")
    case .move, .copy: nil
    }
  }
}
