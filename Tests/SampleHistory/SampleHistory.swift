public import BoardModel
public import LogRecords
import Wire

/// A card's history, found by looking through a whole log.
public enum SampleHistory {
  public static func rows(
    _ rows: [OperationRow], about card: CardID, from: UInt64, count: UInt32
  ) -> [OperationRow] {
    var cards: [OperationID: [CardID]] = [:]
    var found: [OperationRow] = []
    for row in rows {
      var reader = ByteReader(row.bytes)
      for committed in (try? reader.committedList()) ?? [] {
        let concerned = ConcernedCards(of: committed) { cards[$0] ?? [] }
        cards[committed.id] = concerned.inOrder
        guard concerned.contains(card), committed.sequence >= from, found.count < count else {
          continue
        }
        var writer = ByteWriter()
        writer.value([committed])
        found.append(
          OperationRow(
            board: row.board, first: committed.sequence, last: committed.sequence,
            bytes: writer.bytes))
      }
    }
    return found
  }
}
