import BoardModel
import WindowSync

/// Operations and their outcomes in words. Names are those that the board has now.
struct Wording: Sendable {
  let board: Board
  let undone: UndoneEdits

  /// - Parameter undone: the edits that undos took back; nil for those that the board remembers.
  init(board: Board, undone: UndoneEdits? = nil) {
    self.board = board
    self.undone = undone ?? UndoneEdits(board)
  }

  private static let quoted = 60

  func card(_ id: CardID) -> String {
    board.card(id).map { Wording.quote($0.title.value) } ?? "a card that is not on this board"
  }

  func column(_ id: ColumnID) -> String {
    board.column(id).map { Wording.quote($0.title.value) } ?? "a column that is not on this board"
  }

  static func quote(_ title: String) -> String {
    Naming.quoted(shortened(title))
  }

  static func shortened(_ text: String) -> String {
    text.count > quoted ? text.prefix(quoted - 1) + "\u{2026}" : text
  }

  /// The words for what somebody did, which follow their name.
  func deed(_ intent: Intent) -> String {
    switch intent {
    case .boardCreate(let title): "made the board \(Wording.quote(title))"
    case .boardRename(let title): "renamed the board to \(Wording.quote(title))"
    case .columnCreate(_, let title, _): "added the column \(Wording.quote(title))"
    case .columnRename(_, let title): "renamed a column to \(Wording.quote(title))"
    case .columnMove(let id, _): "moved the column \(column(id))"
    // The intent lists only the cards that its author saw. Cards that came meanwhile are in the
    // notes.
    case .columnDelete(let id, let seen, _) where seen.isEmpty:
      "deleted the empty column \(column(id))"
    case .columnDelete(let id, _, .archive): "deleted the column \(column(id)), archiving its cards"
    case .columnDelete(let id, _, .move(let target)):
      "deleted the column \(column(id)), moving its cards to \(column(target))"
    case .cardCreate(_, let id, let title, _, _):
      "added \(Wording.quote(title)) to \(column(id))"
    case .cardRetitle(_, let title): "renamed a card to \(Wording.quote(title))"
    case .cardSplice(let id, _): "edited the body of \(card(id))"
    case .cardMove(let ids, let target, _):
      "moved \(ids.count == 1 ? card(ids[0]) : "\(ids.count) cards") to \(column(target))"
    case .cardArchive(let id): "archived \(card(id))"
    case .cardRestore(let id): "restored \(card(id))"
    case .cardFavourite(let id, true): "marked \(card(id))"
    case .cardFavourite(let id, false): "unmarked \(card(id))"
    case .boardRaise: "made the board ready for newer programs"
    case .set(let address, let value): deed(address, value)
    case .labelCreate(_, let name, _): "made the label \(Wording.quote(name))"
    case .itemAdd(let id, _, let text, _): "added \(Wording.quote(text)) to the list of \(card(id))"
    case .commentAdd(let id, _, let text):
      "commented on \(card(id)): \(Wording.quote(text))"
    case .attach(let id, .label(let label)): "put the label \(self.label(label)) on \(card(id))"
    case .attach(let id, .assignee(let user)): "assigned \(user) to \(card(id))"
    case .detach(let id, .label(let label), _):
      "took the label \(self.label(label)) off \(card(id))"
    case .detach(let id, .assignee(let user), _): "took \(user) off \(card(id))"
    case .commentSplice(let id, _, _): "edited a comment on \(card(id))"
    case .settle(let address, let user, _, true):
      "accepted what \(user) proposed for \(field(address))"
    case .settle(let address, let user, _, false):
      "dismissed what \(user) proposed for \(field(address))"
    case .receiptsSeen, .receiptSeen: "took edits off their list of what was replaced or refused"
    case .textCompact(let id, nil, _): "compacted the body of \(card(id))"
    case .textCompact(let id, _?, _): "compacted a comment on \(card(id))"
    case .batch(let intents): intents.map { deed($0) }.joined(separator: ", ")
    case .undo(let target, let force): undo(of: target, force: force)
    }
  }

  func field(_ address: FieldAddress) -> String { name(of: address) }

