/// What every event does to a board in the table: the effect, then how the board stands, as
/// `BoardTableBench.standing` says, then all events of which that comes.
///
/// The table trusts the coordinator, which opens the store once, loads only what is stored, makes
/// only what is unknown, unloads only what is idle, has nothing appended of a board that is not
/// loaded, and orders nothing on one that is read again.
let boardTableTransitions: [BoardTableBench.State: String] = [
  .unknown: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open
  load | loading for 7/7, store 0 count 1 <- wait
  - | none, store 0 count 0 <- finishLoading finishDamaged order orderRaise subscribe \
  unsubscribe unsubscribeSecond idleSoon idle revert
  - | 1 “Work”, durable 0, idle since 500, store 0 count 1 <- make
  - | stored, store 0 count 1 <- unload
  raised to 1 | none, lists “Work” 1 at 600, store 0 count 0 <- appended
  """,
  .stored: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open finishLoading finishDamaged order \
  orderRaise subscribe unsubscribe unsubscribeSecond idleSoon idle unload revert
  load | loading for 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  raised to 1 | stored, lists “Work” 1 at 600, store 7 count 1 <- appended
  """,
  .loading: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  - | loading for 5/5, 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  take 5/5 | 1 “Work”, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- \
  finishLoading
  take 5/5 | damaged, unreadable, lists “Work” 1 at 1, store 7 count 1 <- finishDamaged
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  - | loading for 5/5, lists “Work” 1 at 1, store 7 count 1 <- order orderRaise subscribe \
  unsubscribe unsubscribeSecond idleSoon idle revert
  raised to 1 | loading for 5/5, lists “Work” 1 at 600, store 7 count 1 <- appended
  """,
  .loadingTwo: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  - | loading for 5/5, 6/6, 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  take 5/5, 6/6 | 1 “Work”, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count \
  1 <- finishLoading
  take 5/5, 6/6 | damaged, unreadable, lists “Work” 1 at 1, store 7 count 1 <- finishDamaged
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  - | loading for 5/5, 6/6, lists “Work” 1 at 1, store 7 count 1 <- order orderRaise subscribe \
  unsubscribe unsubscribeSecond idleSoon idle revert
  raised to 1 | loading for 5/5, 6/6, lists “Work” 1 at 600, store 7 count 1 <- appended
  """,
  .made: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open
  load | loading for 7/7, store 0 count 1 <- wait
  - | 1 “Work”, durable 0, idle since 500, store 0 count 1 <- finishLoading finishDamaged make \
  idleSoon idle
  2 at 1000 | 2 “Play”, durable 0, idle since 500, store 0 count 1 <- order
  2 at 1000 | 2 “Work” level 2, durable 0, idle since 500, store 0 count 1 <- orderRaise
  done | 1 “Work”, durable 0, for [2], store 0 count 1 <- subscribe
  done | 1 “Work”, durable 0, idle since 1000, store 0 count 1 <- unsubscribe unsubscribeSecond
  - | stored, store 0 count 1 <- unload
  - | 1 “Work”, durable 1, keeps [1], idle since 500, lists “Work” 1 at 600, store 0 \
  count 1 <- appended
  - | none, store 0 count 0 <- revert
  """,
  .loaded: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  load | loading for 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  - | 1 “Work”, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- finishLoading \
  finishDamaged idleSoon
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  2 at 1000 | 2 “Play”, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- order
  2 at 1000 | 2 “Work” level 2, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 \
  <- orderRaise
  done | 1 “Work”, durable 1, for [2], lists “Work” 1 at 1, store 7 count 1 <- subscribe
  done | 1 “Work”, durable 1, idle since 1000, lists “Work” 1 at 1, store 7 count 1 <- \
  unsubscribe unsubscribeSecond
  unload [1] | 1 “Work”, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- idle
  - | 1 “Work”, durable 1, keeps [1], idle since 500, lists “Work” 1 at 600, store 7 count 1 <- \
  appended
  to 1 | reloading for , 0, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- \
  revert
  """,
  .ordered: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  load | loading for 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  - | 2 “Play”, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- finishLoading \
  finishDamaged idleSoon idle
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  3 at 1000 | 3 “Play”, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- order
  3 at 1000 | 3 “Play” level 2, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 \
  <- orderRaise
  done | 2 “Play”, durable 1, for [2], lists “Work” 1 at 1, store 7 count 1 <- subscribe
  done | 2 “Play”, durable 1, idle since 1000, lists “Work” 1 at 1, store 7 count 1 <- \
  unsubscribe unsubscribeSecond
  - | 2 “Play”, durable 2, keeps [2], idle since 500, lists “Play” 2 at 600, store 7 count 1 <- \
  appended
  to 1 | reloading for , 0, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- \
  revert
  """,
  .raised: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  load | loading for 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  - | 2 “Work” level 2, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- \
  finishLoading finishDamaged idleSoon idle
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  3 at 1000 | 3 “Play” level 2, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 \
  <- order
  3 at 1000 | 3 “Work” level 2, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 \
  <- orderRaise
  done | 2 “Work” level 2, durable 1, for [2], lists “Work” 1 at 1, store 7 count 1 <- subscribe
  done | 2 “Work” level 2, durable 1, idle since 1000, lists “Work” 1 at 1, store 7 count 1 <- \
  unsubscribe unsubscribeSecond
  raised to 2 | 2 “Work” level 2, durable 2 level 2, keeps [2], idle since 500, lists “Work” 2 at \
  600, store 7 count 1 <- appended
  to 1 | reloading for , 0, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- \
  revert
  """,
  .attached: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  load | loading for 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  - | 1 “Work”, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- finishLoading \
  finishDamaged idleSoon idle
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  2 at 1000 | 2 “Play”, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- order
  2 at 1000 | 2 “Work” level 2, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- \
  orderRaise
  done | 1 “Work”, durable 1, for [1, 2], lists “Work” 1 at 1, store 7 count 1 <- subscribe
  done | 1 “Work”, durable 1, idle since 1000, lists “Work” 1 at 1, store 7 count 1 <- unsubscribe
  done | 1 “Work”, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- unsubscribeSecond
  - | 1 “Work”, durable 1, keeps [1], for [1], lists “Work” 1 at 600, store 7 count 1 <- appended
  to 1 | reloading for , 0, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- revert
  """,
  .attachedTwo: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  load | loading for 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  - | 1 “Work”, durable 1, for [1, 2], lists “Work” 1 at 1, store 7 count 1 <- finishLoading \
  finishDamaged idleSoon idle
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  2 at 1000 | 2 “Play”, durable 1, for [1, 2], lists “Work” 1 at 1, store 7 count 1 <- order
  2 at 1000 | 2 “Work” level 2, durable 1, for [1, 2], lists “Work” 1 at 1, store 7 count 1 <- \
  orderRaise
  done | 1 “Work”, durable 1, for [1, 2, 2], lists “Work” 1 at 1, store 7 count 1 <- subscribe
  done | 1 “Work”, durable 1, for [2], lists “Work” 1 at 1, store 7 count 1 <- unsubscribe
  done | 1 “Work”, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- unsubscribeSecond
  - | 1 “Work”, durable 1, keeps [1], for [1, 2], lists “Work” 1 at 600, store 7 count 1 <- appended
  to 1 | reloading for , 0, durable 1, for [1, 2], lists “Work” 1 at 1, store 7 count 1 <- revert
  """,
  .damaged: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  load | loading for 7/7, lists “Work” 1 at 1, store 7 count 1 <- wait
  - | damaged, torn, lists “Work” 1 at 1, store 7 count 1 <- finishLoading finishDamaged order \
  orderRaise subscribe unsubscribe unsubscribeSecond idleSoon idle revert
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  raised to 1 | damaged, torn, lists “Work” 1 at 600, store 7 count 1 <- appended
  """,
  .reloading: """
  - | stored, lists “Work” 1 at 1, store 7 count 1 <- open unload
  - | reloading for 5/5, 7/7, 0, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- wait
  take 5/5 | 1 “Work”, durable 1, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- \
  finishLoading
  take 5/5 | damaged, unreadable, lists “Work” 1 at 1, store 7 count 1 <- finishDamaged
  - | 1 “Work”, durable 0, idle since 500, lists “Work” 1 at 1, store 7 count 1 <- make
  1 at 1000 ? | reloading for 5/5, 1, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- \
  order orderRaise
  done | reloading for 5/5, 0, durable 1, for [1, 2], lists “Work” 1 at 1, store 7 count 1 <- \
  subscribe
  done | reloading for 5/5, 0, durable 1, idle since 1000, lists “Work” 1 at 1, store 7 count 1 \
  <- unsubscribe
  done | reloading for 5/5, 0, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- \
  unsubscribeSecond
  - | reloading for 5/5, 0, durable 1, for [1], lists “Work” 1 at 1, store 7 count 1 <- idleSoon \
  idle revert
  - | reloading for 5/5, 0, durable 1, keeps [1], for [1], lists “Work” 1 at 600, store 7 count 1 \
  <- appended
  """,
]
