public import BoardModel
import Files

// Which board this device showed last, for the next window and for commands that name none.
extension DeviceWindows {
  private var lastBoardPath: String { folder + "/last-board" }

  /// Of a file that holds one identifier.
  private static let longest = 64

  /// Nil where there was no window yet.
  public var lastBoard: BoardID? {
    guard let bytes = try? OpenFile(lastBoardPath, .read).read(Self.longest) else { return nil }
    return BoardID(String(decoding: bytes, as: UTF8.self))
  }

  /// Only a convenience: that it cannot be kept is nothing to tell.
  public func keepLastBoard(_ board: BoardID) {
    try? Folder.replace(lastBoardPath, with: Array(board.description.utf8), synced: false)
  }
}
