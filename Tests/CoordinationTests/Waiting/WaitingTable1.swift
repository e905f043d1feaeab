import LogRecords
/// A part of `waitingTable`: outcome <- all that leads to it.
let waitingTable1: [WaitingState: String] = [
  .following: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  following | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) \
  (encoded) (timer) answers answersError (certified) (turnedAway) \
  (continued)
  following | ann:pong <- ping
  leaving | ann:goodbye finish ann <- goodbye
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
  gone | - <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann <- attachAgain
  following | new:welcome ann:ping <- attachOther
  unattached writing | new:welcome append ann:fenced <- takeOver
  unattached writing | append <- endedByOther
  following | ann:counter-gap <- submitNext
  following writing | append <- bobSubmits
  following | bob:ping other:ping ann:ping <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following asks writing | certify append <- renew
  following | ann:devices <- listDevices
  following | ann:device-unknown <- revokeDevice
  following | administered <- (administer)
  """,
  .writing: """
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
  following asks writing+ | - <- createBoard endWindow submitNext bobSubmits admit
  following asks writing | ann:already-attached <- attach attachWindow
  following asks writing | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following asks writing | read ann:history pause ann resume ann <- fetchHistory
  following asks writing | readCard ann:history <- fetchCardHistory
  unattached asks writing+ | - <- detach detachClosing endedByOther
  following asks writing | bob:present other:present <- presence
  following asks writing | ann:windowOpened <- openWindow
  following asks writing | bob:invitation ann:invited <- invite
  following asks writing | ann:lifted ann:carried other:carried <- lift
  following asks writing | ann:drag-over <- load drop
  gone writing | - <- (closed)
  following | ann:outcome ann:committed bob:committed other:committed <- (appended)
  leaving writing+ | new:welcome ann:goodbye finish ann <- attachAgain
  following asks writing | new:welcome ann:ping <- attachOther
  unattached asks writing+ | new:welcome ann:fenced <- takeOver
  following asks writing | ann:operation-changed <- submitChanged
  following asks writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following | load ann:store-unavailable <- (appendFailed)
  following asks writing+ | certify <- renew
  following asks writing | ann:devices <- listDevices
  following asks writing | ann:device-unknown <- revokeDevice
  following asks writing | administered <- (administer)
  """,
  .gathered: """
  leaving writing+ | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  following asks writing+ | - <- error pong createBoard submit acknowledge endWindow windowState \
  part cancelDrag (opened) (connected) (received) (progressed) (loaded) (loadFailed) (read) \
  (readFailed) (encoded) (timer) (drain) submitNext answers answersError bobSubmits listWindows \
  fetchExcerpt admit (certified) (turnedAway) \
  (continued)
  following asks writing+ | ann:pong <- ping
  leaving writing+ | ann:goodbye finish ann <- goodbye
  following asks writing+ | ann:boards <- listBoards
  following asks writing+ | ann:already-attached <- attach attachWindow
  following asks writing+ | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following asks writing+ | read ann:history pause ann resume ann <- fetchHistory
  following asks writing+ | readCard ann:history <- fetchCardHistory
  unattached asks writing+ | - <- detach detachClosing endedByOther
  following asks writing+ | bob:present other:present <- presence
  following asks writing+ | ann:windowOpened <- openWindow
  following asks writing+ | bob:invitation ann:invited <- invite
  following asks writing+ | ann:lifted ann:carried other:carried <- lift
  following asks writing+ | ann:drag-over <- load drop
  gone writing+ | - <- (closed)
  following asks writing | append bob:outcome bob:committed other:committed ann:committed <- \
  (appended)
  leaving writing+ | new:welcome ann:goodbye finish ann <- attachAgain
  following asks writing+ | new:welcome ann:ping <- attachOther
  unattached asks writing+ | new:welcome ann:fenced <- takeOver
  following asks writing+ | ann:operation-changed <- submitChanged
  following asks writing+ | bob:ping other:ping ann:ping <- silence
  leaving writing+ | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following | load bob:store-unavailable ann:store-unavailable <- (appendFailed)
  following asks writing+ | certify <- renew
  following asks writing+ | ann:devices <- listDevices
  following asks writing+ | ann:device-unknown <- revokeDevice
  following asks writing+ | administered <- (administer)
  """,
  .refused: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  following | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) \
  (encoded) (timer) answers answersError (certified) (turnedAway) \
  (continued)
  following | ann:pong <- ping
  leaving | ann:goodbye finish ann <- goodbye
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
  gone | - <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann <- attachAgain
  following | new:welcome ann:ping <- attachOther
  unattached writing | new:welcome append ann:fenced <- takeOver
  unattached writing | append <- endedByOther
  following | ann:counter-gap <- submitNext
  following writing | append <- bobSubmits
  following | bob:ping other:ping ann:ping <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following asks writing | certify append <- renew
  following | ann:devices <- listDevices
  following | ann:device-unknown <- revokeDevice
  following | administered <- (administer)
  """,
  .saving: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  following writing | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) (drain) \
  answers answersError (certified) (turnedAway) \
  (continued)
  following writing | ann:pong <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  following writing | ann:boards <- listBoards
  following writing | ann:excerpt <- fetchExcerpt
  following asks writing+ | - <- createBoard submit endWindow submitChanged admit
  following writing | ann:already-attached <- attach attachWindow
  following writing | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following writing | read ann:history pause ann resume ann <- fetchHistory
  following writing | readCard ann:history <- fetchCardHistory
  unattached asks writing+ | - <- detach detachClosing
  following writing | bob:present other:present <- presence
  following writing | ann:windowOpened <- openWindow
  following writing | ann:windows <- listWindows
  following writing | bob:invitation ann:invited <- invite
  following writing | ann:lifted ann:carried other:carried <- lift
  following writing | ann:drag-over <- load drop
  gone writing | - <- (closed)
  following | - <- (appended) (appendFailed)
  leaving writing+ | new:welcome ann:goodbye finish ann <- attachAgain
  following writing | new:welcome ann:ping <- attachOther
  unattached writing+ | new:welcome ann:fenced <- takeOver
  unattached writing+ | - <- endedByOther
  following writing | ann:counter-gap <- submitNext
  following writing+ | - <- bobSubmits
  following writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following asks writing+ | certify <- renew
  following writing | ann:devices <- listDevices
  following writing | ann:device-unknown <- revokeDevice
  following writing | administered <- (administer)
  """,
  .attaching: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  attaching asks writing | - <- error pong acknowledge presence windowState part cancelDrag \
  (opened) (connected) (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) \
  (timer) (drain) answers answersError (certified) (turnedAway) \
  (continued)
  attaching asks writing | ann:pong <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  attaching asks writing | ann:boards <- listBoards
  attaching asks writing | ann:excerpt <- fetchExcerpt
  attaching asks writing+ | - <- createBoard endWindow bobSubmits admit
  attaching asks writing | ann:already-attached <- attach attachWindow
  attaching asks writing | ann:not-attached <- fetchSnapshot fetchHistory fetchCardHistory submit \
  detach lift drop detachClosing submitNext submitChanged
  attaching asks writing | ann:windowOpened <- openWindow
  attaching asks writing | ann:windows <- listWindows
  attaching asks writing | bob:invitation ann:invited <- invite
  attaching asks writing | ann:drag-over <- load
  gone writing | - <- (closed)
  lagging | ann:attached ann:carried <- (appended)
  unattached | ann:store-unavailable <- (appendFailed)
  attaching asks writing | new:welcome ann:ping <- attachAgain attachOther
  unattached writing+ | new:welcome ann:fenced <- takeOver
  unattached writing+ | ann:not-now <- endedByOther
  attaching asks writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  attaching asks writing+ | certify <- renew
  attaching asks writing | ann:devices <- listDevices
  attaching asks writing | ann:device-unknown <- revokeDevice
  attaching asks writing | administered <- (administer)
  """,
  .attachGathered: """
  leaving writing+ | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  attaching asks writing+ | - <- error pong createBoard acknowledge presence endWindow windowState \
  part cancelDrag (opened) (connected) (received) (progressed) (loaded) (loadFailed) (read) \
  (readFailed) (encoded) (timer) (drain) answers answersError bobSubmits listWindows fetchExcerpt \
  admit (certified) (turnedAway) \
  (continued)
  attaching asks writing+ | ann:pong <- ping
  leaving writing+ | ann:goodbye finish ann <- goodbye
  attaching asks writing+ | ann:boards <- listBoards
  attaching asks writing+ | ann:already-attached <- attach attachWindow
  attaching asks writing+ | ann:not-attached <- fetchSnapshot fetchHistory fetchCardHistory submit \
  detach lift drop detachClosing submitNext submitChanged
  attaching asks writing+ | ann:windowOpened <- openWindow
  attaching asks writing+ | bob:invitation ann:invited <- invite
  attaching asks writing+ | ann:drag-over <- load
  gone writing+ | - <- (closed)
  attaching asks writing | append bob:outcome bob:committed other:committed <- (appended)
  attaching asks writing+ | new:welcome ann:ping <- attachAgain attachOther
  unattached writing+ | new:welcome ann:fenced <- takeOver
  unattached writing+ | ann:not-now <- endedByOther
  attaching asks writing+ | bob:ping other:ping ann:ping <- silence
  leaving writing+ | refused ann ann:malformed ann:goodbye finish ann <- garbage
  attaching asks writing | load append bob:store-unavailable <- (appendFailed)
  attaching asks writing+ | certify <- renew
  attaching asks writing+ | ann:devices <- listDevices
  attaching asks writing+ | ann:device-unknown <- revokeDevice
  attaching asks writing+ | administered <- (administer)
  """,
  .detaching: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  unattached asks writing | - <- error pong acknowledge presence windowState part cancelDrag \
  (opened) (connected) (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) \
  (timer) (drain) answers answersError (certified) (turnedAway) \
  (continued)
  unattached asks writing | ann:pong <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  unattached asks writing | ann:boards <- listBoards
  unattached asks writing | ann:excerpt <- fetchExcerpt
  unattached asks writing+ | - <- createBoard endWindow endedByOther bobSubmits admit
  attaching asks writing+ | - <- attach attachWindow
  unattached asks writing | ann:not-attached <- fetchSnapshot fetchHistory fetchCardHistory submit \
  detach lift drop detachClosing submitNext submitChanged
  unattached asks writing | ann:windowOpened <- openWindow
  unattached asks writing | ann:windows <- listWindows
  unattached asks writing | bob:invitation ann:invited <- invite
  unattached asks writing | ann:drag-over <- load
  gone writing | - <- (closed)
  unattached | ann:detached <- (appended)
  unattached | ann:store-unavailable <- (appendFailed)
  unattached asks writing+ | new:welcome <- attachAgain attachOther takeOver
  unattached asks writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  unattached asks writing+ | certify <- renew
  unattached asks writing | ann:devices <- listDevices
  unattached asks writing | ann:device-unknown <- revokeDevice
  unattached asks writing | administered <- (administer)
  """,
  .closing: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  unattached asks writing | - <- error pong acknowledge presence windowState part cancelDrag \
  (opened) (connected) (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) \
  (timer) (drain) answers answersError (certified) (turnedAway) \
  (continued)
  unattached asks writing | ann:pong <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  unattached asks writing | ann:boards <- listBoards
  unattached asks writing | ann:excerpt <- fetchExcerpt
  unattached asks writing+ | - <- createBoard endWindow bobSubmits admit
  attaching asks writing+ | - <- attach attachWindow
  unattached asks writing | ann:not-attached <- fetchSnapshot fetchHistory fetchCardHistory submit \
  detach lift drop detachClosing submitNext submitChanged
  unattached asks writing | ann:windowOpened <- openWindow
  unattached asks writing | ann:windows <- listWindows
  unattached asks writing | bob:invitation ann:invited <- invite
  unattached asks writing | ann:drag-over <- load
  gone writing | - <- (closed)
  unattached | ann:detached <- (appended)
  unattached | ann:store-unavailable <- (appendFailed)
  unattached asks writing+ | new:welcome <- attachAgain attachOther
  unattached asks writing | new:welcome new:session-unknown <- takeOver
  unattached asks writing | other:window-unknown <- endedByOther
  unattached asks writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  unattached asks writing+ | certify <- renew
  unattached asks writing | ann:devices <- listDevices
  unattached asks writing | ann:device-unknown <- revokeDevice
  unattached asks writing | administered <- (administer)
  """,
]
