import BoardModel
import WindowSync
import Wire

// Waiting for a window that was started (SPEC.md WIN-028).
extension CommandSession {
  mutating func awaitWindow(_ session: SessionID, besides shown: UInt64?) {
    let awaited = Awaited(session: session, besides: shown)
    switch state {
    case .idle:
      begin(awaited, on: BoardDirectory(grease: grease))
      drive(.start)
    case .listed(let directory), .directory(let directory):
      begin(awaited, on: directory)
    case .awaiting, .editing, .board, .leaving, .ended: return
    }
  }

  private mutating func begin(_ awaited: Awaited, on directory: BoardDirectory) {
    deadline = now + Self.windowPatience
    state = .awaiting(directory, awaited)
    drive(DirectoryEvent.ask(awaited.question))
  }

  /// Takes the coordinator's first answer: it says whether the window is there already, and from
  /// then on the coordinator tells this connection when the window comes.
  mutating func awaited(_ windows: [WindowSummary]) {
    guard case .awaiting(let directory, var awaited) = state else { return }
    awaited.isWatched = true
    state = .awaiting(directory, awaited)
    let isThere = windows.contains {
      $0.session == awaited.session && $0.isConnected && $0.since != awaited.besides
    }
    if isThere { shown(true) }
  }

  mutating func registered(_ session: SessionID) {
    guard case .awaiting(_, let awaited) = state, awaited.session == session else { return }
    shown(true)
  }

  /// Asks again after the connection was lost, since the coordinator tells only the one it was asked on.
  mutating func askAgain() {
    guard case .awaiting(let directory, var awaited) = state, awaited.isWatched else { return }
    awaited.isWatched = false
    state = .awaiting(directory, awaited)
    drive(DirectoryEvent.ask(awaited.question))
  }

  mutating func shown(_ inTime: Bool) {
    guard case .awaiting(let directory, _) = state else { return }
    deadline = now + Self.patience
    state = .listed(directory)
    effects.append(.windowShown(inTime))
  }
}

extension CommandSession.Awaited {
  /// Asks for the window; the coordinator then also tells when it comes.
  fileprivate var question: Question { .listWindows(ListWindows(session: session)) }
}
