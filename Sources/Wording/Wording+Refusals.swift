public import BoardModel

// The reasons why edits were refused or left alone, as sentences without full stop.
extension Wording {
  /// Why an edit was refused for good.
  public func reason(_ rejection: Rejection) -> String {
    switch rejection {
    case .boardExists: "the board exists already"
    case .noBoard: "there is no such board"
    case .identifierInUse: "its identifier is in use"
    case .unknownColumn: "the column is not on this board"
    case .unknownCard(let id): purged(board?.purge(of: id)) ?? "the card is not on this board"
    case .columnDeleted(let id): "\(theColumn(id)) was deleted meanwhile"
    case .emptyTitle: "a title cannot be empty"
    case .titleTooLong: "a title has at most \(BoardLimits.titleScalars) characters"
    case .bodyTooLong: "a body has at most \(BoardLimits.bodyScalars) characters"
    case .limitReached(let limit): "the limit is reached (\(Wording.name(limit)))"
    case .unsortedHoldsCards: "\(Wording.unsorted) still holds cards"
    case .dispositionIsSelf: "its cards cannot go to the same column"
    case .unknownText: "the text it belongs to is gone"
    case .emptyOperation: "there was nothing to do"
    case .notUndoable: "it cannot be undone any more"
    case .notYourOperation: "only the user who did it can undo it"
    case .undoGuarded: "it was changed since"
    case .batchItem(_, let inner): reason(inner)
    case .notInBatch: "it must be done alone, not together with other edits"
    case .levelNeeded: "an older program made the board; `board upgrade` upgrades it"
    case .unknownLevel: "the coordinator is too old for that"
    case .forbidden(let role): "only \(Wording.article(role)) may do this"
    case .lastOwner: "the board would have no owner"
    case .invalidMember: "that is not the name of a user"
    case .unknownLabel: "the label is not on this board"
    case .labelRemoved(let id): "the label \(label(id)) was removed"
    case .unknownItem: "the item is not on this card"
    case .itemRemoved: "the item was removed"
    case .unknownComment: "the comment is not on this card, or was purged"
    case .commentRemoved: "the comment was removed"
    case .notYourComment: "somebody else wrote the comment"
    case .valueOutOfRange: "the value is out of range"
    case .proposalGone: "it was accepted, dismissed or replaced meanwhile"
    case .blocksItself: "a card cannot block itself"
    case .limitBlocked(let id):
      "\(theColumn(id)) is at its limit" + (board?.wipLimit(of: id).map { " of \($0)" } ?? "")
    }
  }

  private func purged(_ stamp: Stamp?) -> String? {
    stamp.map { "\($0.author.user) purged the card: its place is gone for good" }
  }

  static func name(_ limit: Rejection.Limit) -> String {
    switch limit {
    case .columns: "\(BoardLimits.columns) columns"
    case .cards: "\(BoardLimits.cards) cards"
    case .proposals: "\(BoardLimits.proposals) proposals"
    case .batch: "\(BoardLimits.batch) at once"
    case .spliceParts: "\(BoardLimits.spliceParts) pieces at once"
    case .labels: "\(BoardLimits.labels) labels"
    case .items: "\(BoardLimits.items) items"
    case .comments: "\(BoardLimits.comments) comments"
    case .members: "\(BoardLimits.members) members"
    case .elements: "\(BoardLimits.elements) on a card"
    case .scalars: "\(BoardLimits.batchScalars) characters at once"
    case .vacatedCards: "\(BoardLimits.vacatedCards) cards out of deleted columns at once"
    }
  }

  /// What a person at a command line can do about it, or has to know beside the reason; nil where
  /// the reason says all.
  static func advice(_ rejection: Rejection) -> String? {
    switch rejection {
    case .columnDeleted: "name another"
    case .bodyTooLong:
      "a comment has at most \(BoardLimits.commentScalars), and what was deleted counts too"
    case .limitReached(.labels), .limitReached(.items), .limitReached(.comments):
      "those that were removed count too"
    case .unsortedHoldsCards: "move them first"
    case .limitReached(.scalars): "do it in parts"
    case .limitReached(.vacatedCards): "move or archive some of them first"
    case .undoGuarded: "--force takes it back nevertheless"
    case .unknownLevel: "upgrade it first"
    case .lastOwner: "make another member owner first"
    case .invalidMember:
      "it has 1 to \(BoardLimits.userBytes) small letters, digits, dots, underscores and hyphens"
    case .notYourComment: "only its author can edit a comment; an owner can remove it too"
    case .limitBlocked: "move a card out of it first"
    case .boardExists, .noBoard, .identifierInUse, .unknownColumn, .unknownCard, .emptyTitle,
      .titleTooLong, .limitReached(.columns), .limitReached(.cards), .limitReached(.proposals),
      .limitReached(.batch), .limitReached(.spliceParts), .limitReached(.members),
      .limitReached(.elements), .dispositionIsSelf, .unknownText, .emptyOperation, .notUndoable,
      .notYourOperation, .batchItem, .notInBatch, .levelNeeded, .forbidden, .unknownLabel,
      .labelRemoved, .unknownItem, .itemRemoved, .unknownComment, .commentRemoved, .valueOutOfRange,
      .proposalGone, .blocksItself:
      nil
    }
  }

