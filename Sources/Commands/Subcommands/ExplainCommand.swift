import ArgumentParser
import BoardModel
import WindowSync
import Wording

struct ExplainCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Says who wrote a field of a card last, and why that won.",
    discussion: """
      Below it stand the changes before, the newest first, with what they replaced and what was \
      refused. Each has a number: --restore NUMBER writes its value again. Items are named by \
      their numbers, which `board show` prints, or like comments by \(ShortNames.beginning) of \
      their identifiers, which `board log CARD --json` has also for what was removed.
      """)

  /// The most changes of a field that are listed, the newest ones.
  private static let kept = 2_000

  @Argument(help: NameHelp.card) var card: String
  @Argument(help: "The field: \(FieldName.all).") var field: String
  @Argument(help: "Which label, user, item or comment.") var which: String?
  @Option(
    help: ArgumentHelp(
      "Write the value of the change with this number again, as an edit of yours.",
      valueName: "number"))
  var restore: UInt64?
  @OptionGroup var options: BoardOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in try FieldName(field, which) }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let card = try Naming.card(card, on: open.board)
    let field = try FieldName(field, which).address(on: card, of: open.board, user: open.user)
    if let restore { return try self.restore(restore, of: field, card, open) }
    let cardHistory = try open.cardHistory(of: card.id, keeping: .about(field, ExplainCommand.kept))
    let explained = Explained(field, of: cardHistory, user: open.user)
    let undone = cardHistory.undone(on: open.board)
    let shapes = Shapes(open.board, user: open.user, undone: undone)
    let proposals = open.board.proposals(on: card.id).filter { $0.field == field }
    return Reply(
      json: .object([
        "board": shapes.reference, "card": shapes.whole(card),
        "field": .string(Shapes.name(field)),
        "subject": .string(ProposalNames.subject(of: field)),
        "value": .string(shapes.text(shapes.value(of: field), of: field)),
        "written": .array(
          (explained.written.map { [$0] } ?? []).map {
            shapes.fieldChange($0.change, by: $0.entry, of: cardHistory)
          }),
        "changes": .array(
          explained.changes.map { shapes.fieldChange($0.change, by: $0.entry, of: cardHistory) }
        ),
        "proposals": .array(proposals.map { shapes.proposal($0) }),
      ]),
      text: explained.text(
        HistoryText(cardHistory: cardHistory, board: open.board, undone: undone),
        proposals: proposals.map { shapes.proposalText($0) },
        stamp: open.board.state(of: field, for: open.user)?.stamp))
  }

  private func restore(
    _ sequence: UInt64, of field: FieldAddress, _ card: Card, _ open: OpenBoard
  ) throws -> Reply {
    let cardHistory = try open.cardHistory(of: card.id, keeping: .newest(1), until: sequence)
    let explained = Explained(field, of: cardHistory, user: open.user)
    guard let found = explained.changes.first(where: { $0.committed.sequence == sequence }) else {
      throw CommandFailure(
        .notFound,
        "edit \(sequence) did not change this field: `board explain` lists what did")
    }
    let intents: [Intent]
    do {
      intents = try Restoration.intents(
        found.change, by: found.committed.author.user, of: card, on: open.board, user: open.user)
    } catch {
      throw CommandFailure(.rejected, error.text)
    }
    return try open.edit(
      card.id, intents, done: intents.isEmpty ? "nothing to change on" : "restored")
  }
}

/// The changes of one field of a card.
struct Explained {
  struct Change {
    let entry: CardEntry
    let change: FieldChange

    var committed: CommittedOperation { entry.committed }
  }

  /// The changes, newest first.
  let changes: [Change]

  /// - Parameter user: the user whose mark (favourite) is meant.
  init(_ field: FieldAddress, of cardHistory: CardHistory, user: String) {
    let isMark = field == .favourite(cardHistory.card)
    changes = cardHistory.entries.reversed().flatMap { entry -> [Change] in
      if isMark, entry.committed.author.user != user { return [] }
      return entry.changes.reversed().filter { $0.field == field }
        .map { Change(entry: entry, change: $0) }
    }
  }

  /// The change whose value the field shows.
  var written: Change? { changes.first { $0.change.tookEffect } }

  /// - Parameter stamp: what the board says of the edit whose value the field shows.
  func text(_ text: HistoryText, proposals: [String], stamp: Stamp?) -> String {
    func block(_ change: Change) -> [String] {
      [PlainText.line(HistoryText.head(change.committed))]
        + text.lines(change.change, by: change.committed).map { "    " + $0 }
    }
    guard !changes.isEmpty else { return "nobody has written this field yet" }
    var lines: [String]
    if let written {
      lines = ["written last by"] + block(written)
    } else if let stamp {
      lines = [
        "written last by", PlainText.line(HistoryText.head(stamp)),
        "    the edit itself was purged",
      ]
    } else {
      lines = ["nobody has written this field since its past was purged"]
    }
    if !proposals.isEmpty {
      lines += ["", "open proposals"] + proposals.map { "    " + PlainText.line($0) }
    }
    let others = changes.filter { $0.committed.sequence != written?.committed.sequence }
    if !others.isEmpty { lines += ["", "other changes"] + others.flatMap(block) }
    if text.cardHistory.dropped > 0 {
      lines += ["", "\(text.cardHistory.dropped) changes before these are in `board log CARD`"]
    }
    return lines.joined(separator: "\n")
  }
}
