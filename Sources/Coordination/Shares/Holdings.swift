import BoardModel
import LogRecords
import Wire

/// What users hold for good: boards, and bytes in the log (SPEC.md LIM-009).
struct Holdings: Sendable {
  private var boards = ShareCounts()
  private var boardsMade = ShareCounts()
  private var bytes = ShareCounts()
  /// The users whose records the log is to get with its next group.
  private var changed: Set<String> = []
  /// The bytes that the log does not have yet, by user.
  private var unwrittenBytes: [String: Int] = [:]
  /// Those whose records the log writes.
  private var handedOut: [HoldingRecord] = []

  init(_ records: [HoldingRecord] = []) {
    for record in records {
      let holder = Holder(user: record.user)
      boards.add(record.boards, of: holder)
      boardsMade.add(record.boardsMade, of: holder)
      bytes.add(record.bytes, of: holder)
    }
  }

  func record(of user: String) -> HoldingRecord {
    HoldingRecord(
      user: user, boards: boards.held(by: user), boardsMade: boardsMade.held(by: user),
      bytes: bytes.held(by: user))
  }

  /// Why a user makes no further board; nil where one is made.
  func refusalOfBoard(by user: String, _ shares: Shares) -> Refusal? {
    let holder = Holder(user: user)
    if let excess = boards.excess(of: shares.boards, for: holder) {
      return .tooManyBoards(excess, "boards", "Purge one that nobody needs")
    }
    if let excess = boardsMade.excess(of: shares.boardsMade, for: holder) {
      return .tooManyBoards(
        excess, "boards-made",
        "This does not end by itself, since purged boards count: use one that there is")
    }
    return nil
  }

  /// Why nothing more of a user is stored; nil where something is.
  func refusalOfBytes(_ count: Int, by user: String, _ shares: Shares) -> Refusal? {
    if bytes.hasRoom(for: count, in: shares.storedBytes) { return nil }
    return bytes.excess(of: shares.storedBytes, adding: count, for: Holder(user: user)).map {
      excess in
      Refusal(
        .storeUnavailable,
        "The limit \(excess.name(of: "stored-bytes")) is reached: "
          + "\(excess.words("bytes of edits")). This lasts until an administrator raises it, since purged edits "
          + "count.",
        retryAfter: 60_000)
    }
  }

  mutating func make(by user: String) {
    boards.add(of: Holder(user: user))
    boardsMade.add(of: Holder(user: user))
    changed.insert(user)
  }

  /// Notes that a board was not made after all.
  mutating func unmake(by user: String) {
    boards.add(-1, of: Holder(user: user))
    boardsMade.add(-1, of: Holder(user: user))
    changed.insert(user)
  }

  /// Notes that a board is purged. What a damaged store has lost of the number is not counted twice.
  mutating func purge(by user: String) {
    guard boards.held(by: user) > 0 else { return }
    boards.add(-1, of: Holder(user: user))
    changed.insert(user)
  }

  /// Notes that a board was not purged after all.
  mutating func unpurge(by user: String) {
    guard boards.held(by: user) < boardsMade.held(by: user) else { return }
    boards.add(of: Holder(user: user))
    changed.insert(user)
  }

  /// Counts operations that became durable.
  mutating func store(_ count: Int, by user: String) {
    bytes.add(count, of: Holder(user: user))
    unwrittenBytes[user, default: 0] += count
    if unwrittenBytes[user, default: 0] >= HoldingRecord.bytesBehind { changed.insert(user) }
  }

  /// Hands out the records that the log gets with its next group, in ascending order of the users.
  mutating func cut() -> [HoldingRecord] {
    handedOut = changed.sorted().map { record(of: $0) }
    for record in handedOut { unwrittenBytes[record.user] = nil }
    changed = []
    return handedOut
  }

  /// Notes that what was handed out is durable.
  mutating func written() { handedOut = [] }

  /// Has what was handed out written again, as the log did not take it.
  mutating func retry() {
    changed.formUnion(handedOut.map(\.user))
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
