import BoardModel
import LogRecords
import Wire

// How a connection's session is taken from it, or given up.
extension Coordinator {
  /// Tells a connection that it does not speak for the session any longer.
  mutating func fence(_ old: ConnectionID, off session: SessionID) {
    let text = "Another terminal took the window \(session) over."
    if let waiting = commits.withdrawAttach(of: old) {
      releaseRoute(of: old)
      refuse(old, waiting, .fenced, text)
    } else {
      endAttachment(of: old, saying: ErrorMessage(code: .fenced, text: text))
    }
  }

  /// Takes a connection's session away without telling the peer.
  mutating func withdraw(_ id: ConnectionID) {
    let waiting = commits.withdrawAttach(of: id)
    endAttachment(of: id)
    let refusal = Refusal.endsJustNow
    if let waiting { refuse(id, waiting, refusal.code, refusal.text, retryAfter: 1_000) }
  }

  /// Ends what a connection may do for its session, and what it is still being answered of its board
  /// (SPEC.md SNP-024).
  mutating func endAttachment(of id: ConnectionID, saying error: ErrorMessage? = nil) {
    let request = window(of: id)?.subscription.snapshotRequest
    releaseRoute(of: id)
    if let error { send(id, error.frame()) }
    if let request { refuse(id, request, .notAttached, Coordinator.unattachedText) }
  }

  /// Ends what a connection may do for its session; the connection stays.
  mutating func releaseRoute(of id: ConnectionID) {
    switch connections[id]?.detach() {
    case nil, .some(.none): return
    case .attaching(let session):
      _ = commits.withdrawAttach(of: id)
      sessions.leave(session, id, now: now)
    case .attached(let window):
      presence.end(window.session, on: window.board)
      boards.change(window.board) { [now] in $0.unsubscribe(id, now: now) }
      sessions.leave(window.session, id, now: now)
    }
  }

  mutating func detach(_ id: ConnectionID, _ request: UInt64, _ body: Detach) {
    guard let session = attachment(of: id) else {
      return refuse(id, request, .notAttached, Coordinator.unattachedText)
    }
    endAttachment(of: id)
    if body.close {
      forget(session)
    } else {
      commits.save([session])
    }
    commits.answer(.detached(id, request: request))
  }

  /// Removes a session from memory, and from the log with the next group.
  mutating func forget(_ session: SessionID) {
    guard sessions.forget(session) else { return }
    openings.forget(session)
    commits.forget(session)
  }
}
