public import BoardModel
public import Screen
public import WindowSync
public import Wording

/// An event for a window. `made`, or `refused`, answers each `edit`, `undo` and `redo` before the
/// next input comes.
public enum WindowEvent: Sendable {
  case input(Input)
  case resized(TerminalSize)
  /// The visible board changed, or came for the first time. `shown` is the highest counter of this
  /// session's operations that it holds, hence that are on disk; 0 if there is none. `confirmed` is
  /// the last sequence number on it that the coordinator gave out.
  case board(Board, change: BoardChange, shown: UInt64, confirmed: UInt64 = .max)
  /// The time of day: milliseconds since 1970, and the zone in which it is shown.
  case clock(UInt64, zone: LocalZone)
  /// An edit became an operation.
  case made(OperationID, Intent)
  /// An operation of this session was decided.
  case settled(Operation, Outcome)
  /// The coordinator committed operations, in this order; the board that shows them may come later.
  /// `time` is now by the coordinator's clock, in milliseconds since 1970.
  case committed([CommittedOperation], time: UInt64)
  /// The other windows of the board, in ascending order of their sessions.
  case others([OtherWindow])
  /// So many more other windows there are, of which nothing else is known.
  case moreOthers(Int)
  /// An edit could not be made, or its operation will never be committed; nil is an undo or redo.
  case refused(Intent?, EditRefusal)
  case status(SyncStatus)
  case standing(Standing)
  case replicaNotice(ReplicaNotice)
  /// The last `saveViewState` is on disk. `viewStateNotSaved` says why it is not.
  case viewStateSaved
  case viewStateNotSaved(reason: String)
  /// The shell has something to say.
  case notice(Notice)
  /// What is wrong with this device's certificate; nil once it is renewed.
  case certificateWarning(String?)
  /// The window goes on as another session; what it made is on the board under new identifiers.
  case session(SessionID)
  /// Answers `listBoards`.
  case boards([BoardListing])
  case boardsUnavailable(reason: String)
  /// This user's role on a board is another now; nil where they may not read it any longer.
  case membership(BoardID, role: Role?, title: String)
  /// What these users want to be called; empty for one who did not say. It answers `findUsers`, and
  /// comes unasked where that is another now.
  case displayNames([String: String])
  /// The board does not exist for this user any longer; the standing says why, and
  /// `holdsUnsentWork` whether the disk keeps what they typed and did not send.
  case boardLost(BoardID, holdsUnsentWork: Bool)
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
  /// coordinator's clock, in milliseconds since 1970.
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
  public let isArchived: Bool

  public init(id: BoardID, title: String, isArchived: Bool = false) {
    self.id = id
    self.title = title
    self.isArchived = isArchived
  }
}

public enum EditorResult: Hashable, Sendable {
  /// The text was saved. `openedAs` is the body to find the changes against, if that is not the one
  /// the window gave out but an earlier one, whose text an interrupted window left in its editor.
  case saved(String, openedAs: Text?)
  /// The editor failed. `reason` is a sentence. `leavesText` says whether the file holds something
  /// that the body did not when it was given out.
  case failed(reason: String, leavesText: Bool)
}

/// The fate of the file that an editor had.
public enum EditedFile: Hashable, Sendable {
  /// The file stays, and is offered again, because its text is nowhere else.
  case stays
  /// The file goes once the edits that came of it are acknowledged.
  case goesWithEdits
  /// The file goes, because it holds nothing that the board does not.
  case goes
}

/// An effect that the shell must perform; a list of them is performed in its order.
public enum WindowEffect: Hashable, Sendable {
  case edit(Intent)
  case undo(force: Bool)
  case redo(force: Bool)
  /// Tells the other windows of the board where the person is now.
  case presence(PresenceState)
  /// Runs `$EDITOR` on a body.
  case openEditor(CardID, Text)
  case editorDone(CardID, EditedFile)
  /// Asks for the operations that concern a card, a page from sequence number `from` on.
  case fetchCardHistory(CardID, from: UInt64)
  /// Asks for the operation with this sequence number.
  case fetchOperation(UInt64)
  /// Asks for the title of one of this user's windows.
  case findWindow(SessionID)
  /// Reads a text file of at most `maximumFileBytes`, which a person chose outside.
  case readFile(String)
  /// Opens a window of the same board for this subject, unless it is open already.
  case openWindow(Subject, Placement)
  /// Asks another user to look at something on this board.
  case invite(user: String, Subject)
  /// Asks what users want to be called; an answer may never come.
  case findUsers([String])
  case drag(DragRequest)
  case listBoards
  case switchBoard(BoardID)
  case createBoard(BoardID, title: String)
  /// Connects now, because a person asks for it.
  case reconnect
  /// A person takes the session back from the terminal that took it over.
  case reclaim
  /// Saves the state: before the next frame is shown if it holds a draft, else when there is time.
  case saveViewState(ViewState)
  case setTitle(String)
  case copyToClipboard(String)
  case mouseCapture(Bool)
  case bell
  /// Shows a new frame, which `render` makes.
  case redraw
  /// Paints the next frame whole, because the screen's contents are not trusted.
  case repaint
  /// Asks for a `timer` event at this time, in the milliseconds of `now`. It replaces an earlier
  /// one.
  case wake(at: UInt64)
  case suspend
  case quit
  /// The window was closed from elsewhere, as the sentence says: it ends, unless it holds what its
  /// person typed, in which case it goes on.
  case ended(String)

  /// The bound of a file whose lines become cards: no list for a board is larger.
  public static let maximumFileBytes = 262_144
}
