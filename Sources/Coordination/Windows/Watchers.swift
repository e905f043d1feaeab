import BoardModel
import LogRecords
import Wire

/// Which connections are told that a session is shown: those that opened it, and those that asked
/// for it by name (SPEC.md WIN-015, WIN-028). They are told each time, until they are gone.
struct Watchers: Sendable {
  /// The connections that watch a session, in the order in which each began.
  private(set) var bySession: [SessionID: [ConnectionID]] = [:]
  /// The sessions that a connection watches: at most `Limits.watchedSessions`, the latest at the
  /// end.
  private var byConnection: [ConnectionID: [SessionID]] = [:]

  mutating func watch(_ session: SessionID, by connection: ConnectionID) {
    var watched = byConnection[connection, default: []]
    if let index = watched.firstIndex(of: session) {
      watched.remove(at: index)
    } else {
      bySession[session, default: []].append(connection)
    }
    watched.append(session)
    if watched.count > Limits.watchedSessions { forget(watched.removeFirst(), of: connection) }
    byConnection[connection] = watched
  }

  func watchers(of session: SessionID) -> [ConnectionID] { bySession[session] ?? [] }

  /// Forgets a session that is over: nobody will show it any more.
  mutating func remove(_ session: SessionID) {
    for connection in bySession.removeValue(forKey: session) ?? [] {
      byConnection[connection]?.removeAll { $0 == session }
      if byConnection[connection]?.isEmpty == true { byConnection[connection] = nil }
    }
    giveBackSpareRoom()
  }

  mutating func removeAll(of connection: ConnectionID) {
    for session in byConnection.removeValue(forKey: connection) ?? [] {
      forget(session, of: connection)
    }
    giveBackSpareRoom()
  }

  private mutating func giveBackSpareRoom() {
    bySession.giveBackSpareRoom()
    byConnection.giveBackSpareRoom()
  }

  private mutating func forget(_ session: SessionID, of connection: ConnectionID) {
    bySession[session]?.removeAll { $0 == connection }
    if bySession[session]?.isEmpty == true { bySession[session] = nil }
  }
}
