import BoardModel
import Wire
import Wording

/// The parts of a board as JSON. `JSONTopic` documents them, and a test compares the two.
struct Shapes: Sendable {
  let board: Board
  let user: String
  /// The current day, in days since 1970-01-01. What is due before it is overdue.
  let today: UInt32
  private let names: ShortNames
  private let undone: UndoneEdits

  /// - Parameter undone: the edits that undos took back; nil for those that the board remembers.
  init(
    _ board: Board, user: String, today: UInt32 = DueDay.today, undone: UndoneEdits? = nil
  ) {
    self.board = board
    self.user = user
    self.today = today
    self.undone = undone ?? UndoneEdits(board)
    names = ShortNames(board)
  }

  static func summary(_ summary: BoardSummary) -> JSON {
    .object([
      "id": .string(summary.id.description), "title": .string(summary.title),
      "sequence": .number(summary.sequence), "time": .string(Timestamp.text(summary.time)),
      "archived": .bool(summary.isArchived),
    ])
  }

  func shortName(of card: CardID) -> String { names.name(of: card) }

  /// The members by which a card can be named.
  private func naming(_ card: Card) -> [JSON.Member] {
    [
      JSON.Member(key: "id", value: .string(card.id.description)),
      JSON.Member(key: "short", value: .string(names.name(of: card.id))),
      // A command reads what is confirmed, where every card has its number.
      JSON.Member(key: "number", value: .number(UInt64(board.number(of: card.id) ?? 0))),
    ]
  }

  var reference: JSON {
    .object([
      "id": .string(board.id.description), "title": .string(board.title?.value ?? ""),
      "sequence": .number(board.sequence), "level": .number(UInt64(board.level)),
      "archived": .bool(board.isArchived),
    ])
  }

  func listed(_ column: Column, _ chosen: CardChoice = .all) -> JSON {
    .object([
      "id": .string(column.id.description), "title": .string(column.title.value),
      "cards": .array(chosen.cards(in: column.id, of: board).map { listed($0) }),
    ]).adding(wipLimit(of: column))
  }

  private func listed(_ card: Card) -> JSON {
    JSON.object(
      naming(card)
        + members(of: [
          "title": .string(card.title.value),
          "favourite": .bool(board.isFavourite(card.id, of: user)),
          "hasBody": .bool(card.body.visibleCount > 0),
        ])
    ).adding(fields(listed: card))
  }

  func whole(_ column: Column) -> JSON {
    .object([
      "id": .string(column.id.description), "title": .string(column.title.value),
      "cards": .array(board.liveCards(in: column.id).map { whole($0) }),
    ]).adding(wipLimit(of: column))
  }

  func whole(_ card: Card) -> JSON {
    JSON.object(
      naming(card)
        + members(of: [
          "title": .string(card.title.value), "body": .string(card.body.string),
          "column": .object([
            "id": .string(card.column.value.description),
            "title": .string(board.column(card.column.value)?.title.value ?? ""),
          ]),
          "archived": .bool(card.archived.value),
          "favourite": .bool(board.isFavourite(card.id, of: user)),
          "created": stamp(card.created), "retitled": stamp(card.title.stamp),
          "edited": stamp(card.bodyStamp), "moved": stamp(card.column.stamp),
          "proposals": .array(board.proposals(on: card.id).map { proposal($0) }),
        ])
    ).adding(fields(whole: card))
  }

  func proposal(_ proposal: Proposal) -> JSON {
    let subjects = EditSubjects(proposal.field)
    let fields = FieldText(board: board, user: proposal.stamp.author.user)
    return .object([
      "field": .string(Shapes.name(proposal.field)),
      "value": .string(fields.text(proposal.value, of: proposal.field)),
      "by": stamp(proposal.stamp), "name": .string(ProposalNames(board).name(of: proposal)),
      "now": .string(fields.present(proposal.field)),
      "cards": .array(subjects.cards.map { .string($0.description) }),
      "columns": .array(subjects.columns.map { .string($0.description) }),
    ])
  }

  /// The text of a proposal for people.
  func proposalText(_ proposal: Proposal) -> String {
    PlainText.proposal(proposal, ProposalNames(board), on: board)
  }

  static func name(_ field: FieldAddress) -> String {
    switch field {
    case .boardTitle, .columnTitle, .cardTitle: "title"
    case .columnPlace, .cardPlace: "place"
    case .columnDeleted: "deleted"
    case .cardBody: "body"
    case .cardArchived, .boardArchived: "archived"
    case .favourite: "favourite"
    case .wipLimitBlocks: "limitBlocks"
    case .memberRole: "role"
    case .columnWIPLimit: "limit"
    case .labelName: "name"
    case .labelColour: "colour"
    case .labelRemoved, .itemRemoved, .commentRemoved: "removed"
    case .cardDue: "due"
    case .cardPriority: "priority"
    case .itemText: "text"
    case .itemDone: "done"
    case .itemPlace: "place"
    case .commentBody: "comment"
    case .cardLabel: "label"
    case .cardAssignee: "assignee"
    case .cardBlocker: "blocker"
    }
  }

  func stamp(_ stamp: Stamp) -> JSON {
    .object([
      "user": .string(stamp.author.user), "device": .string(stamp.author.device),
      "time": .string(Timestamp.text(stamp.time)), "sequence": .number(stamp.sequence),
    ])
  }

  func outcome(_ outcome: Outcome) -> JSON {
    let words = Wording(board: board)
    let (result, displaced, notes): (String, [OperationID], [String]) =
      switch outcome {
      case .applied(let displaced, let notes): ("applied", displaced, notes.map { words.note($0) })
      case .merged(let notes): ("merged", [], notes.map { words.note($0) })
      case .superseded(let by, let field):
        ("superseded", [], [words.superseded(field, by: by)])
      case .rejected(let rejection): ("rejected", [], [words.refusal(rejection)])
      }
    return .object([
      "result": .string(result),
      "displaced": .array(displaced.map { .string($0.description) }),
      "notes": .array(notes.map { .string($0) }),
    ])
  }

  func operation(_ committed: CommittedOperation) -> JSON {
    let subjects = committed.operation.map { EditSubjects($0.intent, undone: undone) }
    return .object([
      "sequence": .number(committed.sequence), "time": .string(Timestamp.text(committed.time)),
      "user": .string(committed.author.user), "device": .string(committed.author.device),
      "operation": .string(committed.id.description),
      "deed": .string(Wording(board: board, undone: undone).deed(committed)),
      "purged": .bool(committed.isPurged),
      "cards": .array((subjects?.cards ?? []).map { .string($0.description) }),
      "columns": .array((subjects?.columns ?? []).map { .string($0.description) }),
      "outcome": outcome(committed.outcome),
    ])
  }
}
