/// Whether a process may serve clusters, by its lease in the database that it shares with others.
///
/// The database counts a lease from when it takes a renewal, and the process from when it *sent* it,
/// which is earlier, by a clock that goes on while the machine sleeps (CLOCK_BOOTTIME). So it stops
/// before others may begin as long as no clock runs much faster than another. That decides only who is
/// there for windows; what keeps two processes from writing is the epoch (`Appending`).
///
/// Times are milliseconds of that clock.
public struct Lease: Hashable, Sendable {
  public struct Terms: Hashable, Sendable {
    /// How long a lease lasts from when the database took its renewal.
    public var length: UInt64 = 2_000
    /// How long after a renewal was sent the next one is.
    public var interval: UInt64 = 500
    /// How long before the end the process stops, for clocks that do not run alike.
    public var margin: UInt64 = 200
    /// How long after a renewal without an answer the next one is sent.
    public var pause: UInt64 = 100

    public init() {}
  }

  public enum Event: Hashable, Sendable {
    /// The time of `wake` has come. The first one begins.
    case woken
    /// The database took the renewal that was sent at this time, which may be an old one.
    case renewed(sent: UInt64)
    /// The answer to that renewal does not come, or late.
    case unanswered(sent: UInt64)
  }

  public enum Effect: Hashable, Sendable {
    /// Send a renewal: `renewed` or `unanswered` comes for each, with this time.
    case renew(sent: UInt64)
    /// Serve from now on.
    case serve
    /// Tell no peer anything until `serve`, and take nothing from any.
    case silence
    /// Send `woken` at this time; it replaces an earlier one.
    case wake(at: UInt64)
  }

  private let terms: Terms
  /// Until when the process serves; nil where it does not.
  private var end: UInt64?
  /// When the renewal that is under way was sent.
  private var sent: UInt64?
  /// When the next one is.
  private var due: UInt64 = 0

  public init(_ terms: Terms = Terms()) { self.terms = terms }

  /// Whether the process may serve. It asks before it tells anybody anything, since it may have stood
  /// still over a `wake`.
  public func allowsServing(at now: UInt64) -> Bool { end.map { now < $0 } ?? false }

  public mutating func handle(_ event: Event, now: UInt64) -> [Effect] {
    let served = end != nil
    switch event {
    case .woken:
      break
    case .renewed(let sent):
      end = max(end ?? 0, sent + terms.length - terms.margin)
      if sent == self.sent { (self.sent, due) = (nil, sent + terms.interval) }
    case .unanswered(let sent):
      if sent == self.sent { (self.sent, due) = (nil, now + terms.pause) }
    }
    if !allowsServing(at: now) { end = nil }
    var effects: [Effect] = []
    if served != (end != nil) { effects.append(served ? .silence : .serve) }
    if sent == nil, due <= now {
      sent = now
      effects.append(.renew(sent: now))
    }
    let next = sent == nil ? min(due, end ?? due) : end
    return effects + (next.map { [.wake(at: $0)] } ?? [])
  }
}
