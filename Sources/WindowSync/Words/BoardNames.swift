public import BoardModel

/// The names, for a text about a board, of what is on it.
public protocol BoardNames {
  func name(of card: CardID) -> String
  func name(of column: ColumnID) -> String
  func name(of label: LabelID) -> String
  func name(of item: ItemID, on card: CardID) -> String
}

extension BoardNames {
  public func name(of field: FieldAddress) -> String {
    switch field {
    case .boardTitle: "the board's title"
    case .columnTitle(let id): "the title of the column \(name(of: id))"
    case .columnPlace(let id): "the place of the column \(name(of: id))"
    case .columnDeleted(let id): "the column \(name(of: id))"
    case .cardTitle(let id): "the title of \(name(of: id))"
    case .cardBody(let id): "the body of \(name(of: id))"
    case .cardPlace(let id): "the place of \(name(of: id))"
    case .cardArchived(let id): "whether \(name(of: id)) is archived"
    case .favourite(let id): "the favourite mark on \(name(of: id))"
    case .wipLimitBlocks: "whether full columns refuse cards"
    case .memberRole(let user): "the role of \(name(ofUser: user))"
    case .columnWIPLimit(let id): "the limit of the column \(name(of: id))"
    case .labelName(let id): "the name of the label \(name(of: id))"
    case .labelColour(let id): "the colour of the label \(name(of: id))"
    case .labelRemoved(let id): "the label \(name(of: id))"
    case .cardDue(let id): "the due date of \(name(of: id))"
    case .itemText(let id, let item), .itemDone(let id, let item), .itemPlace(let id, let item),
      .itemRemoved(let id, let item):
      "the item \(name(of: item, on: id)) of \(name(of: id))"
    case .commentBody(let id, _), .commentRemoved(let id, _): "a comment on \(name(of: id))"
    case .cardLabel(let id, let label): "the label \(name(of: label)) on \(name(of: id))"
    case .cardAssignee(let id, let user): "the assignee \(user) of \(name(of: id))"
    }
  }

  public func name(ofUser user: String) -> String { user.isEmpty ? "everyone else" : user }
}
