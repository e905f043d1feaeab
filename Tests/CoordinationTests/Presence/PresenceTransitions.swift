/// What every event does to the presence of boards: what each window is told, then how things
/// stand, as `PresenceBench.standing` says, then all events of which that comes.
let presenceTransitions: [PresenceBench.State: String] = [
  .silent: """
  - | board 1: 1 [1 card of ann/laptop 1] untold <- say
  - | board 1: 1 [1 board of ann/laptop 1] untold <- sayElse
  - | board 1: 1 [1 card of ann/desktop 1] untold <- sayFromOtherDevice
  - | board 1: 1 [2 board of bob/phone 1] untold <- saySecond
  - | board 2: 1 [4 card of bob/phone 1] untold <- sayElsewhere
  - | nothing <- end endSecond endElsewhere forget forgetElsewhere catchUpZero catchUpOne \
  catchUpTwo catchUpRest catchUpElsewhere tellNew tellKnowing tellKnowingTwo tellOwn tellCounting \
  tellFull tellNarrow tellBoth tellNobody tellElsewhere
  due [] | nothing <- dueSoon dueLater
  next never | nothing <- nextSoon nextLater
  """,
  .said: """
  - | board 1: 1 [1 card of ann/laptop 1] untold <- say endSecond endElsewhere forgetElsewhere \
  catchUpZero catchUpOne catchUpTwo catchUpRest catchUpElsewhere tellElsewhere
  - | board 1: 2 [1 board of ann/laptop 2] untold <- sayElse
  - | board 1: 2 [1 card of ann/desktop 2] untold <- sayFromOtherDevice
  - | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] untold <- saySecond
  - | board 1: 1 [1 card of ann/laptop 1] untold, board 2: 1 [4 card of bob/phone 1] untold <- \
  sayElsewhere
  - | board 1: 2 [1 gone of ann/laptop 2] untold <- end
  - | nothing <- forget
  due [1] | board 1: 1 [1 card of ann/laptop 1] untold <- dueSoon dueLater
  next 1049 | board 1: 1 [1 card of ann/laptop 1] untold <- nextSoon
  next 1050 | board 1: 1 [1 card of ann/laptop 1] untold <- nextLater
  to 9 [1 card of ann/laptop] through 1 knows [1] | board 1: 1 [1 card of ann/laptop 1] told at \
  1050 <- tellNew tellNarrow
  to 9 [] through 1 knows [1] | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- tellKnowing
  to 9 [] through 1 knows [1,2] | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- \
  tellKnowingTwo
  to 1 [] through 1 knows [] | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- tellOwn
  to 9 [1 card of ann/laptop; 0 more] through 1 knows [1] | board 1: 1 [1 card of ann/laptop 1] \
  told at 1050 <- tellCounting
  to 9 [] through 1 knows [] without room | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- \
  tellFull
  to 1 [] through 1 knows [], to 9 [1 card of ann/laptop] through 1 knows [1] | board 1: 1 [1 \
  card of ann/laptop 1] told at 1050 <- tellBoth
  - | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- tellNobody
  """,
  .told: """
  - | board 1: 1 [1 card of ann/laptop 1] told at 1000 <- say endSecond endElsewhere \
  forgetElsewhere catchUpOne catchUpTwo catchUpElsewhere tellElsewhere
  - | board 1: 2 [1 board of ann/laptop 2] told at 1000 untold <- sayElse
  - | board 1: 2 [1 card of ann/desktop 2] told at 1000 untold <- sayFromOtherDevice
  - | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] told at 1000 untold <- saySecond
  - | board 1: 1 [1 card of ann/laptop 1] told at 1000, board 2: 1 [4 card of bob/phone 1] untold \
  <- sayElsewhere
  - | board 1: 2 [1 gone of ann/laptop 2] told at 1000 untold <- end
  - | nothing <- forget
  - | board 1: 1 [1 card of ann/laptop 1] told at 1000 untold <- catchUpZero catchUpRest
  due [] | board 1: 1 [1 card of ann/laptop 1] told at 1000 <- dueSoon dueLater
  next never | board 1: 1 [1 card of ann/laptop 1] told at 1000 <- nextSoon nextLater
  to 9 [1 card of ann/laptop] through 1 knows [1] | board 1: 1 [1 card of ann/laptop 1] told at \
  1050 <- tellNew tellNarrow
  to 9 [] through 1 knows [1] | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- tellKnowing
  to 9 [] through 1 knows [1,2] | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- \
  tellKnowingTwo
  to 1 [] through 1 knows [] | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- tellOwn
  to 9 [1 card of ann/laptop; 0 more] through 1 knows [1] | board 1: 1 [1 card of ann/laptop 1] \
  told at 1050 <- tellCounting
  to 9 [] through 1 knows [] without room | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- \
  tellFull
  to 1 [] through 1 knows [], to 9 [1 card of ann/laptop] through 1 knows [1] | board 1: 1 [1 \
  card of ann/laptop 1] told at 1050 <- tellBoth
  - | board 1: 1 [1 card of ann/laptop 1] told at 1050 <- tellNobody
  """,
  .changed: """
  - | board 1: 3 [1 card of ann/laptop 3] told at 1000 untold <- say
  - | board 1: 2 [1 board of ann/laptop 2] told at 1000 untold <- sayElse endSecond endElsewhere \
  forgetElsewhere catchUpZero catchUpOne catchUpTwo catchUpRest catchUpElsewhere tellElsewhere
  - | board 1: 3 [1 card of ann/desktop 3] told at 1000 untold <- sayFromOtherDevice
  - | board 1: 3 [1 board of ann/laptop 2] [2 board of bob/phone 3] told at 1000 untold <- \
  saySecond
  - | board 1: 2 [1 board of ann/laptop 2] told at 1000 untold, board 2: 1 [4 card of bob/phone \
  1] untold <- sayElsewhere
  - | board 1: 3 [1 gone of ann/laptop 3] told at 1000 untold <- end
  - | nothing <- forget
  due [] | board 1: 2 [1 board of ann/laptop 2] told at 1000 untold <- dueSoon
  due [1] | board 1: 2 [1 board of ann/laptop 2] told at 1000 untold <- dueLater
  next 1050 | board 1: 2 [1 board of ann/laptop 2] told at 1000 untold <- nextSoon nextLater
  to 9 [1 board of ann/laptop] through 2 knows [1] | board 1: 2 [1 board of ann/laptop 2] told at \
  1050 <- tellNew tellKnowing tellNarrow
  to 9 [] through 2 knows [1,2] | board 1: 2 [1 board of ann/laptop 2] told at 1050 <- \
  tellKnowingTwo
  to 1 [] through 2 knows [] | board 1: 2 [1 board of ann/laptop 2] told at 1050 <- tellOwn
  to 9 [1 board of ann/laptop; 0 more] through 2 knows [1] | board 1: 2 [1 board of ann/laptop 2] \
  told at 1050 <- tellCounting
  to 9 [] through 2 knows [] without room | board 1: 2 [1 board of ann/laptop 2] told at 1050 <- \
  tellFull
  to 1 [] through 2 knows [], to 9 [1 board of ann/laptop] through 2 knows [1] | board 1: 2 [1 \
  board of ann/laptop 2] told at 1050 <- tellBoth
  - | board 1: 2 [1 board of ann/laptop 2] told at 1050 <- tellNobody
  """,
  .left: """
  - | board 1: 3 [1 card of ann/laptop 3] told at 1000 untold <- say
  - | board 1: 3 [1 board of ann/laptop 3] told at 1000 untold <- sayElse
  - | board 1: 3 [1 card of ann/desktop 3] told at 1000 untold <- sayFromOtherDevice
  - | board 1: 3 [1 gone of ann/laptop 2] [2 board of bob/phone 3] told at 1000 untold <- saySecond
  - | board 1: 2 [1 gone of ann/laptop 2] told at 1000 untold, board 2: 1 [4 card of bob/phone 1] \
  untold <- sayElsewhere
  - | board 1: 2 [1 gone of ann/laptop 2] told at 1000 untold <- end endSecond endElsewhere \
  forgetElsewhere catchUpZero catchUpOne catchUpTwo catchUpRest catchUpElsewhere tellElsewhere
  - | nothing <- forget
  due [] | board 1: 2 [1 gone of ann/laptop 2] told at 1000 untold <- dueSoon
  due [1] | board 1: 2 [1 gone of ann/laptop 2] told at 1000 untold <- dueLater
  next 1050 | board 1: 2 [1 gone of ann/laptop 2] told at 1000 untold <- nextSoon nextLater
  to 9 [] through 2 knows [] | board 1: 2 told at 1050 <- tellNew tellFull tellNarrow
  to 9 [1 gone of ann/laptop] through 2 knows [] | board 1: 2 told at 1050 <- tellKnowing
  to 9 [] through 2 knows [1,2] | board 1: 2 told at 1050 <- tellKnowingTwo
  to 1 [] through 2 knows [] | board 1: 2 told at 1050 <- tellOwn
  to 9 [0 more] through 2 knows [] | board 1: 2 told at 1050 <- tellCounting
  to 1 [] through 2 knows [], to 9 [] through 2 knows [] | board 1: 2 told at 1050 <- tellBoth
  - | board 1: 2 told at 1050 <- tellNobody
  """,
  .leftTold: """
  - | board 1: 3 [1 card of ann/laptop 3] told at 1000 untold <- say
  - | board 1: 3 [1 board of ann/laptop 3] told at 1000 untold <- sayElse
  - | board 1: 3 [1 card of ann/desktop 3] told at 1000 untold <- sayFromOtherDevice
  - | board 1: 3 [2 board of bob/phone 3] told at 1000 untold <- saySecond
  - | board 1: 2 told at 1000, board 2: 1 [4 card of bob/phone 1] untold <- sayElsewhere
  - | board 1: 2 told at 1000 <- end endSecond endElsewhere forgetElsewhere catchUpTwo \
  catchUpElsewhere tellElsewhere
  - | nothing <- forget
  - | board 1: 2 told at 1000 untold <- catchUpZero catchUpOne catchUpRest
  due [] | board 1: 2 told at 1000 <- dueSoon dueLater
  next never | board 1: 2 told at 1000 <- nextSoon nextLater
  to 9 [] through 2 knows [] | board 1: 2 told at 1050 <- tellNew tellFull tellNarrow
  to 9 [] through 2 knows [1] | board 1: 2 told at 1050 <- tellKnowing
  to 9 [] through 2 knows [1,2] | board 1: 2 told at 1050 <- tellKnowingTwo
  to 1 [] through 2 knows [] | board 1: 2 told at 1050 <- tellOwn
  to 9 [0 more] through 2 knows [] | board 1: 2 told at 1050 <- tellCounting
  to 1 [] through 2 knows [], to 9 [] through 2 knows [] | board 1: 2 told at 1050 <- tellBoth
  - | board 1: 2 told at 1050 <- tellNobody
  """,
  .leftUnheard: """
  - | board 1: 3 [1 card of ann/laptop 3] untold <- say
  - | board 1: 3 [1 board of ann/laptop 3] untold <- sayElse
  - | board 1: 3 [1 card of ann/desktop 3] untold <- sayFromOtherDevice
  - | board 1: 3 [1 gone of ann/laptop 2] [2 board of bob/phone 3] untold <- saySecond
  - | board 1: 2 [1 gone of ann/laptop 2] untold, board 2: 1 [4 card of bob/phone 1] untold <- \
  sayElsewhere
  - | board 1: 2 [1 gone of ann/laptop 2] untold <- end endSecond endElsewhere forgetElsewhere \
  catchUpZero catchUpOne catchUpTwo catchUpRest catchUpElsewhere tellElsewhere
  - | nothing <- forget
  due [1] | board 1: 2 [1 gone of ann/laptop 2] untold <- dueSoon dueLater
  next 1049 | board 1: 2 [1 gone of ann/laptop 2] untold <- nextSoon
  next 1050 | board 1: 2 [1 gone of ann/laptop 2] untold <- nextLater
  to 9 [] through 2 knows [] | board 1: 2 told at 1050 <- tellNew tellFull tellNarrow
  to 9 [1 gone of ann/laptop] through 2 knows [] | board 1: 2 told at 1050 <- tellKnowing
  to 9 [] through 2 knows [1,2] | board 1: 2 told at 1050 <- tellKnowingTwo
  to 1 [] through 2 knows [] | board 1: 2 told at 1050 <- tellOwn
  to 9 [0 more] through 2 knows [] | board 1: 2 told at 1050 <- tellCounting
  to 1 [] through 2 knows [], to 9 [] through 2 knows [] | board 1: 2 told at 1050 <- tellBoth
  - | board 1: 2 told at 1050 <- tellNobody
  """,
  .partlyTold: """
  - | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] told at 1000 <- say saySecond \
  endElsewhere forgetElsewhere catchUpTwo catchUpElsewhere tellElsewhere
  - | board 1: 3 [2 board of bob/phone 2] [1 board of ann/laptop 3] told at 1000 untold <- sayElse
  - | board 1: 3 [2 board of bob/phone 2] [1 card of ann/desktop 3] told at 1000 untold <- \
  sayFromOtherDevice
  - | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] told at 1000, board 2: 1 [4 \
  card of bob/phone 1] untold <- sayElsewhere
  - | board 1: 3 [2 board of bob/phone 2] [1 gone of ann/laptop 3] told at 1000 untold <- end
  - | board 1: 3 [1 card of ann/laptop 1] [2 gone of bob/phone 3] told at 1000 untold <- endSecond
  - | nothing <- forget
  - | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] told at 1000 untold <- \
  catchUpZero catchUpOne catchUpRest
  due [] | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] told at 1000 <- dueSoon \
  dueLater
  next never | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] told at 1000 <- \
  nextSoon nextLater
  to 9 [1 card of ann/laptop; 2 board of bob/phone] through 2 knows [1,2] | board 1: 2 [1 card of \
  ann/laptop 1] [2 board of bob/phone 2] told at 1050 <- tellNew
  to 9 [2 board of bob/phone] through 2 knows [1,2] | board 1: 2 [1 card of ann/laptop 1] [2 \
  board of bob/phone 2] told at 1050 <- tellKnowing
  to 9 [] through 2 knows [1,2] | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] \
  told at 1050 <- tellKnowingTwo
  to 1 [2 board of bob/phone] through 2 knows [2] | board 1: 2 [1 card of ann/laptop 1] [2 board \
  of bob/phone 2] told at 1050 <- tellOwn
  to 9 [1 card of ann/laptop; 2 board of bob/phone; 0 more] through 2 knows [1,2] | board 1: 2 [1 \
  card of ann/laptop 1] [2 board of bob/phone 2] told at 1050 <- tellCounting
  to 9 [] through 2 knows [] without room | board 1: 2 [1 card of ann/laptop 1] [2 board of \
  bob/phone 2] told at 1050 <- tellFull
  to 9 [1 card of ann/laptop] through 2 knows [1] without room | board 1: 2 [1 card of ann/laptop \
  1] [2 board of bob/phone 2] told at 1050 <- tellNarrow
  to 1 [2 board of bob/phone] through 2 knows [2], to 9 [1 card of ann/laptop; 2 board of \
  bob/phone] through 2 knows [1,2] | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] \
  told at 1050 <- tellBoth
  - | board 1: 2 [1 card of ann/laptop 1] [2 board of bob/phone 2] told at 1050 <- tellNobody
  """,
  .partlyLeft: """
  - | board 1: 4 [2 board of bob/phone 2] [1 card of ann/laptop 4] told at 1000 untold <- say
  - | board 1: 4 [2 board of bob/phone 2] [1 board of ann/laptop 4] told at 1000 untold <- sayElse
  - | board 1: 4 [2 board of bob/phone 2] [1 card of ann/desktop 4] told at 1000 untold <- \
  sayFromOtherDevice
  - | board 1: 3 [2 board of bob/phone 2] [1 gone of ann/laptop 3] told at 1000 untold <- \
  saySecond end endElsewhere forgetElsewhere catchUpZero catchUpOne catchUpTwo catchUpRest \
  catchUpElsewhere tellElsewhere
  - | board 1: 3 [2 board of bob/phone 2] [1 gone of ann/laptop 3] told at 1000 untold, board 2: \
  1 [4 card of bob/phone 1] untold <- sayElsewhere
  - | board 1: 4 [1 gone of ann/laptop 3] [2 gone of bob/phone 4] told at 1000 untold <- endSecond
  - | nothing <- forget
  due [] | board 1: 3 [2 board of bob/phone 2] [1 gone of ann/laptop 3] told at 1000 untold <- \
  dueSoon
  due [1] | board 1: 3 [2 board of bob/phone 2] [1 gone of ann/laptop 3] told at 1000 untold <- \
  dueLater
  next 1050 | board 1: 3 [2 board of bob/phone 2] [1 gone of ann/laptop 3] told at 1000 untold <- \
  nextSoon nextLater
  to 9 [2 board of bob/phone] through 3 knows [2] | board 1: 3 [2 board of bob/phone 2] told at \
  1050 <- tellNew tellNarrow
  to 9 [1 gone of ann/laptop; 2 board of bob/phone] through 3 knows [2] | board 1: 3 [2 board of \
  bob/phone 2] told at 1050 <- tellKnowing
  to 9 [1 gone of ann/laptop] through 3 knows [2] | board 1: 3 [2 board of bob/phone 2] told at \
  1050 <- tellKnowingTwo
  to 1 [2 board of bob/phone] through 3 knows [2] | board 1: 3 [2 board of bob/phone 2] told at \
  1050 <- tellOwn
  to 9 [2 board of bob/phone; 0 more] through 3 knows [2] | board 1: 3 [2 board of bob/phone 2] \
  told at 1050 <- tellCounting
  to 9 [] through 3 knows [] without room | board 1: 3 [2 board of bob/phone 2] told at 1050 <- \
  tellFull
  to 1 [2 board of bob/phone] through 3 knows [2], to 9 [2 board of bob/phone] through 3 knows \
  [2] | board 1: 3 [2 board of bob/phone 2] told at 1050 <- tellBoth
  - | board 1: 3 [2 board of bob/phone 2] told at 1050 <- tellNobody
  """,
  .elsewhere: """
  - | board 1: 1 [1 card of ann/laptop 1] untold, board 2: 1 [4 card of bob/phone 1] untold <- say
  - | board 1: 1 [1 board of ann/laptop 1] untold, board 2: 1 [4 card of bob/phone 1] untold <- \
  sayElse
  - | board 1: 1 [1 card of ann/desktop 1] untold, board 2: 1 [4 card of bob/phone 1] untold <- \
  sayFromOtherDevice
  - | board 1: 1 [2 board of bob/phone 1] untold, board 2: 1 [4 card of bob/phone 1] untold <- \
  saySecond
  - | board 2: 1 [4 card of bob/phone 1] untold <- sayElsewhere end endSecond endElsewhere forget \
  catchUpZero catchUpOne catchUpTwo catchUpRest catchUpElsewhere tellNew tellKnowing \
  tellKnowingTwo tellOwn tellCounting tellFull tellNarrow tellBoth tellNobody
  - | nothing <- forgetElsewhere
  due [2] | board 2: 1 [4 card of bob/phone 1] untold <- dueSoon dueLater
  next 1049 | board 2: 1 [4 card of bob/phone 1] untold <- nextSoon
  next 1050 | board 2: 1 [4 card of bob/phone 1] untold <- nextLater
  to 9 [4 card of bob/phone] through 1 knows [4] | board 2: 1 [4 card of bob/phone 1] told at \
  1050 <- tellElsewhere
  """,
]
