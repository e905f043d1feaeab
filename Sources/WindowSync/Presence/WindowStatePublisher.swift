import BoardModel
import Wire

/// What the coordinator was told of the window, and when it is told again.
struct WindowStatePublisher: Hashable, Sendable {
  /// The activity that the window reported last.
  private(set) var activity: Activity?
  private var drafts: UInt32 = 0
  /// The state that the coordinator was told on this attachment.
  private var told: WindowState?
  /// Why the coordinator did not keep what it was told last, if that ever was so.
  private var reasonNotKept: String?

  mutating func want(_ activity: Activity, _ drafts: Int) {
    (self.activity, self.drafts) = (activity, UInt32(clamping: drafts))
  }

  mutating func detached() { told = nil }

  /// Notes that the coordinator does not keep what it was told.
  /// - Returns: whether that is news.
  mutating func wasNotKept(_ reason: String) -> Bool {
    defer { reasonNotKept = reason }
    return reason != reasonNotKept
  }

  /// - Returns: the state to send now; nil if there is none.
  mutating func next(unsent: UInt32) -> WindowState? {
    guard let activity else { return nil }
    let state = WindowState(activity: activity, drafts: drafts, unsent: unsent)
    guard state != told else { return nil }
    told = state
    return state
  }
}
