// Which level an operation needs of its board, and what raises the level.
extension Board {
  /// Raises the level. A level that the board has, or had, changes nothing, as it never falls.
  mutating func raise(to level: UInt16) -> Rejection? {
    guard level <= levels.newest else { return .unknownLevel }
    guard level > self.level else { return nil }
    self.level = level
    touch(.header)
    return nil
  }
}