  /// A note that the author must read besides the outcome, as a sentence without a full stop.
  func note(_ note: Note) -> String {
    switch note {
    case .onArchivedCard(let id): "\(card(id)) is archived; the edit is on it"
    case .inUnsorted(let id): "its column is gone: \(card(id)) is in \(Wording.unsorted)"
    case .keptUnseen(let id):
      "\(card(id)) came meanwhile and was kept: it is in "
        + (board.card(id).map { column($0.column.value) } ?? "another column")
    case .undoSkipped(let address): "\(field(address)) was changed since\(by(address)) and stays"
    case .supersededPart(let address, let by): "\(field(address)) was changed by \(author(by))"
    case .unknownCard(let id): "the card \(id) is not on this board"
    case .staleRemoval(let address, let by):
      "\(field(address)) stays: \(author(by)) added it meanwhile"
    case .overWIPLimit(let id):
      "the column \(column(id)) holds more cards than its limit, "
        + "\(board.wipLimit(of: id).map(String.init) ?? "none")"
    }
  }

  private static let unsorted = quote(Board.unsortedTitle)

  /// The user who made an operation; "somebody" if the board does not know any more.
  func author(_ operation: OperationID) -> String {
    board.undo.record(of: operation)?.stamp.author.user ?? "somebody"
  }

  /// The reason why an edit was refused for good, as a sentence without a full stop.
  func reason(_ rejection: Rejection) -> String {
    switch rejection {
    case .boardExists: "the board exists already"
    case .noBoard: "there is no such board"
    case .identifierInUse: "its identifier is in use"
    case .unknownColumn(let id): "the column \(id) is not on this board"
    case .unknownCard(let id): "the card \(id) is not on this board"
    case .columnDeleted(let id): "the column \(column(id)) was deleted meanwhile: name another"
    case .emptyTitle: "a title cannot be empty"
    case .titleTooLong: "a title has at most \(BoardLimits.titleScalars) characters"
    case .bodyTooLong:
      "a body has at most \(BoardLimits.bodyScalars) characters and a comment "
        + "\(BoardLimits.commentScalars), counting those that were deleted"
    case .limitReached(let limit): reason(limit)
    case .unsortedHoldsCards: "\(Wording.unsorted) still holds cards: move them first"
    case .dispositionIsSelf: "the cards of a deleted column cannot go to that column"
    case .unknownText: "the text it belongs to is not on this card"
    case .emptyOperation: "there was nothing to do"
    case .notUndoable: "it was taken back already, or is too long ago"
    case .notYourOperation: "only the user who made an edit can take it back"
    case .undoGuarded(let fields):
      "\(changedSince(fields)): --force takes it back nevertheless"
    case .batchItem(let index, let inner):
      "part \(index + 1) could not be done, so nothing was: \(reason(inner))"
    case .notInBatch: "it must be done alone, not together with other edits"
    case .levelNeeded:
      "the board was made by an older program: `board upgrade` makes it ready for this, and whoever "
        + "has an older program must then upgrade that"
    case .unknownLevel: "the coordinator is too old for that: upgrade it first"
    case .forbidden(let role): "only \(Wording.article(role)) may do this"
    case .lastOwner: "a board needs an owner: make another member owner first"
    case .invalidMember:
      "a user's name has 1 to \(BoardLimits.userBytes) letters, digits, dots, underscores and hyphens"
    case .unknownLabel(let id): "the label \(id) is not on this board"
    case .labelRemoved(let id): "the label \(label(id)) was removed"
    case .unknownItem: "there is no such item on this card"
    case .itemRemoved: "the item was removed"
    case .unknownComment: "there is no such comment on this card"
    case .commentRemoved: "the comment was removed"
    case .notYourComment: "only its author can edit a comment; an owner can remove it too"
    case .valueOutOfRange: "the value is beyond what the field can hold"
    case .proposalGone: "the proposal was accepted, dismissed or replaced meanwhile"
    case .limitBlocked(let id):
      "the column \(column(id)) is at its limit, "
        + "\(board.wipLimit(of: id).map(String.init) ?? "none"): move a card out of it first"
    }
  }

  private func reason(_ limit: Rejection.Limit) -> String {
    switch limit {
    case .columns: "a board has at most \(BoardLimits.columns) columns"
    case .cards: "a board has at most \(BoardLimits.cards) cards"
    case .proposals: "a board has at most \(BoardLimits.proposals) open proposals"
    case .batch: "at most \(BoardLimits.batch) edits are made at once"
    case .spliceParts: "the text changed in more than \(BoardLimits.spliceParts) places"
    case .labels: "a board has at most \(BoardLimits.labels) labels, removed ones too"
    case .items: "a checklist has at most \(BoardLimits.items) items, removed ones too"
    case .comments: "a card has at most \(BoardLimits.comments) comments, removed ones too"
    case .members: "a board has at most \(BoardLimits.members) members"
    case .elements: "a card has at most \(BoardLimits.elements) labels and as many assignees"
    }
  }
}
