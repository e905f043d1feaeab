public import BoardModel
public import Wire

/// What a directory is told. Times and connections are those of `ReplicaEvent`.
public enum DirectoryEvent: Hashable, Sendable {
  /// The first event, upon which the directory dials.
  case start
  case connected
  case received([UInt8])
  case disconnected(reason: String, retry: DisconnectRetry, jitter: UInt64)
  /// Asks for the boards of the coordinator.
  case list
  /// Makes a board. The operation is a `boardCreate`, or a batch that begins with one. After a cut
  /// the same request is made again, and counts once.
  case create(BoardID, Operation)
  /// Asks for this user's windows, or for the window with the given session and what it kept of
  /// itself. In the second case `registered` tells each time the window is shown, while the link
  /// lasts.
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

/// What a directory wants done, in the order of the list that `handle` returns.
public enum DirectoryEffect: Hashable, Sendable {
  case connect
  case send([UInt8])
  /// Closes the link in the way of `ReplicaEffect.disconnect`.
  case disconnect
  /// Answers `list`, in the order of the boards' identifiers.
  case boards([BoardSummary])
  /// Answers `create`: the board is durable, or its creation was rejected.
  case created(BoardID, StoredOutcome)
  /// Answers `listWindows`, in the order of their sessions.
  case windows([WindowSummary])
  case windowOpened(WindowOpened)
  case windowEnded(SessionID)
  /// Answers `invite` with how many windows were told.
  case invited(windows: UInt32)
  /// A window that was opened on this connection, or listed by its session, is shown now.
  case registered(SessionID)
  /// Answers any of the requests: the coordinator will not do it.
  case failed(DirectoryRequest, ErrorMessage)
  /// The connection was lost, or could not be made. The directory tries again by itself after
  /// `retryIn` milliseconds; a command may give up instead.
  case interrupted(reason: String, retryIn: UInt64)
  /// The coordinator does not want this peer. The directory does not dial again.
  case refused(LinkRefusal)
  case wake(at: UInt64)
  /// The connection has ended; no effect follows this one.
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

  /// The message that asks it.
  var body: any MessageBody {
    switch self {
    case .list: ListBoards()
    case .create(let board, let operation): CreateBoard(board: board, operation: operation)
    case .listWindows(let session): ListWindows(session: session)
    case .openWindow(let body): body
    case .endWindow(let body): body
    case .invite(let body): body
    }
  }

  /// The feature without which a coordinator does not understand the request.
  var feature: UInt16? { entry?.feature }

  var comesInParts: Bool { entry?.isAnsweredInParts == true }

  private var entry: MessageEntry? { MessageEntry[type(of: body).type] }
}
