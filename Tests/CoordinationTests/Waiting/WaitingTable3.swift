import LogRecords
/// A part of `waitingTable`: outcome <- all that leads to it.
let waitingTable3: [WaitingState: String] = [
  .history: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  following asks | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (appended) (appendFailed) (timer) answers answersError (encoded) \
  (certified) (turnedAway) \
  (continued)
  following asks | ann:pong <- ping
  leaving | ann:goodbye finish ann <- goodbye
  following asks | ann:boards <- listBoards
  following asks | ann:excerpt <- fetchExcerpt
  following asks writing | append <- createBoard submit endWindow submitChanged bobSubmits admit
  following asks | ann:already-attached <- attach attachWindow
  fetching asks | - <- fetchSnapshot
  following asks | read <- fetchHistory
  following asks | readCard <- fetchCardHistory
  unattached asks writing | append <- detach detachClosing endedByOther
  following asks | bob:present other:present <- presence
  following asks | ann:windowOpened <- openWindow
  following asks | ann:windows <- listWindows
  following asks | bob:invitation ann:invited <- invite
  following asks | ann:lifted ann:carried other:carried <- lift
  following asks | ann:drag-over <- load drop
  gone | - <- (closed)
  following | ann:history pause ann resume ann <- (loaded) (read)
  following | ann:store-unavailable <- (loadFailed) (readFailed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann <- attachAgain
  following asks | new:welcome ann:ping <- attachOther
  unattached asks writing | new:welcome append ann:fenced <- takeOver
  following asks | ann:counter-gap <- submitNext
  following asks | bob:ping other:ping ann:ping <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following asks writing | certify append <- renew
  following asks | ann:devices <- listDevices
  following asks | ann:device-unknown <- revokeDevice
  following asks | administered <- (administer)
  """,
  .loading: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  unattached asks | - <- error pong attach acknowledge presence attachWindow listWindows \
  windowState part cancelDrag (opened) (connected) (received) (progressed) (appended) \
  (appendFailed) (timer) endedByOther answers answersError bobSubmits (encoded) fetchExcerpt \
  (certified) (turnedAway) \
  (continued)
  unattached asks | ann:pong <- ping
  leaving | ann:goodbye finish ann <- goodbye (drain)
  unattached asks | ann:boards <- listBoards
  unattached asks writing | append <- createBoard endWindow admit
  unattached asks | ann:not-attached <- fetchSnapshot fetchHistory fetchCardHistory submit detach \
  lift drop detachClosing submitNext submitChanged
  unattached asks | ann:windowOpened <- openWindow
  unattached asks | ann:invited <- invite
  unattached asks | ann:drag-over <- load
  gone | - <- (closed)
  attaching asks writing | append <- (loaded) (read)
  unattached | ann:board-damaged <- (loadFailed) (readFailed)
  unattached asks | new:welcome <- attachAgain attachOther takeOver
  unattached asks | ann:ping <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  unattached asks writing | certify append <- renew
  unattached asks | ann:devices <- listDevices
  unattached asks | ann:device-unknown <- revokeDevice
  unattached asks | administered <- (administer)
  """,
  .contested: """
  leaving writing | refused ann append ann:unexpected-message ann:goodbye finish ann <- hello \
  welcome boards membership findUsers users setName attached snapshot history outcome detached \
  committed resync digest present morePresent windowOpened windows windowEnded activate \
  windowRegistered windowEnd windowsGone infoNotKept invited invitation lifted carried dropped \
  excerpt join certificate admitted devices deviceRevoked
  following | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) \
  (encoded) (timer) answersError (certified) (turnedAway) \
  (continued)
  following | ann:pong <- ping
  leaving writing | append ann:goodbye finish ann <- goodbye
  following | ann:boards <- listBoards
  following | ann:excerpt <- fetchExcerpt
  following asks writing | append <- createBoard submit endWindow submitChanged admit
  following | ann:already-attached <- attach attachWindow
  following | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following | read ann:history pause ann resume ann <- fetchHistory
  following | readCard ann:history <- fetchCardHistory
  unattached asks writing | append <- detach detachClosing
  following | bob:present other:present <- presence
  following | ann:windowOpened <- openWindow
  following | ann:windows <- listWindows
  following | bob:invitation ann:invited <- invite
  following | ann:lifted ann:carried other:carried <- lift
  following | ann:drag-over <- load drop
  gone writing | append <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann new:goodbye \
  finish new <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann new:ping <- attachAgain
  following | new:welcome <- attachOther
  unattached writing | new:welcome append ann:fenced new:ping <- takeOver
  unattached writing | append new:not-now <- endedByOther
  following | ann:counter-gap <- submitNext
  following | new:session-in-use <- answers
  following writing | append <- bobSubmits
  unattached writing | append bob:ping other:ping ann:ping ann:fenced new:ping <- silence
  leaving writing | refused ann append ann:malformed ann:goodbye finish ann <- garbage
  following asks writing | certify append <- renew
  following | ann:devices <- listDevices
  following | ann:device-unknown <- revokeDevice
  following | administered <- (administer)
  """,
  .challenging: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  unattached asks | - <- error pong acknowledge presence windowState part cancelDrag (opened) \
  (connected) (received) (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) \
  (readFailed) (encoded) answers answersError (certified) (turnedAway) \
  (continued)
  unattached asks | ann:pong <- ping
  leaving | ann:goodbye finish ann <- goodbye
  unattached asks | ann:boards <- listBoards
  unattached asks | ann:excerpt <- fetchExcerpt
  unattached asks writing | append <- createBoard (timer) endedByOther bobSubmits admit
  attaching asks writing | append <- attach attachWindow
  unattached asks | ann:not-attached <- fetchSnapshot fetchHistory fetchCardHistory submit detach \
  lift drop detachClosing submitNext submitChanged
  unattached asks | ann:windowOpened <- openWindow
  unattached asks | ann:windows <- listWindows
  unattached asks writing | append ann:not-now <- endWindow
  unattached asks | bob:invitation ann:invited <- invite
  unattached asks | ann:drag-over <- load
  gone | - <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  unattached asks writing | new:welcome append <- attachAgain attachOther takeOver
  attaching asks writing | append bob:ping other:ping other:fenced ann:ping <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  unattached asks writing | certify append <- renew
  unattached asks | ann:devices <- listDevices
  unattached asks | ann:device-unknown <- revokeDevice
  unattached asks | administered <- (administer)
  """,
  .loadingDrag: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  following asks | - <- error pong acknowledge windowState part (opened) (connected) (received) \
  (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) (encoded) \
  (timer) answers answersError (certified) (turnedAway) \
  (continued)
  following asks | ann:pong <- ping
  leaving | ann:goodbye finish ann <- goodbye
  following asks | ann:boards <- listBoards
  following asks | ann:excerpt <- fetchExcerpt
  following asks writing | append <- createBoard submit submitChanged bobSubmits admit
  following asks | ann:already-attached <- attach attachWindow
  following asks | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following asks | read ann:history pause ann resume ann <- fetchHistory
  following asks | readCard ann:history <- fetchCardHistory
  unattached asks writing | append <- detach detachClosing endedByOther
  following asks | bob:present other:present <- presence
  following asks | ann:windowOpened <- openWindow
  following asks | ann:windows <- listWindows
  following asks writing | append ann:part <- endWindow
  following asks | bob:invitation ann:invited <- invite
  following asks | ann:lifted ann:carried other:carried <- lift
  following asks | other:load <- load
  following asks | ann:dropped ann:carried other:carried <- drop
  following asks | other:carried ann:carried <- cancelDrag
  gone | - <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann <- attachAgain
  following asks | new:welcome ann:ping <- attachOther
  unattached asks writing | new:welcome append ann:fenced <- takeOver
  following asks | ann:counter-gap <- submitNext
  following | bob:ping other:ping ann:ping ann:part <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following asks writing | certify append <- renew
  following asks | ann:devices <- listDevices
  following asks | ann:device-unknown <- revokeDevice
  following asks | administered <- (administer)
  """,
  .lifted: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann other:part <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  following | other:part <- error part answers answersError
  following | ann:pong <- ping
  following | - <- pong acknowledge windowState (opened) (connected) (received) (progressed) \
  (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) \
  (certified) (turnedAway) \
  (continued)
  leaving | ann:goodbye finish ann other:part <- goodbye
  following | ann:boards <- listBoards
  following | ann:excerpt <- fetchExcerpt
  following asks writing | append <- createBoard submit endWindow submitChanged admit
  following | ann:already-attached <- attach attachWindow
  following | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following | read ann:history pause ann resume ann <- fetchHistory
  following | readCard ann:history <- fetchCardHistory
  unattached asks writing | append other:part <- detach detachClosing
  following | bob:present other:present <- presence
  following | ann:windowOpened <- openWindow
  following | ann:windows <- listWindows
  following | bob:invitation ann:invited <- invite
  following | ann:lifted ann:carried other:carried <- lift
  following | ann:part <- load
  following | ann:dropped ann:carried other:carried <- drop
  following | other:carried ann:carried <- cancelDrag
  gone | other:part <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann other:part <- attachAgain
  following | new:welcome ann:ping <- attachOther
  unattached writing | new:welcome append ann:fenced other:part <- takeOver
  unattached writing | append other:part <- endedByOther
  following | ann:counter-gap <- submitNext
  following writing | append <- bobSubmits
  following | bob:ping other:ping other:part ann:ping <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann other:part <- garbage
  following asks writing | certify append <- renew
  following | ann:devices <- listDevices
  following | ann:device-unknown <- revokeDevice
  following | administered <- (administer)
  """,
  .draining: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  following writing | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) (drain) \
  answers answersError bobSubmits (certified) (turnedAway) \
  (continued)
  following writing | ann:pong <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  following writing | ann:boards <- listBoards
  following writing | ann:not-now <- createBoard submit submitChanged renew admit revokeDevice
  following writing | ann:already-attached <- attach attachWindow
  following writing | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following writing | read ann:history pause ann resume ann <- fetchHistory
  following writing | readCard ann:history <- fetchCardHistory
  unattached asks writing+ | - <- detach detachClosing
  following writing | bob:present other:present <- presence
  following writing | ann:windowOpened <- openWindow
  following asks writing+ | - <- endWindow
  following writing | bob:invitation ann:invited <- invite
  following writing | ann:lifted ann:carried other:carried <- lift
  following writing | ann:drag-over <- load drop
  gone writing | - <- (closed)
  leaving | bob:outcome bob:committed other:committed ann:committed bob:goodbye finish bob \
  other:goodbye finish other ann:goodbye finish ann <- (appended)
  following writing | refused new new:draining new:goodbye finish new <- attachAgain attachOther \
  takeOver
  unattached writing+ | - <- endedByOther
  following writing | ann:counter-gap <- submitNext
  following writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following asks writing | - <- listWindows fetchExcerpt
  leaving | load bob:store-unavailable bob:goodbye finish bob other:goodbye finish other \
  ann:goodbye finish ann <- (appendFailed)
  following writing | ann:devices <- listDevices
  following writing | administered <- (administer)
  """,
  .drainingWriting: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  following asks writing | - <- error pong submit acknowledge windowState part cancelDrag (opened) \
  (connected) (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) \
  (drain) answers answersError listWindows fetchExcerpt (certified) (turnedAway) \
  (continued)
  following asks writing | ann:pong <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  following asks writing | ann:boards <- listBoards
  following asks writing | ann:not-now <- createBoard submitNext renew admit revokeDevice
  following asks writing | ann:already-attached <- attach attachWindow
  following asks writing | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following asks writing | read ann:history pause ann resume ann <- fetchHistory
  following asks writing | readCard ann:history <- fetchCardHistory
  unattached asks writing+ | - <- detach detachClosing endedByOther
  following asks writing | bob:present other:present <- presence
  following asks writing | ann:windowOpened <- openWindow
  following asks writing+ | - <- endWindow
  following asks writing | bob:invitation ann:invited <- invite
  following asks writing | ann:lifted ann:carried other:carried <- lift
  following asks writing | ann:drag-over <- load drop
  gone writing | - <- (closed)
  leaving | ann:outcome ann:committed bob:committed other:committed bob:goodbye finish bob \
  other:goodbye finish other ann:goodbye finish ann <- (appended)
  following asks writing | refused new new:draining new:goodbye finish new <- attachAgain \
  attachOther takeOver
  following asks writing | ann:operation-changed <- submitChanged
  following asks writing | bob:not-now <- bobSubmits
  following asks writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  leaving | load ann:store-unavailable bob:goodbye finish bob other:goodbye finish other \
  ann:goodbye finish ann <- (appendFailed)
  following asks writing | ann:devices <- listDevices
  following asks writing | administered <- (administer)
  """,
  .goodbye: """
  leaving | - <- hello welcome error ping pong goodbye listBoards boards membership findUsers \
  users setName createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory \
  history submit outcome detach detached committed acknowledge resync digest presence present \
  morePresent openWindow windowOpened attachWindow listWindows windows endWindow windowEnded \
  windowState activate windowRegistered windowEnd windowsGone infoNotKept invite invited \
  invitation lift lifted carried load part drop dropped cancelDrag (opened) (connected) (received) \
  (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) (encoded) \
  (drain) detachClosing endedByOther submitNext submitChanged answers answersError bobSubmits \
  garbage fetchExcerpt excerpt join certificate renew admit admitted listDevices devices \
  revokeDevice deviceRevoked (certified) (turnedAway) (continued)
  gone | - <- (closed)
  leaving writing | append <- (timer)
  leaving | refused new new:draining new:goodbye finish new <- attachAgain attachOther takeOver
  leaving writing | finish bob finish other finish ann append <- silence
  leaving | administered <- (administer)
  """,
  .cut: """
  gone writing | - <- hello welcome error ping pong goodbye listBoards boards membership findUsers \
  users setName createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory \
  history submit outcome detach detached committed acknowledge resync digest presence present \
  morePresent openWindow windowOpened attachWindow listWindows windows endWindow windowEnded \
  windowState activate windowRegistered windowEnd windowsGone infoNotKept invite invited \
  invitation lift lifted carried load part drop dropped cancelDrag (opened) (received) \
  (progressed) (closed) (loaded) (loadFailed) (read) (readFailed) (encoded) (drain) detachClosing \
  submitNext submitChanged answers answersError garbage fetchExcerpt excerpt join certificate \
  renew admit admitted listDevices devices revokeDevice deviceRevoked (certified) (turnedAway) \
  (continued)
  greeting writing | - <- (connected)
  gone | bob:committed other:committed <- (appended)
  gone writing+ | - <- (timer) endedByOther bobSubmits
  gone writing+ | new:welcome <- attachAgain attachOther takeOver
  gone writing+ | bob:ping other:ping <- silence
  gone | load <- (appendFailed)
  gone writing | administered <- (administer)
  """,
]
