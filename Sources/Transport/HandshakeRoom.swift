import NIOCore

/// The connections whose handshake is not complete, oldest first, and how many there may be.
///
/// When the room is full nobody is accepted until a place is free: newcomers wait in the system's
/// queue. Under that pressure a handshake has only `patience`, so that those who never finish
/// cannot keep the others out.
struct HandshakeRoom<ID: Equatable> {
  let capacity: Int
  let patience: TimeAmount
  private var entered: [(id: ID, at: NIODeadline)] = []

  init(capacity: Int, patience: TimeAmount) {
    self.capacity = capacity
    self.patience = patience
  }

  var count: Int { self.entered.count }
  var isFull: Bool { self.entered.count >= self.capacity }

  /// When the oldest has used up its patience.
  var nextOverdue: NIODeadline? { self.entered.first.map { $0.at + self.patience } }

  func contains(_ id: ID) -> Bool {
    self.entered.contains { $0.id == id }
  }

  mutating func enter(_ id: ID, at now: NIODeadline) {
    self.entered.append((id, now))
  }

  mutating func leave(_ id: ID) {
    self.entered.removeAll { $0.id == id }
  }

  /// Those who must go so that others may enter; nobody while there is room.
  func overdue(at now: NIODeadline) -> [ID] {
    guard self.isFull else { return [] }
    return self.entered.prefix { $0.at + self.patience <= now }.map(\.id)
  }
}
