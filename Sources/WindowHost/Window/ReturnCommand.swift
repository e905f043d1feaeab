import BoardModel
import Glibc
import WindowStore
import WindowSync
import Wire

/// What a person types to have a window again that was left with something in it.
enum ReturnCommand {
  /// Shows the board window of this device that was used last.
  static let plain = "board"

  /// Shows this window, whatever it is for.
  static func attach(_ session: SessionID) -> String { "board attach \(session)" }

  /// - Parameters:
  ///   - files: of the window, which is still open.
  ///   - session: the one it has now.
  ///   - windows: all of this device, the last used first.
  static func text(
    for files: WindowFiles, of session: SessionID, among windows: [KeptWindow]
  ) -> String {
    // The disk may have an older one, where the last could not be written.
    let kept = windows.first { files.folder.hasSuffix("/" + $0.name) }
    let next = windows.first {
      $0.session.configuration == .board && (!$0.isOpen || $0.name == kept?.name)
    }
    // Where a board is named, `board` opens a window on that one.
    let isNamed = getenv("BOARD_BOARD").map { $0.pointee != 0 } ?? false
    if let kept, kept == next, !isNamed { return plain }
    return attach(kept?.session.session ?? session)
  }
}
