import BoardModel
import Foundation

/// What the digest of a board costs after one edit, while the board grows: a card is moved in a
/// column of more and more cards, and a key is pressed in a longer and longer text.
@main
struct DigestGrowth {
  static let edits = 200

  static func main() {
    do {
      for cards in [100, 10_000, 100_000] { try measureMoves(cards) }
      for scalars in [1_000, 100_000, 900_000] { try measureKeys(scalars) }
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func measureMoves(_ cards: Int) throws {
    var board = try GrownBoard()
    for start in stride(from: 0, to: cards, by: 1_000) {
      let numbers = start..<min(cards, start + 1_000)
      try board.apply(
        .batch(
          numbers.map {
            .cardCreate(
              GrownBoard.card($0), in: GrownBoard.column, title: "Card \($0)", body: "",
              at: Anchors())
          }))
    }
    let whole = board.digestTime()
    let times = try (0..<edits).map { edit in
      let place = Anchors<CardKind>(after: GrownBoard.card(cards - 1 - edit % 50))
      try board.apply(
        .cardMove([GrownBoard.card(edit % 50)], to: GrownBoard.column, at: place))
      return board.digestTime()
    }
    report("a move among \(cards) cards", whole, times)
  }

  private static func measureKeys(_ scalars: Int) throws {
    var board = try GrownBoard()
    try board.apply(
      .cardCreate(
        GrownBoard.card(0), in: GrownBoard.column, title: "Long",
        body: String(repeating: "text ", count: scalars / 5), at: Anchors()))
    let whole = board.digestTime()
    let times = try (0..<edits).map { edit in
      let body = board.board.card(GrownBoard.card(0))?.body ?? Text()
      let place = edit * 7_919 % scalars
      try board.apply(
        .cardSplice(GrownBoard.card(0), body.splice(replacing: place..<place, with: "k")))
      return board.digestTime()
    }
    report("a key in \(scalars) scalars", whole, times)
  }

  private static func report(_ edit: String, _ whole: Double, _ times: [Double]) {
    print(
      String(
        format: "the digest after %@: median %.3f ms, slowest of %d %.3f ms; of all of it %.1f ms",
        edit, times.sorted()[edits / 2], edits, times.max() ?? 0, whole))
  }
}

/// A board with one column, and what is next on it.
private struct GrownBoard {
  static let column = ColumnID(high: 2, low: 1)
  private(set) var board = Board(id: BoardID(high: 1, low: 1))

  init() throws {
    try apply(.boardCreate(title: "Growth"))
    try apply(.columnCreate(GrownBoard.column, title: "Column", at: Anchors()))
  }

  static func card(_ number: Int) -> CardID { CardID(high: 3, low: UInt64(number)) }

  mutating func apply(_ intent: Intent) throws {
    let operation = BoardModel.Operation(
      id: OperationID(session: SessionID(high: 4, low: 1), epoch: 1, counter: board.sequence + 1),
      base: board.sequence, queued: false, intent: intent)
    let outcome = board.apply(
      operation, sequence: board.sequence + 1, time: 1, author: Author(user: "ann", device: "desk"))
    guard !outcome.isRejected else { throw GrowthFault(description: "refused: \(outcome)") }
  }

  /// How long it takes to bring the digest up to date, in milliseconds.
  mutating func digestTime() -> Double {
    let clock = ContinuousClock()
    let began = clock.now
    _ = board.digest()
    return began.duration(to: clock.now) / .milliseconds(1)
  }
}

struct GrowthFault: Error, CustomStringConvertible {
  let description: String
}