  /// The reason with what to do about it, as the answer to a command.
  public func refusal(_ rejection: Rejection) -> String {
    let reason =
      switch rejection {
      case .undoGuarded(let fields): changedSince(fields, naming: true)
      case .batchItem(let index, let inner): Wording.part(index, refusal(inner))
      default: identified(rejection)
      }
    return Wording.advice(rejection).map { "\(reason): \($0)" } ?? reason
  }

  /// The reason for a refusal that is long past. It does not name who last wrote a field, which may
  /// have changed since.
  public func pastReason(_ rejection: Rejection) -> String {
    switch rejection {
    case .undoGuarded(let fields): changedSince(fields)
    case .batchItem(let index, let inner): Wording.part(index, pastReason(inner))
    default: identified(rejection)
    }
  }

  private static func part(_ index: UInt32, _ reason: String) -> String {
    "part \(index + 1) could not be done, so nothing was: \(reason)"
  }

  /// The reason as a command gives it: what is unknown is named by its identifier, as scripts name
  /// things.
  private func identified(_ rejection: Rejection) -> String {
    switch rejection {
    case .unknownColumn(let id): "the column \(id) is not on this board"
    case .unknownCard(let id):
      purged(board?.purge(of: id)) ?? "the card \(id) is not on this board"
    case .unknownLabel(let id): "the label \(id) is not on this board"
    default: reason(rejection)
    }
  }

  /// The reason as the author of a command reads it: with what they may do on the board, and who
  /// can change that.
  public func refusalOfAuthor(_ rejection: Rejection) -> String {
    switch rejection {
    case .forbidden(let needed), .batchItem(_, .forbidden(let needed)): forbidden(needed)
    default: refusal(rejection)
    }
  }

  private func forbidden(_ needed: Role) -> String {
    let role = board?.role(of: user)
    if let role, role >= needed {
      return "this needed the role \(Wording.name(needed)); you are \(Wording.article(role)) now"
    }
    let have = role.map { "you are \(Wording.article($0))" } ?? "you have no role"
    return "this needs the role \(Wording.name(needed)), and \(have) on this board: "
      + "ask \(owners) for `board member \(user) \(Wording.name(needed))`"
  }

  /// Why the reader cannot give up their own role, and who can take it away; nil for an owner.
  public var leavingRefused: String? {
    guard board?.role(of: user) != .owner else { return nil }
    return "only an owner takes roles away, also your own: "
      + "ask \(owners) for `board member \(user) none`"
  }

  private var owners: String {
    let owners = board?.members.filter { $0.role == .owner && !$0.user.isEmpty }.map(\.user) ?? []
    return owners.isEmpty ? "an owner" : owners.prefix(3).joined(separator: " or ")
  }

  /// The sentence that says, before anything is sent, that the reader's role does not allow an
  /// edit.
  public func notAllowed(_ needed: Role) -> String {
    let mine =
      board?.role(of: user).map { "you are \(Wording.article($0))" }
      ?? "you have no role on this board"
    return "Only \(Wording.article(needed)) may do this; \(mine)."
  }

  private static let fieldsNamed = 3

  /// The fields that an undo leaves alone, named as far as a line has room.
  /// - Parameter authors: whether those who wrote them are named.
  public func changedSince(_ fields: [FieldAddress], naming authors: Bool = false) -> String {
    let names = fields.prefix(Wording.fieldsNamed).map { field -> String in
      let author = authors ? board?.stamp(of: field, for: user)?.author.user : nil
      return self.field(field) + (author.map { " (by \($0))" } ?? "")
    }
    let rest = fields.count - names.count
    return Wording.list((names.isEmpty ? ["the same"] : names) + (rest > 0 ? ["\(rest) more"] : []))
      + (fields.count > 1 ? " were" : " was") + " changed since"
  }
}
