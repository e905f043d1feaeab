import BoardModel
import HashTreeCollections
import SampleHistory
import Testing
import Wire

@testable import Coordination

/// Images of a board, which share what did not change.
@Suite("Images of a board")
struct SnapshotImageTests {
  private static func edited(_ board: inout Board, _ intents: [Intent]) {
    for intent in intents {
      let next = board.sequence + 1
      let outcome = board.apply(
        Operation(
          id: OperationID(session: session(1), epoch: 1, counter: next), base: next - 1,
          queued: false, intent: intent),
        sequence: next, time: next, author: Author(user: "ann", device: "x"))
      #expect(!outcome.isRejected, "\(intent): \(outcome)")
    }
  }

  private static let column = ColumnID(high: 0, low: 1)

  private static func make(cards: UInt64) -> Board {
    var board = Board(id: board(1))
    edited(
      &board,
      [.boardCreate(title: "Work"), .columnCreate(column, title: "To do", at: Anchors())]
        + (1...cards).map {
          .cardCreate(
            card($0), in: column, title: "Card \($0)", body: String(repeating: "x", count: 900),
            at: Anchors())
        })
    return board
  }

  private func bytes(_ image: SnapshotImage) -> [UInt8] { image.chunks.flatMap { image.bytes($0) } }

  @Test("An image that is made of an earlier one is that of the board as it is")
  func incremental() {
    var board = Self.make(cards: 200)
    _ = board.takeChangedParts()
    var image = SnapshotImage(of: board)
    let steps: [[Intent]] = [
      [.cardRetitle(card(7), title: "Other")],
      [.cardMove([card(9)], to: Self.column, at: Anchors(after: card(150)))],
      [.set(.cardDue(card(3)), .number(20_000)), .cardFavourite(card(4), marked: true)],
      [.columnCreate(ColumnID(high: 0, low: 2), title: "Done", at: Anchors())],
      [.purge(.card(card(5)))],
      [],
    ]
    for intents in steps {
      Self.edited(&board, intents)
      image = SnapshotImage(of: board, changed: board.takeChangedParts(), since: image)
      let whole = SnapshotImage(of: board)
      #expect(bytes(image) == bytes(whole))
      #expect(image.total == whole.total)
      #expect(image.total == UInt32(board.entities().count))
      #expect(image.chunks.map(\.cursor) == whole.chunks.map(\.cursor))
    }
  }

  @Test("No chunk is larger than one may be, and each begins where the one before ends")
  func chunks() throws {
    let image = SnapshotImage(of: Self.make(cards: 300))
    try #require(image.chunks.count > 3)
    var cursor: UInt32 = 0
    for chunk in image.chunks {
      #expect(chunk.cursor == cursor)
      #expect(image.payload(chunk).count <= Limits.chunkBytes)
      cursor += chunk.count
    }
    #expect(cursor == image.total)
  }

  @Test("A stream has every chunk once, the last of them without MORE")
  func stream() throws {
    let image = SnapshotImage(of: Self.make(cards: 300))
    var stream = SnapshotStream(image, answering: 7)
    var frames: [Frame] = []
    while !stream.isDone {
      let room = stream.nextSize
      frames.append(stream.next())
      #expect(frames.last.map { $0.bytes.count <= room } == true)
    }
    #expect(frames.map(\.payload) == image.chunks.map(image.payload))
    #expect(frames.allSatisfy { $0.request == 7 })
    #expect(frames.dropLast().allSatisfy { $0.flags == [.response, .more] })
    #expect(frames.last?.flags == .response)
  }

  @Test("An image does not ask the board for parts that did not change")
  func shared() {
    var board = Self.make(cards: 20)
    _ = board.takeChangedParts()
    let image = SnapshotImage(of: board)
    Self.edited(&board, [.cardRetitle(card(7), title: "Other")])
    // A part that is said not to have changed is taken as it was.
    let stale = SnapshotImage(of: board, changed: [], since: image)
    #expect(bytes(stale) == bytes(image))
    #expect(bytes(SnapshotImage(of: board)) != bytes(image))
  }
}
