import HashTreeCollections

/// A label of the board.
public struct Label: Hashable, Sendable {
  public let id: LabelID
  public let name: Field<String>
  /// The number of the colour, from 0 to 15.
  public let colour: UInt8
  public let removed: Bool
}

// How labels and assignees are read from a board.
extension Board {
  /// The labels that are not removed, by name.
  public var labels: [Label] {
    labelIDs.compactMap { label($0) }.filter { !$0.removed }.sorted(by: Label.isBefore)
  }

  /// The labels that were removed, by name.
  public var removedLabels: [Label] {
    labelIDs.compactMap { label($0) }.filter(\.removed).sorted(by: Label.isBefore)
  }

  /// The label with this identifier, removed or not.
  public func label(_ id: LabelID) -> Label? {
    guard let name = field(.labelName(id)), case .text(let text) = name.value else { return nil }
    return Label(
      id: id, name: Field(text, name.stamp),
      colour: UInt8(truncatingIfNeeded: number(.labelColour(id)) ?? 0),
      removed: flag(.labelRemoved(id)))
  }

  /// The labels of a card that are not removed, by name.
  public func labels(on card: CardID) -> [Label] {
    (cardElements[card] ?? [:]).keys.compactMap { element in
      guard case .label(let id) = element, let label = label(id), !label.removed else { return nil }
      return label
    }.sorted(by: Label.isBefore)
  }

  /// Users who are assigned to a card, in ascending order.
  public func assignees(of card: CardID) -> [String] {
    (cardElements[card] ?? [:]).keys.compactMap { element in
      if case .assignee(let user) = element { user } else { nil }
    }.sorted()
  }

  /// The stamp of the element's last attachment; nil where the card does not have it. A removal
  /// names its operation as the one its author has seen.
  public func attached(_ element: CardElement, to card: CardID) -> Stamp? {
    cardElements[card]?[element]
  }
}

extension Label {
  static func isBefore(_ left: Label, _ right: Label) -> Bool {
    (left.name.value, left.id) < (right.name.value, right.id)
  }
}
