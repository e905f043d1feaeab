import BoardModel
import LogRecords
import Wire

/// A request of the coordinator to a window.
struct OwnRequest: Hashable, Sendable, Comparable {
  let connection: ConnectionID
  let number: UInt64

  static func < (left: Self, right: Self) -> Bool {
    (left.connection, left.number) < (right.connection, right.number)
  }
}

/// The LOAD requests that windows were sent and have not answered.
struct LoadRelays: Hashable, Sendable {
  private var relays: [OwnRequest: Relay] = [:]

  /// A LOAD that waits for the window that lifted the drag.
  struct Relay: Hashable, Sendable {
    let asker: ConnectionID
    let request: UInt64
    let body: Load
    /// The session of the window that is asked.
    let source: SessionID
    let deadline: UInt64
  }

  /// The requests that wait, in ascending order.
  var requests: [OwnRequest] { relays.keys.sorted() }

  subscript(_ request: OwnRequest) -> Relay? { relays[request] }

  mutating func begin(_ request: OwnRequest, _ relay: Relay) { relays[request] = relay }

  mutating func end(_ request: OwnRequest) -> Relay? { relays.removeValue(forKey: request) }

  /// The time at which the next window has taken too long.
  var deadline: UInt64? { relays.values.map(\.deadline).min() }
}
