/// A part of `windowWaitingTable`: outcome <- all that leads to it.
let windowWaitingTable1: [String: String] = [
  "idle": """
  idle | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (connected) (received) (disconnected) \
  (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence) (timer) \
  (resumeNow) (reclaim)
  dialing | connect <- (start)
  idle | refused <- (edit) (undo) (redo)
  idle | notOpened <- (open)
  idle | inviteAnswered <- (invite)
  idle | drag <- (drag)
  idle | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  left | left <- (leave)
  """,
  "waiting": """
  waiting | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (start) (connected) (received) \
  (disconnected) (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence)
  waiting | refused <- (edit) (undo) (redo)
  waiting | notOpened <- (open)
  waiting | inviteAnswered <- (invite)
  waiting | drag <- (drag)
  waiting | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  dialing | connect <- (timer) (resumeNow) (reclaim)
  left | left <- (leave)
  """,
  "dialing": """
  dialing | - <- hello welcome error ping pong goodbye listBoards boards createBoard attach \
  attached fetchSnapshot snapshot fetchHistory fetchCardHistory history submit outcome detach \
  detached committed acknowledge resync digest presence present openWindow windowOpened \
  attachWindow listWindows windows endWindow windowEnded windowState activate windowRegistered \
  windowEnd windowsGone invite invited invitation lift lifted carried load part drop dropped \
  cancelDrag !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge !draining (start) (received) (stored) (storeFailed) \
  (freshIdentity) (carriedOver) (describe) (presence) (timer) (resumeNow) (reclaim)
  greeting | >hello <- (connected)
  waiting | - <- (disconnected)
  dialing | refused <- (edit) (undo) (redo)
  dialing | notOpened <- (open)
  dialing | inviteAnswered <- (invite)
  dialing | drag <- (drag)
  dialing | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  closing | disconnect <- (leave)
  """,
  "greeting": """
  closing | notice >error >goodbye disconnect <- hello error ping pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit outcome detach detached committed acknowledge resync digest presence present \
  openWindow windowOpened attachWindow listWindows windows endWindow windowEnded windowState \
  activate windowRegistered windowEnd windowsGone invite invited invitation lift lifted \
  carried load part drop dropped cancelDrag
  attaching | >attach <- welcome
  closing | >goodbye disconnect <- goodbye !draining (timer) (leave)
  greeting | - <- !storeUnavailable !fenced !sessionUnknown !sessionEnded !notAttached \
  !alreadyAcknowledged !requestTooLarge (start) (connected) (received) (stored) (storeFailed) \
  (freshIdentity) (carriedOver) (describe) (presence) (resumeNow) (reclaim)
  waiting | - <- (disconnected)
  greeting | refused <- (edit) (undo) (redo)
  greeting | notOpened <- (open)
  greeting | inviteAnswered <- (invite)
  greeting | drag <- (drag)
  greeting | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  """,
  "welcomed": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  welcomed | >pong <- ping
  closing | >goodbye disconnect <- goodbye !draining (timer) (leave)
  welcomed | - <- committed resync digest present windowEnd carried !storeUnavailable !fenced \
  !sessionUnknown !sessionEnded !notAttached !alreadyAcknowledged !requestTooLarge (start) \
  (connected) (received) (stored) (storeFailed) (carriedOver) (describe) (presence) \
  (resumeNow) (reclaim)
  welcomed | activated <- activate
  welcomed | registered <- windowRegistered
  welcomed | windowsGone <- windowsGone
  welcomed | invited <- invitation
  welcomed | >error <- load
  waiting | - <- (disconnected)
  welcomed | persist <- (edit) (undo)
  welcomed | refused <- (redo)
  attaching | >attach <- (freshIdentity)
  welcomed | notOpened <- (open)
  welcomed | inviteAnswered <- (invite)
  welcomed | drag <- (drag)
  welcomed | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  """,
  "attaching": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach fetchSnapshot snapshot fetchHistory fetchCardHistory history submit \
  outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  attaching | >pong <- ping
  closing | >goodbye disconnect <- goodbye !draining (timer) (leave)
  snapshot | saveSession >fetchSnapshot <- attached
  attaching | - <- committed resync digest present carried (start) (connected) (received) \
  (stored) (storeFailed) (freshIdentity) (carriedOver) (describe) (presence) (resumeNow) \
  (reclaim)
  attaching | activated <- activate
  attaching | registered <- windowRegistered
  closing | notice >goodbye disconnect <- windowEnd !storeUnavailable
  attaching | windowsGone <- windowsGone
  attaching | invited <- invitation
  attaching | >error <- load
  closing | notice >goodbye disconnect standing <- !fenced !notAttached !alreadyAcknowledged \
  !requestTooLarge
  welcomed | needsFreshIdentity <- !sessionUnknown !sessionEnded
  waiting | - <- (disconnected)
  attaching | refused <- (edit) (undo) (redo)
  attaching | notOpened <- (open)
  attaching | inviteAnswered <- (invite)
  attaching | drag <- (drag)
  attaching | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  """,
  "operations": """
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
  (start) (connected) (received) (stored) (storeFailed) (freshIdentity) (carriedOver) \
  (describe) (resumeNow) (reclaim)
  welcomed | notice needsFreshIdentity standing <- !fenced
  welcomed | needsFreshIdentity <- !sessionUnknown
  welcomed | needsFreshIdentity standing <- !sessionEnded
  waiting | - <- (disconnected)
  operations | persist <- (edit) (undo)
  operations | refused <- (redo)
  operations | notOpened <- (open)
  operations | inviteAnswered <- (invite)
  operations | >presence <- (presence)
  operations | >drop <- (drag)
  operations | >fetchHistory <- (fetchHistory)
  operations | >fetchCardHistory <- (fetchCardHistory)
  """,
  "snapshot": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot fetchHistory fetchCardHistory history submit \
  outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  snapshot | >pong <- ping
  closing | >goodbye disconnect <- goodbye !storeUnavailable !notAttached !alreadyAcknowledged \
  !requestTooLarge !draining (timer)
  live | saveBoard changed <- snapshot
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
  closing | notice >goodbye disconnect standing <- !fenced !sessionEnded
  welcomed | needsFreshIdentity <- !sessionUnknown
  waiting | - <- (disconnected)
  snapshot | refused <- (edit) (undo) (redo)
  snapshot | notOpened <- (open)
  snapshot | inviteAnswered <- (invite)
  snapshot | >presence <- (presence)
  snapshot | >drop <- (drag)
  snapshot | historyUnavailable <- (fetchHistory) (fetchCardHistory)
  detaching | >detach <- (leave)
  """,
  "inquiring": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  inquiring | >pong <- ping
  closing | >goodbye disconnect <- goodbye !storeUnavailable !notAttached !alreadyAcknowledged \
  !requestTooLarge !draining (timer) (leave)
  inquiring | committed changed <- committed
  snapshot | >fetchSnapshot <- resync
  snapshot | saveReport notice >fetchSnapshot <- digest
  inquiring | others <- present
  inquiring | activated <- activate
  inquiring | registered <- windowRegistered
  inquiring | - <- windowEnd (start) (connected) (received) (stored) (storeFailed) \
  (freshIdentity) (carriedOver) (describe) (resumeNow) (reclaim)
  inquiring | windowsGone <- windowsGone
  inquiring | invited <- invitation
  inquiring | drag <- carried
  inquiring | >error <- load
  closing | notice needsFreshIdentity >goodbye disconnect <- !fenced
  closing | needsFreshIdentity >goodbye disconnect <- !sessionUnknown !sessionEnded
  waiting | - <- (disconnected)
  inquiring | persist <- (edit) (undo)
  inquiring | refused <- (redo)
  inquiring | notOpened <- (open)
  inquiring | inviteAnswered <- (invite)
  inquiring | >presence <- (presence)
  inquiring | >drop <- (drag)
  inquiring | >fetchHistory <- (fetchHistory)
  inquiring | >fetchCardHistory <- (fetchCardHistory)
  """,
  "carrying": """
  closing | notice >error >goodbye disconnect <- hello welcome error pong listBoards boards \
  createBoard attach attached fetchSnapshot snapshot fetchHistory fetchCardHistory history \
  submit outcome detach detached acknowledge presence openWindow windowOpened attachWindow \
  listWindows windows endWindow windowEnded windowState invite invited lift lifted part drop \
  dropped cancelDrag
  carrying | >pong <- ping
  closing | >goodbye disconnect <- goodbye !draining (storeFailed) (timer) (leave)
  carrying | committed changed <- committed
  snapshot | >fetchSnapshot <- resync
  snapshot | saveReport notice >fetchSnapshot <- digest
  carrying | others <- present
  carrying | activated <- activate
  carrying | registered <- windowRegistered
  carrying | - <- windowEnd !storeUnavailable !notAttached !alreadyAcknowledged \
  !requestTooLarge (start) (connected) (received) (edit) (undo) (stored) (freshIdentity) \
  (describe) (resumeNow) (reclaim)
  carrying | windowsGone <- windowsGone
  carrying | invited <- invitation
  carrying | drag <- carried
  carrying | >error <- load
  closing | notice needsFreshIdentity >goodbye disconnect <- !fenced
  closing | needsFreshIdentity >goodbye disconnect <- !sessionUnknown !sessionEnded
  waiting | - <- (disconnected)
  carrying | refused <- (redo)
  live | notice >submit <- (carriedOver)
  carrying | notOpened <- (open)
  carrying | inviteAnswered <- (invite)
  carrying | >presence <- (presence)
  carrying | >drop <- (drag)
  carrying | >fetchHistory <- (fetchHistory)
  carrying | >fetchCardHistory <- (fetchCardHistory)
  """,
  "live": """
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
]
