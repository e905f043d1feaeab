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
    let new = arrived.filter { !wonHere($0) && !wasToldElsewhere($0) }
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
    for receipt in new { report(headline(of: receipt), .loss) }
  }

  /// Whether a command or another window was told at once that its edit was refused. Its receipt
  /// stays in the list.
  func wasToldElsewhere(_ receipt: Receipt) -> Bool {
    guard case .rejected = receipt.kind, receipt.mine.session != session else { return false }
    return edits.intent(of: receipt.mine) == nil
  }

  /// The most receipts that are reported one by one; more are reported as a number, and are in the
  /// list.
  private static let maximumToldReceipts = 8

  /// Marks receipts as read, and asks the board to drop them.
  mutating func see(_ receipts: [Receipt]) {
    let intents = inbox.see(receipts)
    guard access == .writable else { return inbox.wasNotAsked() }
    for intent in intents {
      effects.append(.edit(intent))
      edits.ask(intent)
    }
  }

  /// A sentence that says who did what, when, and what both wanted.
  func headline(of receipt: Receipt) -> String {
    words.headline(
      receipt, winner: winner(of: receipt), lost: lost(in: receipt),
      age: clock.age(of: receipt.cause.time), mine: intent(of: receipt))
  }

  // MARK: What puts it back

  /// Whether the thing that the edit creates exists: it cannot be made twice.
  func has(_ intent: Intent) -> Bool {
    switch intent {
    case .cardCreate(let id, _, _, _, _): card(id) != nil
    case .columnCreate(let id, _, _): board?.column(id) != nil
    case .labelCreate(let id, _, _): board?.label(id) != nil
    case .itemAdd(let card, let id, _, _): board?.item(id, on: card) != nil
    case .commentAdd(let card, let id, _): board?.comment(id, on: card) != nil
    default: false
    }
  }

  // MARK: What another window wanted

  /// The edit that a receipt is about; nil where it is not known here.
  func intent(of receipt: Receipt) -> Intent? {
    edits.intent(of: receipt.mine) ?? inbox.intent(of: receipt.mine)
  }

  /// Asks the coordinator for an edit that this window did not make, or made before it was started
  /// again: receipts of edits without effect do not hold them.
  mutating func recallIntents() {
    guard status == .saved else { return }
    let (edits, board) = (edits, board)
    let next = inbox.nextToRecall { receipt in
      receipt.cause.operation == receipt.mine && edits.intent(of: receipt.mine) == nil
        && board?.proposal(behind: receipt) == nil
    }
    if let next { effects.append(.fetchOperation(next.cause.sequence)) }
  }
}
