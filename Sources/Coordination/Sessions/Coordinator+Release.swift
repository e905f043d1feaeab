import BoardModel
import LogRecords
import Wire

// How a connection's session is taken from it, or given up.
extension Coordinator {
  /// Tells a connection that it does not speak for the session any longer.
  mutating func fence(_ old: ConnectionID, off session: SessionID) {
    let waiting = commits.withdrawAttach(of: old)
    releaseRoute(of: old)
    let text = "Another terminal took the window \(session) over."
    if let waiting {
      refuse(old, waiting, .fenced, text)
    } else {
      send(old, ErrorMessage(code: .fenced, text: text).frame())
    }
  }

  /// Takes a connection's session away without telling the peer.
  mutating func withdraw(_ id: ConnectionID) {
    let waiting = commits.withdrawAttach(of: id)
    releaseRoute(of: id)
    let refusal = Refusal.endsJustNow
    if let waiting { refuse(id, waiting, refusal.code, refusal.text, retryAfter: 1_000) }
  }

  /// The session that a connection is attached to.
  func attachment(of id: ConnectionID) -> SessionID? {
    connections[id]?.window?.session
  }

  /// Ends what a connection may do for its session; the connection stays.
  mutating func releaseRoute(of id: ConnectionID) {
    guard case .ready(let attachment) = connections[id]?.phase else { return }
    connections[id]?.phase = .ready(.none)
    switch attachment {
    case .none: return
    case .attaching(let session):
      _ = commits.withdrawAttach(of: id)
      sessions.leave(session, id, now: now)
    case .attached(let window):
      endPresence(of: window.session, on: window.board)
      removeSubscriber(id, from: window.board)
      sessions.leave(window.session, id, now: now)
    }
  }

  /// Takes a session out of memory.
  mutating func dropSession(_ id: SessionID) {
    guard sessions[id] != nil else { return }
    sessions.remove(id)
    watchers.remove(id)
  }

  private mutating func removeSubscriber(_ id: ConnectionID, from board: BoardID) {
    changeLoaded(board) { [now] loaded in
      loaded.subscribers.removeAll { $0 == id }
      if loaded.subscribers.isEmpty { loaded.idleSince = now.monotonic }
    }
  }

  mutating func detach(_ id: ConnectionID, _ request: UInt64, _ body: Detach) {
    guard let session = connections[id]?.window?.session else {
      return refuse(id, request, .notAttached, Coordinator.unattachedText)
    }
    releaseRoute(of: id)
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
    watchers.remove(session)
    commits.forget(session)
  }
}
