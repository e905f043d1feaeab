import BoardModel
import NIOCore
import WindowStore
import Wire

// What commands about windows need more than one question for.
extension Client {
  /// Windows that this device has files of; none where those cannot be read.
  var keptWindows: [KeptWindow] { (try? deviceWindows?.list()) ?? [] }

  /// Milliseconds that a window has to come up: a person who waits longer thinks it failed.
  private static let patience: UInt64 = 2_000
  /// Milliseconds between two questions whether it has.
  private static let pace: Int64 = 50

  /// Waits until a window that was started is connected.
  /// - Returns: false where it was not in time.
  func waitUntilShown(_ session: SessionID) throws -> Bool {
    let deadline = Clock.monotonic + Client.patience
    while true {
      if try windows().contains(where: { $0.session == session && $0.isConnected }) { return true }
      guard Clock.monotonic < deadline else { return false }
      try wait(milliseconds: Client.pace)
    }
  }
}
