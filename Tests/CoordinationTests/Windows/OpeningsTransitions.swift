/// What every event does to those who wait for windows: what is answered, then how things stand, as
/// `OpeningsBench.standing` says, then all events of which that comes.
///
/// The coordinator asks only where nobody is asked, or after it settled the probe of another: so no
/// challenger is lost by `ask` and `askOther`. Sessions that are promised for the same are found by
/// what they are for in the order in which they were promised.
let openingsTransitions: [OpeningsBench.State: String] = [
  .nothing: """
  - | promised 1 by 2 #1, 1 watched by [2] <- promise
  - | promised 2 by 1 #1, 2 watched by [1] <- promiseSecond
  - | nothing <- find findLate findKey findKeyLate forgetFirst forgetSecond forgetThird \
  forgetFourth forgetSession forgetSecondSession answer answerWrongly answerOfOther settleSoon \
  settleLate settleElsewhere settleAlone
  - | 1 watched by [1] <- watch
  - | 1 watched by [2] <- watchByOther
  - | 3 watched by [1] <- watchThird
  ask | nothing <- challenge challengeOther
  - | asked 3 with 23 until 4000 for 6, due 4000 <- ask
  - | asked 7 with 27 until 4000 for 6, due 4000 <- askOther
  """,
  .promised: """
  - | promised 1 by 2 #1, 1 watched by [1, 2] <- promise
  - | promised 1 by 1 #1, promised 2 by 1 #2, 1 watched by [1], 2 watched by [1] <- promiseSecond
  1 by 1 | promised 1 by 1 #1, 1 watched by [1] <- find findKey
  - | promised 1 by 1 #1, 1 watched by [1] <- findLate findKeyLate watch forgetSecond forgetThird \
  forgetFourth forgetSecondSession answer answerWrongly answerOfOther settleSoon settleLate \
  settleElsewhere settleAlone
  - | promised 1 by 1 #1, 1 watched by [1, 2] <- watchByOther
  - | promised 1 by 1 #1, 1 watched by [1], 3 watched by [1] <- watchThird
  - | nothing <- forgetFirst forgetSession
  ask | promised 1 by 1 #1, 1 watched by [1] <- challenge challengeOther
  - | promised 1 by 1 #1, 1 watched by [1], asked 3 with 23 until 4000 for 6, due 4000 <- ask
  - | promised 1 by 1 #1, 1 watched by [1], asked 7 with 27 until 4000 for 6, due 4000 <- askOther
  """,
  .promisedTwice: """
  - | promised 1 by 2 #2, promised 2 by 2 #1, 1 watched by [1, 2], 2 watched by [2] <- promise
  - | promised 1 by 1 #1, promised 2 by 1 #2, 1 watched by [1], 2 watched by [2, 1] <- \
  promiseSecond
  1 by 1 | promised 1 by 1 #1, promised 2 by 2 #2, 1 watched by [1], 2 watched by [2] <- find
  - | promised 1 by 1 #1, promised 2 by 2 #2, 1 watched by [1], 2 watched by [2] <- findLate \
  findKeyLate watch forgetThird forgetFourth answer answerWrongly answerOfOther settleSoon \
  settleLate settleElsewhere settleAlone
  1 by 1, 2 by 2 | promised 1 by 1 #1, promised 2 by 2 #2, 1 watched by [1], 2 watched by [2] <- \
  findKey
  - | promised 1 by 1 #1, promised 2 by 2 #2, 1 watched by [1, 2], 2 watched by [2] <- \
  watchByOther
  - | promised 1 by 1 #1, promised 2 by 2 #2, 1 watched by [1], 2 watched by [2], 3 watched by [1] \
  <- watchThird
  - | promised 2 by 2 #1, 2 watched by [2] <- forgetFirst forgetSession
  - | promised 1 by 1 #1, 1 watched by [1] <- forgetSecond forgetSecondSession
  ask | promised 1 by 1 #1, promised 2 by 2 #2, 1 watched by [1], 2 watched by [2] <- challenge \
  challengeOther
  - | promised 1 by 1 #1, promised 2 by 2 #2, 1 watched by [1], 2 watched by [2], asked 3 with 23 \
  until 4000 for 6, due 4000 <- ask
  - | promised 1 by 1 #1, promised 2 by 2 #2, 1 watched by [1], 2 watched by [2], asked 7 with 27 \
  until 4000 for 6, due 4000 <- askOther
  """,
  .promisedBoard: """
  - | promised 1 by 2 #1, 1 watched by [1, 2] <- promise
  - | promised 1 by 1 board, promised 2 by 1 #1, 1 watched by [1], 2 watched by [1] <- \
  promiseSecond
  1 by 1 board | promised 1 by 1 board, 1 watched by [1] <- find
  - | promised 1 by 1 board, 1 watched by [1] <- findLate findKey findKeyLate watch forgetSecond \
  forgetThird forgetFourth forgetSecondSession answer answerWrongly answerOfOther settleSoon \
  settleLate settleElsewhere settleAlone
  - | promised 1 by 1 board, 1 watched by [1, 2] <- watchByOther
  - | promised 1 by 1 board, 1 watched by [1], 3 watched by [1] <- watchThird
  - | nothing <- forgetFirst forgetSession
  ask | promised 1 by 1 board, 1 watched by [1] <- challenge challengeOther
  - | promised 1 by 1 board, 1 watched by [1], asked 3 with 23 until 4000 for 6, due 4000 <- ask
  - | promised 1 by 1 board, 1 watched by [1], asked 7 with 27 until 4000 for 6, due 4000 <- \
  askOther
  """,
  .promisedMost: """
  - | promised 1 by 2 #1, promised 100 by 1 other card #1, 1 watched by [1, 2], 100 watched by \
  [1], 63 others watched <- promise
  - | promised 2 by 1 #1, promised 100 by 1 other card #1, 2 watched by [1], 100 watched by [1], \
  63 others watched <- promiseSecond
  1 by 1 | promised 1 by 1 #1, promised 100 by 1 other card #1, 1 watched by [1], 100 watched by \
  [1], 63 others watched <- find findKey
  - | promised 1 by 1 #1, promised 100 by 1 other card #1, 1 watched by [1], 100 watched by [1], \
  63 others watched <- findLate findKeyLate watch forgetSecond forgetThird forgetFourth \
  forgetSecondSession answer answerWrongly answerOfOther settleSoon settleLate settleElsewhere \
  settleAlone
  - | promised 1 by 1 #1, promised 100 by 1 other card #1, 1 watched by [1, 2], 100 watched by \
  [1], 63 others watched <- watchByOther
  - | promised 1 by 1 #1, promised 100 by 1 other card #1, 3 watched by [1], 100 watched by [1], \
  63 others watched <- watchThird
  - | nothing <- forgetFirst
  - | promised 100 by 1 other card #1, 100 watched by [1], 63 others watched <- forgetSession
  ask | promised 1 by 1 #1, promised 100 by 1 other card #1, 1 watched by [1], 100 watched by [1], \
  63 others watched <- challenge challengeOther
  - | promised 1 by 1 #1, promised 100 by 1 other card #1, 1 watched by [1], 100 watched by [1], \
  63 others watched, asked 3 with 23 until 4000 for 6, due 4000 <- ask
  - | promised 1 by 1 #1, promised 100 by 1 other card #1, 1 watched by [1], 100 watched by [1], \
  63 others watched, asked 7 with 27 until 4000 for 6, due 4000 <- askOther
  """,
  .watched: """
  - | promised 1 by 2 #1, 1 watched by [1, 2] <- promise
  - | promised 2 by 1 #1, 1 watched by [1], 2 watched by [1] <- promiseSecond
  - | 1 watched by [1] <- find findLate findKey findKeyLate watch forgetSecond forgetThird \
  forgetFourth forgetSecondSession answer answerWrongly answerOfOther settleSoon settleLate \
  settleElsewhere settleAlone
  - | 1 watched by [1, 2] <- watchByOther
  - | 1 watched by [1], 3 watched by [1] <- watchThird
  - | nothing <- forgetFirst forgetSession
  ask | 1 watched by [1] <- challenge challengeOther
  - | 1 watched by [1], asked 3 with 23 until 4000 for 6, due 4000 <- ask
  - | 1 watched by [1], asked 7 with 27 until 4000 for 6, due 4000 <- askOther
  """,
  .watchedTwice: """
  - | promised 1 by 2 #1, 1 watched by [1, 2] <- promise
  - | promised 2 by 1 #1, 1 watched by [1, 2], 2 watched by [1] <- promiseSecond
  - | 1 watched by [1, 2] <- find findLate findKey findKeyLate watch watchByOther forgetThird \
  forgetFourth forgetSecondSession answer answerWrongly answerOfOther settleSoon settleLate \
  settleElsewhere settleAlone
  - | 1 watched by [1, 2], 3 watched by [1] <- watchThird
  - | 1 watched by [2] <- forgetFirst
  - | 1 watched by [1] <- forgetSecond
  - | nothing <- forgetSession
  ask | 1 watched by [1, 2] <- challenge challengeOther
  - | 1 watched by [1, 2], asked 3 with 23 until 4000 for 6, due 4000 <- ask
  - | 1 watched by [1, 2], asked 7 with 27 until 4000 for 6, due 4000 <- askOther
  """,
  .watchedMost: """
  - | promised 1 by 2 #1, 1 watched by [1, 2], 100 watched by [1], 63 others watched <- promise
  - | promised 2 by 1 #1, 2 watched by [1], 100 watched by [1], 63 others watched <- promiseSecond
  - | 1 watched by [1], 100 watched by [1], 63 others watched <- find findLate findKey findKeyLate \
  watch forgetSecond forgetThird forgetFourth forgetSecondSession answer answerWrongly \
  answerOfOther settleSoon settleLate settleElsewhere settleAlone
  - | 1 watched by [1, 2], 100 watched by [1], 63 others watched <- watchByOther
  - | 3 watched by [1], 100 watched by [1], 63 others watched <- watchThird
  - | nothing <- forgetFirst
  - | 100 watched by [1], 63 others watched <- forgetSession
  ask | 1 watched by [1], 100 watched by [1], 63 others watched <- challenge challengeOther
  - | 1 watched by [1], 100 watched by [1], 63 others watched, asked 3 with 23 until 4000 for 6, \
  due 4000 <- ask
  - | 1 watched by [1], 100 watched by [1], 63 others watched, asked 7 with 27 until 4000 for 6, \
  due 4000 <- askOther
  """,
  .asked: """
  - | promised 1 by 2 #1, 1 watched by [2], asked 3 with 23 until 3000 for 4, due 3000 <- promise
  - | promised 2 by 1 #1, 2 watched by [1], asked 3 with 23 until 3000 for 4, due 3000 <- \
  promiseSecond
  - | asked 3 with 23 until 3000 for 4, due 3000 <- find findLate findKey findKeyLate forgetFirst \
  forgetSecond forgetThird forgetFourth forgetSession forgetSecondSession answerWrongly \
  answerOfOther settleSoon
  - | 1 watched by [1], asked 3 with 23 until 3000 for 4, due 3000 <- watch
  - | 1 watched by [2], asked 3 with 23 until 3000 for 4, due 3000 <- watchByOther
  - | 3 watched by [1], asked 3 with 23 until 3000 for 4, due 3000 <- watchThird
  waits | asked 3 with 23 until 3000 for 4 6, due 3000 <- challenge
  ask | asked 3 with 23 until 3000 for 4, due 3000 <- challengeOther
  - | asked 3 with 23 until 4000 for 6, due 4000 <- ask
  - | asked 7 with 27 until 4000 for 6, due 4000 <- askOther
  refuse 4 | nothing <- answer
  over: asked 3 with 23 until 3000 for 4 | nothing <- settleLate settleElsewhere settleAlone
  """,
  .askedTwice: """
  - | promised 1 by 2 #1, 1 watched by [2], asked 3 with 23 until 3000 for 4 5, due 3000 <- \
  promise
  - | promised 2 by 1 #1, 2 watched by [1], asked 3 with 23 until 3000 for 4 5, due 3000 <- \
  promiseSecond
  - | asked 3 with 23 until 3000 for 4 5, due 3000 <- find findLate findKey findKeyLate \
  forgetFirst forgetSecond forgetThird forgetFourth forgetSession forgetSecondSession \
  answerWrongly answerOfOther settleSoon
  - | 1 watched by [1], asked 3 with 23 until 3000 for 4 5, due 3000 <- watch
  - | 1 watched by [2], asked 3 with 23 until 3000 for 4 5, due 3000 <- watchByOther
  - | 3 watched by [1], asked 3 with 23 until 3000 for 4 5, due 3000 <- watchThird
  waits | asked 3 with 23 until 3000 for 4 5 6, due 3000 <- challenge
  ask | asked 3 with 23 until 3000 for 4 5, due 3000 <- challengeOther
  - | asked 3 with 23 until 4000 for 6, due 4000 <- ask
  - | asked 7 with 27 until 4000 for 6, due 4000 <- askOther
  refuse 4 5 | nothing <- answer
  over: asked 3 with 23 until 3000 for 4 5 | nothing <- settleLate settleElsewhere settleAlone
  """,
]
