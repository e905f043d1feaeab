import BoardModel
import LogRecords
import Wire

// Another user's focus is never taken: they are invited (SPEC.md WIN-029).
extension Coordinator {
  mutating func invite(_ id: ConnectionID, _ request: UInt64, _ body: Invite) {
    guard let author = connections[id]?.author else { return }
    if let refusal = body.activity.refusal { return refuse(id, request, refusal) }
    guard boards[body.board] != nil else {
      return refuse(id, request, .boardUnknown, "There is no board \(body.board) here.")
    }
    let frame = Invitation(
      board: body.board, author: author, activity: body.activity.withoutInfo
    ).frame()
    var told: UInt32 = 0
    for guest in attached(to: body.board)
    where body.user != author.user && isWindow(guest, of: body.user) {
      if sendAside(frame.bytes, to: guest) { told += 1 }
    }
    respond(id, request, Invited(windows: told))
  }

  private func attached(to board: BoardID) -> [ConnectionID] {
    if case .loaded(let loaded) = boards[board] { loaded.subscribers } else { [] }
  }

  private func isWindow(_ id: ConnectionID, of user: String) -> Bool {
    guard connections[id]?.author.user == user,
      connections[id]?.features.contains(Feature.windows) == true,
      let session = attachment(of: id)
    else { return false }
    return sessions[session]?.record.configuration != .command
  }
}
