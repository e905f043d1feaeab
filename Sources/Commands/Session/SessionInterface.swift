import BoardModel
import WindowSync
import Wire
import Wording

/// The connections of a command: the directory's, on which boards are listed and made, and the
/// board's, on which one is read and edited.
enum LinkName: Hashable, Sendable {
  case directory
  case board
}

/// The events that a command's session takes.
enum SessionEvent: Hashable, Sendable {
  /// Asks on the link of the board that is open what is of a board, else on the directory's.
  case ask(Question)
  /// Waits until a window that was started is shown, at most for `CommandSession.windowPatience`.
  /// `besides` is the time since which another terminal shows it, which does not count.
  case awaitWindow(SessionID, besides: UInt64? = nil)
  /// Opens a board, at once or after boards were listed. `wallClock` is as in `ReplicaEvent.start`.
  case open(ReplicaIdentity, wallClock: UInt64)
  /// Makes these edits, in order, once the board is `ready`.
  case submit([Intent])
  /// Makes edits of a board that is not open, of which an excerpt was asked for.
  case make(UnopenedEdits)
  /// Opens a board to be told every change from `ready` on. A lost link is then tried again without
  /// limit.
  case follow(ReplicaIdentity, wallClock: UInt64)
  case connected(LinkName)
  case received(LinkName, [UInt8])
  case disconnected(LinkName, reason: String, retry: DisconnectRetry, jitter: UInt64)
  /// A form of `disconnected`: this user's files are unusable, so that their own coordinator cannot
  /// even be looked for.
  case filesUnusable(LinkName, reason: String, jitter: UInt64)
  case freshIdentity(session: SessionID, instance: InstanceID)
  case timer
  /// The command has what it wants; the session is to be left and not to remain behind.
  case finish
}

/// The effects that a command's session wants performed, in order.
enum SessionEffect: Hashable, Sendable {
  case connect(LinkName)
  case send(LinkName, [UInt8])
  case disconnect(LinkName)
  /// The answer to `ask`.
  case answered(Message)
  /// The answer to `awaitWindow`: whether the window was shown in time.
  case windowShown(Bool)
  /// `CommandSession.board` is now the board that the coordinator has confirmed.
  case ready
  /// The answer to `submit`: all edits are durable and part of the confirmed board.
  case decided([Decision])
  /// The answer to `make`: all edits are durable.
  case made([Decision])
  /// Operations came while the command follows the board.
  case committed([CommittedOperation])
  case reloaded
  case linkLost
  case linkBack
  case needsFreshIdentity
  case wake(at: UInt64)
  /// The command failed; only `done` follows.
  case failed(CommandFailure)
  /// The session is over; this is the last effect.
  case done
}

/// The outcome of one edit of a command.
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
  /// The failure for a question that the coordinator refused to answer.
  init(_ failure: Unanswered, to question: Question) {
    let kind: Kind =
      switch (question, failure.code) {
      case (.endWindow, .draftsHeld): .draftsHeld
      case (.endWindow, .windowUnknown): .notFound
      case (.fetchExcerpt, .boardUnknown), (.attach, .boardUnknown): .notFound
      case (.listWindows(let list), .windowUnknown) where list.session != nil: .notFound
      case (.revokeDevice, .deviceUnknown): .notFound
      default: .refused
      }
    let text =
      switch (question, failure.code) {
      case (_, .boardUnknown): "there is no such board any longer that you may read"
      case (.revokeDevice(let body), let code?):
        Wording.refusal(code, device: body.device, text: failure.reason)
      case (.admit, let code?): Wording.refusal(code, device: "", text: failure.reason)
      default: failure.reason
      }
    self.init(kind, text)
  }

  /// The failure for an edit that could not be made, or that the coordinator did not accept at all.
  init(_ refusal: EditRefusal) {
    let text =
      switch refusal {
      case .noBoard: "the board is not there"
      case .readOnly(let standing):
        "the board takes no edits: \(standing.obstacle ?? "it cannot be reached")"
      case .tooLarge: "the edit is too large for one message: make it in several steps"
      case .queueFull: "too many edits wait already: make fewer at once"
      case .nothingToUndo, .nothingToRedo: "there is nothing to take back"
      case .notStored(let reason), .undeliverable(let reason): reason
      case .leftOut(_, let reason): "the board refused it: \(reason)"
      }
    if case .leftOut = refusal {
      self.init(.rejected, text)
    } else {
      self.init(.refused, text)
    }
  }
}
