public import Wire

/// Every payload there is, by name: a table over all of them is complete, and a new one does not
/// compile before it has its place here.
public enum MessageKind: String, CaseIterable, Sendable {
  case hello, welcome, error, ping, pong, goodbye, listBoards, boards, createBoard, attach,
    attached, fetchSnapshot, snapshot, fetchHistory, fetchCardHistory, history, submit, outcome,
    detach, detached, committed, acknowledge, resync, digest, presence, present, openWindow,
    windowOpened, attachWindow, listWindows, windows, endWindow, windowEnded, windowState,
    activate, windowRegistered, windowEnd, windowsGone, invite, invited, invitation, lift,
    lifted, carried, load, part, drop, dropped, cancelDrag

  public init(_ message: Message) {
    switch message {
    case .hello: self = .hello
    case .welcome: self = .welcome
    case .error: self = .error
    case .ping: self = .ping
    case .pong: self = .pong
    case .goodbye: self = .goodbye
    case .listBoards: self = .listBoards
    case .boards: self = .boards
    case .createBoard: self = .createBoard
    case .attach: self = .attach
    case .attached: self = .attached
    case .fetchSnapshot: self = .fetchSnapshot
    case .snapshot: self = .snapshot
    case .fetchHistory: self = .fetchHistory
    case .fetchCardHistory: self = .fetchCardHistory
    case .history: self = .history
    case .submit: self = .submit
    case .outcome: self = .outcome
    case .detach: self = .detach
    case .detached: self = .detached
    case .committed: self = .committed
    case .acknowledge: self = .acknowledge
    case .resync: self = .resync
    case .digest: self = .digest
    case .presence: self = .presence
    case .present: self = .present
    case .openWindow: self = .openWindow
    case .windowOpened: self = .windowOpened
    case .attachWindow: self = .attachWindow
    case .listWindows: self = .listWindows
    case .windows: self = .windows
    case .endWindow: self = .endWindow
    case .windowEnded: self = .windowEnded
    case .windowState: self = .windowState
    case .activate: self = .activate
    case .windowRegistered: self = .windowRegistered
    case .windowEnd: self = .windowEnd
    case .windowsGone: self = .windowsGone
    case .invite: self = .invite
    case .invited: self = .invited
    case .invitation: self = .invitation
    case .lift: self = .lift
    case .lifted: self = .lifted
    case .carried: self = .carried
    case .load: self = .load
    case .part: self = .part
    case .drop: self = .drop
    case .dropped: self = .dropped
    case .cancelDrag: self = .cancelDrag
    }
  }

  /// How a frame with it looks.
  public enum Form: Sendable {
    case request
    case response
    case event
  }

  public var form: Form {
    switch self {
    case .hello, .ping, .listBoards, .createBoard, .attach, .fetchSnapshot, .fetchHistory,
      .fetchCardHistory, .submit, .detach, .openWindow, .attachWindow, .listWindows,
      .endWindow, .invite, .lift, .load, .drop:
      .request
    case .welcome, .error, .pong, .boards, .attached, .snapshot, .history, .outcome, .detached,
      .windowOpened, .windows, .windowEnded, .invited, .lifted, .part, .dropped:
      .response
    case .goodbye, .committed, .acknowledge, .resync, .digest, .presence, .present, .windowState,
      .activate, .windowRegistered, .windowEnd, .windowsGone, .invitation, .carried,
      .cancelDrag:
      .event
    }
  }
}
