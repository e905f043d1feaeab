import LogRecords
/// A part of `waitingTable`: outcome <- all that leads to it.
let waitingTable2: [WaitingState: String] = [
  .ending: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  unattached writing | - <- error pong acknowledge presence windowState part cancelDrag (opened) \
  (connected) (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) \
  (drain) answers answersError (certified) (turnedAway) \
  (continued)
  unattached writing | ann:pong <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  unattached writing | ann:boards <- listBoards
  unattached writing | ann:excerpt <- fetchExcerpt
  unattached asks writing+ | - <- createBoard endWindow admit
  unattached writing | ann:not-now <- attach attachWindow
  unattached writing | ann:not-attached <- fetchSnapshot fetchHistory fetchCardHistory submit \
  detach lift drop detachClosing submitNext submitChanged
  unattached writing | ann:windowOpened <- openWindow
  unattached writing | ann:windows <- listWindows
  unattached writing | bob:invitation ann:invited <- invite
  unattached writing | ann:drag-over <- load
  gone writing | - <- (closed)
  unattached | other:windowsGone other:windowEnded ann:windowEnd <- (appended)
  leaving | ann:goodbye finish ann other:store-unavailable <- (appendFailed)
  unattached writing | new:welcome new:not-now <- attachAgain attachOther takeOver
  unattached writing | other:window-unknown <- endedByOther
  unattached writing+ | - <- bobSubmits
  unattached writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  unattached asks writing+ | certify <- renew
  unattached writing | ann:devices <- listDevices
  unattached writing | ann:device-unknown <- revokeDevice
  unattached writing | administered <- (administer)
  """,
  .endingAttach: """
  leaving writing+ | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  unattached writing+ | - <- error pong acknowledge presence windowState part cancelDrag (opened) \
  (connected) (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) \
  (drain) answers answersError bobSubmits (certified) (turnedAway) \
  (continued)
  unattached writing+ | ann:pong <- ping
  leaving writing+ | ann:goodbye finish ann <- goodbye
  unattached writing+ | ann:boards <- listBoards
  unattached writing+ | ann:excerpt <- fetchExcerpt
  unattached asks writing+ | - <- createBoard endWindow admit
  unattached writing+ | ann:not-now <- attach attachWindow
  unattached writing+ | ann:not-attached <- fetchSnapshot fetchHistory fetchCardHistory submit \
  detach lift drop detachClosing submitNext submitChanged
  unattached writing+ | ann:windowOpened <- openWindow
  unattached writing+ | ann:windows <- listWindows
  unattached writing+ | bob:invitation ann:invited <- invite
  unattached writing+ | ann:drag-over <- load
  gone writing+ | - <- (closed)
  unattached writing | append <- (appended)
  leaving | ann:goodbye finish ann other:store-unavailable <- (appendFailed)
  unattached writing+ | new:welcome new:not-now <- attachAgain attachOther takeOver
  unattached writing+ | other:window-unknown <- endedByOther
  unattached writing+ | bob:ping other:ping ann:ping <- silence
  leaving writing+ | refused ann ann:malformed ann:goodbye finish ann <- garbage
  unattached asks writing+ | certify <- renew
  unattached writing+ | ann:devices <- listDevices
  unattached writing+ | ann:device-unknown <- revokeDevice
  unattached writing+ | administered <- (administer)
  """,
  .creating: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  following asks writing | - <- error pong createBoard acknowledge windowState part cancelDrag \
  (opened) (connected) (received) (progressed) (loaded) (loadFailed) (read) (readFailed) (encoded) \
  (timer) (drain) answers answersError (certified) (turnedAway) \
  (continued)
  following asks writing | ann:pong <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  following asks writing | ann:boards <- listBoards
  following asks writing | ann:excerpt <- fetchExcerpt
  following asks writing | ann:already-attached <- attach attachWindow
  following asks writing | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following asks writing | read ann:history pause ann resume ann <- fetchHistory
  following asks writing | readCard ann:history <- fetchCardHistory
  following asks writing+ | - <- submit endWindow submitChanged bobSubmits admit
  unattached asks writing+ | - <- detach detachClosing endedByOther
  following asks writing | bob:present other:present <- presence
  following asks writing | ann:windowOpened <- openWindow
  following asks writing | ann:windows <- listWindows
  following asks writing | bob:invitation ann:invited <- invite
  following asks writing | ann:lifted ann:carried other:carried <- lift
  following asks writing | ann:drag-over <- load drop
  gone writing | - <- (closed)
  following | ann:outcome <- (appended)
  following | ann:store-unavailable <- (appendFailed)
  leaving writing+ | new:welcome ann:goodbye finish ann <- attachAgain
  following asks writing | new:welcome ann:ping <- attachOther
  unattached asks writing+ | new:welcome ann:fenced <- takeOver
  following asks writing | ann:counter-gap <- submitNext
  following asks writing | bob:ping other:ping ann:ping <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following asks writing+ | certify <- renew
  following asks writing | ann:devices <- listDevices
  following asks writing | ann:device-unknown <- revokeDevice
  following asks writing | administered <- (administer)
  """,
  .full: """
  following paused | - <- hello welcome error ping pong goodbye listBoards boards membership \
  findUsers users setName createBoard attach attached fetchSnapshot snapshot fetchHistory \
  fetchCardHistory history submit outcome detach detached committed acknowledge resync digest \
  presence present morePresent openWindow windowOpened attachWindow listWindows windows endWindow \
  windowEnded windowState activate windowRegistered windowEnd windowsGone infoNotKept invite \
  invited invitation lift lifted carried load part drop dropped cancelDrag (opened) (connected) \
  (received) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) \
  detachClosing submitNext submitChanged answers answersError garbage fetchExcerpt excerpt join \
  certificate renew admit admitted listDevices devices revokeDevice deviceRevoked (certified) \
  (turnedAway) (continued)
  following | resume ann <- (progressed)
  gone | - <- (closed)
  leaving paused | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- \
  (drain)
  leaving paused writing | new:welcome append ann:goodbye finish ann <- attachAgain
  following paused | new:welcome ann:ping <- attachOther
  unattached paused writing | new:welcome append ann:fenced <- takeOver
  unattached paused writing | append <- endedByOther
  following paused writing | append <- bobSubmits
  following paused | bob:ping other:ping <- silence
  following paused | administered <- (administer)
  """,
  .fullWriting: """
  following paused asks writing | - <- hello welcome error ping pong goodbye listBoards boards \
  membership findUsers users setName createBoard attach attached fetchSnapshot snapshot \
  fetchHistory fetchCardHistory history submit outcome detach detached committed acknowledge \
  resync digest presence present morePresent openWindow windowOpened attachWindow listWindows \
  windows endWindow windowEnded windowState activate windowRegistered windowEnd windowsGone \
  infoNotKept invite invited invitation lift lifted carried load part drop dropped cancelDrag \
  (opened) (connected) (received) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) \
  (drain) detachClosing submitNext submitChanged answers answersError garbage fetchExcerpt excerpt \
  join certificate renew admit admitted listDevices devices revokeDevice deviceRevoked (certified) \
  (turnedAway) (continued)
  following asks writing | resume ann <- (progressed)
  gone writing | - <- (closed)
  lagging paused | ann:outcome ann:resync bob:committed other:committed <- (appended)
  leaving paused writing+ | new:welcome ann:goodbye finish ann <- attachAgain
  following paused asks writing | new:welcome ann:ping <- attachOther
  unattached paused asks writing+ | new:welcome ann:fenced <- takeOver
  unattached paused asks writing+ | - <- endedByOther
  following paused asks writing+ | - <- bobSubmits
  following paused asks writing | bob:ping other:ping <- silence
  following paused | load ann:store-unavailable <- (appendFailed)
  following paused asks writing | administered <- (administer)
  """,
  .lagging: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  lagging | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) \
  (encoded) (timer) answers answersError (certified) (turnedAway) \
  (continued)
  lagging | ann:pong <- ping
  leaving | ann:goodbye finish ann <- goodbye
  lagging | ann:boards <- listBoards
  lagging | ann:excerpt <- fetchExcerpt
  lagging asks writing | append <- createBoard submit endWindow submitChanged admit
  lagging | ann:already-attached <- attach attachWindow
  lagging | read ann:history pause ann resume ann <- fetchHistory
  lagging | readCard ann:history <- fetchCardHistory
  unattached asks writing | append <- detach detachClosing
  lagging | bob:present other:present <- presence
  lagging | ann:windowOpened <- openWindow
  lagging | ann:windows <- listWindows
  lagging | bob:invitation ann:invited <- invite
  lagging | ann:lifted ann:carried other:carried <- lift
  lagging | ann:drag-over <- load drop
  gone | - <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann <- attachAgain
  lagging | new:welcome ann:ping <- attachOther
  unattached writing | new:welcome append ann:fenced <- takeOver
  unattached writing | append <- endedByOther
  lagging | ann:counter-gap <- submitNext
  lagging | bob:operation-changed <- bobSubmits
  lagging | bob:ping other:ping ann:ping <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  following | encode ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  lagging asks writing | certify append <- renew
  lagging | ann:devices <- listDevices
  lagging | ann:device-unknown <- revokeDevice
  lagging | administered <- (administer)
  """,
  .encoding: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  leaving | ann:goodbye finish ann <- goodbye
  awaiting asks writing | append <- createBoard submit endWindow submitChanged admit
  following | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann ann:snapshot pause ann resume ann <- (encoded)
  unattached asks writing | append ann:not-attached <- detach detachClosing
  unattached writing | append ann:not-attached <- endedByOther
  gone | - <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann <- attachAgain
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  awaiting asks | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) \
  (timer) answers answersError (certified) (turnedAway) \
  (continued)
  awaiting asks | ann:snapshot-gone <- fetchSnapshot
  awaiting asks | ann:pong <- ping
  awaiting asks | ann:boards <- listBoards
  awaiting asks | ann:excerpt <- fetchExcerpt
  awaiting asks | ann:already-attached <- attach attachWindow
  awaiting asks | read ann:history pause ann resume ann <- fetchHistory
  awaiting asks | readCard ann:history <- fetchCardHistory
  awaiting asks | bob:present other:present <- presence
  awaiting asks | ann:windowOpened <- openWindow
  awaiting asks | ann:windows <- listWindows
  awaiting asks | bob:invitation ann:invited <- invite
  awaiting asks | ann:lifted ann:carried other:carried <- lift
  awaiting asks | ann:drag-over <- load drop
  awaiting asks | new:welcome ann:ping <- attachOther
  unattached writing | new:welcome append ann:fenced ann:not-attached <- takeOver
  awaiting asks | ann:counter-gap <- submitNext
  awaiting asks | bob:operation-changed <- bobSubmits
  awaiting asks | bob:ping other:ping ann:ping <- silence
  awaiting asks writing | certify append <- renew
  awaiting asks | ann:devices <- listDevices
  awaiting asks | ann:device-unknown <- revokeDevice
  awaiting asks | administered <- (administer)
  """,
  .fetching: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  fetching asks | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) \
  answers answersError (certified) (turnedAway) \
  (continued)
  following | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann <- (progressed)
  following | ann:pong ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- ping
  leaving | ann:goodbye finish ann <- goodbye
  following | ann:boards ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- listBoards
  following | ann:excerpt ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- fetchExcerpt
  fetching asks writing | append <- createBoard submit endWindow submitChanged admit
  following | ann:already-attached ann:snapshot pause ann resume ann ann:snapshot pause ann resume \
  ann ann:snapshot pause ann resume ann <- attach attachWindow
  following | ann:snapshot-gone ann:snapshot pause ann resume ann ann:snapshot pause ann resume \
  ann ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following | read ann:history pause ann resume ann ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann ann:snapshot pause ann resume ann <- fetchHistory
  following | readCard ann:history ann:snapshot pause ann resume ann ann:snapshot pause ann resume \
  ann ann:snapshot pause ann resume ann <- fetchCardHistory
  unattached asks writing | append ann:not-attached <- detach detachClosing
  fetching asks | bob:present other:present <- presence
  following | ann:windowOpened ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- openWindow
  following | ann:windows ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- listWindows
  following | bob:invitation ann:invited ann:snapshot pause ann resume ann ann:snapshot pause ann \
  resume ann ann:snapshot pause ann resume ann <- invite
  following | ann:lifted ann:carried other:carried ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann ann:snapshot pause ann resume ann <- lift
  following | ann:drag-over ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- load drop
  gone | - <- (closed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann <- attachAgain
  following | new:welcome ann:ping ann:snapshot pause ann resume ann ann:snapshot pause ann resume \
  ann ann:snapshot pause ann resume ann <- attachOther
  unattached writing | new:welcome append ann:fenced ann:not-attached <- takeOver
  unattached writing | append ann:not-attached <- endedByOther
  following | ann:counter-gap ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- submitNext
  fetching asks | bob:operation-changed <- bobSubmits
  following | bob:ping other:ping ann:ping ann:snapshot pause ann resume ann ann:snapshot pause \
  ann resume ann ann:snapshot pause ann resume ann <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  fetching asks writing | certify append <- renew
  following | ann:devices ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- listDevices
  following | ann:device-unknown ann:snapshot pause ann resume ann ann:snapshot pause ann resume \
  ann ann:snapshot pause ann resume ann <- revokeDevice
  fetching asks | administered <- (administer)
  """,
  .fetchingWriting: """
  leaving writing | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome \
  boards membership findUsers users setName attached snapshot history outcome detached committed \
  resync digest present morePresent windowOpened windows windowEnded activate windowRegistered \
  windowEnd windowsGone infoNotKept invited invitation lifted carried dropped excerpt join \
  certificate admitted devices deviceRevoked
  fetching asks writing | - <- error pong acknowledge windowState part cancelDrag (opened) \
  (connected) (received) (loaded) (loadFailed) (read) (readFailed) (encoded) (timer) (drain) \
  answers answersError listWindows fetchExcerpt (certified) (turnedAway) \
  (continued)
  following writing | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- (progressed)
  following writing | ann:pong ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann <- ping
  leaving writing | ann:goodbye finish ann <- goodbye
  following writing | ann:boards ann:snapshot pause ann resume ann ann:snapshot pause ann resume \
  ann ann:snapshot pause ann resume ann <- listBoards
  fetching asks writing+ | - <- createBoard submit endWindow submitChanged admit
  following writing | ann:already-attached ann:snapshot pause ann resume ann ann:snapshot pause \
  ann resume ann ann:snapshot pause ann resume ann <- attach attachWindow
  following writing | ann:snapshot-gone ann:snapshot pause ann resume ann ann:snapshot pause ann \
  resume ann ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  following writing | read ann:history pause ann resume ann ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- fetchHistory
  following writing | readCard ann:history ann:snapshot pause ann resume ann ann:snapshot pause \
  ann resume ann ann:snapshot pause ann resume ann <- fetchCardHistory
  unattached asks writing+ | ann:not-attached <- detach detachClosing
  fetching asks writing | bob:present other:present <- presence
  following writing | ann:windowOpened ann:snapshot pause ann resume ann ann:snapshot pause ann \
  resume ann ann:snapshot pause ann resume ann <- openWindow
  following writing | bob:invitation ann:invited ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann ann:snapshot pause ann resume ann <- invite
  following writing | ann:lifted ann:carried other:carried ann:snapshot pause ann resume ann \
  ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann <- lift
  following writing | ann:drag-over ann:snapshot pause ann resume ann ann:snapshot pause ann \
  resume ann ann:snapshot pause ann resume ann <- load drop
  gone writing | - <- (closed)
  fetching asks | bob:outcome other:committed <- (appended)
  leaving writing+ | new:welcome ann:goodbye finish ann <- attachAgain
  following writing | new:welcome ann:ping ann:snapshot pause ann resume ann ann:snapshot pause \
  ann resume ann ann:snapshot pause ann resume ann <- attachOther
  unattached writing+ | new:welcome ann:fenced ann:not-attached <- takeOver
  unattached writing+ | ann:not-attached <- endedByOther
  following writing | ann:counter-gap ann:snapshot pause ann resume ann ann:snapshot pause ann \
  resume ann ann:snapshot pause ann resume ann <- submitNext
  fetching asks writing | bob:operation-changed <- bobSubmits
  following writing | bob:ping other:ping ann:ping ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann ann:snapshot pause ann resume ann <- silence
  leaving writing | refused ann ann:malformed ann:goodbye finish ann <- garbage
  fetching asks | load bob:store-unavailable <- (appendFailed)
  fetching asks writing+ | certify <- renew
  following writing | ann:devices ann:snapshot pause ann resume ann ann:snapshot pause ann resume \
  ann ann:snapshot pause ann resume ann <- listDevices
  following writing | ann:device-unknown ann:snapshot pause ann resume ann ann:snapshot pause ann \
  resume ann ann:snapshot pause ann resume ann <- revokeDevice
  fetching asks writing | administered <- (administer)
  """,
  .replaying: """
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- hello welcome boards \
  membership findUsers users setName attached snapshot history outcome detached committed resync \
  digest present morePresent windowOpened windows windowEnded activate windowRegistered windowEnd \
  windowsGone infoNotKept invited invitation lifted carried dropped excerpt join certificate \
  admitted devices deviceRevoked
  reading | - <- error pong acknowledge windowState part cancelDrag (opened) (connected) \
  (received) (progressed) (appended) (appendFailed) (timer) answers answersError (encoded) \
  (certified) (turnedAway) \
  (continued)
  reading | ann:pong <- ping
  leaving | ann:goodbye finish ann <- goodbye
  reading | ann:boards <- listBoards
  reading | ann:excerpt <- fetchExcerpt
  reading asks writing | append <- createBoard submit endWindow submitChanged admit
  reading | ann:already-attached <- attach attachWindow
  following | ann:snapshot pause ann resume ann ann:snapshot pause ann resume ann ann:snapshot \
  pause ann resume ann ann:snapshot pause ann resume ann <- fetchSnapshot
  reading asks | read <- fetchHistory
  reading asks | readCard <- fetchCardHistory
  unattached asks writing | append <- detach detachClosing
  reading | bob:present other:present <- presence
  reading | ann:windowOpened <- openWindow
  reading | ann:windows <- listWindows
  reading | bob:invitation ann:invited <- invite
  reading | ann:lifted ann:carried other:carried <- lift
  reading | ann:drag-over <- load drop
  gone | - <- (closed)
  following | ann:committed ann:committed ann:committed ann:committed pause ann resume ann <- \
  (loaded) (read)
  leaving | refused ann ann:draining ann:goodbye finish ann <- (loadFailed) (readFailed)
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  leaving writing | new:welcome append ann:goodbye finish ann <- attachAgain
  reading | new:welcome ann:ping <- attachOther
  unattached writing | new:welcome append ann:fenced <- takeOver
  unattached writing | append <- endedByOther
  reading | ann:counter-gap <- submitNext
  reading writing | append <- bobSubmits
  reading | bob:ping other:ping ann:ping <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  reading asks writing | certify append <- renew
  reading | ann:devices <- listDevices
  reading | ann:device-unknown <- revokeDevice
  reading | administered <- (administer)
  """,
]
