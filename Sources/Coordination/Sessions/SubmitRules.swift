import BoardModel
import LogRecords
import Wire

/// What becomes of an operation that a window sends.
enum SubmitDecision: Hashable, Sendable {
  case refused(Refusal)
  /// It was ordered before, with this outcome, which may still be on its way to the log.
  case known(StoredOutcome)
  /// It is the next; `kept` outcomes of so many bytes wait to be acknowledged.
  case next(kept: Int, bytes: Int)
}

extension Session {
  /// - Parameter epoch: the epoch of the window that sends the operation.
  func decide(_ submitted: SubmittedOperation, epoch: UInt32) -> SubmitDecision {
    let operation = submitted.operation
    guard operation.id.session == record.id else {
      return .refused(
        Refusal(
          .wrongSession,
          "The edit is of the window \(operation.id.session), this connection of \(record.id)."))
    }
    if let refusal = operation.refusal(ofSize: submitted.bytes.count) { return .refused(refusal) }
    let counter = operation.id.counter
    if counter <= ledger.lastCounter {
      return decideAgain(operation.id, submitted.marked)
    }
    guard counter == ledger.lastCounter + 1 else {
      return .refused(
        Refusal(
          .counterGap,
          "The window's next edit is number \(ledger.lastCounter + 1), not \(counter)."))
    }
    let lowest = max(ledger.lastEpoch, record.firstEpoch)
    guard operation.id.epoch >= lowest, operation.id.epoch <= epoch else {
      let possible =
        lowest == epoch ? "only \(epoch) is possible" : "\(lowest) to \(epoch) are possible"
      return .refused(
        Refusal(
          .wrongSession,
          "The edit is of the window's turn \(operation.id.epoch); \(possible) now."))
    }
    return .next(kept: ledger.entries.count, bytes: ledger.byteCount)
  }

  private func decideAgain(_ id: OperationID, _ bytes: [UInt8]) -> SubmitDecision {
    let counter = id.counter
    guard let entry = ledger.entry(for: counter) else {
      return .refused(
        Refusal(
          .alreadyAcknowledged,
          "The outcome of operation \(counter) was acknowledged and is not kept."))
    }
    guard entry.decides(id, bytes) else {
      return .refused(
        Refusal(.operationChanged, "Operation \(counter) was sent before with other content."))
    }
    return .known(entry.stored)
  }
}
