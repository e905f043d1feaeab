import BoardModel

/// How many sessions there are and what they keep, by user and device (SPEC.md LIM-009, LIM-018, LIM-022).
struct SessionCounts: Sendable {
  private var sessions = ShareCounts()
  /// The bytes of the outcomes that are kept.
  private var outcomes = ShareCounts()
  /// The bytes of windows' user information.
  private var information = ShareCounts()

  /// Counts a session, and what it keeps.
  mutating func add(_ kept: Session.Kept, of author: Author) {
    sessions.add(of: Holder(author: author))
    keep(kept, of: author)
  }

  /// Counts a session and what it keeps no longer.
  mutating func remove(_ kept: Session.Kept, of author: Author) {
    sessions.add(-1, of: Holder(author: author))
    keep(Session.Kept() - kept, of: author)
  }

  /// Counts what somebody's sessions keep from now on, or no more where it is negative.
  mutating func keep(_ more: Session.Kept, of author: Author) {
    guard more != Session.Kept() else { return }
    let holder = Holder(author: author)
    outcomes.add(more.outcomes, of: holder)
    information.add(more.information, of: holder)
  }

  /// The share that one more session of somebody would exceed; nil where it does not.
  func excess(of share: Share, for author: Author) -> Excess? {
    sessions.excess(of: share, for: Holder(author: author))
  }

  /// Whether anybody's sessions may keep more outcomes.
  func hasRoomForOutcomes(in share: Share) -> Bool { outcomes.hasRoom(in: share) }

  /// The share that the outcomes of somebody's sessions exceed; nil where they do not.
  func excessOfOutcomes(of share: Share, for author: Author) -> Excess? {
    outcomes.excess(of: share, for: Holder(author: author))
  }

  /// The share for which so many more bytes of user information of somebody's windows are not kept; nil
  /// where they are.
  func excessOfInfo(_ bytes: Int, of share: Share, for author: Author) -> Excess? {
    bytes <= 0 ? nil : information.excess(of: share, adding: bytes, for: Holder(author: author))
  }
}
