import BoardModel
import LogRecords
import Wire

// What happens where two windows want one session: the one that has it is asked whether it is alive
// (SPEC.md WIN-010).
extension Coordinator {
  /// Lets the challenger wait until it is known whether the window that has the session is alive.
  mutating func probe(_ session: SessionID, for challenger: Probe.Challenger) {
    guard let route = sessions[session]?.route else { return }
    if probes[session]?.incumbent == route {
      probes[session]?.challengers.append(challenger)
      return
    }
    guard let number = connections[route]?.nextOwnRequest() else { return }
    probes[session] = Probe(
      incumbent: route, nonce: number, deadline: now.monotonic + Limits.probeMilliseconds,
      challengers: [challenger])
    send(route, Ping(nonce: number).frame(request: number))
  }

  /// Takes a peer's answer to a PING.
  mutating func ponged(_ id: ConnectionID, _ nonce: UInt64) {
    guard let session = wantedSession(of: id), let probe = probes[session],
      probe.incumbent == id, probe.nonce == nonce
    else { return }
    probes[session] = nil
    for challenger in probe.challengers where isWaiting(challenger) {
      refuseChallenger(challenger, session, id)
    }
  }

  /// The session that others want of a connection, also while that waits for its epoch to be
  /// durable.
  private func wantedSession(of id: ConnectionID) -> SessionID? {
    switch connections[id]?.phase {
    case .ready(.attached(let window)): window.session
    case .ready(.attaching(let session)): session
    case .ready(.none), .greeting, .leaving, nil: nil
    }
  }

  private mutating func refuseChallenger(
    _ challenger: Probe.Challenger, _ session: SessionID, _ route: ConnectionID
  ) {
    if case .openWindow = challenger.message {
      return activate(session, route, for: challenger.connection, challenger.request)
    }
    let window = sessions[session]?.record.window
    let device = connections[route]?.author.device ?? ""
    let place = window?.place ?? ""
    refuse(
      challenger.connection, challenger.request, .sessionInUse,
      "This window is open on \(device)\(place.isEmpty ? "" : ", \(place)").")
  }

  /// Takes windows that did not answer in time for dead, and lets the challengers have their
  /// sessions.
  mutating func settleProbes() {
    for (session, probe) in probes.sorted(by: { $0.key < $1.key }) {
      let isGone = sessions[session]?.route != probe.incumbent
      guard isGone || now.monotonic >= probe.deadline else { continue }
      probes[session] = nil
      if !isGone { fence(probe.incumbent, off: session) }
      for challenger in probe.challengers where isWaiting(challenger) {
        takeRequest(challenger.connection, challenger.request, challenger.message)
      }
    }
  }

  /// The time at which `settleProbes` has something to do next.
  var nextProbe: UInt64? { probes.values.map(\.deadline).min() }

  private func isWaiting(_ challenger: Probe.Challenger) -> Bool {
    connections[challenger.connection]?.openRequests.contains(challenger.request) == true
  }
}
