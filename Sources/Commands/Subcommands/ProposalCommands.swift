import ArgumentParser
import BoardModel
import Wording

struct ProposalsCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "proposals",
    abstract: "Lists edits that came too late to take effect, to be accepted or dismissed.",
    discussion: """
      An edit made without a connection becomes a proposal where somebody else changed the same \
      meanwhile.
      """)

  @Argument(help: ArgumentHelp("Only those on this card, named likewise.")) var card: String?
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let board = open.board
    let proposals =
      try card.map { board.proposals(on: try Naming.card($0, on: board).id) }
      ?? board.proposalsInOrder
    let shapes = Shapes(board, user: open.user)
    return Reply(
      json: .object([
        "board": shapes.reference, "proposals": .array(proposals.map { shapes.proposal($0) }),
      ]), text: ProposalsCommand.text(proposals, on: board))
  }

  static func text(_ proposals: [Proposal], on board: Board) -> String {
    guard !proposals.isEmpty else { return "there are no open proposals" }
    let names = ProposalNames(board)
    return
      (proposals.map { PlainText.proposal($0, names, on: board) }
      + [
        "`board accept NAME` writes what one proposes, `board dismiss NAME` leaves what is there; "
          + "NAME stands in front"
      ])
      .joined(separator: "\n")
  }
}

extension OpenBoard {
  /// Accepts or dismisses a proposal.
  func settle(_ name: String, accept: Bool) throws -> Reply {
    let proposal = try ProposalNames(board).find(name)
    let before = Shapes(board, user: user)
    let shown = before.proposal(proposal)
    let what = Wording(board: board).name(proposal)
    let settle = Intent.settle(
      proposal.field, user: proposal.stamp.author.user, operation: proposal.stamp.operation,
      accept: accept)
    let (outcome, board) = try edit([settle])
    let shapes = Shapes(board, user: user)
    return Reply(
      json: .object([
        "board": shapes.reference, "proposal": shown, "accepted": .bool(accept),
        "outcome": shapes.outcome(outcome),
      ]),
      text: PlainText.done(
        "\(accept ? "accepted" : "dismissed") \(what)", outcome, on: board), hasEdited: true)
  }
}

struct AcceptCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Writes what a proposal proposes, as an edit of yours.")

  @Argument(help: NameHelp.proposal) var proposal: String
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply { try open.settle(proposal, accept: true) }
}

struct DismissCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Turns a proposal down: what is there stays.",
    discussion: "The value that was proposed stays in `board log CARD`.")

  @Argument(help: NameHelp.proposal) var proposal: String
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply { try open.settle(proposal, accept: false) }
}
