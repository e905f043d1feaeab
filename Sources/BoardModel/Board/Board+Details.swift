import HashTreeCollections

// What a board of model level 2 answers.
extension Board {
  /// A plain field that somebody has written.
  public func field(_ address: FieldAddress) -> Field<PlainValue>? { details.fields[address] }

  /// What a plain field holds; nil where no plain field has this address.
  public func value(of address: FieldAddress) -> PlainValue? {
    details.fields[address]?.value ?? address.unwritten
  }

  func flag(_ address: FieldAddress) -> Bool { value(of: address) == .flag(true) }

  func number(_ address: FieldAddress) -> UInt32? {
    if case .number(let number) = value(of: address) { number } else { nil }
  }

  /// The labels that are not removed, by name.
  public var labels: [Label] {
    details.labels.compactMap { label($0) }.filter { !$0.removed }.sorted(by: Label.isBefore)
  }

  /// The labels that were removed, by name.
  public var removedLabels: [Label] {
    details.labels.compactMap { label($0) }.filter(\.removed).sorted(by: Label.isBefore)
  }

  /// A label, also a removed one.
  public func label(_ id: LabelID) -> Label? {
    guard let name = field(.labelName(id)), case .text(let text) = name.value else { return nil }
    return Label(
      id: id, name: Field(text, name.stamp),
      colour: UInt8(truncatingIfNeeded: number(.labelColour(id)) ?? 0),
      removed: flag(.labelRemoved(id)))
  }

  /// The labels of a card that are not removed, by name.
  public func labels(on card: CardID) -> [Label] {
    (details.elements[card] ?? [:]).keys.compactMap { element in
      guard case .label(let id) = element, let label = label(id), !label.removed else { return nil }
      return label
    }.sorted(by: Label.isBefore)
  }

  /// Users who are assigned to a card, in ascending order.
  public func assignees(of card: CardID) -> [String] {
    (details.elements[card] ?? [:]).keys.compactMap { element in
      if case .assignee(let user) = element { user } else { nil }
    }.sorted()
  }

  /// Who attached the element last; nil where the card does not have it. Its operation is what a
  /// removal names as seen.
  public func attached(_ element: CardElement, to card: CardID) -> Stamp? {
    details.elements[card]?[element]
  }

  /// In days since 1970-01-01.
  public func due(of card: CardID) -> UInt32? { number(.cardDue(card)) }

  /// The items of a card that are not removed, from top to bottom.
  public func checklist(of card: CardID) -> [ChecklistItem] {
    items(of: card).filter { !$0.removed }
  }

  /// The items of a card that were removed.
  public func removedItems(of card: CardID) -> [ChecklistItem] { items(of: card).filter(\.removed) }

  private func items(of card: CardID) -> [ChecklistItem] {
    (details.checklists[card]?.order ?? []).compactMap { item($0, on: card) }
  }

  /// An item, also a removed one.
  public func item(_ id: ItemID, on card: CardID) -> ChecklistItem? {
    guard let created = details.checklists[card]?.created[id],
      let text = field(.itemText(card, id)), case .text(let words) = text.value
    else { return nil }
    return ChecklistItem(
      id: id, created: created, text: Field(words, text.stamp), done: flag(.itemDone(card, id)),
      removed: flag(.itemRemoved(card, id)))
  }

  /// The comments on a card that are not removed, from the oldest to the newest.
  public func comments(on card: CardID) -> [CardComment] {
    thread(of: card).filter { !flag(.commentRemoved(card, $0.id)) }
  }

  /// The comments on a card that were removed.
  public func removedComments(on card: CardID) -> [CardComment] {
    thread(of: card).filter { flag(.commentRemoved(card, $0.id)) }
  }

  private func thread(of card: CardID) -> [CardComment] {
    guard let thread = details.threads[card] else { return [] }
    return thread.order.compactMap { thread.comments[$0] }
  }

  /// A comment, also a removed one.
  public func comment(_ id: CommentID, on card: CardID) -> CardComment? {
    details.threads[card]?.comments[id]
  }

  /// The text that operations write parts of; nil where there is none.
  public func text(of field: FieldAddress) -> Text? {
    switch field {
    case .cardBody(let card): self.card(card)?.body
    case .commentBody(let card, let id): comment(id, on: card)?.body
    default: nil
    }
  }

  /// What a user may do; nil where they may not even comment on anything, nor are listed.
  /// Where nobody has a role, everyone is an owner.
  public func role(of user: String) -> Role? { details.members[user] }

  /// Users with a role of their own, in ascending order; an empty name is everyone else.
  public var members: [(user: String, role: Role)] {
    details.members.roles.sorted { $0.key < $1.key }.map { (user: $0.key, role: $0.value) }
  }

  /// How many live cards a column should hold at most.
  public func wipLimit(of column: ColumnID) -> Int? {
    number(.columnWIPLimit(column)).map(Int.init)
  }

  /// Whether a column at its limit refuses cards.
  public var wipLimitBlocks: Bool { flag(.wipLimitBlocks) }

  /// What a user has not seen, from the oldest to the newest.
  public func receipts(of user: String) -> [Receipt] { details.receipts[user] ?? [] }

  /// What holds the value of a superseded edit; nil where it was settled or replaced.
  public func proposal(behind receipt: Receipt) -> Proposal? {
    guard case .superseded(let field, _) = receipt.kind,
      let proposal = proposals[Proposal.Key(field: field, user: receipt.user)],
      proposal.stamp.operation == receipt.mine
    else { return nil }
    return proposal
  }
}

extension Label {
  static func isBefore(_ left: Label, _ right: Label) -> Bool {
    (left.name.value, left.id) < (right.name.value, right.id)
  }
}
