import BoardModel
import Wording
import WindowSync

// This part reports receipts, which the board keeps for this user until they are read.
extension WindowModel {
  /// - Parameter confirmed: the last confirmed sequence number; later receipts are only expected by
  ///   this window, and are not reported yet.
  mutating func gatherReceipts(confirmed: UInt64) {
    let certain = (board?.receipts(of: user) ?? []).filter { $0.cause.sequence <= confirmed }
    guard !certain.isEmpty || !inbox.receipts.isEmpty else {
      _ = inbox.update([])
      return
    }
    let (arrived, isFirst) = inbox.update(certain)
    defer { findWindows() }
    let reader = receipts
    let new = arrived.filter { !reader.wonHere($0) && !reader.wasToldElsewhere($0) }
    if isFirst, new.count > 1 {
      return report(
        "\(new.count) edits of yours were replaced or refused."
          + " \(Keymap.board.key(of: .receipts)) shows them.", .loss)
    }
    guard new.count <= WindowModel.maximumToldReceipts else {
      return report(
        "\(new.count) more edits of yours were replaced or refused."
          + " \(Keymap.board.key(of: .receipts)) shows them.", .loss)
    }
    for receipt in new { report(reader.headline(of: receipt), .loss) }
  }

  /// The most receipts that are reported one by one; more are reported as a number, and are in the
  /// list.
  private static let maximumToldReceipts = 8

  /// Marks receipts as read, and asks the board to drop them.
  mutating func see(_ receipts: [Receipt]) {
    let intents = inbox.see(receipts)
    guard standing == .writable else { return inbox.wasNotAsked() }
    for intent in intents {
      effects.append(.edit(intent))
      edits.ask(intent)
    }
  }

  // MARK: What another window wanted

  /// Asks the coordinator for a superseded edit that this window did not make, or made before it was
  /// started again, and whose value no proposal holds. Nobody can be asked for one that was
  /// rejected: only the window in which it was made has it.
  mutating func recallIntents() {
    guard status == .saved else { return }
    let (edits, board) = (edits, board)
    let next = inbox.nextToRecall { receipt in
      guard case .superseded = receipt.kind else { return false }
      return edits.intent(of: receipt.mine) == nil && board?.proposal(behind: receipt) == nil
    }
    if let next { effects.append(.fetchOperation(next.cause.sequence)) }
  }

  /// Asks for the titles of windows that receipts name.
  mutating func findWindows() {
    guard status == .saved, let next = inbox.nextToFind(receipts.namedWindows) else { return }
    effects.append(.findWindow(next))
  }

  /// - Parameter window: the window; nil where the coordinator lists no such window.
  mutating func found(_ session: SessionID, _ window: OwnWindow?) {
    inbox.found(session, window)
    findWindows()
  }

  /// Ends the reading of receipts: what was kept for those that were read is not needed any longer.
  mutating func forgetReadReceipts() {
    edits.forgetRefused(but: inbox.unreadRefusals)
    inbox.forgetRead()
  }
}
