import BoardModel
import Identity
import Launcher
import NIOCore
import NIOPosix
import Screen
import WindowStore
import Windows
import Wire

/// What all windows of this process have in common.
struct WindowSetting {
  let way: CoordinatorLink.Way
  let windows: DeviceWindows
  let identity: Identity
  /// One thread: what windows keep is written in the order they say so.
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

  /// Does something with files away from the loop, after everything before it.
  func onDisk<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value,
    then: @escaping (Result<Value, any Error>) -> Void
  ) {
    disk.runIfActive(eventLoop: loop, work).assumeIsolated().whenComplete(then)
  }
}

extension Identifier {
  /// From the system's randomness.
  static func random() -> Identifier {
    Identifier(high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max))
  }
}
