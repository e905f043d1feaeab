import BoardModel
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

  /// Tells, once for each card, that the place of a draft was purged. The draft stays.
  mutating func tellPurged(_ drafts: [ViewState.Draft]) {
    for draft in drafts {
      guard let card = draft.card, let text = draft.typed,
        let purge = purge(of: card, as: "the card of \(Wording.quote(text))"),
        purgesTold.insert(card).inserted
      else { continue }
      report("\(purge). What you typed stays in this window, and is sent nowhere.", .loss)
    }
  }
}

extension ViewState.Draft {
  /// What was typed on a card; nil for a draft on none.
  fileprivate var typed: String? {
    switch self {
    case .title(_, let text), .comment(_, _, let text), .item(_, _, let text): text
    case .edit, .newCard, .firstCard, .newColumn, .newColumnCards, .columnForm, .columnTitle,
      .boardTitle, .newBoard, .refused:
      nil
    }
  }
}
