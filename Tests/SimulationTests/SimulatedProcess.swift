import BoardModel
import Coordination
import WindowDisk
import WindowSync
import Wire

/// One window's process, and its files.
struct SimulatedProcess {
  var replica: Replica
  var disk: WindowDisk
  var link: ConnectionID?
  var wakeAt: UInt64?
  /// Operations handed to the disk and not written yet.
  var writing: [Operation]?
  /// It was told that it may not be edited in: another process took its session.
  var fenced = false
  /// That happened to it in this life or an earlier one: the session in which it delivered the
  /// rest may be gone when it starts again.
  var wasFenced = false
  /// A session of this life was let in to read while the log failed, and never became durable.
  var wasUnwritten = false
  /// Until then it has no link, however often it dials; nil while it is at home.
  var journeyEnd: UInt64?
  /// By how much its clock differs, in milliseconds.
  var clockError: Int64 = 0
}

/// The names of the world.
enum Names {
  static let board = BoardID(high: 0xB0, low: 1)

  static let users = ["ann", "ben", "cid"]

  /// Two people have several windows each, one has a window alone.
  static func author(_ process: Int) -> Author {
    Author(user: users[[0, 0, 0, 1, 1, 2][process % 6]], device: "device\(process)")
  }
}
