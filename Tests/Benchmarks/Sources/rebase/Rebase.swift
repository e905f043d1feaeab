import BoardModel
import Foundation
import WindowSync
import Wire

/// How long a window takes that comes back with 1,000 edits of its own to a board on which others
/// made 1,000 meanwhile: from the first byte of theirs to the board that shows both.
@main
struct Rebase {
  static let count: UInt64 = 1_000
  static let runs = 31

  static func main() {
    do {
      try measure()
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func measure() throws {
    let world = try World()
    for read in [16 << 10, 64 << 10] {
      var total: [Double] = []
      var longest: [Double] = []
      for _ in 0..<runs {
        let turns = try world.comeBack(reading: read)
        total.append(turns.reduce(0, +))
        longest.append(turns.max() ?? 0)
      }
      print(
        String(
          format: "%llu pending over %llu incoming, reads of %d KiB: median %.1f ms (longest turn "
            + "%.1f ms), slowest of %d runs %.1f ms", count, count, read >> 10, median(total),
          median(longest), runs, total.max() ?? 0))
    }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

struct RebaseFault: Error, CustomStringConvertible {
  let description: String
}

/// What the window knew, what it did alone, and what the coordinator tells it when it is back.
struct World {
  private let identity: ReplicaIdentity
  private let saved: SavedReplica
  /// WELCOME, then ATTACHED.
  private let answers: [[UInt8]]
  private let operations: [UInt8]
  private let expected: Board

  private static let incarnation = IncarnationID(high: 7, low: 7)
  private static let mine = Author(user: "ann", device: "train")
  private static let theirs = Author(user: "ben", device: "desk")

  init() throws {
    let id = BoardID(high: 1, low: 1)
    let session = SessionID(high: 2, low: 2)
    let columns = (0..<8).map { ColumnID(high: 3, low: $0) }
    let cards = (0..<Rebase.count).map { CardID(high: 4, low: $0) }
    var board = Board(id: id)
    try World.perform(
      .batch([.boardCreate(title: "Rebase"), .set(.memberRole(""), .role(.owner))]), on: &board)
    for column in columns {
      try World.perform(
        .columnCreate(column, title: "Column \(column.low)", at: Anchors()), on: &board)
    }
    for card in cards {
      let column = columns[Int(card.low) % columns.count]
      try World.perform(
        .cardCreate(card, in: column, title: "Card \(card.low)", body: "A body.", at: Anchors()),
        on: &board)
    }
    let base = board.sequence
    saved = SavedReplica(
      session: SavedSession(
        board: id, session: session, configuration: .board, epoch: 1,
        incarnation: World.incarnation, forgottenThrough: 0),
      pending: (1...Rebase.count).map { counter in
        Operation(
          id: OperationID(session: session, epoch: 1, counter: counter), base: base, queued: true,
          intent: World.edit(Int(counter), cards, columns, of: "mine"))
      },
      board: SavedBoard(board: id, sequence: base, entities: board.entities(), ownThrough: 0))
    var output: [UInt8] = []
    var frame: [CommittedOperation] = []
    for number in 1...Int(Rebase.count) {
      // Half of the cards that the window edited, and half others.
      frame.append(
        try World.perform(World.edit(number * 3 / 2, cards, columns, of: "theirs"), on: &board))
      guard frame.count == 128 || number == Int(Rebase.count) else { continue }
      output += Committed(operations: frame).frame().bytes
      frame = []
    }
    operations = output
    let welcome = Welcome(
      minor: 0, features: [], frameLimit: Limits.frameBytes, requestsInFlight: 32,
      keepaliveMilliseconds: Limits.keepaliveMilliseconds, time: 1, cluster: "rebase",
      peer: World.mine, incarnation: World.incarnation, agent: "rebase")
    let attached = Attached(
      epoch: 2, lastCounter: 0, sequence: board.sequence, level: board.level,
      catchUp: .operations, outcomes: [])
    answers = [
      welcome.frame(request: 1, flags: .response).bytes,
      attached.frame(request: 2, flags: .response).bytes,
    ]
    identity = ReplicaIdentity(
      board: id, session: session, instance: InstanceID(high: 5, low: 5), author: World.mine,
      configuration: .board)
    for (number, operation) in saved.pending.enumerated() {
      _ = board.apply(
        operation, sequence: base + Rebase.count + UInt64(number) + 1, time: 2, author: World.mine)
    }
    expected = board
  }

  /// - Parameter reading: so many bytes arrive at a time.
  /// - Returns: the milliseconds of each turn of the window.
  func comeBack(reading size: Int) throws -> [Double] {
    var replica = Replica(identity: identity, saved: saved)
    tell(.start(wallClock: 2), &replica)
    tell(.connected, &replica)
    for answer in answers { tell(.received(answer), &replica) }
    let clock = ContinuousClock()
    var turns: [Double] = []
    for start in stride(from: 0, to: operations.count, by: size) {
      let bytes = Array(operations[start..<min(start + size, operations.count)])
      let began = clock.now
      tell(.received(bytes), &replica)
      turns.append(began.duration(to: clock.now) / .milliseconds(1))
    }
    guard let visible = replica.visible,
      visible.liveColumns.map(\.cards) == expected.liveColumns.map(\.cards),
      visible.liveColumns.allSatisfy({ column in
        visible.liveCards(in: column.id).map(\.title.value)
          == expected.liveCards(in: column.id).map(\.title.value)
      })
    else { throw RebaseFault(description: "the window shows another board than it must") }
    return turns
  }

  private func tell(_ event: ReplicaEvent, _ replica: inout Replica) {
    for effect in replica.handle(event, now: 1) {
      if case .persist = effect { tell(.stored, &replica) }
    }
  }

  private static func edit(
    _ number: Int, _ cards: [CardID], _ columns: [ColumnID], of whom: String
  ) -> Intent {
    let card = cards[number * 7 % cards.count]
    switch number % 3 {
    case 0: return .cardRetitle(card, title: "Card \(card.low), \(whom) \(number)")
    case 1: return .cardMove([card], to: columns[number * 5 % columns.count], at: Anchors())
    default: return .cardFavourite(card, marked: number % 2 == 0)
    }
  }

  @discardableResult
  private static func perform(_ intent: Intent, on board: inout Board) throws -> CommittedOperation
  {
    let sequence = board.sequence + 1
    let operation = Operation(
      id: OperationID(session: SessionID(high: 9, low: 9), epoch: 1, counter: sequence),
      base: sequence - 1, queued: false, intent: intent)
    let outcome = board.apply(operation, sequence: sequence, time: 1, author: theirs)
    guard !outcome.isRejected else {
      throw RebaseFault(description: "\(intent) was refused: \(outcome)")
    }
    return CommittedOperation(
      sequence: sequence, time: 1, author: theirs, operation: operation, outcome: outcome)
  }
}
