/// What every event does to a session for which no connection may act: its effect, then how the
/// session stands (as `SessionBench.standing` says), then all events of which that comes.
let unheldTransitions: [SessionState: String] = [
  .unknown: """
  unknown | none <- attach attachPlain attachSecond attachAhead attachInformed attachAsCreator
  admit | 9 p3 e1 desktop 2s since 2s unlogged <- attachOther attachAdditional succeed
  admit | 9 p3 e1 desktop 2s unlogged <- attachOtherPlain
  not-promised | none <- adopt takeOver
  admit | 9 p1 e1 desktop 2s since 2s unlogged <- attachByOtherUser attachOnOtherBoard \
  attachForOtherCard
  no-activity | none <- attachForNothing
  - | none <- leave leaveOther abandon end forget expire write revert acknowledge acknowledgeAhead \
  acknowledgeUnwritten acknowledgeBeyondBoard order revertOperations submitFirst submitChanged \
  submitThird submitFar submitOfOther submitOfLaterEpoch submitOfNoEpoch submitTooLarge describe \
  describeOther acknowledgeBoard
  """,
  .promised: """
  unknown | none <- attach attachPlain attachSecond attachAhead attachInformed attachAsCreator
  admit | 9 p3 e1 desktop 2s since 2s unlogged <- attachOther adopt takeOver attachAdditional \
  succeed
  admit | 9 p3 e1 desktop 2s unlogged <- attachOtherPlain
  admit | 9 p1 e1 desktop 2s since 2s unlogged <- attachByOtherUser attachOnOtherBoard \
  attachForOtherCard
  no-activity | none <- attachForNothing
  - | none <- leave leaveOther abandon end forget expire write revert acknowledge acknowledgeAhead \
  acknowledgeUnwritten acknowledgeBeyondBoard order revertOperations submitFirst submitChanged \
  submitThird submitFar submitOfOther submitOfLaterEpoch submitOfNoEpoch submitTooLarge describe \
  describeOther acknowledgeBoard
  """,
  .promisedToo: """
  unknown | none <- attach attachPlain attachSecond attachAhead attachInformed attachAsCreator
  admit | 9 p3 e1 desktop 2s since 2s unlogged <- attachOther adopt takeOver attachAdditional \
  succeed
  admit | 9 p3 e1 desktop 2s unlogged <- attachOtherPlain
  admit | 9 p1 e1 desktop 2s since 2s unlogged <- attachByOtherUser attachOnOtherBoard \
  attachForOtherCard
  no-activity | none <- attachForNothing
  - | none <- leave leaveOther abandon end forget expire write revert acknowledge acknowledgeAhead \
  acknowledgeUnwritten acknowledgeBeyondBoard order revertOperations submitFirst submitChanged \
  submitThird submitFar submitOfOther submitOfLaterEpoch submitOfNoEpoch submitTooLarge describe \
  describeOther acknowledgeBoard
  """,
  .rivalled: """
  already-open | none <- attach attachOther succeed attachSecond attachAhead attachInformed \
  attachAsCreator
  unknown | none <- attachPlain
  admit | 9 p3 e1 desktop 2s unlogged <- attachOtherPlain
  not-promised | none <- adopt takeOver
  admit | 9 p3 e1 desktop 2s since 2s unlogged <- attachAdditional
  admit | 9 p1 e1 desktop 2s since 2s unlogged <- attachByOtherUser attachOnOtherBoard \
  attachForOtherCard
  no-activity | none <- attachForNothing
  - | none <- leave leaveOther abandon end forget expire write revert acknowledge acknowledgeAhead \
  acknowledgeUnwritten acknowledgeBeyondBoard order revertOperations submitFirst submitChanged \
  submitThird submitFar submitOfOther submitOfLaterEpoch submitOfNoEpoch submitTooLarge describe \
  describeOther acknowledgeBoard
  """,
  .rivalPromised: """
  already-open | none <- attach attachOther succeed attachSecond attachAhead attachInformed \
  attachAsCreator
  unknown | none <- attachPlain
  admit | 9 p3 e1 desktop 2s unlogged <- attachOtherPlain
  not-promised | none <- adopt takeOver
  admit | 9 p3 e1 desktop 2s since 2s unlogged <- attachAdditional
  admit | 9 p1 e1 desktop 2s since 2s unlogged <- attachByOtherUser attachOnOtherBoard \
  attachForOtherCard
  no-activity | none <- attachForNothing
  - | none <- leave leaveOther abandon end forget expire write revert acknowledge acknowledgeAhead \
  acknowledgeUnwritten acknowledgeBeyondBoard order revertOperations submitFirst submitChanged \
  submitThird submitFar submitOfOther submitOfLaterEpoch submitOfNoEpoch submitTooLarge describe \
  describeOther acknowledgeBoard
  """,
  .away: """
  admit | 9 p1 e1 desktop 2s since 2s has 0/1 logged p1 <- attach attachAsCreator
  admit | 9 p1 e1 desktop 2s since 1s has 0/1 logged p1 <- attachPlain
  admit | 9 p3 e2 desktop 2s since 2s has 0/1 logged p1 <- attachOther adopt takeOver \
  attachAdditional succeed
  admit | 9 p3 e2 desktop 2s since 1s has 0/1 logged p1 <- attachOtherPlain
  fenced | nobody p1 e1 laptop 1s since 1s logged <- attachSecond
  counter-4-of-0 | nobody p1 e1 laptop 1s since 1s logged <- attachAhead
  counter-2-of-0 | nobody p1 e1 laptop 1s since 1s logged <- attachInformed
  not-yours | nobody p1 e1 laptop 1s since 1s logged <- attachByOtherUser
  other-board | nobody p1 e1 laptop 1s since 1s logged <- attachOnOtherBoard
  other-activity | nobody p1 e1 laptop 1s since 1s logged <- attachForOtherCard
  no-activity | nobody p1 e1 laptop 1s since 1s logged <- attachForNothing
  - | nobody p1 e1 laptop 1s since 1s logged <- leave leaveOther abandon write revert \
  revertOperations describeOther
  - | nobody p1 e1 laptop 2s since 1s ended 1 logged p1 to tell <- end
  forgotten | none <- forget
  end | nobody p1 e1 laptop 1s since 1s logged <- expire
  - | nobody p1 e1 laptop 1s since 1s ordered 1 keeps 1 logged <- order
  order after 0 | nobody p1 e1 laptop 1s since 1s logged <- submitFirst submitChanged
  counter-gap-1-3 | nobody p1 e1 laptop 1s since 1s logged <- submitThird submitOfLaterEpoch \
  submitOfNoEpoch
  counter-gap-1 | nobody p1 e1 laptop 1s since 1s logged <- submitFar
  other-session | nobody p1 e1 laptop 1s since 1s logged <- submitOfOther
  too-large | nobody p1 e1 laptop 1s since 1s logged <- submitTooLarge
  - | nobody p1 e1 laptop 1s since 1s holds 1+2 logged p1 unsaved <- describe
  has-1-of-0 | nobody p1 e1 laptop 1s since 1s logged <- acknowledge acknowledgeBeyondBoard
  has-3-of-0 | nobody p1 e1 laptop 1s since 1s logged <- acknowledgeAhead
  has-2-of-0 | nobody p1 e1 laptop 1s since 1s logged <- acknowledgeUnwritten
  - | nobody p1 e1 laptop 1s since 1s has 0/2 logged p1 unsaved <- acknowledgeBoard
  """,
  .ending: """
  ends-just-now | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- attach attachPlain \
  attachOther attachOtherPlain adopt takeOver attachAdditional succeed attachSecond attachAhead \
  attachInformed attachOnOtherBoard attachAsCreator
  not-yours | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- attachByOtherUser
  other-activity | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- attachForOtherCard
  no-activity | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- attachForNothing
  - | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- leave leaveOther abandon \
  revertOperations describeOther
  - | nobody p1 e1 laptop 2s since 1s ended 2 logged p1 to tell <- end
  forgotten | none <- forget
  forget | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- expire
  tell ann | nobody p1 e1 laptop 1s since 1s ended 1 logged <- write
  - | nobody p1 e1 laptop 1s since 1s logged to tell <- revert
  - | nobody p1 e1 laptop 1s since 1s ended 1 ordered 1 keeps 1 logged p1 to tell <- order
  order after 0 | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- submitFirst \
  submitChanged
  counter-gap-1-3 | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- submitThird \
  submitOfLaterEpoch submitOfNoEpoch
  counter-gap-1 | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- submitFar
  other-session | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- submitOfOther
  too-large | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- submitTooLarge
  - | nobody p1 e1 laptop 1s since 1s ended 1 holds 1+2 logged p1 unsaved to tell <- describe
  has-1-of-0 | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- acknowledge \
  acknowledgeBeyondBoard
  has-3-of-0 | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- acknowledgeAhead
  has-2-of-0 | nobody p1 e1 laptop 1s since 1s ended 1 logged p1 to tell <- acknowledgeUnwritten
  - | nobody p1 e1 laptop 1s since 1s ended 1 has 0/2 logged p1 unsaved to tell <- \
  acknowledgeBoard
  """,
  .ended: """
  ended | nobody p1 e1 laptop 1s since 1s ended 1 logged <- attach attachPlain attachOther \
  attachOtherPlain adopt takeOver attachAdditional succeed attachSecond attachAhead attachInformed \
  attachOnOtherBoard attachAsCreator
  not-yours | nobody p1 e1 laptop 1s since 1s ended 1 logged <- attachByOtherUser
  other-activity | nobody p1 e1 laptop 1s since 1s ended 1 logged <- attachForOtherCard
  no-activity | nobody p1 e1 laptop 1s since 1s ended 1 logged <- attachForNothing
  - | nobody p1 e1 laptop 1s since 1s ended 1 logged <- leave leaveOther abandon write revert \
  revertOperations describeOther
  - | nobody p1 e1 laptop 2s since 1s ended 2 logged p1 to tell <- end
  forgotten | none <- forget
  forget | nobody p1 e1 laptop 1s since 1s ended 1 logged <- expire
  - | nobody p1 e1 laptop 1s since 1s ended 1 ordered 1 keeps 1 logged <- order
  order after 0 | nobody p1 e1 laptop 1s since 1s ended 1 logged <- submitFirst submitChanged
  counter-gap-1-3 | nobody p1 e1 laptop 1s since 1s ended 1 logged <- submitThird \
  submitOfLaterEpoch submitOfNoEpoch
  counter-gap-1 | nobody p1 e1 laptop 1s since 1s ended 1 logged <- submitFar
  other-session | nobody p1 e1 laptop 1s since 1s ended 1 logged <- submitOfOther
  too-large | nobody p1 e1 laptop 1s since 1s ended 1 logged <- submitTooLarge
  - | nobody p1 e1 laptop 1s since 1s ended 1 holds 1+2 logged p1 unsaved <- describe
  has-1-of-0 | nobody p1 e1 laptop 1s since 1s ended 1 logged <- acknowledge \
  acknowledgeBeyondBoard
  has-3-of-0 | nobody p1 e1 laptop 1s since 1s ended 1 logged <- acknowledgeAhead
  has-2-of-0 | nobody p1 e1 laptop 1s since 1s ended 1 logged <- acknowledgeUnwritten
  - | nobody p1 e1 laptop 1s since 1s ended 1 has 0/2 logged p1 unsaved <- acknowledgeBoard
  """,
]
