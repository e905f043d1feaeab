/// A rule that keeps sessions apart or edits safe. Each is left out in turn, in the world around
/// the machines or in their state, and an exploration must find out.
enum Guard: String, CaseIterable {
  // Of the coordinator, when a window attaches.
  /// The old route of a session is removed before there is a new one.
  case oldRouteRemoved
  /// Another process gets another epoch.
  case epochRaised
  /// Who comes back with an epoch that was taken over is told so.
  case oldEpochRefused
  /// Who counts in a session that is not known begins anew.
  case unknownSessionRefused
  /// A session that is made again begins above the epochs of those that were forgotten.
  case forgottenEpochsKept
  /// An epoch is durable before a window is told of it.
  case epochDurable

  /// A window that has a session is asked whether it is there before another gets it.
  case incumbentAsked
  /// Who only goes on with a session does not make it.
  case makingRefused

  // Of the coordinator, when a window hands operations in.
  /// Only a session's route hands its operations in.
  case routeRequired
  /// An operation that was ordered is recognised.
  case resendRecognised
  /// The next operation is the one with the next counter.
  case countersInOrder
  /// Everything is durable before anybody is told.
  case durableBeforeTold
  /// What the log did not take never happened.
  case failureTakenBack
  /// After a restart it is known again what was ordered.
  case ledgerRestored

  // Of a window.
  /// An instance that was never confirmed is tried again.
  case instanceTriedAgain
  /// An edit is on disk before it is sent.
  case onDiskBeforeSent
  /// A fresh session stands on disk before anything is sent under its name.
  case successorOnDiskBeforeSent
  /// Edits behind one that was refused are on disk by their new names before they are sent.
  case namedOnDiskBeforeSent
  /// Who lost a session asks the log what became of what was sent.
  case logAsked
  /// Who was fenced does not dial.
  case restsWhenFenced
  /// Who wants the session back while edits are still delivered gets it once they are.
  case wishRemembered
}
