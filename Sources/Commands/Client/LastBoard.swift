import BoardModel
import Files
import WindowStore

/// The board that this device last showed in a window of the same coordinator.
enum LastBoard {
  /// Of a file that holds one identifier.
  private static let longest = 64

  /// Nil where there was no window yet.
  static func read(_ windows: DeviceWindows) -> BoardID? {
    guard let bytes = try? OpenFile(windows.folder + "/last-board", .read).read(longest) else {
      return nil
    }
    return BoardID(String(decoding: bytes, as: UTF8.self))
  }
}
