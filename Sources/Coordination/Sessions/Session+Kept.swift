import BoardModel

extension Session {
  /// What a session keeps that its user has a share of, in bytes.
  struct Kept: Hashable, Sendable {
    /// Outcomes that nobody acknowledged, in whole steps (SPEC.md LIM-018).
    var outcomes = 0
    /// The user information of its window (SPEC.md LIM-022).
    var information = 0

    static func - (left: Kept, right: Kept) -> Kept {
      Kept(
        outcomes: left.outcomes - right.outcomes,
        information: left.information - right.information)
    }
  }
}

extension Activity {
  /// The same with other user information.
  func informed(_ userInfo: [UInt8]) -> Activity {
    Activity(type: type, title: title, target: target, userInfo: userInfo)
  }
}
