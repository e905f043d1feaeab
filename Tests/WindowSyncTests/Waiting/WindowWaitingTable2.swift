/// A part of `windowWaitingTable`: outcome <- all that leads to it.
let windowWaitingTable2: [String: String] = [
  "leaving": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit detach detached acknowledge presence openWindow windowOpened attachWindow listWindows \
  windows endWindow windowEnded windowState invite invited lift lifted part drop dropped \
  cancelDrag
  leaving | >pong <- ping
  closing | >goodbye disconnect <- goodbye !fenced !sessionUnknown !sessionEnded !notAttached \
  !draining (timer) (leave)
  detaching | settled forget >detach <- outcome
  leaving | committed changed <- committed
  leaving | - <- resync digest windowEnd (start) (connected) (received) (stored) (storeFailed) \
  (freshIdentity) (carriedOver) (describe) (resumeNow) (reclaim)
  leaving | others <- present
  leaving | activated <- activate
  leaving | registered <- windowRegistered
  leaving | windowsGone <- windowsGone
  leaving | invited <- invitation
  leaving | drag <- carried
  leaving | >error <- load
  leaving | notice <- !storeUnavailable
  detaching | forget >detach <- !alreadyAcknowledged
  closing | refused >goodbye disconnect changed <- !requestTooLarge
  left | left <- (disconnected)
  leaving | refused <- (edit) (undo) (redo)
  leaving | notOpened <- (open)
  leaving | inviteAnswered <- (invite)
  leaving | >presence <- (presence)
  leaving | >drop <- (drag)
  leaving | >fetchHistory <- (fetchHistory)
  leaving | >fetchCardHistory <- (fetchCardHistory)
  """,
  "detaching": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit outcome detach acknowledge presence openWindow windowOpened attachWindow listWindows \
  windows endWindow windowEnded windowState invite invited lift lifted part drop dropped \
  cancelDrag
  detaching | >pong <- ping
  closing | >goodbye disconnect <- goodbye detached !storeUnavailable !fenced !sessionUnknown \
  !sessionEnded !notAttached !alreadyAcknowledged !requestTooLarge !draining (timer) (leave)
  detaching | - <- committed resync digest present windowEnd carried (start) (connected) \
  (received) (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence) \
  (resumeNow) (reclaim)
  detaching | activated <- activate
  detaching | registered <- windowRegistered
  detaching | windowsGone <- windowsGone
  detaching | invited <- invitation
  detaching | >error <- load
  left | left <- (disconnected)
  detaching | refused <- (edit) (undo) (redo)
  detaching | notOpened <- (open)
  detaching | inviteAnswered <- (invite)
  detaching | drag <- (drag)
  detaching | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  """,
  "closing": """
  closing | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (start) (connected) (received) (stored) \
  (storeFailed) (freshIdentity) (carriedOver) (describe) (presence) (timer) (resumeNow) \
  (reclaim) (leave)
  waiting | - <- (disconnected)
  closing | persist <- (edit) (undo)
  closing | refused <- (redo)
  closing | notOpened <- (open)
  closing | inviteAnswered <- (invite)
  closing | drag <- (drag)
  closing | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  """,
  "resting": """
  resting | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (start) (connected) (received) \
  (disconnected) (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence) \
  (timer)
  resting | persist <- (edit) (undo)
  resting | refused <- (redo)
  resting | notOpened <- (open)
  resting | inviteAnswered <- (invite)
  resting | drag <- (drag)
  resting | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  dialing | connect standing <- (resumeNow) (reclaim)
  left | left <- (leave)
  """,
  "fenced": """
  fenced | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (start) (connected) (received) \
  (disconnected) (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence) \
  (timer) (resumeNow)
  fenced | refused <- (edit) (undo) (redo)
  fenced | notOpened <- (open)
  fenced | inviteAnswered <- (invite)
  fenced | drag <- (drag)
  fenced | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  dialing | connect standing <- (reclaim)
  left | left <- (leave)
  """,
  "left": """
  left | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (start) (connected) (received) \
  (disconnected) (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence) \
  (timer) (resumeNow) (reclaim) (leave)
  left | refused <- (edit) (undo) (redo)
  left | notOpened <- (open)
  left | inviteAnswered <- (invite)
  left | drag <- (drag)
  left | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  """,
  "persisting": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  live | >pong <- ping
  closing | >goodbye disconnect <- goodbye !draining (timer)
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
  live | - <- !storeUnavailable !notAttached !alreadyAcknowledged !requestTooLarge (start) \
  (connected) (received) (edit) (undo) (freshIdentity) (carriedOver) (describe) (resumeNow) \
  (reclaim)
  welcomed | notice needsFreshIdentity standing <- !fenced
  welcomed | needsFreshIdentity <- !sessionUnknown
  welcomed | needsFreshIdentity standing <- !sessionEnded
  waiting | - <- (disconnected)
  live | refused <- (redo) (storeFailed)
  live | changed >submit <- (stored)
  live | >openWindow <- (open)
  live | >invite <- (invite)
  live | >presence <- (presence)
  live | >drop <- (drag)
  live | >fetchHistory <- (fetchHistory)
  live | >fetchCardHistory <- (fetchCardHistory)
  leaving | - <- (leave)
  """,
  "persistingCut": """
  waiting | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (start) (connected) (received) \
  (disconnected) (edit) (undo) (freshIdentity) (carriedOver) (describe) (presence)
  waiting | refused <- (redo) (storeFailed)
  waiting | changed <- (stored)
  waiting | notOpened <- (open)
  waiting | inviteAnswered <- (invite)
  waiting | drag <- (drag)
  waiting | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  dialing | connect <- (timer) (resumeNow) (reclaim)
  left | left <- (leave)
  """,
  "persistingOperations": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  operations | >pong <- ping
  closing | >goodbye disconnect <- goodbye !draining (timer) (leave)
  snapshot | saveReport notice >fetchSnapshot <- committed digest
  snapshot | >fetchSnapshot <- resync
  operations | others <- present
  operations | activated <- activate
  operations | registered <- windowRegistered
  closing | notice >goodbye disconnect <- windowEnd
  operations | windowsGone <- windowsGone
  operations | invited <- invitation
  operations | drag <- carried
  operations | >error <- load
  operations | - <- !storeUnavailable !notAttached !alreadyAcknowledged !requestTooLarge \
  (start) (connected) (received) (edit) (undo) (freshIdentity) (carriedOver) (describe) \
  (resumeNow) (reclaim)
  welcomed | notice needsFreshIdentity standing <- !fenced
  welcomed | needsFreshIdentity <- !sessionUnknown
  welcomed | needsFreshIdentity standing <- !sessionEnded
  waiting | - <- (disconnected)
  operations | refused <- (redo) (storeFailed)
  operations | changed <- (stored)
  operations | notOpened <- (open)
  operations | inviteAnswered <- (invite)
  operations | >presence <- (presence)
  operations | >drop <- (drag)
  operations | >fetchHistory <- (fetchHistory)
  operations | >fetchCardHistory <- (fetchCardHistory)
  """,
  "holding": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  live | >pong <- ping
  closing | >goodbye disconnect <- goodbye !draining (timer)
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
  live | - <- !storeUnavailable !notAttached !alreadyAcknowledged !requestTooLarge (start) \
  (connected) (received) (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) \
  (resumeNow) (reclaim)
  welcomed | notice needsFreshIdentity standing <- !fenced
  welcomed | needsFreshIdentity <- !sessionUnknown
  welcomed | needsFreshIdentity standing <- !sessionEnded
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
  "diverged": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot fetchHistory fetchCardHistory history submit \
  detach detached acknowledge presence openWindow windowOpened attachWindow listWindows \
  windows endWindow windowEnded windowState invite invited lift lifted part drop dropped \
  cancelDrag
  snapshot | >pong <- ping
  closing | >goodbye disconnect <- goodbye !notAttached !draining (timer) (leave)
  live | changed <- snapshot
  snapshot | settled forget <- outcome
  snapshot | - <- committed resync digest (start) (connected) (received) (stored) \
  (storeFailed) (freshIdentity) (carriedOver) (describe) (resumeNow) (reclaim)
  snapshot | others <- present
  snapshot | activated <- activate
  snapshot | registered <- windowRegistered
  closing | notice >goodbye disconnect <- windowEnd
  snapshot | windowsGone <- windowsGone
  snapshot | invited <- invitation
  snapshot | drag <- carried
  snapshot | >error <- load
  snapshot | notice <- !storeUnavailable
  welcomed | notice needsFreshIdentity standing <- !fenced
  welcomed | needsFreshIdentity <- !sessionUnknown
  welcomed | needsFreshIdentity standing <- !sessionEnded
  snapshot | forget <- !alreadyAcknowledged
  closing | refused needsFreshIdentity >goodbye disconnect changed <- !requestTooLarge
  waiting | - <- (disconnected)
  snapshot | persist <- (edit) (undo)
  snapshot | refused <- (redo)
  snapshot | notOpened <- (open)
  snapshot | inviteAnswered <- (invite)
  snapshot | >presence <- (presence)
  snapshot | >drop <- (drag)
  snapshot | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  """,
]
