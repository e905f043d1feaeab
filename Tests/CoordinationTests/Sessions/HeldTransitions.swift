/// What every event does to a session for which a connection may act, as in `unheldTransitions`.
let heldTransitions: [SessionState: String] = [
  .command: """
  other-activity | 1 p1 e1 laptop 1s unlogged <- attach attachOther adopt takeOver \
  attachAdditional succeed attachSecond attachAhead attachInformed attachOnOtherBoard \
  attachForOtherCard attachAsCreator
  admit, replace 1 | 9 p1 e1 desktop 2s has 0/1 unlogged unsaved <- attachPlain
  admit, fence 1 | 9 p3 e2 desktop 2s has 0/1 unlogged unsaved <- attachOtherPlain
  not-yours | 1 p1 e1 laptop 1s unlogged <- attachByOtherUser
  no-activity | 1 p1 e1 laptop 1s unlogged <- attachForNothing
  - | nobody p1 e1 laptop 2s unlogged unsaved <- leave
  - | 1 p1 e1 laptop 1s unlogged <- leaveOther expire revertOperations describe describeOther
  - | nobody p1 e1 laptop 1s unlogged <- abandon
  withdraw 1 | nobody p1 e1 laptop 2s unlogged unsaved to tell <- end
  forgotten | none <- forget
  - | 1 p1 e1 laptop 1s logged <- write
  - | 1 p1 e1 laptop 1s unlogged unsaved <- revert
  - | 1 p1 e1 laptop 1s ordered 1 keeps 1 unlogged <- order
  order after 0 | 1 p1 e1 laptop 1s unlogged <- submitFirst submitChanged
  counter-gap-1-3 | 1 p1 e1 laptop 1s unlogged <- submitThird submitOfLaterEpoch submitOfNoEpoch
  counter-gap-1 | 1 p1 e1 laptop 1s unlogged <- submitFar
  other-session | 1 p1 e1 laptop 1s unlogged <- submitOfOther
  too-large | 1 p1 e1 laptop 1s unlogged <- submitTooLarge
  has-1-of-0 | 1 p1 e1 laptop 1s unlogged <- acknowledge acknowledgeBeyondBoard
  has-3-of-0 | 1 p1 e1 laptop 1s unlogged <- acknowledgeAhead
  has-2-of-0 | 1 p1 e1 laptop 1s unlogged <- acknowledgeUnwritten
  - | 1 p1 e1 laptop 1s has 0/2 unlogged unsaved <- acknowledgeBoard
  """,
  .unlisted: """
  admit, replace 1 | 9 p1 e1 desktop 2s since 2s has 0/1 logged p1 unsaved <- attach \
  attachForOtherCard attachAsCreator
  admit, replace 1 | 9 p1 e1 desktop 2s has 0/1 logged p1 unsaved <- attachPlain
  ask 1 | 1 p1 e1 laptop 1s logged <- attachOther adopt attachAdditional
  admit, fence 1 | 9 p3 e2 desktop 2s has 0/1 logged p1 unsaved <- attachOtherPlain
  admit, fence 1 | 9 p3 e2 desktop 2s since 2s has 0/1 logged p1 unsaved <- takeOver succeed
  fenced | 1 p1 e1 laptop 1s logged <- attachSecond
  counter-4-of-0 | 1 p1 e1 laptop 1s logged <- attachAhead
  counter-2-of-0 | 1 p1 e1 laptop 1s logged <- attachInformed
  not-yours | 1 p1 e1 laptop 1s logged <- attachByOtherUser
  other-board | 1 p1 e1 laptop 1s logged <- attachOnOtherBoard
  no-activity | 1 p1 e1 laptop 1s logged <- attachForNothing
  - | nobody p1 e1 laptop 2s logged p1 unsaved <- leave
  - | 1 p1 e1 laptop 1s logged <- leaveOther expire write revert revertOperations describe \
  describeOther
  - | nobody p1 e1 laptop 1s logged <- abandon
  withdraw 1 | nobody p1 e1 laptop 2s logged p1 unsaved to tell <- end
  forgotten | none <- forget
  - | 1 p1 e1 laptop 1s ordered 1 keeps 1 logged <- order
  order after 0 | 1 p1 e1 laptop 1s logged <- submitFirst submitChanged
  counter-gap-1-3 | 1 p1 e1 laptop 1s logged <- submitThird submitOfLaterEpoch submitOfNoEpoch
  counter-gap-1 | 1 p1 e1 laptop 1s logged <- submitFar
  other-session | 1 p1 e1 laptop 1s logged <- submitOfOther
  too-large | 1 p1 e1 laptop 1s logged <- submitTooLarge
  has-1-of-0 | 1 p1 e1 laptop 1s logged <- acknowledge acknowledgeBeyondBoard
  has-3-of-0 | 1 p1 e1 laptop 1s logged <- acknowledgeAhead
  has-2-of-0 | 1 p1 e1 laptop 1s logged <- acknowledgeUnwritten
  - | 1 p1 e1 laptop 1s has 0/2 logged p1 unsaved <- acknowledgeBoard
  """,
  .unwritten: """
  admit, replace 1 | 9 p1 e1 desktop 2s since 2s has 0/1 unlogged unsaved <- attach \
  attachAsCreator
  admit, replace 1 | 9 p1 e1 desktop 2s since 1s has 0/1 unlogged unsaved <- attachPlain
  ask 1 | 1 p1 e1 laptop 1s since 1s unlogged <- attachOther adopt attachAdditional
  admit, fence 1 | 9 p3 e2 desktop 2s since 1s has 0/1 unlogged unsaved <- attachOtherPlain
  admit, fence 1 | 9 p3 e2 desktop 2s since 2s has 0/1 unlogged unsaved <- takeOver succeed
  fenced | 1 p1 e1 laptop 1s since 1s unlogged <- attachSecond
  counter-4-of-0 | 1 p1 e1 laptop 1s since 1s unlogged <- attachAhead
  counter-2-of-0 | 1 p1 e1 laptop 1s since 1s unlogged <- attachInformed
  not-yours | 1 p1 e1 laptop 1s since 1s unlogged <- attachByOtherUser
  other-board | 1 p1 e1 laptop 1s since 1s unlogged <- attachOnOtherBoard
  other-activity | 1 p1 e1 laptop 1s since 1s unlogged <- attachForOtherCard
  no-activity | 1 p1 e1 laptop 1s since 1s unlogged <- attachForNothing
  - | nobody p1 e1 laptop 2s since 2s unlogged unsaved <- leave
  - | 1 p1 e1 laptop 1s since 1s unlogged <- leaveOther expire revertOperations describeOther
  - | nobody p1 e1 laptop 1s since 1s unlogged <- abandon
  withdraw 1 | nobody p1 e1 laptop 2s since 2s ended 1 unlogged unsaved to tell <- end
  forgotten | none <- forget
  - | none <- revert
  - | 1 p1 e1 laptop 1s since 1s logged <- write
  - | 1 p1 e1 laptop 1s since 1s ordered 1 keeps 1 unlogged <- order
  order after 0 | 1 p1 e1 laptop 1s since 1s unlogged <- submitFirst submitChanged
  counter-gap-1-3 | 1 p1 e1 laptop 1s since 1s unlogged <- submitThird submitOfLaterEpoch \
  submitOfNoEpoch
  counter-gap-1 | 1 p1 e1 laptop 1s since 1s unlogged <- submitFar
  other-session | 1 p1 e1 laptop 1s since 1s unlogged <- submitOfOther
  too-large | 1 p1 e1 laptop 1s since 1s unlogged <- submitTooLarge
  - | 1 p1 e1 laptop 1s since 1s holds 1+2 unlogged unsaved <- describe
  has-1-of-0 | 1 p1 e1 laptop 1s since 1s unlogged <- acknowledge acknowledgeBeyondBoard
  has-3-of-0 | 1 p1 e1 laptop 1s since 1s unlogged <- acknowledgeAhead
  has-2-of-0 | 1 p1 e1 laptop 1s since 1s unlogged <- acknowledgeUnwritten
  - | 1 p1 e1 laptop 1s since 1s has 0/2 unlogged unsaved <- acknowledgeBoard
  """,
  .held: """
  admit, replace 1 | 9 p1 e1 desktop 2s since 2s has 0/1 logged p1 unsaved <- attach \
  attachAsCreator
  admit, replace 1 | 9 p1 e1 desktop 2s since 1s has 0/1 logged p1 unsaved <- attachPlain
  ask 1 | 1 p1 e1 laptop 1s since 1s logged <- attachOther adopt attachAdditional
  admit, fence 1 | 9 p3 e2 desktop 2s since 1s has 0/1 logged p1 unsaved <- attachOtherPlain
  admit, fence 1 | 9 p3 e2 desktop 2s since 2s has 0/1 logged p1 unsaved <- takeOver succeed
  fenced | 1 p1 e1 laptop 1s since 1s logged <- attachSecond
  counter-4-of-0 | 1 p1 e1 laptop 1s since 1s logged <- attachAhead
  counter-2-of-0 | 1 p1 e1 laptop 1s since 1s logged <- attachInformed
  not-yours | 1 p1 e1 laptop 1s since 1s logged <- attachByOtherUser
  other-board | 1 p1 e1 laptop 1s since 1s logged <- attachOnOtherBoard
  other-activity | 1 p1 e1 laptop 1s since 1s logged <- attachForOtherCard
  no-activity | 1 p1 e1 laptop 1s since 1s logged <- attachForNothing
  - | nobody p1 e1 laptop 2s since 2s logged p1 unsaved <- leave
  - | 1 p1 e1 laptop 1s since 1s logged <- leaveOther expire write revert revertOperations \
  describeOther
  - | nobody p1 e1 laptop 1s since 1s logged <- abandon
  withdraw 1 | nobody p1 e1 laptop 2s since 2s ended 1 logged p1 unsaved to tell <- end
  forgotten | none <- forget
  - | 1 p1 e1 laptop 1s since 1s ordered 1 keeps 1 logged <- order
  order after 0 | 1 p1 e1 laptop 1s since 1s logged <- submitFirst submitChanged
  counter-gap-1-3 | 1 p1 e1 laptop 1s since 1s logged <- submitThird submitOfLaterEpoch \
  submitOfNoEpoch
  counter-gap-1 | 1 p1 e1 laptop 1s since 1s logged <- submitFar
  other-session | 1 p1 e1 laptop 1s since 1s logged <- submitOfOther
  too-large | 1 p1 e1 laptop 1s since 1s logged <- submitTooLarge
  - | 1 p1 e1 laptop 1s since 1s holds 1+2 logged p1 unsaved <- describe
  has-1-of-0 | 1 p1 e1 laptop 1s since 1s logged <- acknowledge acknowledgeBeyondBoard
  has-3-of-0 | 1 p1 e1 laptop 1s since 1s logged <- acknowledgeAhead
  has-2-of-0 | 1 p1 e1 laptop 1s since 1s logged <- acknowledgeUnwritten
  - | 1 p1 e1 laptop 1s since 1s has 0/2 logged p1 unsaved <- acknowledgeBoard
  """,
  .ordered: """
  admit, replace 1 | 9 p1 e1 desktop 2s since 2s ordered 2 keeps 2 has 0/1 logged p1 unsaved <- \
  attach attachAsCreator
  admit, replace 1 | 9 p1 e1 desktop 2s since 1s ordered 2 keeps 2 has 0/1 logged p1 unsaved <- \
  attachPlain
  ask 1 | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- attachOther adopt \
  attachAdditional
  admit, fence 1 | 9 p3 e2 desktop 2s since 1s ordered 2 keeps 2 has 0/1 logged p1 unsaved <- \
  attachOtherPlain
  admit, fence 1 | 9 p3 e2 desktop 2s since 2s ordered 2 keeps 2 has 0/1 logged p1 unsaved <- \
  takeOver succeed
  fenced | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- attachSecond
  counter-4-of-2 | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- attachAhead
  admit, replace 1 | 9 p1 e1 desktop 2s since 2s ordered 2 keeps 1 has 1/1 logged p1 unsaved <- \
  attachInformed
  not-yours | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- attachByOtherUser
  other-board | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- attachOnOtherBoard
  other-activity | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- attachForOtherCard
  no-activity | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- attachForNothing
  - | nobody p1 e1 laptop 2s since 2s ordered 2 keeps 2 logged p1 unsaved <- leave
  - | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- leaveOther expire write revert \
  describeOther
  - | nobody p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- abandon
  withdraw 1 | nobody p1 e1 laptop 2s since 2s ended 1 ordered 2 keeps 2 logged p1 unsaved to tell \
  <- end
  - | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 1 has 1/2 logged p1 unsaved <- acknowledge
  - | 1 p1 e1 laptop 1s since 1s ordered 3 keeps 3 logged <- order
  - | 1 p1 e1 laptop 1s since 1s ordered 1 keeps 1 logged <- revertOperations
  again 1 at 2 | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- submitFirst
  changed | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- submitChanged
  order after 2 of 66 | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- submitThird
  counter-gap-3 | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- submitFar
  other-session | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- submitOfOther
  later-epoch | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- submitOfLaterEpoch
  no-epoch | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- submitOfNoEpoch
  too-large | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- submitTooLarge
  - | 1 p1 e1 laptop 1s since 1s holds 1+2 ordered 2 keeps 2 logged p1 unsaved <- describe
  forgotten | none, next above 1 <- forget
  has-3-of-2 | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- acknowledgeAhead
  has-2-of-1 | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- acknowledgeUnwritten
  has-board-4-of-3 | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 logged <- acknowledgeBeyondBoard
  - | 1 p1 e1 laptop 1s since 1s ordered 2 keeps 2 has 0/2 logged p1 unsaved <- acknowledgeBoard
  """,
  .takingOver: """
  fenced | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- attach attachPlain
  ask 2 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- attachOther adopt attachAdditional \
  succeed attachAsCreator
  admit, fence 2 | 9 p3 e3 desktop 2s since 1s has 0/1 logged p1 unsaved <- attachOtherPlain
  admit, fence 2 | 9 p3 e3 desktop 2s since 2s has 0/1 logged p1 unsaved <- takeOver
  admit, replace 2 | 9 p2 e2 desktop 2s since 2s has 0/1 logged p1 unsaved <- attachSecond
  counter-4-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- attachAhead
  counter-2-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- attachInformed
  not-yours | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- attachByOtherUser
  other-board | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- attachOnOtherBoard
  other-activity | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- attachForOtherCard
  no-activity | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- attachForNothing
  - | nobody p2 e2 laptop 2s since 2s has 0/1 logged p1 unsaved <- leave
  - | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- leaveOther expire revertOperations \
  describeOther
  - | nobody p2 e2 laptop 1s since 1s has 0/1 logged p1 <- abandon
  withdraw 2 | nobody p2 e2 laptop 2s since 2s ended 1 has 0/1 logged p1 unsaved to tell <- end
  forgotten | none <- forget
  - | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- write
  - | 2 p1 e1 laptop 1s since 1s has 0/1 logged p1 unsaved <- revert
  - | 2 p2 e2 laptop 1s since 1s ordered 1 keeps 1 has 0/1 logged p1 <- order
  order after 0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- submitFirst submitChanged
  counter-gap-1-3 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- submitThird submitOfLaterEpoch \
  submitOfNoEpoch
  counter-gap-1 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- submitFar
  other-session | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- submitOfOther
  too-large | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- submitTooLarge
  - | 2 p2 e2 laptop 1s since 1s holds 1+2 has 0/1 logged p1 unsaved <- describe
  has-1-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- acknowledge acknowledgeBeyondBoard
  has-3-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- acknowledgeAhead
  has-2-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged p1 <- acknowledgeUnwritten
  - | 2 p2 e2 laptop 1s since 1s has 0/2 logged p1 unsaved <- acknowledgeBoard
  """,
  .takenOver: """
  fenced | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- attach attachPlain
  ask 2 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- attachOther adopt attachAdditional succeed \
  attachAsCreator
  admit, fence 2 | 9 p3 e3 desktop 2s since 1s has 0/1 logged p2 unsaved <- attachOtherPlain
  admit, fence 2 | 9 p3 e3 desktop 2s since 2s has 0/1 logged p2 unsaved <- takeOver
  admit, replace 2 | 9 p2 e2 desktop 2s since 2s has 0/1 logged p2 unsaved <- attachSecond
  counter-4-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- attachAhead
  counter-2-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- attachInformed
  not-yours | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- attachByOtherUser
  other-board | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- attachOnOtherBoard
  other-activity | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- attachForOtherCard
  no-activity | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- attachForNothing
  - | nobody p2 e2 laptop 2s since 2s has 0/1 logged p2 unsaved <- leave
  - | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- leaveOther expire write revert revertOperations \
  describeOther
  - | nobody p2 e2 laptop 1s since 1s has 0/1 logged <- abandon
  withdraw 2 | nobody p2 e2 laptop 2s since 2s ended 1 has 0/1 logged p2 unsaved to tell <- end
  forgotten | none <- forget
  - | 2 p2 e2 laptop 1s since 1s ordered 1 keeps 1 has 0/1 logged <- order
  order after 0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- submitFirst submitChanged
  counter-gap-1-3 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- submitThird submitOfLaterEpoch \
  submitOfNoEpoch
  counter-gap-1 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- submitFar
  other-session | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- submitOfOther
  too-large | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- submitTooLarge
  - | 2 p2 e2 laptop 1s since 1s holds 1+2 has 0/1 logged p2 unsaved <- describe
  has-1-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- acknowledge acknowledgeBeyondBoard
  has-3-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- acknowledgeAhead
  has-2-of-0 | 2 p2 e2 laptop 1s since 1s has 0/1 logged <- acknowledgeUnwritten
  - | 2 p2 e2 laptop 1s since 1s has 0/2 logged p2 unsaved <- acknowledgeBoard
  """,
]
