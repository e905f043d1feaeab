import BoardModel

extension Activity {
  /// What is left of it behind a purge: a title that may have been purged goes, since people are
  /// shown the board's own (SPEC.md WIN-017), and with a purged card the window's state.
  ///
  /// - Parameter keepsInfo: whether the window said that it holds drafts or unsent edits, which may
  ///   stand in its state and are not purged.
  func purging(_ target: PurgeTarget, keepsInfo: Bool) -> Activity {
    let (title, isGone) =
      switch subject {
      case .card(let card): (FieldAddress.cardTitle(card), target.takes(card))
      case .board, .addColumn, .favourites, nil: (FieldAddress.boardTitle, target == .board)
      }
    guard isGone || target.covers(title) else { return self }
    return Activity(
      type: type, title: "", target: self.target, userInfo: isGone && !keepsInfo ? [] : userInfo)
  }
}

extension PurgeTarget {
  /// Whether the card is gone with it.
  fileprivate func takes(_ card: CardID) -> Bool {
    switch self {
    case .board: true
    case .card(let own): own == card
    case .comment, .past: false
    }
  }
}
