/// What holds in every state.
enum Invariant: String, CaseIterable {
  /// At most one connection may act for a session, and the coordinator knows which.
  case oneRoute
  /// Nothing that is not the session's route has an effect: no operation, presence or outcome.
  case noFencedEffect
  /// An epoch is durable before a window is told of it, is of one process, and never goes down.
  case epochs
  /// A session is not taken from a window that is there unless a person insists.
  case incumbentAsked
  /// What a window was told is saved is in the log.
  case acknowledged
  /// Nothing stands in the log twice, and no two operations have one name.
  case once
  /// What was on a window's disk is in the log, or on the disk.
  case kept
  /// The log has no gaps.
  case log
  /// No replica differs, nobody breaks the protocol, nobody is sent away without a cause.
  case peace
  /// A window that was fenced dials only when a person takes the session back.
  case staysFenced
  /// A window that nobody else has opened is never told that another has it.
  case ownSession
  /// A window is told whether its person may edit, and who takes a session back gets it or is told.
  case heard
  /// Where nothing moves any more everything is delivered, or its window says why it is not.
  case rest
  /// From every state the world comes to rest without anybody doing anything.
  case noDeadlock
}

struct Violation: Error, CustomStringConvertible {
  let invariant: Invariant
  let text: String

  init(_ invariant: Invariant, _ text: String) {
    self.invariant = invariant
    self.text = text
  }

  var description: String { "\(invariant): \(text)" }
}
