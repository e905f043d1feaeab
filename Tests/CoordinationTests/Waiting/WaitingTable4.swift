import LogRecords
/// A part of `waitingTable`: outcome <- all that leads to it.
let waitingTable4: [WaitingState: String] = [
  .leaving: """
  leaving | - <- hello welcome error ping pong goodbye listBoards boards membership findUsers \
  users setName createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory \
  history submit outcome detach detached committed acknowledge resync digest presence present \
  morePresent openWindow windowOpened attachWindow listWindows windows endWindow windowEnded \
  windowState activate windowRegistered windowEnd windowsGone infoNotKept invite invited \
  invitation lift lifted carried load part drop dropped cancelDrag (opened) (connected) (received) \
  (progressed) (appended) (appendFailed) (loaded) (loadFailed) (read) (readFailed) (encoded) \
  detachClosing submitNext submitChanged answers answersError garbage fetchExcerpt excerpt join \
  certificate renew admit admitted listDevices devices revokeDevice deviceRevoked (certified) \
  (turnedAway) (continued)
  gone | - <- (closed)
  leaving writing | append <- (timer) endedByOther bobSubmits
  leaving | bob:goodbye finish bob other:goodbye finish other <- (drain)
  leaving writing | new:welcome append <- attachAgain attachOther takeOver
  leaving writing | finish ann append bob:ping other:ping <- silence
  leaving | administered <- (administer)
  """,
  .greeting: """
  unattached | ann:welcome <- hello
  leaving | refused ann ann:unexpected-message ann:goodbye finish ann <- welcome error ping pong \
  goodbye listBoards boards membership findUsers users setName createBoard attach attached \
  fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach detached \
  committed acknowledge resync digest presence present morePresent openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone infoNotKept invite invited invitation lift lifted carried load part drop \
  dropped cancelDrag detachClosing submitNext submitChanged fetchExcerpt excerpt join certificate \
  renew admit admitted listDevices devices revokeDevice deviceRevoked
  greeting | - <- (opened) (connected) (received) (progressed) (appended) (appendFailed) (loaded) \
  (loadFailed) (read) (readFailed) (encoded) answers answersError (certified) (turnedAway) \
  (continued)
  gone | - <- (closed)
  greeting writing | append <- (timer) endedByOther bobSubmits
  leaving | bob:goodbye finish bob other:goodbye finish other ann:goodbye finish ann <- (drain)
  greeting writing | new:welcome append <- attachAgain attachOther takeOver
  leaving writing | refused ann append bob:ping other:ping ann:hello-timeout ann:goodbye finish \
  ann <- silence
  leaving | refused ann ann:malformed ann:goodbye finish ann <- garbage
  greeting | administered <- (administer)
  """,
]
