import ArgumentParser
import BoardModel
import Wording

struct CompactCommand: OneBoardCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact", abstract: "Drops from texts what was deleted in them long ago.",
    discussion: """
      A text keeps what was deleted in it, so that edits made without a connection find their \
      place. Without what was deleted it takes less room. Whoever comes back with edits made \
      before that loses nothing: what has no place any more becomes a proposal. `board log CARD` \
      goes on telling all of it.
      """)

  @Argument(
    help: ArgumentHelp(
      "The cards, each by its \(ShortNames.ofCard). Without any, all of the board.",
      valueName: "card"))
  var cards: [String] = []
  @Option(
    help: ArgumentHelp(
      "Leaves texts alone that somebody wrote in since then: \(PastTime.forms).",
      valueName: "time"))
  var olderThan = "30d"
  @OptionGroup var options: BoardOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in try PastTime(olderThan).needPast() }
  }

  func reply(on open: OpenBoard) throws -> Reply {
    let chosen = try cards.map { try Naming.card($0, on: open.board).id }
    let time = try PastTime(olderThan).milliseconds
    let texts = CompactCommand.texts(
      of: chosen.isEmpty ? nil : chosen, unwrittenSince: time, on: open.board)
    let (_, board) = try open.edit(CompactCommand.plan(texts))
    let done = texts.compactMap { $0.compacted(on: board, since: open.board.sequence) }
    let shapes = Shapes(board, user: open.user)
    return Reply(
      json: .object([
        "board": shapes.reference, "compacted": .array(done.map { $0.json(shapes) }),
      ]),
      text: CompactCommand.text(done, on: board), hasEdited: !texts.isEmpty)
  }

  /// A text that holds deleted scalars.
  struct DeletedText: Equatable {
    let card: CardID
    let comment: CommentID?
    /// How many scalars are deleted.
    let count: Int
    /// The sequence number of the last operation that wrote in the text.
    let sequence: UInt64

    var field: FieldAddress { .text(of: card, comment: comment) }

    /// What was dropped of it; nil where nothing was, since somebody has written in it meanwhile.
    func compacted(on board: Board, since known: UInt64) -> DeletedText? {
      guard let compaction = board.compaction(of: field), compaction.stamp.sequence > known,
        let text = board.text(of: field)
      else { return nil }
      let left = min(count, text.totalCount - text.visibleCount)
      return DeletedText(card: card, comment: comment, count: count - left, sequence: sequence)
    }

    func json(_ shapes: Shapes) -> JSON {
      .object([
        "card": .string(card.description), "short": .string(shapes.shortName(of: card)),
        "title": .string(shapes.board.card(card)?.title.value ?? ""),
        "comment": .string(comment?.description ?? ""), "dropped": .number(UInt64(count)),
      ])
    }
  }

  /// - Parameters:
  ///   - cards: the cards to look at; nil for all, archived ones included.
  ///   - time: the time since which nobody wrote in the text, in milliseconds since 1970.
  static func texts(
    of cards: [CardID]?, unwrittenSince time: UInt64, on board: Board
  ) -> [DeletedText] {
    let all = cards ?? board.columnOrder.compactMap { board.column($0)?.cards }.flatMap(\.self)
    return all.flatMap { card in
      ([nil] + board.comments(on: card).map(\.id)).compactMap { comment in
        let field = FieldAddress.text(of: card, comment: comment)
        guard let text = board.text(of: field), let stamp = board.textStamp(of: field),
          text.totalCount > text.visibleCount, stamp.time <= time
        else { return nil }
        return DeletedText(
          card: card, comment: comment, count: text.totalCount - text.visibleCount,
          sequence: stamp.sequence)
      }
    }
  }

  /// The most texts in one edit, which keeps the edit small.
  private static let atOnce = 500

  /// As many compactions of each text as it takes, in batches that no limit of the board stops.
  static func plan(_ texts: [DeletedText]) -> [Intent] {
    var batches: [[Intent]] = []
    var scalars = 0
    for text in texts {
      let intent = Intent.textCompact(text.card, text.comment, horizon: text.sequence)
      for start in stride(from: 0, to: text.count, by: BoardLimits.compactedScalars) {
        let count = min(BoardLimits.compactedScalars, text.count - start)
        scalars += count
        if let last = batches.last, last.count < atOnce, scalars <= BoardLimits.batchScalars {
          batches[batches.count - 1].append(intent)
        } else {
          batches.append([intent])
          scalars = count
        }
      }
    }
    return batches.map { $0.count == 1 ? $0[0] : .batch($0) }
  }

  static func text(_ texts: [DeletedText], on board: Board) -> String {
    guard !texts.isEmpty else { return "no text holds anything that was deleted so long ago" }
    let words = Wording(board: board)
    return texts.map { text in
      let count = text.count == 1 ? "1 deleted character" : "\(text.count) deleted characters"
      return PlainText.line("dropped \(count) from \(words.field(text.field))")
    }.joined(separator: "\n")
  }
}
