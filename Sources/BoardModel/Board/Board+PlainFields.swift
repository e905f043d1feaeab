import HashTreeCollections

// What plain fields hold.
extension Board {
  /// The value and stamp of a plain field; nil where nobody has written it.
  public func field(_ address: FieldAddress) -> Field<FieldValue>? { plainFields[address] }

  /// The value of a plain field; nil where no plain field has this address.
  public func value(of address: FieldAddress) -> FieldValue? {
    plainFields[address]?.value ?? address.unwritten
  }

  func flag(_ address: FieldAddress) -> Bool { value(of: address) == .flag(true) }

  func number(_ address: FieldAddress) -> UInt32? {
    if case .number(let number) = value(of: address) { number } else { nil }
  }

  /// Whether the board is left out where boards are listed.
  public var isArchived: Bool { flag(.boardArchived) }

  /// The day on which a card is due, in days since 1970-01-01.
  public func due(of card: CardID) -> UInt32? { number(.cardDue(card)) }
}
