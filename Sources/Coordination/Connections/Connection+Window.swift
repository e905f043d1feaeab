import BoardModel
import Wire

// What is asked about the window that speaks on a connection.
extension Connection {
  /// The window that speaks on this connection; nil while none is attached.
  var window: AttachedWindow? {
    if case .ready(.attached(let window)) = phase { window } else { nil }
  }

  /// Whether the window has everything durable of its board.
  var isFollowing: Bool {
    guard case .ready(.attached(let window)) = phase, case .following = window.subscription
    else { return false }
    return true
  }

  /// Whether the window waits for this read of what it missed.
  func replays(_ token: ReadToken) -> Bool {
    guard !isCut, case .ready(.attached(let window)) = phase,
      case .replaying(_, reading: token) = window.subscription
    else { return false }
    return true
  }

  /// The session of the window, also while that waits for its epoch to be durable.
  var session: SessionID? {
    switch phase {
    case .ready(.attached(let window)): window.session
    case .ready(.attaching(let session)): session
    case .ready(.none), .greeting, .knocking, .certifying, .leaving: nil
    }
  }

  /// The window, if it has agreed on a feature that a command has no use for.
  func window(with feature: UInt16) -> AttachedWindow? {
    guard features.contains(feature), let window, window.configuration != .command
    else { return nil }
    return window
  }

  /// Whether something goes on once the socket has taken bytes: reading, catching up, or what is
  /// told aside.
  var waitsForRoom: Bool {
    if outbox.paused || outbox.lacksRoomAside { return true }
    guard case .ready(.attached(let window)) = phase else { return false }
    return switch window.subscription {
    case .replaying, .fetching: true
    case .following, .lagging, .awaiting: false
    }
  }
}
