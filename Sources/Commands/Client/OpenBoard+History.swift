import BoardModel
import WindowSync

// What the log of an open board tells.
extension OpenBoard {
  /// Operations asked for at once: an answer holds as many of them as make up a chunk.
  private static let page: UInt32 = 512

  /// The story of a card up to the board as it was opened, read a page at a time.
  /// - Parameter last: where it ends; nil for what there is.
  func cardHistory(
    of card: CardID, keeping: CardHistory.Keeping, until last: UInt64? = nil
  ) throws -> CardHistory {
    var cardHistory = CardHistory(card: card, unsorted: board.unsortedID, keeping: keeping)
    try read(about: card, while: { $0.sequence <= last ?? .max }) { cardHistory.take($0) }
    cardHistory.finish()
    return cardHistory
  }

  /// The board as it was at a time: its log, applied again up to then.
  /// - Parameter past: by the coordinator's clock.
  func board(at past: PastTime) throws -> Board {
    // What that clock gave out has passed, also where this machine's clock is behind it.
    try past.needPast(
      by: past.isStillToCome ? client.history(from: board.sequence, count: 1).last?.time : nil)
    let time = past.milliseconds
    var past = Board(id: board.id, levels: board.levels)
    var made: UInt64?
    try read(about: nil, while: { $0.time <= time }) { committed in
      made = made ?? committed.time
      guard past.apply(committed) == committed.outcome else {
        throw CommandFailure(
          .refused,
          "edit \(committed.sequence) has another outcome here than it had at the "
            + "coordinator: the board as it was cannot be shown")
      }
    }
    guard past.exists else {
      let first = try client.history(from: 1, count: 1).first?.time ?? 0
      throw CommandFailure(
        .notFound,
        "the board was made at \(LocalTime.text(first)), it was not there at "
          + LocalTime.text(time))
    }
    return past
  }

  private func read(
    about card: CardID?, while isWanted: (CommittedOperation) -> Bool = { _ in true },
    _ each: (CommittedOperation) throws -> Void
  ) throws {
    var next: UInt64 = 1
    while next <= board.sequence {
      let page = try client.history(from: next, count: OpenBoard.page, about: card)
      for committed in page {
        guard committed.sequence <= board.sequence, isWanted(committed) else { return }
        try each(committed)
      }
      guard let last = page.last?.sequence, last >= next else { return }
      next = last + 1
    }
  }
}
