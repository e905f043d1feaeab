/// Every state that a session may be in, as far as it decides who may act for it.
enum SessionState: String, CaseIterable {
  /// There is no such session.
  case unknown
  /// There is none, but it was promised to whom opened the window.
  case promised
  /// So it was, after another for the same card.
  case promisedToo
  /// There is none, and another window is for the same card.
  case rivalled
  /// There is none, and another was promised for the same card.
  case rivalPromised
  /// A command has it, of which the log has nothing.
  case command
  /// The first process has it by a plain ATTACH: its window is not listed.
  case unlisted
  /// The first process has it, and the log has nothing of it.
  case unwritten
  /// The first process has it.
  case held
  /// It has, and two of its operations have outcomes that it did not acknowledge.
  case ordered
  /// The first process had it, and its window is not shown.
  case away
  /// The second process took it over, which the log does not have yet.
  case takingOver
  /// The second process took it over.
  case takenOver
  /// Its window was ended while it was shown, which the log does not have yet.
  case ending
  /// Its window has ended.
  case ended
}

/// Everything that may happen to a session.
enum SessionEvent: String, CaseIterable {
  /// The first process attaches with the epoch that it was given at first.
  case attach
  /// It does by a plain ATTACH.
  case attachPlain
  /// The third process attaches, which never had the session.
  case attachOther
  /// It does by a plain ATTACH.
  case attachOtherPlain
  /// It adopts the window.
  case adopt
  /// It takes the window over.
  case takeOver
  /// It makes a window though there may be another for the same card.
  case attachAdditional
  /// It follows the first process in the same terminal.
  case succeed
  /// The second process comes back with the epoch that it was given by a takeover.
  case attachSecond
  /// The window's next operation is far ahead.
  case attachAhead
  /// The window had the outcome of its first operation.
  case attachInformed
  case attachByOtherUser
  case attachOnOtherBoard
  case attachForOtherCard
  case attachForNothing
  case attachAsCreator
  /// The connection that has it closes, or is detached.
  case leave
  /// Another connection does.
  case leaveOther
  /// The log could not take the epoch, and the connection never had the session.
  case abandon
  case end
  case forget
  case expire
  /// The log has its record as it is.
  case write
  /// The log could not take it.
  case revert
  case acknowledge
  /// It has an operation of somebody else.
  case acknowledgeBoard
  /// It acknowledges an operation that was never ordered.
  case acknowledgeAhead
  /// It acknowledges its second operation, which the log does not have yet.
  case acknowledgeUnwritten
  /// It acknowledges an operation of the board that there is not.
  case acknowledgeBeyondBoard
  case order
  case revertOperations
  /// The window sends its first operation, perhaps again.
  case submitFirst
  /// It sends another operation under the counter of the first.
  case submitChanged
  case submitThird
  case submitFar
  case submitOfOther
  /// It sends its third operation, made under an epoch that there was not yet.
  case submitOfLaterEpoch
  case submitOfNoEpoch
  case submitTooLarge
  case describe
  case describeOther
}
