import BoardModel
import LogRecords

/// For each board the highest epoch of any forgotten session that ordered an operation there
/// (SPEC.md SES-003). A session that is made begins above it, so that an identifier which is used
/// again never names a second operation, nor a second text, with the name of the first.
struct ForgottenEpochs: Sendable {
  private var highest: [BoardID: UInt32] = [:]
  /// The boards whose numbers the log does not have yet. They go with the next group, which is no
  /// later than the one that removes the session.
  private var unwrittenBoards: Set<BoardID> = []

  init(_ numbers: [ForgottenEpoch] = []) {
    for number in numbers { highest[number.board] = number.epoch }
  }

  /// The number of a board; 0 where no session that ordered something was forgotten.
  subscript(_ board: BoardID) -> UInt32 { highest[board] ?? 0 }

  mutating func raise(_ board: BoardID, to epoch: UInt32) {
    guard epoch > self[board] else { return }
    highest[board] = epoch
    unwrittenBoards.insert(board)
  }

  mutating func remove(_ board: BoardID) {
    highest[board] = nil
    unwrittenBoards.remove(board)
  }

  /// The numbers that have to be written with the next group, in ascending order of the boards.
  var unwritten: [ForgottenEpoch] {
    unwrittenBoards.sorted().map { ForgottenEpoch(board: $0, epoch: self[$0]) }
  }

  /// Notes that these numbers are durable.
  mutating func written(_ numbers: [ForgottenEpoch]) {
    for number in numbers where self[number.board] == number.epoch {
      unwrittenBoards.remove(number.board)
    }
  }
}
