// Room that a flood made, and that nobody needs after it, is given back: a collection keeps it
// otherwise for as long as it lives.

/// The least capacity that is given back.
private let leastSpare = 256

extension Array {
  /// Whether nearly all of the room is unused.
  var isMostlySpare: Bool { capacity >= leastSpare && count <= capacity / 8 }

  /// Makes room for one more, with a quarter to spare: an array by itself doubles its room, which is
  /// megabytes that nothing uses where its elements are large.
  mutating func makeRoom() {
    if count == capacity { reserveCapacity(count + count / 4 + 4) }
  }

  /// The same elements, with no room for more than `capacity`.
  func fitted(to capacity: Int) -> [Element] {
    var fitted: [Element] = []
    fitted.reserveCapacity(capacity)
    fitted += self
    return fitted
  }
}

extension Dictionary {
  /// Gives most of the room back where nearly all of it is unused.
  mutating func giveBackSpareRoom() {
    guard capacity >= leastSpare, count <= capacity / 8 else { return }
    var fitted = Dictionary(minimumCapacity: 2 * count)
    for (key, value) in self { fitted[key] = value }
    self = fitted
  }
}
