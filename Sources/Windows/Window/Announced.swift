import BoardModel

/// What the shell was told last, so that it is told only what changes.
struct Announced: Equatable, Sendable {
  private(set) var presence: PresenceState?
  /// The title that the terminal's window was given.
  private(set) var title: String?
  private var wakesAt: UInt64?

  mutating func tell(_ presence: PresenceState) -> WindowEffect? {
    guard presence != self.presence else { return nil }
    self.presence = presence
    return .presence(presence)
  }

  mutating func name(_ title: String) -> WindowEffect? {
    guard title != self.title else { return nil }
    self.title = title
    return .setTitle(title)
  }

  mutating func wake(at time: UInt64?) -> WindowEffect? {
    guard time != wakesAt else { return nil }
    wakesAt = time
    return time.map { .wake(at: $0) }
  }

  mutating func timerFired() { wakesAt = nil }
}
