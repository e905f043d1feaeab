import BoardModel

// This part says what the window is for, and what follows from that.
extension WindowModel {
  /// The subject that is shown: the board, if the card for which the window was opened is gone.
  var shownSubject: Subject { isCardGone ? .board : subject }

  /// The card of a window on one card.
  var soleCard: CardID? {
    if case .card(let card) = shownSubject { card } else { nil }
  }

  /// The card to which the keys of reading apply.
  var readCard: CardID? { soleCard ?? opened }

  /// The sentence that says why a key of the board does nothing here; nil where it does something.
  func refusal(of command: BoardCommand) -> String? {
    guard let opened, command.refusal(in: .card(opened)) != nil else {
      return command.refusal(in: shownSubject)
    }
    switch command {
    case .openBeside, .openWindow: return command.refusal(in: shownSubject)
    default: return "That is done on the board: \(Keymap.soleCard.key(of: .close)) goes back to it."
    }
  }

  var isFavourites: Bool { shownSubject == .favourites }

  /// Whether one thing takes the room of all columns.
  var isAlone: Bool {
    switch shownSubject {
    case .card, .addColumn: true
    case .board, .favourites: false
    }
  }

  /// The title for the terminal's window; nil before the board has come.
  var windowTitle: String? {
    guard let title = board?.title?.value else { return nil }
    switch shownSubject {
    case .board: return title
    case .card(let id): return card(id)?.title.value ?? title
    case .addColumn: return "New column · \(title)"
    case .favourites: return "Favourites · \(title)"
    }
  }

  /// The text that says who archived the card of a window on one card; nil if nobody has.
  var tombstone: String? {
    guard let id = soleCard, let card = card(id), card.archived.value else { return nil }
    let user = card.archived.stamp.author.user
    return "\(user == self.user ? "you" : user) archived this card"
  }

  /// The sentence that says why there is no card to act on.
  var noCard: String {
    switch shownSubject {
    case .board, .addColumn: "There is no card here. n makes one."
    case .card: "This card is not loaded yet."
    case .favourites:
      filter == nil ? WindowModel.noFavourites : "No favourite holds “\(filter?.text ?? "")”."
    }
  }

  static let noFavourites =
    "No favourites yet: \(Keymap.board.key(of: .favourite)) on a card makes one."

  /// The end of a sentence that says where archived cards are, if they can be seen from here.
  var archiveHint: String {
    shownSubject == .board ? ", \(Keymap.board.key(of: .archiveView)) shows the archive" : ""
  }

  /// The sentence that says why a card cannot be archived.
  var archivedAlready: String {
    readCard == nil
      ? "It is archived already."
      : "It is archived already; \(Keymap.soleCard.key(of: .restore)) restores it."
  }

  /// The columns to which cards can be moved.
  var destinations: [BoardContents.Lane] {
    switch shownSubject {
    case .board: contents.lanes
    case .card, .favourites, .addColumn:
      board.map { BoardContents($0, filter: nil).lanes } ?? []
    }
  }

  /// Brings an archived card back to the board.
  mutating func restore(_ card: CardID) {
    guard edit(.cardRestore(card)) else { return }
    awaited = .card(card)
    answer("Restored “\(self.card(card)?.title.value ?? "")”.")
  }
}
