import BoardModel
import Screen
import WindowSync

/// What a frame of the board is made from, and what a pointer or a menu finds on it. It is made of
/// parts of the model when it is needed; only the viewport can be changed in it.
struct Scene: Sendable {
  let view: BoardView
  var viewport: Viewport
  let clock: ModelClock
  let standing: Standing
  /// What the team is called on this device; nil where the device knows no other.
  let team: String?
  /// The number of the last lines, which show no card.
  let footerRows: Int

  var board: Board? { view.board }
  var now: UInt64 { clock.now }

  func card(_ id: CardID) -> Card? { view.card(id) }

  func editRefusal(_ needed: Role? = .editor) -> String? { view.editRefusal(standing, needed) }

  // MARK: Layout

  func layout(hasPrompt: Bool = false, hasPanel: Bool = false) -> BoardLayout {
    BoardLayout(
      size: viewport.size, count: view.contents.lanes.count, first: viewport.scroll.firstLane,
      hasPrompt: hasPrompt,
      hasPanel: hasPanel || isDetailBeside, isAlone: view.isAlone, hasBanner: view.tombstone != nil,
      footerRows: footerRows)
  }

  /// The layout with the room for the open card.
  func layoutWithCard(hasPrompt: Bool = false) -> BoardLayout {
    layout(hasPrompt: hasPrompt, hasPanel: view.opened != nil)
  }

  /// Whether a card stands beside the columns.
  var isDetailBeside: Bool {
    viewport.sizeClass == .wide && viewport.detail.isShown && !view.contents.lanes.isEmpty
      && !view.isAlone
  }

  /// Whether a position is among the columns, with a card beside them.
  func isOnBoardBeside(_ position: Position) -> Bool {
    viewport.sizeClass == .wide && layout(hasPanel: true).lane(at: position) != nil
  }
}
