import BoardModel
import LogRecords
import Wire

/// Sessions that were promised to those who asked for a window (SPEC.md WIN-007). A promise means
/// something only while the session is no window: so it is not used up by an attach that fails. They
/// live in memory only: the loss of a promise does no harm, because attaching is decided by the
/// sessions that exist.
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
  /// The sessions that were promised for the same, in the order in which they were.
  private var byKey: [WindowKey: [SessionID]] = [:]
  /// The promised sessions of each connection, in the order in which they were made.
  private var byOpener: [ConnectionID: [SessionID]] = [:]

  mutating func insert(_ reservation: Reservation) {
    remove(reservation.session)
    if let key = reservation.key { byKey[key, default: []].append(reservation.session) }
    bySession[reservation.session] = reservation
    byOpener[reservation.opener, default: []].append(reservation.session)
    if let all = byOpener[reservation.opener], all.count > Self.mostOfOne { remove(all[0]) }
  }

  mutating func remove(_ session: SessionID) {
    guard let old = bySession.removeValue(forKey: session) else { return }
    bySession.giveBackSpareRoom()
    if let key = old.key { byKey.drop(session, from: key) }
    byOpener.drop(session, from: old.opener)
  }

  /// Drops what was promised to a connection that ended: a window it started attaches without.
  mutating func removeAll(of opener: ConnectionID) {
    for session in byOpener[opener] ?? [] { remove(session) }
  }

  func reservation(of session: SessionID, now: UInt64) -> Reservation? {
    bySession[session].flatMap { $0.until > now ? $0 : nil }
  }

  /// What was promised for the same, in the order in which it was.
  func reservations(for key: WindowKey, now: UInt64) -> [Reservation] {
    (byKey[key] ?? []).compactMap { reservation(of: $0, now: now) }
  }
}

extension Dictionary where Value == [SessionID] {
  fileprivate mutating func drop(_ session: SessionID, from key: Key) {
    self[key]?.removeAll { $0 == session }
    guard self[key]?.isEmpty == true else { return }
    self[key] = nil
    giveBackSpareRoom()
  }
}
