import BoardModel
import Glibc
import WindowStore
import WindowSync
import Wire

/// The command with which a person opens a window again that was left with something in it.
struct ReturnCommand {
  /// The words behind `board` that name the cluster; none where it is chosen anyway.
  let cluster: String

  /// The command that shows the board window which was used last on this device.
  var plain: String { "board\(cluster)" }

  /// The command that shows this window, whatever it is for.
  func attach(_ session: SessionID) -> String { "board attach \(session)\(cluster)" }

  /// Chooses the command for a window that is being left.
  /// - Parameters:
  ///   - files: the window's files, which are still open.
  ///   - session: the session that the window has now.
  ///   - windows: all windows of this device, the last used first.
  func text(
    for files: WindowFiles, of session: SessionID, among windows: [KeptWindow]
  ) -> String {
    // The session on disk may be an older one, if the last could not be written.
    let kept = windows.first { files.folder.hasSuffix("/" + $0.name) }
    let next = windows.first {
      $0.session.configuration == .board && (!$0.isOpen || $0.name == kept?.name)
    }
    // With `BOARD_BOARD` set, `board` opens a window on the board that it names.
    let isNamed = getenv("BOARD_BOARD").map { $0.pointee != 0 } ?? false
    if let kept, kept == next, !isNamed { return plain }
    return attach(kept?.session.session ?? session)
  }
}
