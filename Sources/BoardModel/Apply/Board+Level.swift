// What an operation needs of its board, and what raises that.
extension Board {
  /// The level only rises; to one it has, or had, there is nothing to do.
  mutating func raise(to level: UInt16) -> Rejection? {
    guard level <= levels.newest else { return .unknownLevel }
    guard level > self.level else { return nil }
    self.level = level
    touch(.header)
    return nil
  }
}
