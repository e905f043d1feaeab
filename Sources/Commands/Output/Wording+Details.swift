import BoardModel

// Labels, members, checklists and comments in words.
extension Wording {
  func label(_ id: LabelID) -> String {
    board.label(id).map { Wording.quote($0.name.value) } ?? "a label that is not on this board"
  }

  func name(_ element: CardElement) -> String {
    switch element {
    case .label(let id): "label \(label(id))"
    case .assignee(let user): "assignee \(user)"
    }
  }

  static func name(_ role: Role) -> String {
    switch role {
    case .owner: "owner"
    case .editor: "editor"
    case .commenter: "commenter"
    case .viewer: "viewer"
    }
  }

  static func article(_ role: Role) -> String {
    switch role {
    case .owner: "an owner"
    case .editor: "an editor"
    case .commenter: "a commenter"
    case .viewer: "a viewer"
    }
  }

  private func user(_ name: String) -> String { name.isEmpty ? "everyone else" : name }

  private func item(_ id: ItemID, on card: CardID) -> String {
    board.item(id, on: card).map { Wording.quote($0.text.value) } ?? "an item"
  }

  /// What somebody did with what model level 2 adds.
  func detailDeed(_ intent: Intent) -> String {
    switch intent {
    case .boardRaise(let level): "raised the board to level \(level)"
    case .set(let address, let value): deed(address, value)
    case .labelCreate(_, let name, _): "made the label \(Wording.quote(name))"
    case .itemAdd(let id, _, let text, _): "added \(Wording.quote(text)) to the list of \(card(id))"
    case .commentAdd(let id, _, let text):
      "commented on \(card(id)): \(Wording.quote(text))"
    case .attach(let id, .label(let label)): "put the label \(self.label(label)) on \(card(id))"
    case .attach(let id, .assignee(let user)): "assigned \(user) to \(card(id))"
    case .detach(let id, .label(let label), _):
      "took the label \(self.label(label)) off \(card(id))"
    case .detach(let id, .assignee(let user), _): "took \(user) off \(card(id))"
    case .commentSplice(let id, _, _): "edited a comment on \(card(id))"
    case .settle(let address, let user, _, true):
      "accepted what \(user) proposed for \(field(address))"
    case .settle(let address, let user, _, false):
      "dismissed what \(user) proposed for \(field(address))"
    case .receiptsSeen: "read what became of their edits"
    case .boardCreate, .boardRename, .columnCreate, .columnRename, .columnMove, .columnDelete,
      .cardCreate, .cardRetitle, .cardSplice, .cardMove, .cardArchive, .cardRestore,
      .cardFavourite, .batch, .undo:
      deed(intent)
    }
  }

  private func deed(_ address: FieldAddress, _ value: PlainValue) -> String {
    switch (address, value) {
    case (.labelRemoved(let id), .flag(true)): "removed the label \(label(id))"
    case (.labelRemoved(let id), .flag(false)): "brought the label \(label(id)) back"
    case (.itemRemoved(let card, let id), .flag(true)):
      "removed \(item(id, on: card)) from the list of \(self.card(card))"
    case (.itemDone(let card, let id), .flag(true)):
      "ticked \(item(id, on: card)) on \(self.card(card))"
    case (.itemDone(let card, let id), .flag(false)):
      "unticked \(item(id, on: card)) on \(self.card(card))"
    case (.itemPlace(let card, let id), _):
      "moved \(item(id, on: card)) in the list of \(self.card(card))"
    case (.commentRemoved(let card, _), .flag(true)): "removed a comment on \(self.card(card))"
    case (.memberRole(let user), .role(let role?)):
      "made \(self.user(user)) \(Wording.name(role))"
    case (.memberRole(let user), .role(nil)): "took the role from \(self.user(user))"
    case (.cardDue(let card), .number(nil)): "took the due date off \(self.card(card))"
    case (.columnLimit(let column), .number(nil)):
      "took the limit off the column \(self.column(column))"
    case (.limitBlocks, .flag(let blocks)):
      blocks ? "let full columns refuse cards" : "let full columns take cards"
    default: "set \(field(address)) to \(FieldText.shown(value, of: address))"
    }
  }

  func detailField(_ address: FieldAddress) -> String {
    switch address {
    case .limitBlocks: "whether full columns refuse cards"
    case .memberRole(let user): "the role of \(self.user(user))"
    case .columnLimit(let id): "the limit of the column \(column(id))"
    case .labelName(let id): "the name of the label \(label(id))"
    case .labelColour(let id): "the colour of the label \(label(id))"
    case .labelRemoved(let id): "the label \(label(id))"
    case .cardDue(let id): "the due date of \(card(id))"
    case .itemText(let id, let item), .itemDone(let id, let item), .itemPlace(let id, let item),
      .itemRemoved(let id, let item):
      "the item \(self.item(item, on: id)) of \(card(id))"
    case .commentBody(let id, _), .commentRemoved(let id, _): "a comment on \(card(id))"
    case .cardLabel(let id, let label): "the label \(self.label(label)) on \(card(id))"
    case .cardAssignee(let id, let user): "the assignee \(user) of \(card(id))"
    case .boardTitle, .columnTitle, .columnPlace, .columnDeleted, .cardTitle, .cardBody, .cardPlace,
      .cardArchived, .favourite:
      field(address)
    }
  }
}
