import BoardModel
import LogRecords
import Wire

// Another user's focus is never taken: they are invited (SPEC.md WIN-029).
extension Coordinator {
  mutating func invite(_ id: ConnectionID, _ request: UInt64, _ body: Invite) {
    guard let author = author(of: id) else { return }
    if let refusal = body.activity.refusal { return refuse(id, request, refusal) }
    guard boards.mayRead(body.board, author.user) else {
      return refuse(id, request, .unknown(body.board))
    }
    let frame = Invitation(
      board: body.board, author: author, activity: body.activity.withoutInfo
    ).frame()
    var told: UInt32 = 0
    for guest in boards.subscribers(of: body.board)
    where body.user != author.user && self.author(of: guest)?.user == body.user {
      guard window(of: guest, with: Feature.windows) != nil else { continue }
      if sendAside(frame.bytes, to: guest) { told += 1 }
    }
    respond(id, request, Invited(windows: told))
  }
}
