import BoardModel
import Coordination
import WindowSync
import Wire

/// One window's process, and its files.
struct SimulatedProcess {
  var replica: Replica
  var disk: SimulatedDisk
  var link: ConnectionID?
  var wakeAt: UInt64?
  /// Operations handed to the disk and not written yet.
  var writing: [Operation]?
  var alive = true
  /// Another process took its session; it delivers what it has and then only shows.
  var fenced = false
  /// That happened to it in this life or an earlier one: the session in which it delivered the
  /// rest may be gone when it starts again.
  var wasFenced = false
  /// The last counter it sent on its present link, to tell resends.
  var sent: Set<OperationID> = []
}

/// The names of the world.
enum Names {
  static let board = BoardID(high: 0xB0, low: 1)

  static func author(_ process: Int) -> Author {
    Author(user: "user\(process % 3)", device: "device\(process)")
  }
}
