import BoardModel
import WindowSync

// Which of a person's windows won, and which lost.
extension WindowModel {
  /// Whether an edit was made here, also under a name that this window has no longer.
  func isOwn(_ operation: OperationID) -> Bool {
    operation.session == session || inbox.formerSessions.contains(operation.session)
  }

  /// What this window wrote took the place of what another one had written: who sees this one has what
  /// they wanted.
  func wonHere(_ receipt: Receipt) -> Bool {
    guard let winner = receipt.winner else { return false }
    return isOwn(winner) && !isOwn(receipt.mine)
  }

  /// How many receipts wait to be read here. What another window of this person lost to this one waits
  /// there, unless that window is closed.
  var unreadReceipts: Int { inbox.receipts.count { waitsHere($0) } }

  /// Whether it is for this window to make its person read it.
  func waitsHere(_ receipt: Receipt) -> Bool {
    guard !inbox.isSeen(receipt), !wasToldElsewhere(receipt) else { return false }
    guard wonHere(receipt) else { return true }
    return inbox.windows.knowledge(of: receipt.mine.session) == .notListed
  }

  /// Asks what the windows are called that receipts are about.
  mutating func findWindows() {
    guard status == .saved else { return }
    let sessions = inbox.receipts.reversed().flatMap { receipt -> [SessionID] in
      guard let winner = receipt.winner, user(of: winner, in: receipt) == user else { return [] }
      return [winner, receipt.mine].filter { !isOwn($0) }.map(\.session)
    }
    if let next = inbox.windows.nextToFind(sessions) { effects.append(.findWindow(next)) }
  }

  /// - Parameter window: nil where the coordinator lists no such window.
  mutating func found(_ session: SessionID, _ window: OwnWindow?) {
    inbox.windows.took(session, window)
    findWindows()
  }

  /// What could not be asked may be asked now.
  mutating func linkChanged() {
    inbox.linkChanged()
    findWindows()
  }

  /// Who made the edit that won; nil where that is not known any longer.
  func user(of winner: OperationID, in receipt: Receipt) -> String? {
    switch receipt.kind {
    case .displaced: receipt.cause.author.user
    case .superseded(let field, _): writer(of: field, winner)
    case .rejected: nil
    }
  }

  /// Who won, to begin a sentence: somebody else, or which window of this person's.
  func winner(of receipt: Receipt) -> String {
    guard let winner = receipt.winner, let other = user(of: winner, in: receipt) else {
      return "Somebody"
    }
    guard other == user else { return other }
    // It went on under another name in between.
    if isOwn(winner) { return isOwn(receipt.mine) ? "You" : "This window" }
    switch inbox.windows.knowledge(of: winner.session) {
    case .notListed: return "A command of yours, or a window that is closed,"
    case .listed, .unknown: return "Your \(name(ofWindow: winner.session))"
    }
  }

  /// What was lost, to go on with `was`.
  func lost(in receipt: Receipt) -> String {
    guard let winner = receipt.winner, user(of: winner, in: receipt) == user, !isOwn(receipt.mine)
    else { return "yours" }
    guard inbox.windows.knowledge(of: receipt.mine.session) != .notListed else {
      return "what you wrote elsewhere"
    }
    return "what you wrote in your \(name(ofWindow: receipt.mine.session))"
  }

  private func name(ofWindow session: SessionID) -> String {
    guard case .listed(let window) = inbox.windows.knowledge(of: session) else {
      return "window \(session.description.prefix(8))"
    }
    return "window “\(short(window.title))” (\(window.whereabouts))"
  }
}
