import BoardModel
import Screen
import Wording

/// The choice of what becomes of the cards of a column that is deleted.
struct ColumnDeletion: OverlayList {
  let column: ColumnID
  let title: String
  /// The live cards when the choice was shown: only these are archived.
  let seen: [CardID]
  /// The columns to which the cards may be moved instead of being archived.
  let targets: [BoardContents.Lane]
  var cursor = ListCursor()

  init(column: ColumnID, _ view: BoardView) {
    self.column = column
    title = view.board?.column(column)?.title.value ?? ""
    seen = view.board?.liveCards(in: column).map(\.id) ?? []
    targets = seen.isEmpty ? [] : view.contents.lanes.filter { $0.id != column }
  }

  private var choices: [String] {
    guard !seen.isEmpty else { return ["Delete the column"] }
    let cards = seen.count == 1 ? "its card" : "its \(seen.count) cards"
    return ["Archive \(cards)"] + targets.map { "Move \(cards) to \($0.title)" }
  }

  /// The part of the answer that says what became of the cards that were seen.
  private func becomes(_ disposition: CardDisposition, _ words: Wording) -> String {
    guard !seen.isEmpty else { return "" }
    let cards = seen.count == 1 ? "its card" : "its \(seen.count) cards"
    switch disposition {
    case .archive: return ", archived \(cards)"
    case .move(let target): return ", moved \(cards) to \(words.column(target))"
    }
  }

  /// The number of live cards that came since the choice was shown: none of them is archived.
  private func unseen(_ view: BoardView) -> Int {
    let seen = Set(seen)
    return view.board?.liveCards(in: column).count { !seen.contains($0.id) } ?? 0
  }

  /// The most notes that are shown.
  private static let maximumNotes = 8

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    let choices = choices
    return ListContent(
      title: "Delete “\(title)”", count: choices.count, notes: notes(scene.view),
      shape: .choice(cursor)
    ) { ListPanel.Row(text: choices[$0]) }
  }

  private func notes(_ view: BoardView) -> [String] {
    let unseen = unseen(view)
    let one = "A card came since: it is kept."
    let came =
      unseen == 0 ? [] : [unseen == 1 ? one : "\(unseen) cards came since: they are kept."]
    guard !seen.isEmpty else { return came }
    let titles = seen.prefix(ColumnDeletion.maximumNotes - 2).map {
      "  " + (view.card($0)?.title.value ?? "")
    }
    let more = seen.count - titles.count
    return came + ["Cards in it:"] + titles + (more > 0 ? ["  and \(more) more"] : [])
  }

  func page(screenRows: Int) -> Int { 10 }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome {
    let index = cursor.index
    let disposition: CardDisposition = index == 0 ? .archive : .move(to: targets[index - 1].id)
    guard column != model.board?.unsortedID || seen.isEmpty else {
      model.refuse("“\(title)” cannot be deleted while it holds cards.")
      return .closes
    }
    let deletion = Intent.columnDelete(column, seen: seen, disposition: disposition)
    guard model.edit(deletion) else { return .stays }
    let becomes = becomes(disposition, model.words)
    model.answer("Deleted “\(title)”\(becomes). \(model.view.undoHint(deletion))")
    return .closes
  }
}
