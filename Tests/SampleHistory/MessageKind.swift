public import Wire

/// Every payload there is, by name: a table over all of them is complete, and a new one does not
/// compile before it has its place here.
public enum MessageKind: String, CaseIterable, Sendable {
  case hello, welcome, error, ping, pong, goodbye, listBoards, boards, createBoard, membership,
    findUsers, users, setName, attach, attached, fetchSnapshot, snapshot, fetchHistory,
    fetchCardHistory, fetchExcerpt, excerpt, history, submit, outcome, detach, detached, committed,
    acknowledge, resync,
    digest, presence, present, morePresent, openWindow,
    windowOpened, attachWindow, listWindows, windows, endWindow, windowEnded, windowState,
    activate, windowRegistered, windowEnd, windowsGone, infoNotKept, invite, invited, invitation,
    lift, lifted, carried, load, part, drop, dropped, cancelDrag,
    join, certificate, renew, admit, admitted, listDevices, devices, revokeDevice, deviceRevoked

  /// - Returns: nil for a message that has no name here.
  public init?(_ message: Message) {
    self.init(rawValue: Mirror(reflecting: message).children.first?.label ?? "")
  }
}
