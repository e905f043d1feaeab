import ArgumentParser
import BoardModel
import Wording

struct ReceiptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipts",
    abstract: "Tells which of your edits others replaced, or the board refused.",
    usage: """
      board receipts [--all]
      board receipts seen [--through <number>]
      board receipts restore <receipt>
      """,
    subcommands: [ListReceipts.self, SeenReceipts.self, RestoreReceipt.self],
    defaultSubcommand: ListReceipts.self)
}

extension OpenBoard {
  /// Receipts in words. The log is read for edits whose values the board does not hold.
  func texts(_ receipts: [Receipt]) throws -> [ReceiptText] {
    let names = ReceiptNames(board.receipts(of: user))
    let isBetweenWindows = receipts.contains { $0.winner != nil && $0.cause.author.user == user }
    let windows = isBetweenWindows ? try? windowNames() : nil
    return try receipts.map { receipt in
      ReceiptText(
        receipt: receipt, name: names.name(of: receipt), undone: try undone(receipt),
        board: board, user: user, windows: windows)
    }
  }

  /// The names of this user's windows, for the middle of a sentence. They are asked for over a
  /// connection of its own, since this one has a board open.
  private func windowNames() throws -> [SessionID: String] {
    let client = try Client(Setting())
    defer {
      client.leave()
      try? client.waitUntilGone()
    }
    let windows = try UserWindows(client)
    return Dictionary(
      windows.all.map { ($0.session, "window \(windows.inSentence($0))") }, uniquingKeysWith: { $1 }
    )
  }

  /// The edit that was superseded and whose value no proposal holds any more.
  private func undone(_ receipt: Receipt) throws -> Intent? {
    guard case .superseded = receipt.kind, board.proposal(behind: receipt) == nil else {
      return nil
    }
    return try client.history(from: receipt.cause.sequence, count: 1)
      .first { $0.id == receipt.mine }?.operation?.intent
  }
}

struct ListReceipts: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "Lists your replaced or refused edits that you have not seen yet, the newest last.")

  /// How many receipts are listed without `--all`, so that they fit a screen.
  private static let shown = 10

  @Flag(help: "All of them, not only the newest \(ListReceipts.shown).") var all = false
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let receipts = open.board.receipts(of: open.user)
    let texts = try open.texts(all ? receipts : receipts.suffix(ListReceipts.shown))
    let shapes = Shapes(open.board, user: open.user)
    return Reply(
      json: .object([
        "board": shapes.reference, "receipts": .array(texts.map(\.json)),
        "unseen": .number(UInt64(receipts.count)),
      ]), text: ListReceipts.text(texts, of: receipts))
  }

  static func text(_ texts: [ReceiptText], of receipts: [Receipt]) -> String {
    guard let last = receipts.last else {
      return "nothing new: no edit of yours was replaced or refused"
    }
    let earlier = receipts.count - texts.count
    return
      ((earlier > 0 ? ["\(earlier) earlier ones: `board receipts --all`"] : [])
      + texts.map(\.text)
      + ["`board receipts seen --through \(last.cause.sequence)` takes them off the list"])
      .joined(separator: "\n")
  }
}

struct SeenReceipts: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "seen", abstract: "Takes receipts off the list, in all your windows.",
    discussion: "What they told stays in `board log CARD`.")

  @Argument(help: "Only these receipts, named by what stands in front of them.")
  var receipts: [String] = []
  @Option(
    help: ArgumentHelp(
      "Only those up to this number, in front of a receipt.", valueName: "number"))
  var through: UInt64?
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let ended = try self.ended(of: open.board.receipts(of: open.user))
    // A receipt that arrives while this command runs must not be ended.
    let intents =
      receipts.isEmpty
      ? ended.last.map { [Intent.receiptsSeen(through: $0.cause.sequence)] } ?? []
      : ended.map { .receiptSeen(cause: $0.cause.sequence, index: $0.index) }
    let (outcome, board) = try open.edit(intents)
    let shapes = Shapes(board, user: open.user)
    let left = board.receipts(of: open.user).count
    return Reply(
      json: .object([
        "board": shapes.reference, "ended": .number(UInt64(ended.count)),
        "unseen": .number(UInt64(left)), "outcome": shapes.outcome(outcome),
      ]),
      text: ended.isEmpty
        ? "there is no such receipt"
        : "took \(ended.count == 1 ? "1 receipt" : "\(ended.count) receipts") off the list, "
          + "\(left) left",
      hasEdited: !intents.isEmpty)
  }
}

extension SeenReceipts {
  func validate() throws {
    guard receipts.isEmpty || through == nil else {
      throw ValidationError("name receipts, or give --through: not both")
    }
  }

  /// The receipts that are meant, each once.
  private func ended(of all: [Receipt]) throws(CommandFailure) -> [Receipt] {
    guard !receipts.isEmpty else { return all.filter { $0.cause.sequence <= through ?? .max } }
    let names = ReceiptNames(all)
    var ended: [Receipt] = []
    for name in receipts {
      let receipt = try names.find(name)
      if !ended.contains(receipt) { ended.append(receipt) }
    }
    return ended
  }
}

struct RestoreReceipt: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Gets back what you had, as a new edit of yours.",
    discussion: """
      A value that somebody replaced is written again; a proposal of yours is accepted, or \
      its value written where it was dismissed or replaced. Only the window in which you made \
      it still has an edit that was refused.
      """)

  @Argument(help: "The receipt: the number in front of it, which `board receipts` prints.")
  var receipt: String
  @OptionGroup var options: BoardOptions

  func reply(on open: OpenBoard) throws -> Reply {
    let receipt = try ReceiptNames(open.board.receipts(of: open.user)).find(receipt)
    guard let text = try open.texts([receipt]).first else {
      throw CommandFailure(.notFound, "the receipt is gone")
    }
    let shown = text.json
    let intent: Intent
    do throws(ReceiptRestoration.Fault) {
      intent = try ReceiptRestoration.intent(receipt, text.undone, on: open.board)
    } catch {
      throw CommandFailure(.rejected, error.text)
    }
    let (outcome, board) = try open.edit([intent])
    let shapes = Shapes(board, user: open.user)
    return Reply(
      json: .object([
        "board": shapes.reference, "receipt": shown, "outcome": shapes.outcome(outcome),
      ]),
      text: PlainText.done(
        "you \(Wording(board: board).deed(intent))", outcome, on: board), hasEdited: true)
  }
}
