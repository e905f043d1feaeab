import BoardModel
import WindowSync

// This part puts labels, members, checklists and comments into words.
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
}
