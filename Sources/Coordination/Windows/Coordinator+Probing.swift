import BoardModel
import LogRecords
import Wire

// What happens where two windows want one session: the one that has it is asked whether it is alive
// (SPEC.md WIN-010).
extension Coordinator {
  /// Lets the challenger wait until it is known whether the window that has the session is alive.
  mutating func probe(_ session: SessionID, for challenger: Probe.Challenger) {
    guard let route = sessions[session]?.route,
      !openings.challenge(session, of: route, by: challenger),
      let number = connections[route]?.nextOwnRequest()
    else { return }
    openings.ask(session, of: route, nonce: number, for: challenger, now: now)
    send(route, Ping(nonce: number).frame(request: number))
  }

  /// Takes a peer's answer to a PING.
  mutating func ponged(_ id: ConnectionID, _ nonce: UInt64) {
    guard let session = connections[id]?.session else { return }
    for challenger in openings.answered(session, by: id, nonce: nonce)
    where isOpen(challenger.request, of: challenger.connection) {
      refuseChallenger(challenger, session, id)
    }
  }

  private mutating func refuseChallenger(
    _ challenger: Probe.Challenger, _ session: SessionID, _ route: ConnectionID
  ) {
    if case .openWindow = challenger.message {
      return activate(session, route, for: challenger.connection, challenger.request)
    }
    let window = sessions[session]?.record.window
    let device = author(of: route)?.device ?? ""
    let place = window?.place ?? ""
    refuse(
      challenger.connection, challenger.request, .sessionInUse,
      "This window is open on \(device)\(place.isEmpty ? "" : ", \(place)").")
  }

  /// Takes windows that did not answer in time for dead, and lets the challengers have their
  /// sessions.
  mutating func settleProbes() {
    for session in openings.probes.keys.sorted() {
      let route = sessions[session]?.route
      guard let probe = openings.settle(session, route: route, now: now) else { continue }
      if route == probe.incumbent { fence(probe.incumbent, off: session) }
      for challenger in probe.challengers
      where isOpen(challenger.request, of: challenger.connection) {
        takeRequest(challenger.connection, challenger.request, challenger.message)
      }
    }
  }
}
