/// What every event does to the queue of commits: the effect, then how the queue stands, as
/// `CommitQueueBench.standing` says, then all events of which that comes.
///
/// A batch has operations by board (`b1:1,2`, `#3` for the digest at that number), sessions to be
/// written (`+[1]`) and to be removed (`-[1]`), and the answers that wait.
/// A group has rows, the summaries of their boards, records and removals.
///
/// `cutWithoutBoard` never happens, as a board with an operation that is not durable stays in memory:
/// the group would have no summary of the board, and the log would refuse it.
let commitQueueTransitions: [CommitQueueBench.State: String] = [
  .idle: """
  - | gathers b2:3 <- add
  - | gathers b1:3#3 <- addDigest
  - | gathers +[1, 2] <- save
  - | gathers +[1] <- readmit
  - | gathers -[1] <- forget remove
  - | gathers nothing, later -[1] <- removeLater
  - | gathers end <- answer
  - | gathers content 4 <- answerAll
  - | gathers names 9 <- name
  - | gathers outcome 1 <- answerFirst
  - | gathers outcome 2 <- answerSecond
  - | gathers nothing <- withdrawAttach withdrawOther cut cutWithoutBoard cutKnowing appended \
  failed
  """,
  .gathering: """
  - | gathers b1:1 b2:3 outcome 1 <- add
  - | gathers b1:1,3#3 outcome 1 <- addDigest
  - | gathers b1:1 +[1, 2] outcome 1 <- save
  - | gathers b1:1 +[1] outcome 1 <- readmit
  - | gathers b1:1 -[1] outcome 1 <- forget remove
  - | gathers b1:1 outcome 1, later -[1] <- removeLater
  - | gathers b1:1 outcome 1 end <- answer
  - | gathers b1:1 outcome 1 content 4 <- answerAll
  - | gathers b1:1 outcome 1 names 9 <- name
  - | gathers b1:1 outcome 1 outcome 1 <- answerFirst
  - | gathers b1:1 outcome 1 outcome 2 <- answerSecond
  - | gathers b1:1 outcome 1 <- withdrawAttach withdrawOther appended failed
  append b1:1-1 “Board 1” 1@1 101 | writes b1:1 whole outcome 1, gathers nothing, holds \
  [1] <- cut cutKnowing
  append b1:1-1 | writes b1:1 outcome 1, gathers nothing, holds [1] <- \
  cutWithoutBoard
  """,
  .attaching: """
  - | gathers b2:3 +[1] attached 7, holds [1] <- add
  - | gathers b1:3#3 +[1] attached 7, holds [1] <- addDigest
  - | gathers +[1, 2] attached 7, holds [1] <- save
  - | gathers +[1] attached 7, holds [1] <- readmit withdrawOther appended failed
  - | gathers -[1] attached 7, holds [1] <- forget
  - | gathers +[1] -[1] attached 7, holds [1] <- remove
  - | gathers +[1] attached 7, later -[1], holds [1] <- removeLater
  - | gathers +[1] attached 7 end, holds [1] <- answer
  - | gathers +[1] attached 7 content 4, holds [1] <- answerAll
  - | gathers +[1] attached 7 names 9, holds [1] <- name
  - | gathers +[1] attached 7 outcome 1, holds [1] <- answerFirst
  - | gathers +[1] attached 7 outcome 2, holds [1] <- answerSecond
  request 7 | gathers +[1] <- withdrawAttach
  append +1 | writes +[1] logs 1 attached 7, gathers nothing, holds [1] <- cut cutWithoutBoard \
  cutKnowing
  """,
  .removing: """
  - | gathers b2:3 -[1] <- add
  - | gathers b1:3#3 -[1] <- addDigest
  - | gathers +[1, 2] -[1] <- save
  - | gathers +[1] <- readmit
  - | gathers -[1, 1] <- forget remove
  - | gathers -[1], later -[1] <- removeLater
  - | gathers -[1] end <- answer
  - | gathers -[1] content 4 <- answerAll
  - | gathers -[1] names 9 <- name
  - | gathers -[1] outcome 1 <- answerFirst
  - | gathers -[1] outcome 2 <- answerSecond
  - | gathers -[1] <- withdrawAttach withdrawOther appended failed
  append -[1] | writes -[1], gathers nothing <- cut cutWithoutBoard
  append nothing | writes -[1], gathers nothing <- cutKnowing
  """,
  .removalFailed: """
  - | gathers b2:3, later -[1] <- add
  - | gathers b1:3#3, later -[1] <- addDigest
  - | gathers +[1, 2], later -[1] <- save
  - | gathers +[1], later -[1] <- readmit
  - | gathers -[1], later -[1] <- forget remove
  - | gathers nothing, later -[1, 1] <- removeLater
  - | gathers end, later -[1] <- answer
  - | gathers content 4, later -[1] <- answerAll
  - | gathers names 9, later -[1] <- name
  - | gathers outcome 1, later -[1] <- answerFirst
  - | gathers outcome 2, later -[1] <- answerSecond
  - | gathers nothing, later -[1] <- withdrawAttach withdrawOther cut cutWithoutBoard cutKnowing \
  appended failed
  """,
  .removalDue: """
  - | gathers b1:1 b2:3 outcome 1, later -[1] <- add
  - | gathers b1:1,3#3 outcome 1, later -[1] <- addDigest
  - | gathers b1:1 +[1, 2] outcome 1, later -[1] <- save
  - | gathers b1:1 +[1] outcome 1, later -[1] <- readmit
  - | gathers b1:1 -[1] outcome 1, later -[1] <- forget remove
  - | gathers b1:1 outcome 1, later -[1, 1] <- removeLater
  - | gathers b1:1 outcome 1 end, later -[1] <- answer
  - | gathers b1:1 outcome 1 content 4, later -[1] <- answerAll
  - | gathers b1:1 outcome 1 names 9, later -[1] <- name
  - | gathers b1:1 outcome 1 outcome 1, later -[1] <- answerFirst
  - | gathers b1:1 outcome 1 outcome 2, later -[1] <- answerSecond
  - | gathers b1:1 outcome 1, later -[1] <- withdrawAttach withdrawOther appended failed
  append b1:1-1 “Board 1” 1@1 101 -[1] | writes b1:1 whole -[1] outcome 1, gathers \
  nothing, holds [1] <- cut
  append b1:1-1 -[1] | writes b1:1 -[1] outcome 1, gathers nothing, \
  holds [1] <- cutWithoutBoard
  append b1:1-1 “Board 1” 1@1 101 | writes b1:1 whole -[1] outcome 1, gathers nothing, \
  holds [1] <- cutKnowing
  """,
  .answering: """
  - | gathers b2:3 detached 9 <- add
  - | gathers b1:3#3 detached 9 <- addDigest
  - | gathers +[1, 2] detached 9 <- save
  - | gathers +[1] detached 9 <- readmit
  - | gathers -[1] detached 9 <- forget remove
  - | gathers detached 9, later -[1] <- removeLater
  - | gathers detached 9 end <- answer
  - | gathers detached 9 content 4 <- answerAll
  - | gathers detached 9 names 9 <- name
  - | gathers detached 9 outcome 1 <- answerFirst
  - | gathers detached 9 outcome 2 <- answerSecond
  - | gathers detached 9 <- withdrawAttach withdrawOther cut cutWithoutBoard cutKnowing appended \
  failed
  """,
  .naming: """
  - | gathers b2:3 names 9 <- add
  - | gathers b1:3#3 names 9 <- addDigest
  - | gathers +[1, 2] names 9 <- save
  - | gathers +[1] names 9 <- readmit
  - | gathers -[1] names 9 <- forget remove
  - | gathers names 9, later -[1] <- removeLater
  - | gathers names 9 end <- answer
  - | gathers names 9 content 4 <- answerAll
  - | gathers names 9 names 9 <- name
  - | gathers names 9 outcome 1 <- answerFirst
  - | gathers names 9 outcome 2 <- answerSecond
  - | gathers names 9 <- withdrawAttach withdrawOther appended failed
  append nothing | writes names 9, gathers nothing <- cut cutWithoutBoard cutKnowing
  """,
  .writing: """
  - | writes b1:1 whole outcome 1, gathers b2:3, holds [1] <- add
  - | writes b1:1 whole outcome 1, gathers b1:3#3, holds [1] <- addDigest
  - | writes b1:1 whole outcome 1, gathers +[1, 2], holds [1] <- save
  - | writes b1:1 whole outcome 1, gathers +[1], holds [1] <- readmit
  - | writes b1:1 whole outcome 1, gathers -[1], holds [1] <- forget remove
  - | writes b1:1 whole outcome 1, gathers nothing, later -[1], holds [1] <- removeLater
  - | writes b1:1 whole outcome 1, gathers end, holds [1] <- answer
  - | writes b1:1 whole outcome 1, gathers names 9, holds [1] <- name
  - | writes b1:1 whole outcome 1 outcome 1, gathers nothing, holds [1] <- answerFirst
  - | writes b1:1 whole outcome 1, gathers outcome 2, holds [1] <- answerSecond
  - | writes b1:1 whole outcome 1, gathers nothing, holds [1] <- withdrawAttach \
  withdrawOther cut cutWithoutBoard cutKnowing
  take b1:1 whole outcome 1 | gathers nothing <- appended
  take back b1:1 whole outcome 1 and nothing | gathers nothing <- failed
  - | writes b1:1 whole outcome 1 content 4, gathers nothing, holds [1] <- answerAll
  """,
  .writingMore: """
  - | writes b1:1 whole outcome 1, gathers b1:2 b2:3 outcome 2, holds [1] \
  <- add
  - | writes b1:1 whole outcome 1, gathers b1:2,3#3 outcome 2, holds [1] <- \
  addDigest
  - | writes b1:1 whole outcome 1, gathers b1:2 +[1, 2] outcome 2, holds [1] <- \
  save
  - | writes b1:1 whole outcome 1, gathers b1:2 +[1] outcome 2, holds [1] <- \
  readmit
  - | writes b1:1 whole outcome 1, gathers b1:2 -[1] outcome 2, holds [1] <- \
  forget remove
  - | writes b1:1 whole outcome 1, gathers b1:2 outcome 2, later -[1], holds [1] \
  <- removeLater
  - | writes b1:1 whole outcome 1, gathers b1:2 outcome 2 end, holds [1] <- answer
  - | writes b1:1 whole outcome 1, gathers b1:2 outcome 2 content 4, holds [1] <- answerAll
  - | writes b1:1 whole outcome 1, gathers b1:2 outcome 2 names 9, holds [1] <- name
  - | writes b1:1 whole outcome 1 outcome 1, gathers b1:2 outcome 2, holds [1] <- \
  answerFirst
  - | writes b1:1 whole outcome 1, gathers b1:2 outcome 2 outcome 2, holds [1] <- \
  answerSecond
  - | writes b1:1 whole outcome 1, gathers b1:2 outcome 2, holds [1] <- \
  withdrawAttach withdrawOther cut cutWithoutBoard cutKnowing
  take b1:1 whole outcome 1 | gathers b1:2 outcome 2 <- appended
  take back b1:1 whole outcome 1 and b1:2 outcome 2 | gathers nothing <- failed
  """,
  .writingEpoch: """
  - | writes +[1] logs 1 attached 7, gathers b2:3, holds [1] <- add
  - | writes +[1] logs 1 attached 7, gathers b1:3#3, holds [1] <- addDigest
  - | writes +[1] logs 1 attached 7, gathers +[1, 2], holds [1] <- save
  - | writes +[1] logs 1 attached 7, gathers +[1], holds [1] <- readmit
  - | writes +[1] logs 1 attached 7, gathers -[1], holds [1] <- forget remove
  - | writes +[1] logs 1 attached 7, gathers nothing, later -[1], holds [1] <- removeLater
  - | writes +[1] logs 1 attached 7, gathers end, holds [1] <- answer
  - | writes +[1] logs 1 attached 7, gathers names 9, holds [1] <- name
  - | writes +[1] logs 1 attached 7, gathers outcome 1, holds [1] <- answerFirst
  - | writes +[1] logs 1 attached 7, gathers outcome 2, holds [1] <- answerSecond
  request 7 | writes +[1] logs 1, gathers nothing <- withdrawAttach
  - | writes +[1] logs 1 attached 7, gathers nothing, holds [1] <- withdrawOther cut \
  cutWithoutBoard cutKnowing
  take +[1] logs 1 attached 7 | gathers nothing <- appended
  take back +[1] logs 1 attached 7 and nothing | gathers nothing <- failed
  - | writes +[1] logs 1 attached 7 content 4, gathers nothing, holds [1] <- answerAll
  """,
  .writingEpochMore: """
  - | writes +[1] logs 1 attached 7, gathers b1:2 b2:3 outcome 2, holds [1] <- add
  - | writes +[1] logs 1 attached 7, gathers b1:2,3#3 outcome 2, holds [1] <- addDigest
  - | writes +[1] logs 1 attached 7, gathers b1:2 +[1, 2] outcome 2, holds [1] <- save
  - | writes +[1] logs 1 attached 7, gathers b1:2 +[1] outcome 2, holds [1] <- readmit
  - | writes +[1] logs 1 attached 7, gathers b1:2 -[1] outcome 2, holds [1] <- forget \
  remove
  - | writes +[1] logs 1 attached 7, gathers b1:2 outcome 2, later -[1], holds [1] <- \
  removeLater
  - | writes +[1] logs 1 attached 7, gathers b1:2 outcome 2 end, holds [1] <- answer
  - | writes +[1] logs 1 attached 7, gathers b1:2 outcome 2 content 4, holds [1] <- answerAll
  - | writes +[1] logs 1 attached 7, gathers b1:2 outcome 2 names 9, holds [1] <- name
  - | writes +[1] logs 1 attached 7, gathers b1:2 outcome 2 outcome 1, holds [1] <- \
  answerFirst
  - | writes +[1] logs 1 attached 7, gathers b1:2 outcome 2 outcome 2, holds [1] <- \
  answerSecond
  request 7 | writes +[1] logs 1, gathers b1:2 outcome 2 <- withdrawAttach
  - | writes +[1] logs 1 attached 7, gathers b1:2 outcome 2, holds [1] <- withdrawOther \
  cut cutWithoutBoard cutKnowing
  take +[1] logs 1 attached 7 | gathers b1:2 outcome 2 <- appended
  take back +[1] logs 1 attached 7 and b1:2 outcome 2 | gathers nothing <- failed
  """,
]
