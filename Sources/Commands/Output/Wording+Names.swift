import BoardModel
import WindowSync

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

  private func item(_ id: ItemID, on card: CardID) -> String {
    board.item(id, on: card).map { Wording.quote($0.text.value) } ?? "an item"
  }

  func deed(_ address: FieldAddress, _ value: FieldValue) -> String {
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
      "made \(name(ofUser: user)) \(Wording.name(role))"
    case (.memberRole(let user), .role(nil)): "took the role from \(name(ofUser: user))"
    case (.cardDue(let card), .number(nil)): "took the due date off \(self.card(card))"
    case (.columnWIPLimit(let column), .number(nil)):
      "took the limit off the column \(self.column(column))"
    case (.wipLimitBlocks, .flag(let blocks)):
      blocks ? "let full columns refuse cards" : "let full columns take cards"
    default: "set \(field(address)) to \(FieldText.shown(value, of: address))"
    }
  }
}

extension Wording: BoardNames {
  func name(of card: CardID) -> String { self.card(card) }
  func name(of column: ColumnID) -> String { self.column(column) }
  func name(of label: LabelID) -> String { self.label(label) }
  func name(of item: ItemID, on card: CardID) -> String { self.item(item, on: card) }
}
