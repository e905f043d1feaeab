import BoardModel
import LogRecords
import Wire

/// Sessions that were promised to somebody who asked for a window, and that nobody attached to yet
/// (SPEC.md WIN-007). They live in memory only: a promise that is lost costs a second window
/// nothing, because attaching is decided by the sessions that are there.
struct Reservations: Sendable {
  /// Who asks for more than this at once gets the oldest of their promises broken.
  static let mostOfOne = 64

  struct Reservation: Sendable {
    let session: SessionID
    let board: BoardID
    let author: Author
    let activity: Activity
    /// Who is told when a window has it.
    let opener: ConnectionID
    let until: UInt64

    var key: WindowKey? { WindowKey(user: author.user, board: board, activity) }
  }

  private var bySession: [SessionID: Reservation] = [:]
  private var byKey: [WindowKey: SessionID] = [:]
  /// In the order in which they were made.
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

  /// What a connection promised itself ends with it: whoever it started attaches without.
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
