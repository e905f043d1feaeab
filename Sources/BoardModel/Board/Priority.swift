/// How much a card matters beside others. A card can also have none.
public enum Priority: UInt32, Hashable, Sendable, CaseIterable, Comparable {
  case low = 1
  case normal = 2
  case high = 3
  case urgent = 4

  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

extension Board {
  public func priority(of card: CardID) -> Priority? {
    number(.cardPriority(card)).flatMap { Priority(rawValue: $0) }
  }
}
