/// Values by their keys, which are asked and changed where they lie. A dictionary copies a value to
/// answer a question about it, with a retain for all that it holds: too much for what is asked some
/// ten times for each edit and each window.
struct InPlaceTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var places: [Key: Int] = [:]
  /// The keys and their values, side by side and in no order.
  private(set) var keys: [Key] = []
  private(set) var values: [Value] = []

  var count: Int { values.count }

  var isEmpty: Bool { values.isEmpty }

  /// Asks a value. Where more is asked than what its fields hold, as by a method of its own, it is
  /// copied for that: what is asked for each edit is asked with `change`.
  /// - Returns: nil where there is none.
  func read<Result>(_ key: Key, _ body: (borrowing Value) -> Result) -> Result? {
    guard let place = places[key] else { return nil }
    // An element of the array itself would be copied for the call.
    return body(values.span[place])
  }

  /// Changes a value.
  /// - Returns: nil where there is none.
  @discardableResult
  mutating func change<Result>(_ key: Key, _ change: (inout Value) -> Result) -> Result? {
    guard let place = places[key] else { return nil }
    return change(&values[place])
  }

  /// A copy of a value; nil where there is none. A change takes the value out of its place for as
  /// long as it lasts, and so costs more than `change`.
  subscript(_ key: Key) -> Value? {
    get { places[key].map { values[$0] } }
    _modify {
      var value = take(key)
      defer { give(value, key) }
      yield &value
    }
  }

  mutating func removeValue(forKey key: Key) -> Value? {
    guard places[key] != nil else { return nil }
    defer { give(nil, key) }
    return take(key)
  }

  /// Takes a value out, with the last one in its place until `give` with the same key.
  private mutating func take(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    values.swapAt(place, values.count - 1)
    return values.removeLast()
  }

  private mutating func give(_ value: Value?, _ key: Key) {
    switch (places[key], value) {
    case (nil, nil): return
    case (nil, let value?):
      places[key] = keys.count
      keys.append(key)
      values.makeRoom()
      values.append(value)
    case (let place?, let value?):
      values.append(value)
      values.swapAt(place, values.count - 1)
    case (let place?, nil):
      places[key] = nil
      keys.swapAt(place, keys.count - 1)
      keys.removeLast()
      if place < keys.count { places[keys[place]] = place }
      giveBackSpareRoom()
    }
  }

  private mutating func giveBackSpareRoom() {
    places.giveBackSpareRoom()
    guard values.isMostlySpare else { return }
    values = values.fitted(to: 2 * values.count)
    keys = keys.fitted(to: 2 * keys.count)
  }
}

extension InPlaceTable: Sequence {
  struct Iterator: IteratorProtocol {
    let table: InPlaceTable
    var place = 0

    mutating func next() -> (key: Key, value: Value)? {
      guard place < table.count else { return nil }
      defer { place += 1 }
      return (table.keys[place], table.values[place])
    }
  }

  var underestimatedCount: Int { count }

  func makeIterator() -> Iterator { Iterator(table: self) }
}
