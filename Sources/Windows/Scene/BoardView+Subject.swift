import BoardModel

// This part says what the window is for, which cards its keys act on, and what follows from that.
extension BoardView {
  func card(_ id: CardID) -> Card? { board?.card(id) }

  /// Those of the cards that are on the board and not in its archive.
  func live(_ cards: some Sequence<CardID>) -> [CardID] {
    cards.filter { card($0).map { !$0.archived.value } ?? false }
  }

  func isFavourite(_ card: CardID) -> Bool { board?.isFavourite(card, of: user) ?? false }

  /// The card that keys act on: the open card, else the one that has the focus.
  var focusedCard: Card? { (opened ?? focus.card).flatMap { card($0) } }

  /// The cards that keys act on: the open card, else the marked ones in the order of the board,
  /// else the focused one.
  var selection: [CardID] {
    if let opened { return [opened] }
    let marked = marked.isEmpty ? [] : contents.inOrder(marked)
    return marked.isEmpty ? focus.card.map { [$0] } ?? [] : marked
  }

  /// The subject that is shown: the board, if the card for which the window was opened is gone.
  var shownSubject: Subject { isCardGone ? .board : subject }

  /// The card of a window on one card.
  var soleCard: CardID? {
    if case .card(let card) = shownSubject { card } else { nil }
  }

  /// The card to which the keys of reading apply.
  var readCard: CardID? { soleCard ?? opened }

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

  /// The columns to which cards can be moved.
  var destinations: [BoardContents.Lane] {
    switch shownSubject {
    case .board: contents.lanes
    case .card, .favourites, .addColumn:
      board.map { BoardContents($0, filter: nil).lanes } ?? []
    }
  }

  /// The open proposals for fields that belong to no card, so that no card's window shows them.
  var looseProposals: [Proposal] { proposals.filter { $0.field.card == nil } }

  // MARK: In words

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

  /// The sentence that says why there is no card to act on.
  var noCard: String {
    switch shownSubject {
    case .board, .addColumn: "There is no card here. n makes one."
    case .card: "This card is not loaded yet."
    case .favourites:
      filter == nil ? BoardView.noFavourites : "No favourite holds “\(filter?.text ?? "")”."
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
}
