/// A part of `windowWaitingTable`: outcome <- all that leads to it.
let windowWaitingTable3: [String: String] = [
  "divergedCut": """
  waiting | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (start) (connected) (received) \
  (disconnected) (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence)
  waiting | persist <- (edit) (undo)
  waiting | refused <- (redo)
  waiting | notOpened <- (open)
  waiting | inviteAnswered <- (invite)
  waiting | drag <- (drag)
  waiting | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  dialing | connect <- (timer) (resumeNow) (reclaim)
  left | left <- (leave)
  """,
  "delivering": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit detach detached acknowledge presence openWindow windowOpened attachWindow listWindows \
  windows endWindow windowEnded windowState invite invited lift lifted part drop dropped \
  cancelDrag
  live | >pong <- ping
  closing | >goodbye disconnect <- goodbye !notAttached !draining (timer)
  live | settled forget <- outcome
  live | committed changed <- committed
  snapshot | >fetchSnapshot <- resync
  snapshot | saveReport notice >fetchSnapshot <- digest
  live | others <- present
  live | activated <- activate
  live | registered <- windowRegistered
  closing | notice >goodbye disconnect <- windowEnd
  live | windowsGone <- windowsGone
  live | invited <- invitation
  live | drag <- carried
  live | >error <- load
  live | notice <- !storeUnavailable
  welcomed | notice needsFreshIdentity standing <- !fenced
  welcomed | needsFreshIdentity <- !sessionUnknown
  welcomed | needsFreshIdentity standing <- !sessionEnded
  live | forget <- !alreadyAcknowledged
  closing | refused needsFreshIdentity >goodbye disconnect changed <- !requestTooLarge
  live | - <- (start) (connected) (received) (stored) (storeFailed) (freshIdentity) \
  (carriedOver) (describe) (resumeNow) (reclaim)
  waiting | - <- (disconnected)
  live | persist <- (edit) (undo)
  live | refused <- (redo)
  live | >openWindow <- (open)
  live | >invite <- (invite)
  live | >presence <- (presence)
  live | >drop <- (drag)
  live | >fetchHistory <- (fetchHistory)
  live | >fetchCardHistory <- (fetchCardHistory)
  leaving | - <- (leave)
  """,
  "reclaiming": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach fetchSnapshot snapshot fetchHistory fetchCardHistory history submit \
  outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  attaching | >pong <- ping
  closing | >goodbye disconnect <- goodbye !draining (timer) (leave)
  snapshot | >fetchSnapshot standing <- attached
  attaching | - <- committed resync digest present windowEnd carried (start) (connected) \
  (received) (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence) \
  (resumeNow) (reclaim)
  attaching | activated <- activate
  attaching | registered <- windowRegistered
  attaching | windowsGone <- windowsGone
  attaching | invited <- invitation
  attaching | >error <- load
  closing | notice >goodbye disconnect <- !storeUnavailable
  closing | notice >goodbye disconnect standing <- !fenced !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge
  closing | needsFreshIdentity >goodbye disconnect standing <- !sessionUnknown
  waiting | - <- (disconnected)
  attaching | refused <- (edit) (undo) (redo)
  attaching | notOpened <- (open)
  attaching | inviteAnswered <- (invite)
  attaching | drag <- (drag)
  attaching | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  """,
  "crowded": """
  closing | notice >error >goodbye disconnect historyUnavailable historyUnavailable <- hello \
  welcome error pong listBoards boards createBoard attach attached fetchSnapshot snapshot \
  fetchHistory fetchCardHistory submit outcome detach detached acknowledge presence openWindow \
  windowOpened attachWindow listWindows windows endWindow windowEnded windowState invite \
  invited lift lifted part drop dropped cancelDrag
  live | >pong <- ping
  closing | >goodbye disconnect historyUnavailable historyUnavailable <- goodbye (timer)
  live | history >submit <- history
  live | committed changed <- committed
  snapshot | - <- resync
  snapshot | saveReport notice <- digest
  live | others <- present
  live | activated <- activate
  live | registered <- windowRegistered
  closing | notice >goodbye disconnect historyUnavailable historyUnavailable <- windowEnd
  live | windowsGone <- windowsGone
  live | invited <- invitation
  live | drag <- carried (drag)
  live | >error <- load
  live | historyUnavailable >submit <- !storeUnavailable !fenced !sessionUnknown !sessionEnded \
  !notAttached !alreadyAcknowledged !requestTooLarge
  closing | historyUnavailable >goodbye disconnect historyUnavailable <- !draining
  live | - <- (start) (connected) (received) (stored) (storeFailed) (freshIdentity) \
  (carriedOver) (describe) (resumeNow) (reclaim)
  waiting | historyUnavailable historyUnavailable <- (disconnected)
  live | persist <- (edit) (undo)
  live | refused <- (redo)
  live | notOpened <- (open)
  live | inviteAnswered <- (invite)
  live | >presence <- (presence)
  live | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  leaving | - <- (leave)
  """,
  "dropping": """
  closing | notice >error >goodbye disconnect drag <- hello welcome error pong listBoards \
  boards createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory \
  history submit outcome detach detached acknowledge presence openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState invite invited lift \
  lifted part drop cancelDrag
  live | >pong <- ping
  closing | >goodbye disconnect drag <- goodbye (timer)
  live | committed changed <- committed
  snapshot | >fetchSnapshot <- resync
  snapshot | saveReport notice >fetchSnapshot <- digest
  live | others <- present
  live | activated <- activate
  live | registered <- windowRegistered
  closing | notice >goodbye disconnect drag <- windowEnd
  live | windowsGone <- windowsGone
  live | invited <- invitation
  live | drag <- carried dropped !storeUnavailable !fenced !sessionUnknown !sessionEnded \
  !notAttached !alreadyAcknowledged !requestTooLarge
  live | >error <- load
  closing | >goodbye disconnect <- !draining
  live | - <- (start) (connected) (received) (stored) (storeFailed) (freshIdentity) \
  (carriedOver) (describe) (resumeNow) (reclaim)
  waiting | drag <- (disconnected)
  live | persist <- (edit)
  live | refused <- (undo) (redo)
  live | >openWindow <- (open)
  live | >invite <- (invite)
  live | >presence <- (presence)
  live | >drop <- (drag)
  live | >fetchHistory <- (fetchHistory)
  live | >fetchCardHistory <- (fetchCardHistory)
  detaching | >detach <- (leave)
  """,
]
