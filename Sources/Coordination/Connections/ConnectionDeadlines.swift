import Wire

/// What time demands of a connection.
enum ConnectionDemand: Hashable, Sendable {
  case nothing
  /// It has to end, for what its peer did not do.
  case failure(Refusal)
  /// It said goodbye, and its peer is not waited for any longer.
  case finish
  /// The peer is asked whether it is there.
  case ping
}

extension Connection {
  /// - Parameter keepalive: how long a peer may be silent before it is asked, in milliseconds.
  func demand(now: Moment, keepalive: UInt32) -> ConnectionDemand {
    switch phase {
    case .greeting(let deadline):
      return now.monotonic < deadline
        ? .nothing
        : .failure(
          Refusal(
            .helloTimeout, "No complete HELLO within \(Limits.helloMilliseconds) milliseconds."))
    case .knocking(let deadline):
      return now.monotonic < deadline
        ? .nothing
        : .failure(
          Refusal(
            .helloTimeout,
            "No complete JOIN or RENEW within \(Limits.helloMilliseconds) milliseconds."))
    // It has no keepalive, and ends with its answer.
    case .certifying: return .nothing
    case .leaving(let deadline):
      // The shell closes when all is sent; a peer that does not read is not waited for.
      return now.monotonic < deadline ? .nothing : .finish
    case .ready: break
    }
    if let expires = visitor.expires, now.wall >= expires {
      return .failure(
        Refusal(
          .certificateExpired,
          "The certificate that opened this connection has expired. Connect with the newest one."))
    }
    if outbox.unsent > 0, now.monotonic - outbox.lastProgress >= Limits.stalledMilliseconds {
      return .failure(Refusal(.stalled, "Nothing was read here for too long."))
    }
    // A peer that is not read from cannot be heard.
    if !gate.isOpen { return .nothing }
    let silence = now.monotonic - lastHeard
    if silence >= UInt64(keepalive) * Limits.silenceTenths / 10 {
      return .failure(
        Refusal(.keepaliveTimeout, "Nothing was heard for \(silence) milliseconds."))
    }
    return silence >= UInt64(keepalive) && !pinged ? .ping : .nothing
  }
}
