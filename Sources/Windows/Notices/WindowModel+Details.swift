import BoardModel
import WindowSync

// Labels, members, checklists and comments in words.
extension WindowModel: BoardNames {
  func name(of label: LabelID) -> String {
    board?.label(label).map { "“\(short($0.name.value))”" } ?? "that is gone"
  }

  static func article(_ role: Role) -> String {
    switch role {
    case .owner: "an owner"
    case .editor: "an editor"
    case .commenter: "a commenter"
    case .viewer: "a viewer"
    }
  }

  func name(of item: ItemID, on card: CardID) -> String {
    board?.item(item, on: card).map { "“\(short($0.text.value))”" } ?? "that is gone"
  }

  func describeDetail(_ intent: Intent) -> String {
    switch intent {
    case .boardRaise: "Upgrading the board"
    case .set(let field, _): "Setting \(describe(field))"
    case .labelCreate(_, let name, _): "The new label “\(short(name))”"
    case .itemAdd(_, _, let text, _): "The item “\(short(text))”"
    case .commentAdd(let id, _, _): "The comment on \(name(of: id))"
    case .attach(let id, let element): "Adding \(describe(element.address(on: id)))"
    case .detach(let id, let element, _): "Removing \(describe(element.address(on: id)))"
    case .commentSplice(let id, _, _): "What you wrote in a comment on \(name(of: id))"
    case .settle(let field, _, _, true): "Accepting the proposal for \(describe(field))"
    case .settle(let field, _, _, false): "Dismissing the proposal for \(describe(field))"
    case .receiptsSeen, .receiptSeen: "Taking edits off your list"
    case .textCompact(let id, _, _): "Compacting the text of \(name(of: id))"
    case .boardCreate, .boardRename, .columnCreate, .columnRename, .columnMove, .columnDelete,
      .cardCreate, .cardRetitle, .cardSplice, .cardMove, .cardArchive, .cardRestore,
      .cardFavourite, .batch, .undo:
      describe(intent)
    }
  }
}
