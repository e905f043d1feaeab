import HashTreeCollections

// What any field shows, and who wrote it.
extension Board {
  /// The value that a field shows; nil where there is no such field, and for texts.
  ///
  /// A card's place is given as the column alone, a column's place as the column it stands right
  /// of.
  /// - Parameter user: the user whose mark on a card is meant.
  public func state(
    of field: FieldAddress, for user: String
  ) -> (value: FieldValue, stamp: Stamp?)? {
    switch field {
    case .boardTitle: return title.map { (.text($0.value), $0.stamp) }
    case .columnTitle(let id): return column(id).map { (.text($0.title.value), $0.title.stamp) }
    case .columnPlace(let id):
      guard let column = column(id), let index = columnOrder.firstIndex(of: id) else { return nil }
      let left = index > 0 ? columnOrder[index - 1] : nil
      return (.columnPlace(Anchors(after: left)), column.placed)
    case .columnDeleted(let id):
      return column(id).map { (.flag($0.deleted.value), $0.deleted.stamp) }
    case .cardTitle(let id): return card(id).map { (.text($0.title.value), $0.title.stamp) }
    case .cardPlace(let id):
      return card(id).map { (.cardPlace($0.column.value, Anchors()), $0.column.stamp) }
    case .cardArchived(let id):
      return card(id).map { (.flag($0.archived.value), $0.archived.stamp) }
    case .favourite(let id): return (.flag(isFavourite(id, of: user)), nil)
    case .cardBody, .commentBody: return nil
    case .cardLabel(let card, let label): return state(of: .label(label), on: card)
    case .cardAssignee(let card, let user): return state(of: .assignee(user), on: card)
    case .cardBlocker(let card, let blocker): return state(of: .blocker(blocker), on: card)
    case .boardArchived, .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName, .labelColour,
      .labelRemoved,
      .cardDue, .cardPriority, .itemText, .itemDone, .itemPlace, .itemRemoved, .commentRemoved:
      return value(of: field).map { ($0, self.field(field)?.stamp) }
    }
  }

  private func state(of element: CardElement, on card: CardID) -> (value: FieldValue, stamp: Stamp?)
  {
    let stamp = attached(element, to: card)
    return (.flag(stamp != nil), stamp)
  }
}
