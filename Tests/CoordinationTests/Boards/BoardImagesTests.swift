import BoardModel
import SampleHistory
import Testing
import Wire

@testable import Coordination

/// The snapshots of a board: at most one is made at a time, and none is served or stored that is not
/// what the log has.
@Suite("Transitions of the snapshots of a board")
struct BoardImagesTests {
  enum State: String, CaseIterable {
    case none
    /// There is one of operation 10.
    case made
    /// The board is being encoded as it was after operation 20.
    case making
    /// The same, and a window waits for it.
    case makingForWindow
    /// A snapshot for the log is made, of operation 20.
    case unstored
  }

  enum Event: String, CaseIterable {
    case wait, pin, take, takeToStore, takeOther
    case durable19, durable20, lose19, lose20, purge20, purge21
    /// A purge of operation 19, in a group with operation 20.
    case purge19
  }

  private static func images(_ state: State) -> BoardImages {
    var images = BoardImages(stored: 5)
    switch state {
    case .none: break
    case .made:
      images.pin(1, at: 10)
      _ = images.take(image(at: 10), toStore: nil, number: 1)
    case .making: images.pin(2, at: 20)
    case .makingForWindow:
      images.pin(2, at: 20)
      images.wait(request)
    case .unstored:
      images.pin(2, at: 20)
      _ = images.take(image(at: 20), toStore: snapshot(at: 20), number: 2)
    }
    return images
  }

  private static let request = BoardImages.Request(
    connection: ConnectionID(7), request: 3, told: 4)

  private static func made(_ sequence: UInt64) -> Board {
    var board = Board(id: board(1))
    for next in 1...sequence {
      let intent: Intent = next == 1 ? .boardCreate(title: "Work") : .boardRename(title: "\(next)")
      _ = board.apply(
        Operation(
          id: OperationID(session: session(1), epoch: 1, counter: next), base: next - 1,
          queued: false, intent: intent),
        sequence: next, time: next, author: Author(user: "ann", device: "x"))
    }
    return board
  }

  private static func image(at sequence: UInt64) -> SnapshotImage {
    SnapshotImage(of: made(sequence))
  }

  private static func snapshot(at sequence: UInt64) -> UnstoredSnapshot {
    let board = made(sequence)
    let creation = LoadedBoard.Creation(
      author: Author(user: "ann", device: "laptop"),
      operation: OperationID(session: session(1), epoch: 1, counter: 1), hash: nil,
      stored: StoredOutcome(counter: 1, sequence: 1, time: 1, outcome: .applied))
    let loaded = LoadedBoard(
      tip: board, durable: LoadedBoard.Durable(board), lastTime: sequence, creation: creation,
      snapshotSequence: 5, idleSince: 0)
    return UnstoredSnapshot(
      of: board.id, SnapshotHead(of: loaded, ledgers: []), SnapshotImage(of: board))
  }

  private static func happen(_ event: Event, _ images: inout BoardImages) -> String {
    switch event {
    case .wait: images.wait(BoardImages.Request(connection: ConnectionID(8), request: 1, told: 0))
    case .pin: images.pin(3, at: 30)
    case .take: return words(images.take(image(at: 20), toStore: nil, number: 2))
    case .takeToStore:
      return words(images.take(image(at: 20), toStore: snapshot(at: 20), number: 2))
    case .takeOther:
      return words(images.take(image(at: 20), toStore: snapshot(at: 20), number: 9))
    case .durable19: return images.takeUnstored(durable: 19).map { "store \($0.sequence)" } ?? "-"
    case .durable20: return images.takeUnstored(durable: 20).map { "store \($0.sequence)" } ?? "-"
    case .lose19: return words(images.lose(after: 19))
    case .lose20: return words(images.lose(after: 20))
    case .purge19: return words(images.forget(before: 19, storedAt: 20))
    case .purge20: return words(images.forget(before: 20, storedAt: 20))
    case .purge21: return words(images.forget(before: 21, storedAt: 21))
    }
    return "-"
  }

  private static func words(_ requests: [BoardImages.Request]?) -> String {
    guard let requests else { return "unwanted" }
    return requests.isEmpty ? "-" : "for \(requests.map(\.connection.rawValue))"
  }

  private static func standing(_ images: BoardImages) -> String {
    var words = ["stored \(images.stored)"]
    if let newest = images.newest { words.append("newest \(newest.sequence)") }
    if let pinned = images.pinned {
      words.append("making \(pinned.sequence)")
      if !pinned.waiting.isEmpty { words.append(Self.words(pinned.waiting)) }
    }
    if let unstored = images.unstored { words.append("unstored \(unstored.sequence)") }
    return words.joined(separator: ", ")
  }

  static func outcome(_ event: Event, in state: State) -> String {
    var images = images(state)
    let effect = happen(event, &images)
    return "\(effect) | \(standing(images))"
  }

  @Test(
    "Every event has the effect of the table, and leaves the snapshots as it says",
    arguments: State.allCases)
  func table(state: State) throws {
    let table = try #require(Self.transitions[state])
    expectTransitions(table) { (event: Event) in Self.outcome(event, in: state) }
  }

  /// Who is told, then: what the log has, what windows get, what is being made, and for whom.
  private static let transitions: [State: String] = [
    .none: """
    - | stored 5 <- wait durable19 durable20 lose19 lose20
    - | stored 5, making 30 <- pin
    unwanted | stored 5 <- take takeToStore takeOther
    - | stored 20 <- purge19 purge20
    - | stored 21 <- purge21
    """,
    .made: """
    - | stored 5, newest 10 <- wait durable19 durable20 lose19 lose20
    - | stored 5, newest 10, making 30 <- pin
    unwanted | stored 5, newest 10 <- take takeToStore takeOther
    - | stored 20 <- purge19 purge20
    - | stored 21 <- purge21
    """,
    .making: """
    - | stored 5, making 20, for [8] <- wait
    - | stored 5, making 30 <- pin
    - | stored 5, newest 20 <- take
    - | stored 5, newest 20, unstored 20 <- takeToStore
    unwanted | stored 5, making 20 <- takeOther
    - | stored 5, making 20 <- durable19 durable20 lose20
    - | stored 5 <- lose19
    - | stored 20, making 20 <- purge19 purge20
    - | stored 21 <- purge21
    """,
    .makingForWindow: """
    - | stored 5, making 20, for [7, 8] <- wait
    - | stored 5, making 30 <- pin
    for [7] | stored 5, newest 20 <- take
    for [7] | stored 5, newest 20, unstored 20 <- takeToStore
    unwanted | stored 5, making 20, for [7] <- takeOther
    - | stored 5, making 20, for [7] <- durable19 durable20 lose20
    for [7] | stored 5 <- lose19
    - | stored 20, making 20, for [7] <- purge19 purge20
    for [7] | stored 21 <- purge21
    """,
    .unstored: """
    - | stored 5, newest 20, unstored 20 <- wait durable19 lose20
    - | stored 5, newest 20, making 30, unstored 20 <- pin
    unwanted | stored 5, newest 20, unstored 20 <- take takeToStore takeOther
    store 20 | stored 20, newest 20 <- durable20
    - | stored 5 <- lose19
    - | stored 20, newest 20, unstored 20 <- purge19 purge20
    - | stored 21 <- purge21
    """,
  ]
}
