import BoardModel
import Identity
import Launcher
import NIOCore
import NIOPosix
import Screen
import WindowStore
import Windows
import Wire

/// The values that all windows of this process share.
struct WindowSetting {
  let way: CoordinatorLink.Way
  /// The words behind `board` by which a person names this cluster; none where it is chosen anyway.
  let clusterOption: String
  /// What this cluster is called on this device; nil where the device knows no other.
  let team: String?
  let windows: DeviceWindows
  let identity: Identity
  /// The pool for file access. It has one thread, so files are written in the order of the
  /// requests.
  let disk: NIOThreadPool
  let editor: EditorCommand?
  let opener: WindowOpener
  let colors: ColorLevel
  let theme: Theme
  let terminal: TerminalPlace
  let clock = WindowClock()

  var loop: any EventLoop { way.loop }

  var author: Author {
    Author(user: identity.user.description, device: identity.device.description)
  }

  /// Does `work` on the disk's thread after all earlier work, then calls `then` on the loop.
  func onDisk<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value,
    then: @escaping (Result<Value, any Error>) -> Void
  ) {
    disk.runIfActive(eventLoop: loop, work).assumeIsolated().whenComplete(then)
  }
}

extension Identifier {
  /// A random identifier from the system's source of randomness.
  static func random() -> Identifier {
    Identifier(high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max))
  }
}
