/// The value of any field, on the board and in operations, proposals, receipts, undo steps and
/// histories.
public enum FieldValue: Hashable, Sendable {
  /// A title, a name or an item, by the rules of titles.
  case text(String)
  case flag(Bool)
  case number(UInt32?)
  case role(Role?)
  case cardPlace(ColumnID, Anchors<CardKind>)
  case columnPlace(Anchors<ColumnKind>)
  /// The place of an item among those of its card.
  case itemPlace(Anchors<ItemKind>)
  /// A whole text as it was at some time; only histories have it.
  indirect case body(Text)
  /// The text that was typed where its place is gone; only proposals have it.
  indirect case fragment(TextFragment)
}

extension FieldAddress {
  /// The value of a plain field that nobody has written; nil where no plain field has this address.
  ///
  /// A value fits a plain field when it is of the same case as this one.
  public var unwritten: FieldValue? {
    switch self {
    case .boardArchived, .wipLimitBlocks, .labelRemoved, .itemDone, .itemRemoved, .commentRemoved:
      .flag(false)
    case .memberRole: .role(nil)
    case .columnWIPLimit, .labelColour, .cardDue, .cardPriority: .number(nil)
    case .labelName, .itemText: .text("")
    case .itemPlace: .itemPlace(Anchors())
    case .boardTitle, .columnTitle, .columnPlace, .columnDeleted, .cardTitle, .cardBody,
      .cardPlace, .cardArchived, .favourite, .commentBody, .cardLabel, .cardAssignee, .cardBlocker:
      nil
    }
  }

  /// Whether *set* can write the value to the field at all (schema rule `field-write`).
  public func fits(_ value: FieldValue) -> Bool {
    switch (unwritten, value) {
    case (.text, .text), (.flag, .flag), (.number, .number), (.role, .role),
      (.itemPlace, .itemPlace):
      true
    default: false
    }
  }

  /// Whether the field is a title, for which there are intents of their own.
  var isTitle: Bool {
    switch self {
    case .boardTitle, .columnTitle, .cardTitle: true
    default: false
    }
  }

  /// Whether a write contradicts nobody, or wins over whoever it contradicts (SPEC.md APL-045,
  /// APL-084).
  func isFree(_ value: FieldValue, over current: FieldValue) -> Bool {
    isRemoval(value) || value == current && isFreeWhenSame
  }

  /// Whether a write of the value that is there contradicts nobody.
  var isFreeWhenSame: Bool {
    switch self {
    case .cardArchived, .cardLabel, .cardAssignee, .cardBlocker: true
    case .itemPlace: false
    default: unwritten != nil
    }
  }

  func isRemoval(_ value: FieldValue) -> Bool {
    switch self {
    case .labelRemoved, .itemRemoved, .commentRemoved: value == .flag(true)
    default: false
    }
  }
}
