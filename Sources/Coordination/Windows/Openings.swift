import BoardModel
import LogRecords
import Wire

/// Who waits for windows that others open: which sessions are promised to whom, who is told that a
/// window is shown, and who waits until it is known whether a window is alive.
struct Openings: Sendable {
  private var reservations = Reservations()
  private(set) var watchers = Watchers()
  private(set) var probes: [SessionID: Probe] = [:]

  /// Forgets a connection that ended.
  mutating func forget(_ connection: ConnectionID) {
    reservations.removeAll(of: connection)
    watchers.removeAll(of: connection)
  }

  /// Forgets a session that is forgotten, as whoever attaches to it now makes another.
  mutating func forget(_ session: SessionID) {
    reservations.remove(session)
    watchers.remove(session)
  }
}

// Promises.
extension Openings {
  /// Promises a session to a connection, which is told when its window is shown.
  mutating func promise(_ reservation: Reservations.Reservation) {
    reservations.insert(reservation)
    watchers.watch(reservation.session, by: reservation.opener)
  }

  func promise(of session: SessionID, now: Moment) -> Reservations.Reservation? {
    reservations.reservation(of: session, now: now.monotonic)
  }

  /// What was promised for the same, in the order in which it was.
  func promises(for key: WindowKey, now: Moment) -> [Reservations.Reservation] {
    reservations.reservations(for: key, now: now.monotonic)
  }

  mutating func watch(_ session: SessionID, by connection: ConnectionID) {
    watchers.watch(session, by: connection)
  }
}

// Probes.
extension Openings {
  /// Lets a challenger wait until it is known whether the connection that has the session is alive.
  /// - Returns: whether that connection was asked before, and need not be asked again.
  mutating func challenge(
    _ session: SessionID, of incumbent: ConnectionID, by challenger: Probe.Challenger
  ) -> Bool {
    guard probes[session]?.incumbent == incumbent else { return false }
    probes[session]?.add(challenger)
    return true
  }

  /// Notes that the connection is asked whether it is alive, for the first of its challengers.
  mutating func ask(
    _ session: SessionID, of incumbent: ConnectionID, nonce: UInt64,
    for challenger: Probe.Challenger, now: Moment
  ) {
    probes[session] = Probe(
      incumbent: incumbent, nonce: nonce, deadline: now.monotonic + Limits.probeMilliseconds,
      challengers: [challenger])
  }

  /// Takes the answer of a connection that has the session.
  /// - Returns: those who waited for it.
  mutating func answered(
    _ session: SessionID, by connection: ConnectionID, nonce: UInt64
  ) -> [Probe.Challenger] {
    guard let probe = probes[session], probe.incumbent == connection, probe.nonce == nonce
    else { return [] }
    probes[session] = nil
    return probe.challengers
  }

  /// Ends the probe of a session if its answer did not come in time, or if the connection that was
  /// asked has the session no longer.
  ///
  /// - Parameter route: the connection that has the session now.
  mutating func settle(_ session: SessionID, route: ConnectionID?, now: Moment) -> Probe? {
    guard let probe = probes[session],
      route != probe.incumbent || now.monotonic >= probe.deadline
    else { return nil }
    probes[session] = nil
    return probe
  }

  /// The time at which a probe has waited for too long.
  var deadline: UInt64? { probes.values.map(\.deadline).min() }
}
