import BoardModel

// What the window is for, and what follows from it.
extension WindowModel {
  /// What it shows: the board, where the card it was opened for is gone.
  var shownSubject: Subject { isCardGone ? .board : subject }

  /// The card that has the window for itself.
  var soleCard: CardID? {
    if case .card(let card) = shownSubject { card } else { nil }
  }

  /// The card that the keys of reading are for.
  var readCard: CardID? { soleCard ?? opened }

  /// Why a key of the board does nothing here, as a sentence; nil where it does.
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

  /// One thing has the room of all columns.
  var isAlone: Bool {
    switch shownSubject {
    case .card, .addColumn: true
    case .board, .favourites: false
    }
  }

  /// What the terminal's window is called; nil before the board has come.
  var windowTitle: String? {
    guard let title = board?.title?.value else { return nil }
    switch shownSubject {
    case .board: return title
    case .card(let id): return card(id)?.title.value ?? title
    case .addColumn: return "New column · \(title)"
    case .favourites: return "Favourites · \(title)"
    }
  }

  /// What is said of a card that stands alone and is archived, as far as it has room.
  var tombstone: String? {
    guard let id = soleCard, let card = card(id), card.archived.value else { return nil }
    let user = card.archived.stamp.author.user
    return "\(user == self.user ? "you" : user) archived this card"
  }

  /// Why there is nothing to act on.
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

  /// Where what is archived is to be found, if that is here.
  var archiveHint: String {
    shownSubject == .board ? ", \(Keymap.board.key(of: .archiveView)) shows the archive" : ""
  }

  /// Why a card is not archived.
  var archivedAlready: String {
    readCard == nil
      ? "It is archived already."
      : "It is archived already; \(Keymap.soleCard.key(of: .restore)) restores it."
  }

  /// Columns that cards can be moved to.
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
