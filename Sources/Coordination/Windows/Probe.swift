import LogRecords
import Wire

/// A question to the window that has a session, whether it is alive, and those who wait for the
/// answer (SPEC.md WIN-010).
struct Probe: Sendable {
  let incumbent: ConnectionID
  /// The nonce of the PING that the window has to answer.
  let nonce: UInt64
  let deadline: UInt64
  /// Those who wait, in the order in which they came.
  private(set) var challengers: [Challenger]

  struct Challenger: Sendable {
    let connection: ConnectionID
    let request: UInt64
    let message: Message
  }

  mutating func add(_ challenger: Challenger) { challengers.append(challenger) }
}
