public import BoardModel
import Files

// The board that this device showed last, for the next window and for commands that name none.
extension DeviceWindows {
  private var lastBoardPath: String { folder + "/last-board" }

  /// The most bytes read of the file, which holds one identifier.
  private static let longest = 64

  /// The board; nil where there was no window yet.
  public var lastBoard: BoardID? {
    guard let bytes = try? OpenFile(lastBoardPath, .read).read(Self.longest) else { return nil }
    return BoardID(String(decoding: bytes, as: UTF8.self))
  }

  /// Keeps the board. This is only a convenience, so a failure is ignored.
  public func keepLastBoard(_ board: BoardID) {
    try? Folder.replace(lastBoardPath, with: Array(board.description.utf8), synced: false)
  }
}
