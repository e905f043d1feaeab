public import BoardModel
public import Wire

/// What a directory is told; times and connections as with `ReplicaEvent`.
public enum DirectoryEvent: Hashable, Sendable {
  /// The first event: dials.
  case start
  case connected
  case received([UInt8])
  case disconnected(reason: String, retry: DisconnectRetry, jitter: UInt64)
  /// Asks for the boards of the coordinator.
  case list
  /// Makes a board: `boardCreate`, or a batch that begins with it. After a cut the same request is
  /// made again, and counts once.
  case create(BoardID, Operation)
  /// Asks for this user's windows; with a session for that one alone, and what it kept of itself:
  /// from then on `registered` tells each time that it is shown, for as long as the link is there.
  case listWindows(SessionID?)
  /// Asks which session a window is to be. After a cut it is asked again.
  case openWindow(OpenWindow)
  /// Ends a window for good.
  case endWindow(EndWindow)
  /// Asks another user's windows to show something. After a cut it is asked again.
  case invite(Invite)
  case timer
  /// Ends the connection.
  case leave
}

/// What a directory wants done, in this order.
public enum DirectoryEffect: Hashable, Sendable {
  case connect
  case send([UInt8])
  /// As with `ReplicaEffect.disconnect`.
  case disconnect
  /// Answers `list`, in the order of the boards' identifiers.
  case boards([BoardSummary])
  /// Answers `create`: the board is durable, or its creation was rejected.
  case created(BoardID, StoredOutcome)
  /// Answers `listWindows`, in the order of their sessions.
  case windows([WindowSummary])
  case windowOpened(WindowOpened)
  case windowEnded(SessionID)
  /// Answers `invite`: how many windows were told.
  case invited(windows: UInt32)
  /// A window that was opened or listed by name on this connection is shown now.
  case registered(SessionID)
  /// Answers any of them: the coordinator will not do it.
  case failed(DirectoryRequest, ErrorMessage)
  /// The connection was lost, or not made; it is tried again by itself after so many
  /// milliseconds. A command may give up instead.
  case interrupted(reason: String, retryIn: UInt64)
  /// The coordinator does not want this peer. Nothing is tried any more.
  case refused(ReplicaNotice)
  case wake(at: UInt64)
  /// The last effect.
  case left
}

/// What can be asked without being attached to a board.
public enum DirectoryRequest: Hashable, Sendable {
  case list
  case create(BoardID, Operation)
  case listWindows(SessionID?)
  case openWindow(OpenWindow)
  case endWindow(EndWindow)
  case invite(Invite)

  /// Whether only coordinators that know of windows know it.
  var isAboutWindows: Bool {
    switch self {
    case .list, .create: false
    case .listWindows, .openWindow, .endWindow, .invite: true
    }
  }
}

extension DirectoryRequest: Answerable {
  func isAnswered(by message: Message) -> Bool {
    switch (self, message) {
    case (.list, .boards), (.create, .outcome), (.listWindows, .windows),
      (.openWindow, .windowOpened), (.endWindow, .windowEnded), (.invite, .invited):
      true
    default: false
    }
  }

  var answersInParts: Bool {
    switch self {
    case .list, .listWindows: true
    case .create, .openWindow, .endWindow, .invite: false
    }
  }
}
