import BoardModel
import LogRecords
import Wire

// Which function handles which message.
extension Coordinator {
  /// Handles a message that the table of messages allows in this frame, on this connection. What
  /// has no function here is unexpected too.
  mutating func takeMessage(_ id: ConnectionID, _ frame: Frame, _ message: Message) {
    // The peer could not read a message that this side sent; it closes the connection if it must.
    if case .error = message {
      if frame.flags == .response { loaded(id, frame.request, nil) }
      return
    }
    guard
      MessageEntry[frame.type]?.allows(
        frame, from: .client, features: connections.read(id) { $0.features } ?? []) == true
    else { return unexpected(id, frame) }
    switch message {
    // A connection begins with HELLO, and has no second one.
    case .hello: unexpected(id, frame)
    case .pong(let pong): ponged(id, pong.nonce)
    case .goodbye: sayGoodbye(id, reason: 0, "")
    case .acknowledge(let acknowledge): self.acknowledge(id, acknowledge)
    case .presence(let presence): takePresence(id, presence)
    case .cancelDrag(let body): cancelDrag(id, body.drag)
    case .part(let part): loaded(id, frame.request, part)
    case .windowState(let state): takeWindowState(id, state)
    default:
      guard MessageForm(frame) == .request else { return unexpected(id, frame) }
      guard acceptRequest(id, frame.request) else { return }
      if !takeRequest(id, frame.request, message) { unexpected(id, frame) }
    }
  }

  /// Handles a request; it is called again for requests that waited for their board to be loaded.
  /// - Returns: false if nothing handles the message as a request.
  @discardableResult
  mutating func takeRequest(_ id: ConnectionID, _ request: UInt64, _ message: Message) -> Bool {
    switch message {
    case .ping(let ping): respond(id, request, Pong(nonce: ping.nonce))
    case .listBoards: listBoards(id, request)
    case .createBoard(let body): createBoard(id, request, body)
    case .attach(let body): attach(id, request, body, as: nil)
    case .attachWindow(let body): attach(id, request, body.attach, as: body)
    case .openWindow(let body): openWindow(id, request, body)
    case .listWindows(let body): listWindows(id, request, body)
    case .endWindow(let body): endWindow(id, request, body)
    case .invite(let body): invite(id, request, body)
    case .lift(let body): lift(id, request, body)
    case .load(let body): load(id, request, body)
    case .drop(let body): drop(id, request, body)
    case .fetchSnapshot: fetchSnapshot(id, request)
    case .fetchExcerpt(let body): fetchExcerpt(id, request, body)
    case .fetchHistory(let body): fetchHistory(id, request, body)
    case .fetchCardHistory(let body): fetchCardHistory(id, request, body)
    case .submit(let body): submit(id, request, body.operation)
    case .detach(let body): detach(id, request, body)
    case .findUsers(let body): findUsers(id, request, body)
    case .setName(let body): setName(id, request, body)
    case .renew(let body):
      guard let device = visitor(of: id)?.certified else { return false }
      renew(id, request, body, of: device)
    case .admit(let body): admit(id, request, body)
    case .listDevices: listDevices(id, request)
    case .revokeDevice(let body): revokeDevice(id, request, body)
    default: return false
    }
    return true
  }

  private mutating func unexpected(_ id: ConnectionID, _ frame: Frame) {
    fail(
      id, .unexpectedMessage,
      "A frame of type 0x\(String(frame.type.rawValue, radix: 16)) with request "
        + "\(frame.request) and flags 0x\(String(frame.flags.rawValue, radix: 16)) "
        + "has no meaning here.")
  }
}
