/// What a plain field holds.
public enum PlainValue: Hashable, Sendable {
  /// By the rules of titles.
  case text(String)
  case flag(Bool)
  case number(UInt32?)
  case role(Role?)
  /// Where an item goes among those of its card.
  case itemPlace(Anchors<ItemKind>)
}

extension FieldAddress {
  /// What the field holds that nobody has written; nil where no plain field has this address.
  ///
  /// A value fits a field when it is of the same case as this one.
  public var unwritten: PlainValue? {
    switch self {
    case .wipLimitBlocks, .labelRemoved, .itemDone, .itemRemoved, .commentRemoved: .flag(false)
    case .memberRole: .role(nil)
    case .columnWIPLimit, .labelColour, .cardDue: .number(nil)
    case .labelName, .itemText: .text("")
    case .itemPlace: .itemPlace(Anchors())
    case .boardTitle, .columnTitle, .columnPlace, .columnDeleted, .cardTitle, .cardBody,
      .cardPlace, .cardArchived, .favourite, .commentBody, .cardLabel, .cardAssignee:
      nil
    }
  }

  /// Whether the field can hold the value at all (schema rule `field-write`).
  public func fits(_ value: PlainValue) -> Bool {
    switch (unwritten, value) {
    case (.text, .text), (.flag, .flag), (.number, .number), (.role, .role),
      (.itemPlace, .itemPlace):
      true
    case (.text, _), (.flag, _), (.number, _), (.role, _), (.itemPlace, _), (nil, _): false
    }
  }
}
