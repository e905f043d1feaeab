import DequeModule
import Wire

/// The connections that were told that they are not let in, while they read that (SPEC.md LIM-017).
/// They hold no share, so there must not be many.
struct Dismissals: Sendable {
  private var told: Deque<ConnectionID> = []

  /// Notes one more.
  /// - Parameter most: how many are waited for.
  /// - Returns: the one that is waited for no longer, unless it is gone already.
  mutating func add(_ id: ConnectionID, most: Int) -> ConnectionID? {
    told.append(id)
    return told.count > most ? told.popFirst() : nil
  }
}
