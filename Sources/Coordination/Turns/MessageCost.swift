import Wire

/// What it costs to handle a message, in microseconds of one core, as release builds were measured:
/// an edit some 10, and one with many new cards 1 for every 8 bytes. It need not be right, but it must
/// not be far too small for anything that a peer can send.
enum MessageCost {
  /// - Parameters:
  ///   - others: the windows that are told of it.
  ///   - windows: all windows of its user, for what looks through them.
  static func of(
    _ frame: Frame, toldTo others: @autoclosure () -> Int, windows: @autoclosure () -> Int
  ) -> Int {
    let bytes = frame.payload.count
    return switch frame.type {
    case Submit.type: 12 + bytes / 8
    case CreateBoard.type: 300 + bytes / 8
    case Presence.type, WindowState.type: 10 + bytes / 64 + 2 * others()
    case FetchHistory.type, FetchCardHistory.type, FetchExcerpt.type, Join.type, Renew.type,
      Admit.type,
      ListDevices.type, RevokeDevice.type:
      200
    case AttachWindow.type, ListWindows.type, EndWindow.type: 80 + ofSearch(windows())
    case Attach.type, FetchSnapshot.type, ListBoards.type: 80
    default: 20 + bytes / 64
    }
  }

  /// What it costs to tell so many windows of an edit. They are told of all edits of a group at once.
  /// - Parameters:
  ///   - bytes: those of the edit, which are copied and encrypted for each.
  ///   - isFirst: whether it is the first one of the board in its group.
  static func ofTelling(_ windows: Int, _ bytes: Int, isFirst: Bool) -> Int {
    windows * bytes / 1_024 + (isFirst ? 4 * windows : 0)
  }

  /// What it costs to handle a request again that waited for a board.
  static let resumed = 80

  /// What it costs to try an edit on a copy of its board, which is refused then: mostly far less, and as
  /// much for an undo that would type a whole text again.
  static let tried = 5_000

  /// What it costs to look through so many windows.
  static func ofSearch(_ windows: Int) -> Int { windows / 2 }

  /// What it costs to say of so many windows what they show.
  static func ofList(_ windows: Int) -> Int { 3 * windows }

  /// What it costs to choose and encode an excerpt of so many bytes.
  static func ofExcerpt(_ bytes: Int) -> Int { bytes / 48 }

  /// What it costs to answer with so many bytes; little is part of the question's cost.
  static func ofAnswer(_ bytes: Int) -> Int { bytes < 4_096 ? 0 : bytes / 256 }
}
