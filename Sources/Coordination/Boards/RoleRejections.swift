import Wire

/// How many operations of each user were ordered only to be rejected, because they were made before
/// the user's role was taken (SPEC.md EDT-036).
struct RoleRejections: Sendable {
  private var counts: [String: (since: UInt64, count: Int)] = [:]

  /// - Parameter since: the sequence number at which the user's role was written last.
  /// - Returns: whether one more may be ordered; it is counted then.
  mutating func add(for user: String, since: UInt64) -> Bool {
    let known = counts[user]
    let count = known?.since == since ? known?.count ?? 0 : 0
    guard count < Limits.roleRejections else { return false }
    counts[user] = (since, count + 1)
    return true
  }
}
