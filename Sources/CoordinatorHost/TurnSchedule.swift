/// When what happened to a coordinator is handled. The event loop takes on what it is given to do
/// before it reads its sockets, so that turns which follow from each other would keep out everybody
/// else: what a turn leaves, and what follows from it at once, as where a socket takes all that it is
/// given, waits until the sockets were read.
struct TurnSchedule: Hashable, Sendable {
  enum Turn: Hashable, Sendable {
    /// With everything else that happens in this round of the event loop.
    case inThisRound
    /// When the event loop has read its sockets.
    case afterThisRound
  }

  private enum State {
    case idle
    /// A turn is to come.
    case scheduled
    case underWay
    /// A turn is under way, and something is there for the next.
    case followed
  }

  private var state = State.idle

  /// Notes that something is to be handled.
  /// - Returns: when there is to be a turn for it; nil where one comes anyway.
  mutating func add() -> Turn? {
    switch state {
    case .idle:
      state = .scheduled
      return .inThisRound
    case .underWay:
      state = .followed
      return nil
    case .scheduled, .followed:
      return nil
    }
  }

  /// Notes that a turn takes up everything that is there.
  mutating func begin() { state = .underWay }

  /// Notes that the turn is over.
  /// - Returns: when the next is to be; nil where there is nothing for it.
  mutating func end() -> Turn? {
    guard case .followed = state else {
      state = .idle
      return nil
    }
    state = .scheduled
    return .afterThisRound
  }
}
