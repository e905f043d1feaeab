import BoardModel
import LogRecords
import Wire

/// What users hold for good, and by which devices: boards, and bytes in the log (SPEC.md LIM-009).
struct Holdings: Sendable {
  private var boards = ShareCounts()
  private var boardsMade = ShareCounts()
  private var bytes = ShareCounts()
  /// Those whose records the log is to get with its next group.
  private var changed: Set<Author> = []
  /// The bytes that the log does not have yet.
  private var unwrittenBytes: [Author: Int] = [:]
  /// Those whose records the log writes.
  private var handedOut: [HoldingRecord] = []

  init(_ records: [HoldingRecord] = []) {
    for record in records {
      let holder = Holder(author: record.holder)
      boards.add(record.boards, of: holder)
      boardsMade.add(record.boardsMade, of: holder)
      bytes.add(record.bytes, of: holder)
    }
  }

  func record(of holder: Author) -> HoldingRecord {
    HoldingRecord(
      holder: holder, boards: boards.held(by: holder), boardsMade: boardsMade.held(by: holder),
      bytes: bytes.held(by: holder))
  }

  /// What a user holds by all devices.
  func sum(of user: String) -> HeldForGood {
    HeldForGood(
      boards: boards.held(by: user), boardsMade: boardsMade.held(by: user),
      bytes: bytes.held(by: user))
  }

  /// Why somebody makes no further board; nil where one is made.
  func refusalOfBoard(by author: Author, _ shares: Shares) -> Refusal? {
    let holder = Holder(author: author)
    if let excess = boards.excess(of: shares.boards, for: holder) {
      let advice =
        excess.isOfDevice
        ? "Purge one that was made from this device, go on from another device"
        : "Purge one that nobody needs"
      return .tooManyBoards(excess, "boards", advice)
    }
    if let excess = boardsMade.excess(of: shares.boardsMade, for: holder) {
      let advice = excess.isOfDevice ? "go on from another device" : "use one that there is"
      return .tooManyBoards(
        excess, "boards-made",
        "This does not end by itself, since purged boards count: \(advice)")
    }
    return nil
  }

  /// Why nothing more of somebody is stored; nil where something is.
  func refusalOfBytes(_ count: Int, by author: Author, _ shares: Shares) -> Refusal? {
    if bytes.hasRoom(for: count, in: shares.storedBytes) { return nil }
    return bytes.excess(of: shares.storedBytes, adding: count, for: Holder(author: author)).map {
      excess in
      Refusal(
        .storeUnavailable,
        "The limit \(excess.name(of: "stored-bytes")) is reached: "
          + "\(excess.words("bytes of edits")). This lasts until an administrator raises it, since purged edits "
          + (excess.isOfDevice ? "count; another device of yours goes on." : "count."),
        retryAfter: 60_000)
    }
  }

  mutating func make(by author: Author) {
    boards.add(of: Holder(author: author))
    boardsMade.add(of: Holder(author: author))
    changed.insert(author)
  }

  /// Notes that a board was not made after all.
  mutating func unmake(by author: Author) {
    boards.add(-1, of: Holder(author: author))
    boardsMade.add(-1, of: Holder(author: author))
    changed.insert(author)
  }

  /// Notes that a board is purged. What a damaged store has lost of the number is not counted twice.
  mutating func purge(by author: Author) {
    guard boards.held(by: author) > 0 else { return }
    boards.add(-1, of: Holder(author: author))
    changed.insert(author)
  }

  /// Notes that a board was not purged after all.
  mutating func unpurge(by author: Author) {
    guard boards.held(by: author) < boardsMade.held(by: author) else { return }
    boards.add(of: Holder(author: author))
    changed.insert(author)
  }

  /// Counts operations that became durable.
  mutating func store(_ count: Int, by author: Author) {
    bytes.add(count, of: Holder(author: author))
    unwrittenBytes[author, default: 0] += count
    if unwrittenBytes[author, default: 0] >= HoldingRecord.bytesBehind { changed.insert(author) }
  }

  /// Hands out the records that the log gets with its next group, in ascending order.
  mutating func cut() -> [HoldingRecord] {
    handedOut = changed.sorted().map { record(of: $0) }
    for record in handedOut { unwrittenBytes[record.holder] = nil }
    changed = []
    return handedOut
  }

  /// Notes that what was handed out is durable.
  mutating func written() { handedOut = [] }

  /// Has what was handed out written again, as the log did not take it.
  mutating func retry() {
    changed.formUnion(handedOut.map(\.holder))
    handedOut = []
  }
}

extension Refusal {
  fileprivate static func tooManyBoards(
    _ excess: Excess, _ thing: String, _ advice: String
  ) -> Refusal {
    Refusal(
      .limitReached,
      "The limit \(excess.name(of: thing)) is reached: \(excess.words("boards")). \(advice), or ask an "
        + "administrator to raise it.")
  }
}
