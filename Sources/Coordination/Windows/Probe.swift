import LogRecords
import Wire

/// Whether the window that has a session is still there: it was asked, and somebody waits for what
/// it says (SPEC.md WIN-010).
struct Probe: Sendable {
  let incumbent: ConnectionID
  /// In the PING it has to answer.
  let nonce: UInt64
  let deadline: UInt64
  /// In the order in which they came.
  var challengers: [Challenger]

  struct Challenger: Sendable {
    let connection: ConnectionID
    let request: UInt64
    let message: Message
  }
}
