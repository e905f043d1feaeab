import BoardModel
import LogRecords
import Wire

// Which function handles which message.
extension Coordinator {
  mutating func takeMessage(_ id: ConnectionID, _ frame: Frame, _ message: Message) {
    switch message {
    case .pong(let pong):
      guard frame.flags == .response else { return unexpected(id, frame) }
      ponged(id, pong.nonce)
    case .goodbye:
      guard frame.request == 0 else { return unexpected(id, frame) }
      sayGoodbye(id, reason: 0, "")
    case .error:
      // The peer could not read a message that this side sent; it closes the connection if it must.
      if frame.flags == .response { loaded(id, frame.request, nil) }
    case .acknowledge(let acknowledge):
      guard frame.request == 0, frame.flags.isEmpty else { return unexpected(id, frame) }
      self.acknowledge(id, acknowledge)
    case .presence(let presence):
      guard frame.request == 0, frame.flags.isEmpty, isAgreed(message, with: id) else {
        return unexpected(id, frame)
      }
      takePresence(id, presence)
    case .cancelDrag(let body):
      guard frame.request == 0, frame.flags.isEmpty, isAgreed(message, with: id) else {
        return unexpected(id, frame)
      }
      cancelDrag(id, body.drag)
    case .part(let part):
      guard frame.flags == .response, isAgreed(message, with: id) else {
        return unexpected(id, frame)
      }
      loaded(id, frame.request, part)
    case .windowState(let state):
      guard frame.request == 0, frame.flags.isEmpty, isAgreed(message, with: id) else {
        return unexpected(id, frame)
      }
      takeWindowState(id, state)
    case .ping, .listBoards, .createBoard, .attach, .fetchSnapshot, .fetchHistory, .submit,
      .fetchCardHistory, .detach, .openWindow, .attachWindow, .listWindows, .endWindow,
      .invite, .lift, .load, .drop:
      guard frame.request > 0, frame.flags.isEmpty, isAgreed(message, with: id) else {
        return unexpected(id, frame)
      }
      guard acceptRequest(id, frame.request) else { return }
      takeRequest(id, frame.request, message)
    case .hello, .welcome, .boards, .attached, .snapshot, .history, .outcome, .detached,
      .committed, .resync, .digest, .present, .windowOpened, .windows, .windowEnded,
      .activate, .windowRegistered, .windowEnd, .windowsGone, .invited, .invitation, .lifted,
      .carried, .dropped:
      unexpected(id, frame)
    }
  }

  /// Handles a request; it is called again for requests that waited for their board to be loaded.
  mutating func takeRequest(_ id: ConnectionID, _ request: UInt64, _ message: Message) {
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
    case .fetchSnapshot(let body): fetchSnapshot(id, request, body)
    case .fetchHistory(let body): fetchHistory(id, request, body)
    case .fetchCardHistory(let body): fetchCardHistory(id, request, body)
    case .submit(let body): submit(id, request, body.operation)
    case .detach(let body): detach(id, request, body)
    case .hello, .welcome, .error, .pong, .goodbye, .boards, .attached, .snapshot, .history,
      .outcome, .detached, .committed, .acknowledge, .resync, .digest, .presence, .present,
      .windowOpened, .windows, .windowEnded, .windowState, .activate, .windowRegistered,
      .windowEnd, .windowsGone, .invited, .invitation, .lifted, .carried, .part, .dropped,
      .cancelDrag:
      return
    }
  }

  /// Whether the features of the connection allow the message (SPEC.md HSK-007).
  private func isAgreed(_ message: Message, with id: ConnectionID) -> Bool {
    let feature: UInt16
    switch message {
    case .fetchCardHistory: feature = Feature.cardHistory
    case .presence: feature = Feature.presence
    case .openWindow, .attachWindow, .listWindows, .endWindow, .windowState, .invite:
      feature = Feature.windows
    case .lift, .load, .part, .drop, .cancelDrag: feature = Feature.drags
    default: return true
    }
    return connections[id]?.features.contains(feature) == true
  }

  private mutating func unexpected(_ id: ConnectionID, _ frame: Frame) {
    fail(
      id, .unexpectedMessage,
      "A frame of type 0x\(String(frame.type.rawValue, radix: 16)) with request "
        + "\(frame.request) and flags 0x\(String(frame.flags.rawValue, radix: 16)) "
        + "has no meaning here.")
  }
}
