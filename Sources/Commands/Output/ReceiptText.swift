import BoardModel
import Launcher
import Wording

/// A receipt for people and for scripts: it tells the reader what happened to an edit of theirs.
struct ReceiptText: Sendable {
  let receipt: Receipt
  /// The receipt's name.
  let name: String
  /// The reader's edit, if it was superseded and no proposal holds its value.
  let undone: Intent?
  let board: Board
  let user: String
  /// The names of this user's windows that are not closed; nil if they are not known.
  var windows: [SessionID: String]? = nil

  private var words: Wording { Wording(board: board, user: user) }
  private var fields: FieldText { FieldText(board: board, user: user) }

  private var field: FieldAddress? {
    switch receipt.kind {
    case .displaced(let field, _), .superseded(let field, _): field
    case .rejected: nil
    }
  }

  /// The value that the reader wrote; empty where nobody but their window knows it.
  private var mine: String {
    switch receipt.kind {
    case .displaced(let field, let value): fields.text(value, of: field)
    case .superseded(let field, _):
      supersededValue.map { fields.text($0, of: field) } ?? ""
    case .rejected: ""
    }
  }

  /// The proposal that holds a superseded value, until somebody accepts or dismisses it.
  private var proposal: Proposal? { board.proposal(behind: receipt) }

  private var supersededValue: FieldValue? {
    guard case .superseded(let field, _) = receipt.kind else { return nil }
    return proposal?.value ?? undone?.value(for: field)
  }

  private var kind: String {
    switch receipt.kind {
    case .displaced: "displaced"
    case .superseded: "superseded"
    case .rejected: "rejected"
    }
  }

  /// The user who changed the field. For a superseded edit this is not the cause's author, who is
  /// the reader.
  private var other: String {
    switch receipt.kind {
    case .displaced, .rejected: return receipt.cause.author.user
    case .superseded(let field, let by):
      return board.compaction(behind: receipt)?.stamp.author.user
        ?? board.author(of: by, writing: field, for: user) ?? "somebody"
    }
  }

  /// Whether both edits are this user's, made in two windows.
  private var isBetweenWindows: Bool { other == user && receipt.winner != nil }

  private var winner: String {
    guard isBetweenWindows, let winner = receipt.winner else { return other }
    return "you, \(window(of: winner)),"
  }

  private var loser: String {
    isBetweenWindows ? "you did \(window(of: receipt.mine))" : "you"
  }

  private var yours: String {
    isBetweenWindows ? "what you wrote \(window(of: receipt.mine))" : "yours"
  }

  private func window(of operation: OperationID) -> String {
    let session = operation.session
    guard let windows else { return "in window \(session.description.prefix(8))" }
    return windows[session].map { "in \($0)" } ?? "by a command or in a window that is closed"
  }

  private var reason: String {
    words.account(receipt, winner: winner, loser: loser, lost: yours, other: other)
  }

  /// What to type to get the reader's value back; empty where that is not to be had.
  private var command: String {
    if case .rejected = receipt.kind { "" } else { "board receipts restore \(name)" }
  }

  /// The lines that say what happened, and what to type to get the reader's value back.
  var lines: [String] {
    let head = "\(name)  \(LocalTime.text(receipt.cause.time))  "
    switch receipt.kind {
    case .displaced(let field, let value): return [head + reason] + values(of: field, value)
    case .superseded(let field, _):
      return [head + reason] + (supersededValue.map { values(of: field, $0) } ?? [])
    case .rejected:
      return [
        head + "refused: an edit of yours", "    \(reason)",
        "    the window in which you made it still has it",
      ]
    }
  }

  private func values(of field: FieldAddress, _ wanted: FieldValue) -> [String] {
    let mine = words.value(wanted, of: field)
    let now = words.present(field) ?? "gone"
    // The reader's value is there again, as it was put back or accepted. For a move this cannot be
    // told, since a place says what it is next to.
    if proposal == nil, !wanted.isPlace,
      words.value(wanted, of: field, isWhole: true) == words.present(field, isWhole: true)
    {
      return ["    yours \(mine), as now"]
    }
    if wanted.isPlace, mine == now {
      return ["    yours another place \(mine)", "    get yours back: \(command)"]
    }
    return ["    yours \(mine), now \(now)", "    get yours back: \(command)"]
  }

  var text: String { lines.map { PlainText.line($0) }.joined(separator: "\n") }

  var json: JSON {
    let shapes = Shapes(board, user: user)
    let subjects = field.map { EditSubjects($0) }
    return .object([
      "name": .string(name), "kind": .string(kind),
      "field": .string(field.map { Shapes.name($0) } ?? ""),
      "cards": .array((subjects?.cards ?? []).map { .string($0.description) }),
      "columns": .array((subjects?.columns ?? []).map { .string($0.description) }),
      "operation": .string(receipt.mine.description), "yours": .string(mine),
      "now": .string(field.map { fields.present($0) } ?? ""), "user": .string(other),
      "cause": shapes.stamp(receipt.cause), "reason": .string(reason),
      "restore": .string(command),
    ])
  }
}

extension FieldValue {
  fileprivate var isPlace: Bool {
    switch self {
    case .cardPlace, .columnPlace, .itemPlace: true
    case .text, .flag, .number, .role, .body, .fragment: false
    }
  }
}
