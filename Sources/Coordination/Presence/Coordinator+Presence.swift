import BoardModel
import LogRecords
import Wire

// Who looks at and edits what (SPEC.md PRS). It lives with the attachment and is stored nowhere.
extension Coordinator {
  /// Whether a silent window is noticed early enough for presence to be true (SPEC.md PRS-011).
  var offersPresence: Bool {
    configuration.keepaliveMilliseconds <= Limits.presenceKeepaliveMilliseconds
  }

  mutating func takePresence(_ id: ConnectionID, _ body: Presence) {
    guard let window = window(of: id, with: Feature.presence), let author = author(of: id)
    else { return }
    presence.set(window.session, author, body.state, on: window.board)
  }

  /// Tells a window the presences it was not told yet; called when there is room, or it is new.
  mutating func continuePresence(_ id: ConnectionID) {
    guard let window = window(of: id, with: Feature.presence) else { return }
    presence.catchUp(on: window.board, after: window.presenceTold)
  }

  /// Tells the windows of the boards where something changed, unless they were told just now.
  mutating func tellPresence() {
    guard !presence.untold.isEmpty else { return }
    for board in presence.due(now: now) {
      let listeners = boards.subscribers(of: board).compactMap { id in
        connections.read(id) { PresenceTable.Listener(id, $0) } ?? nil
      }
      for (id, telling) in presence.tell(board, to: listeners, now: now) {
        connections.change(id) { connection in
          connection.tellPresence(telling.told)
          if !telling.told.isWhole { connection.outbox.lackRoomAside() }
        }
        if !telling.bytes.isEmpty { _ = sendAside(telling.bytes, to: id) }
      }
    }
  }
}

extension PresenceTable.Listener {
  fileprivate init?(_ id: ConnectionID, _ connection: Connection) {
    guard let window = connection.window(with: Feature.presence) else { return nil }
    self.init(
      connection: id, session: window.session, told: window.presenceTold,
      room: connection.outbox.roomAside, waitsForRoom: connection.outbox.lacksRoomAside)
  }
}
