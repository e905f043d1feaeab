import BoardModel
import WindowSync

extension World {
  /// Texts are compacted where something was deleted, mostly as far as the window has seen.
  mutating func compaction(on board: Board, by index: Int) -> Intent? {
    let base = processes[index].replica.confirmed?.sequence ?? 0
    let all = board.liveColumns.flatMap { board.liveCards(in: $0.id) }.flatMap { card in
      [FieldAddress.cardBody(card.id)]
        + board.comments(on: card.id).map { .commentBody(card.id, $0.id) }
    }
    let held = all.filter { field in
      guard let text = board.text(of: field), let stamp = board.textStamp(of: field) else {
        return false
      }
      return text.totalCount > text.visibleCount && stamp.sequence <= base
    }
    let some = random.chance(19, in: 20) ? held : all
    // What many people write in is what is worth it.
    guard let field = random.chance(1, in: 2) ? some.first : random.pick(some) else { return nil }
    let horizon = random.chance(4, in: 5) ? base : UInt64(random.below(Int(base) + 1))
    return field.compaction(horizon: horizon)
  }
}
