import BoardModel
import Identity
import Testing
import WindowStore
import Wire

@testable import WindowHost

@Suite("Choosing a board")
struct OpeningTests {
  private static let boards = [
    BoardSummary(
      id: BoardID(high: 0xABCD_0000_0000_0000, low: 1), title: "Home", sequence: 1, time: 1),
    BoardSummary(
      id: BoardID(high: 0xABCD_1000_0000_0000, low: 2), title: "Work", sequence: 1, time: 2),
    BoardSummary(
      id: BoardID(high: 0x1234_0000_0000_0000, low: 3), title: "Work", sequence: 1, time: 3),
    BoardSummary(
      id: BoardID(high: 0x5678_0000_0000_0000, low: 4), title: "abcd0", sequence: 1, time: 4),
  ]

  @Test(
    "A title goes before the beginning of an identifier, which may be in capitals",
    arguments: [("Home", 1), ("1234", 3), ("ABCD1", 2), ("abcd0", 4), ("abcd00", 1)]
      as [(String, UInt64)])
  func found(wanted: String, low: UInt64) throws {
    let choice = try BoardChoice.of(Self.boards, wanted: wanted, last: nil).get()
    #expect(choice == .open(try #require(Self.boards.first { $0.id.low == low }).id))
  }

  @Test(
    "Without a wish it is the board used last, else the one changed last; the sample only first")
  func unnamed() throws {
    let (home, gone) = (Self.boards[0].id, BoardID(high: 9, low: 9))
    let newest = BoardChoice.open(Self.boards[3].id)
    #expect(try BoardChoice.of(Self.boards, wanted: nil, last: home).get() == .open(home))
    #expect(try BoardChoice.of(Self.boards, wanted: nil, last: gone).get() == newest)
    #expect(try BoardChoice.of(Self.boards, wanted: nil, last: nil).get() == newest)
    #expect(try BoardChoice.of([], wanted: nil, last: home).get() == .open(home))
    #expect(try BoardChoice.of([], wanted: nil, last: nil).get() == .makeSample)
  }

  @Test("An archived board is opened by its name alone")
  func archived() throws {
    let boards = Self.boards.map {
      BoardSummary(
        id: $0.id, title: $0.title, sequence: 1, time: $0.time, isArchived: $0.title != "Home")
    }
    let home = BoardChoice.open(Self.boards[0].id)
    #expect(try BoardChoice.of(boards, wanted: nil, last: nil).get() == home)
    #expect(try BoardChoice.of(boards, wanted: nil, last: Self.boards[1].id).get() == home)
    let past = BoardChoice.open(Self.boards[3].id)
    #expect(try BoardChoice.of(boards, wanted: "abcd0", last: nil).get() == past)
    let failure = #expect(throws: WindowFailure.self) {
      try BoardChoice.of(Array(boards[1...]), wanted: nil, last: nil).get()
    }
    #expect(failure?.description.contains("every board is archived") == true)
    let twins = [
      BoardSummary(id: Self.boards[1].id, title: "Work", sequence: 1, time: 1, isArchived: true),
      Self.boards[2],
    ]
    #expect(
      try BoardChoice.of(twins, wanted: "Work", last: nil).get() == .open(Self.boards[2].id))
  }

  @Test("A coordinator that was reached is asked again three times, one that was not never")
  func patience() {
    var patience = InquiryPatience()
    for _ in 0..<InquiryPatience.mostCuts {
      patience.connected()
      let isOver = patience.isOverAfterCut()
      #expect(!isOver)
      var unreachable = patience
      let isOverUnreached = unreachable.isOverAfterCut()
      #expect(isOverUnreached)
    }
    patience.connected()
    let isOverInTheEnd = patience.isOverAfterCut()
    #expect(isOverInTheEnd)
  }

  @Test(
    "What names none or several is refused with what there is",
    arguments: [
      ("Work", "several boards"), ("abcd", "several boards"), ("123", "there is no board"),
      ("home", "there is no board"),
    ])
  func refused(wanted: String, reason: String) throws {
    let failure = try #require(throws: WindowFailure.self) {
      try BoardChoice.of(Self.boards, wanted: wanted, last: nil).get()
    }
    #expect(failure.description.contains(reason))
    #expect(failure.description.contains("Work"))
    #expect(failure.exitCode == 1)
  }

  @Test("The sample board is the same for one user of a cluster, and a valid board")
  func sample() throws {
    func board(_ cluster: String, _ user: String) throws -> SampleBoard {
      SampleBoard(cluster: try NamePart(cluster), user: try UserName(user))
    }
    let sample = try board("home", "ann")
    let again = try board("home", "ann")
    #expect(sample.id == again.id)
    #expect(sample.creation == again.creation)
    for other in [try board("elsewhere", "ann"), try board("home", "ben")] {
      #expect(sample.id != other.id)
      #expect(sample.creation.id != other.creation.id)
    }
    var board = Board(id: sample.id)
    let outcome = board.apply(
      sample.creation, sequence: 1, time: 1, author: Author(user: "ann", device: "desk"))
    #expect(outcome == .applied)
    #expect(board.title?.value == "Welcome")
    #expect(board.level == ModelLevels.released.newest)
    #expect(board.liveColumns.map(\.title.value) == ["To do", "Doing", "Done"])
    #expect(board.liveColumns.allSatisfy { !board.liveCards(in: $0.id).isEmpty })
  }

  @Test("A body given to an editor is read back with its identities")
  func openedBody() {
    let card = CardID(high: 1, low: 2)
    let operation = OperationID(session: SessionID(high: 3, low: 4), epoch: 1, counter: 5)
    let body = Text("one\ntwo", by: operation)
    let bytes = OpenedBody.bytes(body, of: card)
    #expect(OpenedBody.body(bytes, of: card) == body)
    #expect(OpenedBody.body(bytes, of: CardID(high: 9, low: 9)) == nil)
    #expect(OpenedBody.body([], of: card) == nil)
    #expect(OpenedBody.body(Array(bytes.dropLast()), of: card) == nil)
  }
}
