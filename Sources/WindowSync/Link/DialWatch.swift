/// Has a window without a link look whether what it dials by is another by now: this device has joined
/// again, or a person has corrected the coordinator's address. Then it dials at once, also where it was
/// refused and would wait for a person. Times are milliseconds of a clock that never goes back.
public struct DialWatch: Hashable, Sendable {
  /// The time between two looks, which cost the names of a few files.
  static let pause: UInt64 = 2_000

  enum State: Hashable, Sendable {
    case off
    case resting(until: UInt64)
    /// The shell looks at the files.
    case looking
  }

  public enum Event: Hashable, Sendable {
    /// The window seeks a link, or waits until the other side would have it.
    case apart
    /// It has one, or seeks none any more.
    case settled
    case timer
    /// Answers `look`.
    case looked(isNews: Bool)
  }

  public enum Effect: Hashable, Sendable {
    case look
    case dial
    /// Report `timer` at this time; this takes the place of an earlier request.
    case wake(at: UInt64)
  }

  private(set) var state = State.off

  public init() {}

  public mutating func handle(_ event: Event, now: UInt64) -> [Effect] {
    let (next, effects) = Self.transition(state, event, now: now)
    state = next
    return effects
  }

  static func transition(_ state: State, _ event: Event, now: UInt64) -> (State, [Effect]) {
    switch (state, event) {
    case (_, .settled): return (.off, [])
    case (.off, .apart): return rest(now)
    case (.resting(let until), .timer) where now >= until: return (.looking, [.look])
    case (.looking, .looked(let isNews)): return rest(now, isNews ? [.dial] : [])
    case (.off, _), (.resting, _), (.looking, _): return (state, [])
    }
  }

  /// What was new stays so until the next dial, which may have to wait.
  private static func rest(_ now: UInt64, _ before: [Effect] = []) -> (State, [Effect]) {
    (.resting(until: now + pause), before + [.wake(at: now + pause)])
  }
}
