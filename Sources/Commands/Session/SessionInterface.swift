import BoardModel
import WindowSync
import Wire

/// The connections of a command: boards are listed and made on one, a board is edited on the other.
enum LinkName: Hashable, Sendable {
  case directory
  case board
}

/// What a command's session is told.
enum SessionEvent: Hashable, Sendable {
  case list
  /// Makes a board: `boardCreate`, or a batch that begins with it.
  case create(BoardID, Operation)
  /// As with `DirectoryEvent`.
  case listWindows(SessionID?)
  case openWindow(OpenWindow)
  case endWindow(EndWindow)
  case invite(Invite)
  /// Waits until a window that was started is shown, for `CommandSession.windowPatience`.
  /// `besides`: since when another terminal shows it, which does not count.
  case awaitWindow(SessionID, besides: UInt64? = nil)
  /// Opens a board, at once or after boards were listed. `wallClock` as with `ReplicaEvent.start`.
  case open(ReplicaIdentity, wallClock: UInt64)
  /// Edits the board that is `ready`, in this order.
  case submit([Intent])
  /// `about`: only what concerns this card.
  case history(from: UInt64, count: UInt32, about: CardID? = nil)
  /// Opens a board to be told every change from `ready` on; a lost link is then tried again for as
  /// long as it takes.
  case follow(ReplicaIdentity, wallClock: UInt64)
  case connected(LinkName)
  case received(LinkName, [UInt8])
  case disconnected(LinkName, reason: String, retry: DisconnectRetry, jitter: UInt64)
  /// As `disconnected`: a coordinator of this user's own cannot even be looked for.
  case filesUnusable(LinkName, reason: String, jitter: UInt64)
  case freshIdentity(session: SessionID, instance: InstanceID)
  case timer
  /// The command has what it wants: leaves no session behind.
  case finish
}

/// What a command's session wants done, in this order.
enum SessionEffect: Hashable, Sendable {
  case connect(LinkName)
  case send(LinkName, [UInt8])
  case disconnect(LinkName)
  case boards([BoardSummary])
  case created(StoredOutcome)
  case windows([WindowSummary])
  case windowOpened(WindowOpened)
  case windowEnded
  /// How many windows were told.
  case invited(windows: UInt32)
  /// Answers `awaitWindow`: whether it was in time.
  case windowShown(Bool)
  /// `CommandSession.board` is what the coordinator confirmed.
  case ready
  /// Answers `submit`: everything is durable, and part of the confirmed board.
  case decided([Decision])
  case history([CommittedOperation], sequence: UInt64)
  /// While following.
  case committed([CommittedOperation])
  case reloaded
  case linkLost
  case linkBack
  case needsFreshIdentity
  case wake(at: UInt64)
  /// The command failed; only `done` follows.
  case failed(CommandFailure)
  /// The last effect.
  case done
}

/// What became of one edit of a command.
struct Decision: Hashable, Sendable {
  let operation: Operation
  let outcome: Outcome
}

extension Decision {
  init(_ operation: Operation, _ outcome: Outcome) {
    self.init(operation: operation, outcome: outcome)
  }
}

extension CommandFailure {
  /// What the coordinator would not do.
  init(_ error: ErrorMessage, answering request: DirectoryRequest) {
    let kind: Kind =
      switch (request, error.code) {
      case (.endWindow, .draftsHeld): .draftsHeld
      case (.endWindow, .windowUnknown), (.listWindows(.some), .windowUnknown): .notFound
      default: .refused
      }
    self.init(kind, error.text)
  }

  /// An edit that could not be made, or that the coordinator would not take at all.
  init(_ refusal: EditRefusal) {
    let text =
      switch refusal {
      case .noBoard: "the board is not there"
      case .readOnly(let reason): "the board takes no edits: \(reason)"
      case .tooLarge: "the edit is too large for one message: make it in several steps"
      case .queueFull: "too many edits wait already: make fewer at once"
      case .nothingToUndo, .nothingToRedo: "there is nothing to take back"
      case .notStored(let reason), .undeliverable(let reason): reason
      }
    self.init(.refused, text)
  }
}
