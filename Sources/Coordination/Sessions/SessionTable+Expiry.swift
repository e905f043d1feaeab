import BoardModel
import LogRecords
import Wire

// Which sessions go because their windows were away for long.
extension SessionTable {
  /// What has to become of a session because its window was away for too long.
  enum Expiry: Hashable, Sendable {
    case ends(SessionID, Author)
    case isForgotten(SessionID)
  }

  /// Whether nothing but the share of its user or device keeps a session from being made.
  func isFull(for request: AttachRequest, _ share: Share) -> Bool {
    guard self[request.body.session] == nil,
      refusalToMake(request, Share(all: .max, reserve: 0, modest: 0, ofUser: .max)) == nil
    else { return false }
    return switch counts.excess(of: share, for: request.author) {
    case .user, .device: true
    case .address, .all, .reserve, nil: false
    }
  }

  /// The sessions of a user that may make room for another one, those that were away longest first:
  /// their windows ended or were away for a day, and hold nothing (SPEC.md LIM-012). As many as are
  /// worth looking through all of the user's for; where the device's share is used up, of the device.
  func makingRoom(for author: Author, _ share: Share, now: Moment) -> [SessionID] {
    gone(of: author, at: counts.excess(of: share, for: author), now: now)
      .sorted { ($0.seen, $0.id) < ($1.seen, $1.id) }.prefix(SessionTable.roomAtOnce).map(\.id)
  }

  /// The session of a user that may make room for outcomes: of those that keep some, and may make room
  /// for another, the one that was away longest (SPEC.md LIM-012).
  /// - Parameter excess: the share that is used up.
  func makingRoomForOutcomes(of author: Author, at excess: Excess, now: Moment) -> SessionID? {
    gone(of: author, at: excess, now: now)
      .filter { byID.read($0.id) { $0.kept.outcomes > 0 } == true }
      .min { ($0.seen, $0.id) < ($1.seen, $1.id) }?.id
  }

  /// The sessions of a user that may make room at a share that is used up, and when they were seen last.
  private func gone(
    of author: Author, at excess: Excess?, now: Moment
  ) -> [(id: SessionID, seen: UInt64)] {
    let ofDevice = excess?.isOfDevice == true
    return windows(of: author.user).compactMap { id in
      byID.read(id) { session in
        let isHolder = !ofDevice || session.record.author == author
        return isHolder && session.isGone(now: now) ? (id, session.record.lastSeen) : nil
      } ?? nil
    }
  }

  private static let roomAtOnce = 64

  /// The sessions whose windows were away for too long, in ascending order.
  func expired(now: Moment) -> [Expiry] {
    byID.values.filter { $0.isExpired(now: now) }.map(\.record).sorted { $0.id < $1.id }
      .compactMap { record in
        guard let window = record.window, window.end == nil else { return .isForgotten(record.id) }
        // A window with drafts or unsent edits stays: somebody may come back for them.
        return window.holdsSomething ? nil : .ends(record.id, record.author)
      }
  }
}

extension Session {
  /// Whether nobody comes back for it, as far as one can tell, and nothing would be lost.
  fileprivate func isGone(now: Moment) -> Bool {
    guard route == nil, let window = record.window, !window.holdsSomething else { return false }
    if window.end != nil { return durable?.window?.end != nil }
    return now.wall > record.lastSeen && now.wall - record.lastSeen >= Limits.goneMilliseconds
  }

  fileprivate func isExpired(now: Moment) -> Bool {
    let day: UInt64 = 86_400_000
    let keeps =
      record.configuration == .command ? Limits.transientMilliseconds : Limits.sessionDays * day
    return route == nil && now.wall > record.lastSeen && now.wall - record.lastSeen >= keeps
  }
}
