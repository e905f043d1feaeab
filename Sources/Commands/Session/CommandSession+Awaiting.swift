import BoardModel
import WindowSync
import Wire

// Waiting for a window that was started (SPEC.md WIN-028).
extension CommandSession {
  mutating func awaitWindow(_ session: SessionID) {
    switch state {
    case .idle:
      begin(awaiting: session, on: BoardDirectory(grease: grease))
      drive(.start)
    case .listed(let directory), .directory(let directory):
      begin(awaiting: session, on: directory)
    case .awaiting, .board, .leaving, .ended: return
    }
  }

  private mutating func begin(awaiting session: SessionID, on directory: BoardDirectory) {
    deadline = now + Self.windowPatience
    state = .awaiting(directory, Awaited(session: session))
    drive(.listWindows(session))
  }

  /// The coordinator knows who waits, and said whether it is there already.
  mutating func awaited(_ windows: [WindowSummary]) {
    guard case .awaiting(let directory, var awaited) = state else { return }
    awaited.isWatched = true
    state = .awaiting(directory, awaited)
    if windows.contains(where: { $0.session == awaited.session && $0.isConnected }) {
      shown(true)
    }
  }

  mutating func registered(_ session: SessionID) {
    guard case .awaiting(_, let awaited) = state, awaited.session == session else { return }
    shown(true)
  }

  /// A coordinator that is asked on another connection knows nothing of this one.
  mutating func askAgain() {
    guard case .awaiting(let directory, var awaited) = state, awaited.isWatched else { return }
    awaited.isWatched = false
    state = .awaiting(directory, awaited)
    drive(.listWindows(awaited.session))
  }

  mutating func shown(_ inTime: Bool) {
    guard case .awaiting(let directory, _) = state else { return }
    deadline = now + Self.patience
    state = .listed(directory)
    effects.append(.windowShown(inTime))
  }
}
