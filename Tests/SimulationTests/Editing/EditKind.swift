/// What a simulated person may do next.
enum EditKind: String, CaseIterable {
  case renameBoard, archiveBoard, createColumn, renameColumn, moveColumn, deleteColumn
  case createCard, retitleCard, moveCard, moveCards, archiveCard, restoreCard, favourite
  case typeForward, typeBackward, paste, erase
  case raise, role, limitColumn, wipLimitBlocks
  case createLabel, changeLabel, removeLabel, attach, assign, detach, block, due, priority
  case addItem, rewordItem, tickItem, moveItem, removeItem
  case addComment, typeInComment, removeComment
  case compact, purgeCard, purgeComment, purgePast
  case accept, dismiss, seeReceipts, batch
  case undo, forcedUndo, redo, forcedRedo

  /// How often people do it, of all kinds together.
  var weight: Int {
    switch self {
    case .accept, .detach: 12
    case .typeForward, .typeBackward, .retitleCard, .typeInComment, .tickItem, .dismiss, .compact:
      8
    case .createCard, .moveCard, .undo: 7
    case .limitColumn, .paste, .erase, .due, .priority, .block, .attach, .redo, .rewordItem,
      .moveItem:
      5
    case .archiveCard, .restoreCard, .deleteColumn, .batch, .addItem, .role, .removeItem,
      .wipLimitBlocks, .forcedRedo, .assign:
      4
    case .renameColumn, .moveColumn, .moveCards, .addComment, .seeReceipts, .removeComment: 3
    case .renameBoard, .archiveBoard, .createColumn, .favourite, .raise, .createLabel, .changeLabel,
      .forcedUndo:
      2
    case .removeLabel, .purgeCard, .purgeComment, .purgePast: 1
    }
  }

  static let weighted = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
}
