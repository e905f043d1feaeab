import BoardModel
import LogRecords
import Wire

extension Session {
  /// What a session keeps of which its user and its device have a share, in bytes.
  struct Kept: Hashable, Sendable {
    /// Outcomes that nobody acknowledged, in whole steps (SPEC.md LIM-018).
    var outcomes = 0
    /// The user information of its window (SPEC.md LIM-022).
    var information = 0

    static func - (left: Kept, right: Kept) -> Kept {
      Kept(
        outcomes: left.outcomes - right.outcomes,
        information: left.information - right.information)
    }
  }
}

extension Activity {
  /// The same with other user information.
  func informed(_ userInfo: [UInt8]) -> Activity {
    Activity(type: type, title: title, target: target, userInfo: userInfo)
  }
}

extension SessionRecord {
  /// Whether an administrator may end it: a window that has not ended, or the session of a program without
  /// one. That of a command ends by itself.
  var isDroppable: Bool {
    window.map { $0.end == nil } ?? (configuration != .command)
  }
}
