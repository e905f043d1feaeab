/// What it costs to handle messages, in microseconds of one core.
struct TurnCost: Hashable, Sendable {
  /// What is done at once.
  var handling = 0
  /// What it will take to tell windows of edits, once for all edits of a group.
  var telling = 0

  /// What whoever sent the messages pays.
  var all: Int { handling + telling }

  static func + (left: Self, right: Self) -> Self {
    TurnCost(handling: left.handling + right.handling, telling: left.telling + right.telling)
  }
}
