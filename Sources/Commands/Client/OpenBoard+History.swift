import BoardModel
import Launcher
import WindowSync

// Reading the log of an open board.
extension OpenBoard {
  /// How many operations to ask for at once. An answer holds no more than fit a chunk.
  private static let page: UInt32 = 512

  /// The history of a card up to the board as it was opened, read page by page.
  /// - Parameter last: the last sequence number to read; nil for all that there are.
  func cardHistory(
    of card: CardID, keeping: CardHistory.Keeping, until last: UInt64? = nil
  ) throws -> CardHistory {
    var cardHistory = CardHistory(card: card, unsorted: board.unsortedID, keeping: keeping)
    try read(about: card, while: { $0.sequence <= last ?? .max }) { cardHistory.take($0) }
    cardHistory.finish()
    return cardHistory
  }

  /// The board at a past time, made by applying its log again up to then.
  /// - Parameter past: the time by the coordinator's clock.
  func board(at past: PastTime) throws -> Board {
    // A time that the coordinator has already given out has passed, even if this machine's clock is
    // behind it.
    let last = try client.history(from: board.sequence, count: 1).last?.time
    try past.needPast(by: past.isStillToCome ? last : nil)
    let time = past.milliseconds
    // Nothing came since: no purge keeps this from being shown.
    if let last, last <= time { return board }
    var past = Board(id: board.id, levels: board.levels)
    var made: UInt64?
    try read(about: nil, while: { $0.time <= time }) { committed in
      made = made ?? committed.time
      if committed.isPurged {
        throw CommandFailure(
          .refused,
          "an edit of \(LocalTime.text(committed.time)) was purged since: the board can be shown as "
            + "it was before then, and as it is now (without --at)")
      }
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
