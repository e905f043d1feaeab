import BoardModel
import LogRecords
import Wire

/// Sessions that were promised to those who asked for a window, and to which nobody has attached
/// yet (SPEC.md WIN-007). They live in memory only: the loss of a promise does no harm, because
/// attaching is decided by the sessions that exist.
struct Reservations: Sendable {
  /// The most promises to one connection; beyond it the oldest is dropped.
  static let mostOfOne = 64

  struct Reservation: Sendable {
    let session: SessionID
    let board: BoardID
    let author: Author
    let activity: Activity
    /// The connection that is told when a window has the session.
    let opener: ConnectionID
    let until: UInt64

    var key: WindowKey? { WindowKey(user: author.user, board: board, activity) }
  }

  private var bySession: [SessionID: Reservation] = [:]
  private var byKey: [WindowKey: SessionID] = [:]
  /// The promised sessions of each connection, in the order in which they were made.
  private var byOpener: [ConnectionID: [SessionID]] = [:]

  mutating func insert(_ reservation: Reservation) {
    remove(reservation.session)
    if let key = reservation.key { byKey[key] = reservation.session }
    bySession[reservation.session] = reservation
    byOpener[reservation.opener, default: []].append(reservation.session)
    if let all = byOpener[reservation.opener], all.count > Self.mostOfOne { remove(all[0]) }
  }

  @discardableResult
  mutating func remove(_ session: SessionID) -> Reservation? {
    guard let old = bySession.removeValue(forKey: session) else { return nil }
    if let key = old.key, byKey[key] == session { byKey[key] = nil }
    byOpener[old.opener]?.removeAll { $0 == session }
    if byOpener[old.opener]?.isEmpty == true { byOpener[old.opener] = nil }
    return old
  }

  /// Drops what was promised to a connection that ended: a window it started attaches without.
  mutating func removeAll(of opener: ConnectionID) {
    for session in byOpener[opener] ?? [] { remove(session) }
  }

  func reservation(of session: SessionID, now: UInt64) -> Reservation? {
    bySession[session].flatMap { $0.until > now ? $0 : nil }
  }

  func reservation(for key: WindowKey, now: UInt64) -> Reservation? {
    byKey[key].flatMap { reservation(of: $0, now: now) }
  }
}
