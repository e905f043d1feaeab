import NIOCore

/// The connections whose handshake is not complete, oldest first, and the limit of their number.
///
/// When the room is full, no connection is accepted until a place is free: newcomers wait in the
/// system's queue. Only then is a handshake limited to `patience`, so that peers who never finish
/// cannot keep others out.
struct HandshakeRoom<ID: Equatable> {
  let capacity: Int
  let patience: TimeAmount
  private var entered: [(id: ID, at: NIODeadline)] = []

  init(capacity: Int, patience: TimeAmount) {
    self.capacity = capacity
    self.patience = patience
  }

  var count: Int { entered.count }
  var isFull: Bool { entered.count >= capacity }

  /// The time at which the oldest handshake has used up its patience.
  var nextOverdue: NIODeadline? { entered.first.map { $0.at + patience } }

  func contains(_ id: ID) -> Bool {
    entered.contains { $0.id == id }
  }

  mutating func enter(_ id: ID, at now: NIODeadline) {
    entered.append((id, now))
  }

  mutating func leave(_ id: ID) {
    entered.removeAll { $0.id == id }
  }

  /// The connections that must be closed so that others can enter; none while there is room.
  func overdue(at now: NIODeadline) -> [ID] {
    guard isFull else { return [] }
    return entered.prefix { $0.at + patience <= now }.map(\.id)
  }
}
