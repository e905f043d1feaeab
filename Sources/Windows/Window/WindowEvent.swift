public import BoardModel
public import Screen
public import WindowSync

/// What happens to a window. `made`, or `refused`, answers each `edit`, `undo` and `redo` before the
/// next input comes.
public enum WindowEvent: Sendable {
  case input(Input)
  case resized(TerminalSize)
  /// The visible board changed, or came for the first time. `shown` is the highest counter of this
  /// session's operations that it holds, hence that are on disk; 0 if there is none. `confirmed`
  /// is the last sequence number on it that the coordinator gave out.
  case board(Board, change: BoardChange, shown: UInt64, confirmed: UInt64 = .max)
  /// The time of day: milliseconds since 1970, and the zone it is read in.
  case clock(UInt64, zone: LocalZone)
  /// An edit became an operation.
  case made(OperationID, Intent)
  /// An operation of this session was decided.
  case settled(Operation, Outcome)
  /// What the coordinator ordered, in this order; the board that shows it may come later. `time`
  /// is now by the coordinator's clock, in milliseconds since 1970.
  case committed([CommittedOperation], time: UInt64)
  /// The other windows of the board, in ascending order of their sessions.
  case others([OtherWindow])
  /// An edit could not be made, or what was made of it will never be ordered; nil is an undo or redo.
  case refused(Intent?, EditRefusal)
  case status(SyncStatus)
  case standing(Standing)
  case replicaNotice(ReplicaNotice)
  /// What the last `saveViewState` came to; with the reason why it is not on disk.
  case viewStateSaved
  case viewStateNotSaved(reason: String)
  /// Something the shell has to say.
  case notice(Notice)
  /// The window goes on as another session; what it made is on the board under new identifiers.
  case session(SessionID)
  /// Answers `listBoards`.
  case boards([BoardListing])
  case boardsUnavailable(reason: String)
  /// Answers `readFile`.
  case file(path: String, FileReading)
  /// Answers `openWindow`.
  case openedWindow(Subject, OpeningResult)
  case drag(DragReport)
  /// Another user asks this one to look at something.
  case invited(by: Author, Subject, title: String)
  /// Answers `invite`.
  case inviteAnswered(user: String, Subject, InviteAnswer)
  /// Answers `fetchCardHistory`; `sequence` is the board's last operation, `time` is now by the
  /// coordinator's clock.
  case cardHistory([CommittedOperation], from: UInt64, sequence: UInt64, time: UInt64)
  case cardHistoryUnavailable(from: UInt64, reason: String)
  /// Answers `fetchOperation`; nil if the coordinator does not have it.
  case operation(CommittedOperation?)
  case operationUnavailable
  /// Answers `findWindow`; nil where the coordinator lists no such window.
  case foundWindow(SessionID, OwnWindow?)
  case windowUnavailable
  /// Answers `openEditor`.
  case editorFinished(CardID, EditorResult)
  /// The terminal belongs to the window again, in an unknown state.
  case resumed
  case timer
}

public struct BoardListing: Hashable, Sendable {
  public let id: BoardID
  public let title: String

  public init(id: BoardID, title: String) {
    self.id = id
    self.title = title
  }
}

public enum EditorResult: Hashable, Sendable {
  /// `openedAs`: the body to find the changes against, where that is not the one the window gave
  /// out but an earlier one, whose text an interrupted window had left in its editor.
  case saved(String, openedAs: Text?)
  /// `reason` is a sentence. `leavesText`: the file holds something that the body did not when it was
  /// given out.
  case failed(reason: String, leavesText: Bool)
}

/// What becomes of the file that an editor had.
public enum EditedFile: Hashable, Sendable {
  /// Its text is nowhere else: it stays, and is offered again.
  case stays
  /// It goes once the edits that came of it are acknowledged.
  case goesWithEdits
  /// It holds nothing that the board does not.
  case goes
}

/// What must happen in the world, in this order.
public enum WindowEffect: Hashable, Sendable {
  case edit(Intent)
  case undo(force: Bool)
  case redo(force: Bool)
  /// Where the person is now, for the other windows of the board.
  case presence(PresenceState)
  /// Runs `$EDITOR` on a body.
  case openEditor(CardID, Text)
  case editorDone(CardID, EditedFile)
  /// Asks for operations that concern a card, a page from sequence number `from` on.
  case fetchCardHistory(CardID, from: UInt64)
  /// Asks for the operation with this sequence number.
  case fetchOperation(UInt64)
  /// What one of this user's windows is called.
  case findWindow(SessionID)
  /// Reads a text file of at most `maximumFileBytes`, which a person chose outside.
  case readFile(String)
  /// Opens a window of the same board for this, where it is not open already.
  case openWindow(Subject, Placement)
  /// Asks another user to look at something on this board.
  case invite(user: String, Subject)
  case drag(DragRequest)
  case listBoards
  case switchBoard(BoardID)
  case createBoard(BoardID, title: String)
  /// A person wants the link now.
  case reconnect
  /// A person takes the session back from the terminal that took it over.
  case reclaim
  /// To be on disk before the next frame is shown if it holds a draft; else when there is time.
  case saveViewState(ViewState)
  case setTitle(String)
  case copyToClipboard(String)
  case mouseCapture(Bool)
  case bell
  /// A new frame is to be had from `render`.
  case redraw
  /// The screen's contents are not trusted: the next frame is painted whole.
  case repaint
  /// A `timer` event is due then, in the milliseconds of `now`. It replaces an earlier one.
  case wake(at: UInt64)
  case suspend
  case quit

  /// A list of that size is no list for a board.
  public static let maximumFileBytes = 262_144
}
