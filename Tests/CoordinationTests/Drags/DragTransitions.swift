/// What every event does to what users carry: what is answered, then how things stand, as
/// `DragBench.standing` says, then all events of which that comes.
///
/// A drag that is lifted says what became of the one before unless all windows know of its end.
let dragTransitions: [DragBench.State: String] = [
  .nothing: """
  - | 1, ann drag 1 change 1 until 602000, untold ann, due 602000 - <- liftFirst
  - | 1, ann drag 2 change 1 until 602000, untold ann, due 602000 - <- liftSecond
  - | 1, ann drag 3 by pointer change 1 until 32000, untold ann, due 32000 - <- liftPointer
  - | 1, bob drag 4 change 1 until 602000, untold bob, due 602000 - <- liftOfOther
  - | 0 <- drop cancel lapse dropOfOther beginLoading beginLoadingOfOther keep keepForOther \
  silence silenceSecond overduePointerSoon overduePointer overdueKeysSoon overdueKeys \
  overdueLoadedSoon overdueLoaded find findSecond findForOther toldOne told toldOther endRelay \
  endRelaySecond
  true | 0 <- concernsNew
  false | 0 <- concernsZero concernsOne concernsTwo
  tell [] | 0 <- takeUntold
  - | 0, 1/7 for load 5, due - 2505 <- relay
  - | 0, 1/8 for load 6, due - 2506 <- relaySecond
  """,
  .lifted: """
  - | 1, ann drag 1 change 1 until 601000, untold ann, due 601000 - <- liftFirst dropOfOther \
  beginLoading beginLoadingOfOther keepForOther silenceSecond overduePointerSoon overduePointer \
  overdueKeysSoon findSecond findForOther toldOne told toldOther endRelay endRelaySecond
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  due 602000 - <- liftSecond
  - | 2, ann drag 3 by pointer change 2 until 32000 after 1 replaced by ann/laptop at tty3, \
  untold ann, due 32000 - <- liftPointer
  - | 2, ann drag 1 change 1 until 601000, bob drag 4 change 2 until 602000, untold ann bob, due \
  601000 - <- liftOfOther
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3, untold ann <- drop
  - | 2, ann nothing change 2 after 1 cancelled by ann/laptop at tty1, untold ann <- cancel
  - | 2, ann nothing change 2 after 1 lapsed by ann/laptop at -, untold ann <- lapse
  - | 1, ann drag 1 change 1 until 601000 served, untold ann, due 601000 - <- keep
  - | 1, ann drag 1 change 1 until 601000 unanswered, untold ann, due 601000 - <- silence
  drag 1 | 1, ann drag 1 change 1 until 601000, untold ann, due 601000 - <- overdueKeys \
  overdueLoadedSoon overdueLoaded find
  true | 1, ann drag 1 change 1 until 601000, untold ann, due 601000 - <- concernsNew \
  concernsZero
  false | 1, ann drag 1 change 1 until 601000, untold ann, due 601000 - <- concernsOne \
  concernsTwo
  tell ["ann"] | 1, ann drag 1 change 1 until 601000, due 601000 - <- takeUntold
  - | 1, ann drag 1 change 1 until 601000, untold ann, 1/7 for load 5, due 601000 2505 <- relay
  - | 1, ann drag 1 change 1 until 601000, untold ann, 1/8 for load 6, due 601000 2506 <- \
  relaySecond
  """,
  .known: """
  - | 1, ann drag 1 change 1 until 601000, due 601000 - <- liftFirst dropOfOther beginLoading \
  beginLoadingOfOther keepForOther silenceSecond overduePointerSoon overduePointer \
  overdueKeysSoon findSecond findForOther toldOne told toldOther endRelay endRelaySecond
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  due 602000 - <- liftSecond
  - | 2, ann drag 3 by pointer change 2 until 32000 after 1 replaced by ann/laptop at tty3, \
  untold ann, due 32000 - <- liftPointer
  - | 2, ann drag 1 change 1 until 601000, bob drag 4 change 2 until 602000, untold bob, due \
  601000 - <- liftOfOther
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3, untold ann <- drop
  - | 2, ann nothing change 2 after 1 cancelled by ann/laptop at tty1, untold ann <- cancel
  - | 2, ann nothing change 2 after 1 lapsed by ann/laptop at -, untold ann <- lapse
  - | 1, ann drag 1 change 1 until 601000 served, due 601000 - <- keep
  - | 1, ann drag 1 change 1 until 601000 unanswered, due 601000 - <- silence
  drag 1 | 1, ann drag 1 change 1 until 601000, due 601000 - <- overdueKeys overdueLoadedSoon \
  overdueLoaded find
  true | 1, ann drag 1 change 1 until 601000, due 601000 - <- concernsNew concernsZero
  false | 1, ann drag 1 change 1 until 601000, due 601000 - <- concernsOne concernsTwo
  tell [] | 1, ann drag 1 change 1 until 601000, due 601000 - <- takeUntold
  - | 1, ann drag 1 change 1 until 601000, 1/7 for load 5, due 601000 2505 <- relay
  - | 1, ann drag 1 change 1 until 601000, 1/8 for load 6, due 601000 2506 <- relaySecond
  """,
  .pointer: """
  - | 1, ann drag 1 by pointer change 1 until 31000, due 31000 - <- liftFirst dropOfOther \
  beginLoadingOfOther keepForOther silenceSecond overduePointerSoon findSecond findForOther \
  toldOne told toldOther endRelay endRelaySecond
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  due 602000 - <- liftSecond
  - | 2, ann drag 3 by pointer change 2 until 32000 after 1 replaced by ann/laptop at tty3, \
  untold ann, due 32000 - <- liftPointer
  - | 2, ann drag 1 by pointer change 1 until 31000, bob drag 4 change 2 until 602000, untold \
  bob, due 31000 - <- liftOfOther
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3, untold ann <- drop
  - | 2, ann nothing change 2 after 1 cancelled by ann/laptop at tty1, untold ann <- cancel
  - | 2, ann nothing change 2 after 1 lapsed by ann/laptop at -, untold ann <- lapse
  - | 1, ann drag 1 by pointer change 1 until 602000 loaded, due 602000 - <- beginLoading
  - | 1, ann drag 1 by pointer change 1 until 31000 served, due 31000 - <- keep
  - | 1, ann drag 1 by pointer change 1 until 31000 unanswered, due 31000 - <- silence
  drag 1 by pointer | 1, ann drag 1 by pointer change 1 until 31000, due 31000 - <- \
  overduePointer overdueKeysSoon overdueKeys overdueLoadedSoon overdueLoaded find
  true | 1, ann drag 1 by pointer change 1 until 31000, due 31000 - <- concernsNew concernsZero
  false | 1, ann drag 1 by pointer change 1 until 31000, due 31000 - <- concernsOne concernsTwo
  tell [] | 1, ann drag 1 by pointer change 1 until 31000, due 31000 - <- takeUntold
  - | 1, ann drag 1 by pointer change 1 until 31000, 1/7 for load 5, due 31000 2505 <- relay
  - | 1, ann drag 1 by pointer change 1 until 31000, 1/8 for load 6, due 31000 2506 <- \
  relaySecond
  """,
  .loading: """
  - | 1, ann drag 1 by pointer change 1 until 601500 loaded, 1/7 for load 5, due 601500 2505 <- \
  liftFirst dropOfOther beginLoading beginLoadingOfOther keepForOther silenceSecond \
  overduePointerSoon overduePointer overdueKeysSoon overdueKeys overdueLoadedSoon findSecond \
  findForOther toldOne told toldOther relay endRelaySecond
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  1/7 for load 5, due 602000 2505 <- liftSecond
  - | 2, ann drag 3 by pointer change 2 until 32000 after 1 replaced by ann/laptop at tty3, \
  untold ann, 1/7 for load 5, due 32000 2505 <- liftPointer
  - | 2, ann drag 1 by pointer change 1 until 601500 loaded, bob drag 4 change 2 until 602000, \
  untold bob, 1/7 for load 5, due 601500 2505 <- liftOfOther
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3 loaded, untold ann, 1/7 for \
  load 5, due - 2505 <- drop
  - | 2, ann nothing change 2 after 1 cancelled by ann/laptop at tty1 loaded, untold ann, 1/7 \
  for load 5, due - 2505 <- cancel
  - | 2, ann nothing change 2 after 1 lapsed by ann/laptop at - loaded, untold ann, 1/7 for load \
  5, due - 2505 <- lapse
  - | 1, ann drag 1 by pointer change 1 until 601500 loaded served, 1/7 for load 5, due 601500 \
  2505 <- keep
  - | 1, ann drag 1 by pointer change 1 until 601500 unanswered loaded, 1/7 for load 5, due \
  601500 2505 <- silence
  drag 1 by pointer | 1, ann drag 1 by pointer change 1 until 601500 loaded, 1/7 for load 5, due \
  601500 2505 <- overdueLoaded find
  true | 1, ann drag 1 by pointer change 1 until 601500 loaded, 1/7 for load 5, due 601500 2505 \
  <- concernsNew concernsZero
  false | 1, ann drag 1 by pointer change 1 until 601500 loaded, 1/7 for load 5, due 601500 2505 \
  <- concernsOne concernsTwo
  tell [] | 1, ann drag 1 by pointer change 1 until 601500 loaded, 1/7 for load 5, due 601500 \
  2505 <- takeUntold
  - | 1, ann drag 1 by pointer change 1 until 601500 loaded, 1/7 for load 5, 1/8 for load 6, due \
  601500 2505 <- relaySecond
  load 5 | 1, ann drag 1 by pointer change 1 until 601500 loaded, due 601500 - <- endRelay
  """,
  .unanswered: """
  - | 1, ann drag 1 change 1 until 601000 unanswered, due 601000 - <- liftFirst dropOfOther \
  beginLoading beginLoadingOfOther keepForOther silence silenceSecond overduePointerSoon \
  overduePointer overdueKeysSoon findSecond findForOther toldOne told toldOther endRelay \
  endRelaySecond
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  due 602000 - <- liftSecond
  - | 2, ann drag 3 by pointer change 2 until 32000 after 1 replaced by ann/laptop at tty3, \
  untold ann, due 32000 - <- liftPointer
  - | 2, ann drag 1 change 1 until 601000 unanswered, bob drag 4 change 2 until 602000, untold \
  bob, due 601000 - <- liftOfOther
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3 unanswered, untold ann <- \
  drop
  - | 2, ann nothing change 2 after 1 cancelled by ann/laptop at tty1 unanswered, untold ann <- \
  cancel
  - | 2, ann nothing change 2 after 1 lapsed by ann/laptop at - unanswered, untold ann <- lapse
  - | 1, ann drag 1 change 1 until 601000 unanswered served, due 601000 - <- keep
  drag 1 | 1, ann drag 1 change 1 until 601000 unanswered, due 601000 - <- overdueKeys \
  overdueLoadedSoon overdueLoaded find
  true | 1, ann drag 1 change 1 until 601000 unanswered, due 601000 - <- concernsNew \
  concernsZero
  false | 1, ann drag 1 change 1 until 601000 unanswered, due 601000 - <- concernsOne \
  concernsTwo
  tell [] | 1, ann drag 1 change 1 until 601000 unanswered, due 601000 - <- takeUntold
  - | 1, ann drag 1 change 1 until 601000 unanswered, 1/7 for load 5, due 601000 2505 <- relay
  - | 1, ann drag 1 change 1 until 601000 unanswered, 1/8 for load 6, due 601000 2506 <- \
  relaySecond
  """,
  .served: """
  - | 1, ann drag 1 change 1 until 601000 served, due 601000 - <- liftFirst dropOfOther \
  beginLoading beginLoadingOfOther keep keepForOther silenceSecond overduePointerSoon \
  overduePointer overdueKeysSoon findSecond findForOther toldOne told toldOther endRelay \
  endRelaySecond
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  due 602000 - <- liftSecond
  - | 2, ann drag 3 by pointer change 2 until 32000 after 1 replaced by ann/laptop at tty3, \
  untold ann, due 32000 - <- liftPointer
  - | 2, ann drag 1 change 1 until 601000 served, bob drag 4 change 2 until 602000, untold bob, \
  due 601000 - <- liftOfOther
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3 served, untold ann <- drop
  - | 2, ann nothing change 2 after 1 cancelled by ann/laptop at tty1 served, untold ann <- \
  cancel
  - | 2, ann nothing change 2 after 1 lapsed by ann/laptop at - served, untold ann <- lapse
  - | 1, ann drag 1 change 1 until 601000 unanswered served, due 601000 - <- silence
  drag 1 | 1, ann drag 1 change 1 until 601000 served, due 601000 - <- overdueKeys \
  overdueLoadedSoon overdueLoaded find
  true | 1, ann drag 1 change 1 until 601000 served, due 601000 - <- concernsNew concernsZero
  false | 1, ann drag 1 change 1 until 601000 served, due 601000 - <- concernsOne concernsTwo
  tell [] | 1, ann drag 1 change 1 until 601000 served, due 601000 - <- takeUntold
  - | 1, ann drag 1 change 1 until 601000 served, 1/7 for load 5, due 601000 2505 <- relay
  - | 1, ann drag 1 change 1 until 601000 served, 1/8 for load 6, due 601000 2506 <- relaySecond
  """,
  .replaced: """
  - | 3, ann drag 1 change 3 until 602000 after 2 replaced by ann/laptop at tty1, untold ann, \
  due 602000 - <- liftFirst
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  due 602000 - <- liftSecond dropOfOther beginLoading beginLoadingOfOther keepForOther silence \
  overduePointerSoon overduePointer overdueKeysSoon overdueKeys overdueLoadedSoon overdueLoaded \
  find findForOther toldOne told toldOther endRelay endRelaySecond
  - | 3, ann drag 3 by pointer change 3 until 32000 after 2 replaced by ann/laptop at tty3, \
  untold ann, due 32000 - <- liftPointer
  - | 3, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, bob drag 4 \
  change 3 until 602000, untold ann bob, due 602000 - <- liftOfOther
  - | 3, ann nothing change 3 after 2 dropped by ann/desktop at tty3, untold ann <- drop
  - | 3, ann nothing change 3 after 2 cancelled by ann/laptop at tty1, untold ann <- cancel
  - | 3, ann nothing change 3 after 2 lapsed by ann/laptop at -, untold ann <- lapse
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3 served, untold \
  ann, due 602000 - <- keep
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3 unanswered, \
  untold ann, due 602000 - <- silenceSecond
  true | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  due 602000 - <- concernsNew concernsZero concernsOne
  false | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold \
  ann, due 602000 - <- concernsTwo
  drag 2 | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold \
  ann, due 602000 - <- findSecond
  tell ["ann"] | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, due \
  602000 - <- takeUntold
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  1/7 for load 5, due 602000 2505 <- relay
  - | 2, ann drag 2 change 2 until 602000 after 1 replaced by ann/laptop at tty3, untold ann, \
  1/8 for load 6, due 602000 2506 <- relaySecond
  """,
  .dropped: """
  - | 3, ann drag 1 change 3 until 602000 after 1 dropped by ann/desktop at tty3, untold ann, \
  due 602000 - <- liftFirst
  - | 3, ann drag 2 change 3 until 602000 after 1 dropped by ann/desktop at tty3, untold ann, \
  due 602000 - <- liftSecond
  - | 3, ann drag 3 by pointer change 3 until 32000 after 1 dropped by ann/desktop at tty3, \
  untold ann, due 32000 - <- liftPointer
  - | 3, ann nothing change 2 after 1 dropped by ann/desktop at tty3, bob drag 4 change 3 until \
  602000, untold ann bob, due 602000 - <- liftOfOther
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3, untold ann <- drop cancel \
  lapse dropOfOther beginLoading beginLoadingOfOther keepForOther silence silenceSecond \
  overduePointerSoon overduePointer overdueKeysSoon overdueKeys overdueLoadedSoon overdueLoaded \
  find findSecond findForOther toldOne toldOther endRelay endRelaySecond
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3 served, untold ann <- keep
  true | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3, untold ann <- \
  concernsNew concernsZero concernsOne
  false | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3, untold ann <- \
  concernsTwo
  tell ["ann"] | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3 <- takeUntold
  - | 2, untold ann <- told
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3, untold ann, 1/7 for load \
  5, due - 2505 <- relay
  - | 2, ann nothing change 2 after 1 dropped by ann/desktop at tty3, untold ann, 1/8 for load \
  6, due - 2506 <- relaySecond
  """,
  .forgotten: """
  - | 3, ann drag 1 change 3 until 602000, untold ann, due 602000 - <- liftFirst
  - | 3, ann drag 2 change 3 until 602000, untold ann, due 602000 - <- liftSecond
  - | 3, ann drag 3 by pointer change 3 until 32000, untold ann, due 32000 - <- liftPointer
  - | 3, bob drag 4 change 3 until 602000, untold bob, due 602000 - <- liftOfOther
  - | 2 <- drop cancel lapse dropOfOther beginLoading beginLoadingOfOther keep keepForOther \
  silence silenceSecond overduePointerSoon overduePointer overdueKeysSoon overdueKeys \
  overdueLoadedSoon overdueLoaded find findSecond findForOther toldOne told toldOther endRelay \
  endRelaySecond
  true | 2 <- concernsNew
  false | 2 <- concernsZero concernsOne concernsTwo
  tell [] | 2 <- takeUntold
  - | 2, 1/7 for load 5, due - 2505 <- relay
  - | 2, 1/8 for load 6, due - 2506 <- relaySecond
  """,
  .othersKnown: """
  - | 2, ann drag 1 change 2 until 602000, bob drag 4 change 1 until 601000, untold ann, due \
  601000 - <- liftFirst
  - | 2, ann drag 2 change 2 until 602000, bob drag 4 change 1 until 601000, untold ann, due \
  601000 - <- liftSecond
  - | 2, ann drag 3 by pointer change 2 until 32000, bob drag 4 change 1 until 601000, untold \
  ann, due 32000 - <- liftPointer
  - | 1, bob drag 4 change 1 until 601000, due 601000 - <- liftOfOther drop cancel lapse \
  beginLoading beginLoadingOfOther keep silence silenceSecond overduePointerSoon overduePointer \
  overdueKeysSoon find findSecond findForOther toldOne told toldOther endRelay endRelaySecond
  - | 2, bob nothing change 2 after 4 dropped by bob/phone at tty2, untold bob <- dropOfOther
  - | 1, bob drag 4 change 1 until 601000 served, due 601000 - <- keepForOther
  drag 4 | 1, bob drag 4 change 1 until 601000, due 601000 - <- overdueKeys overdueLoadedSoon \
  overdueLoaded
  true | 1, bob drag 4 change 1 until 601000, due 601000 - <- concernsNew
  false | 1, bob drag 4 change 1 until 601000, due 601000 - <- concernsZero concernsOne \
  concernsTwo
  tell [] | 1, bob drag 4 change 1 until 601000, due 601000 - <- takeUntold
  - | 1, bob drag 4 change 1 until 601000, 1/7 for load 5, due 601000 2505 <- relay
  - | 1, bob drag 4 change 1 until 601000, 1/8 for load 6, due 601000 2506 <- relaySecond
  """,
]
