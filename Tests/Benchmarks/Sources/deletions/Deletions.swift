import BoardModel
import Foundation

/// How long a batch of deletions takes over what is deleted already: 1,000 splices, of which each
/// names all of the text, as one operation of some 60 KB may bring them to every replica.
@main
struct Deletions {
  static let splices = 1_000
  static let runs = 11

  static func main() {
    do {
      for size in [100, 100_000, 768_000] { try measure(size) }
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func measure(_ size: Int) throws {
    let (gone, range) = try board(size)
    let again = Intent.cardSplice(card, Splice(deletions: [range], insertions: []))
    let batch = operation(.batch([Intent](repeating: again, count: splices)), on: gone)
    var milliseconds: [Double] = []
    let clock = ContinuousClock()
    for _ in 0..<runs {
      var board = gone
      let began = clock.now
      let outcome = apply(batch, to: &board)
      milliseconds.append(began.duration(to: clock.now) / .milliseconds(1))
      guard !outcome.isRejected else { throw DeletionsFault(description: "refused: \(outcome)") }
    }
    print(
      String(
        format: "%d deletions of %d scalars that are gone: median %.2f ms, slowest of %d runs "
          + "%.2f ms", splices, size, milliseconds.sorted()[runs / 2], runs,
        milliseconds.max() ?? 0))
  }

  private static let column = ColumnID(high: 2, low: 1)
  private static let card = CardID(high: 3, low: 1)
  private static let author = Author(user: "ann", device: "desk")

  /// A board with a card whose body has so many scalars, all deleted.
  private static func board(_ size: Int) throws -> (Board, TextRange) {
    var board = Board(id: BoardID(high: 1, low: 1))
    let body = String(repeating: "x", count: size)
    let intents: [Intent] = [
      .boardCreate(title: "Deletions"), .columnCreate(column, title: "Column", at: Anchors()),
      .cardCreate(card, in: column, title: "Card", body: body, at: Anchors()),
    ]
    var last = operation(intents[0], on: board)
    for intent in intents {
      last = operation(intent, on: board)
      let outcome = apply(last, to: &board)
      guard !outcome.isRejected else { throw DeletionsFault(description: "refused: \(outcome)") }
    }
    let range = TextRange(
      start: TextIdentity(operation: last.id, offset: 0), count: UInt32(size))
    let deletion = Intent.cardSplice(card, Splice(deletions: [range], insertions: []))
    _ = apply(operation(deletion, on: board), to: &board)
    return (board, range)
  }

  private static func operation(_ intent: Intent, on board: Board) -> BoardModel.Operation {
    BoardModel.Operation(
      id: OperationID(session: SessionID(high: 4, low: 1), epoch: 1, counter: board.sequence + 1),
      base: board.sequence, queued: false, intent: intent)
  }

  private static func apply(_ operation: BoardModel.Operation, to board: inout Board) -> Outcome {
    board.apply(operation, sequence: board.sequence + 1, time: 1, author: author)
  }
}

struct DeletionsFault: Error, CustomStringConvertible {
  let description: String
}
