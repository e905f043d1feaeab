import BoardModel
import WindowSync
import Wording

// This part tells who purged the place of something that the person typed or read.
extension WindowModel {
  /// Who purged a card, and when, as the beginning of a sentence; nil where nobody did.
  /// - Parameter name: what the card is called in it.
  func purge(of card: CardID, as name: String) -> String? {
    board?.purge(of: card).map { stamp in
      let who = stamp.author.user == user ? "You" : stamp.author.user
      return "\(who) purged \(name), \(clock.age(of: stamp.time))"
    }
  }

  /// Keeps drafts whose card was purged, with those that stand aside on such a card, and tells of
  /// each card once.
  mutating func keepOrphans(_ drafts: [ViewState.Draft]) {
    guard let board else { return }
    let new = edits.orphan(drafts) { board.purge(of: $0) != nil }
    for draft in new {
      guard let card = draft.card,
        let purge = purge(of: card, as: "the card of \(Wording.quote(draft.text))")
      else { continue }
      let key = Keymap.board.key(of: .receipts)
      report("\(purge). What you typed stays on this device: \(key) shows it.", .loss)
    }
  }
}
