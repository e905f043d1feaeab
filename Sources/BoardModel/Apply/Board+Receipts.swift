import HashTreeCollections

// What users must be told of their edits, until they have seen it.
extension Board {
  /// The receipts that a user has not seen, from the oldest to the newest.
  public func receipts(of user: String) -> [Receipt] { receiptLists[user] ?? [] }

  /// The proposal that holds the value of a superseded edit; nil where it was settled or replaced.
  public func proposal(behind receipt: Receipt) -> Proposal? {
    guard case .superseded(let field, _) = receipt.kind,
      let proposal = proposals[Proposal.Key(field: field, user: receipt.user)],
      proposal.stamp.operation == receipt.mine
    else { return nil }
    return proposal
  }

  /// Adds a receipt after those of its user, and drops the oldest beyond the limit.
  /// - Returns: false, and nothing happened, where its user has this receipt or a later one
  ///   already.
  mutating func keep(_ receipt: Receipt) -> Bool {
    var list = receiptLists[receipt.user] ?? []
    if let last = list.last, !last.isBefore(receipt) { return false }
    list.append(receipt)
    touch(.receipt(receipt.key))
    if list.count > BoardLimits.receipts { touch(.receipt(list.removeFirst().key)) }
    receiptLists[receipt.user] = list
    return true
  }

  func receipt(_ key: Receipt.Key) -> Receipt? {
    receiptLists[key.user]?.last { $0.key == key }
  }

  /// Keeps the receipts for what an operation did to edits of others, and to parts of itself.
  mutating func keep(_ receipts: [Application.MadeReceipt], causedBy cause: Stamp) {
    for (index, made) in receipts.enumerated() {
      _ = keep(
        Receipt(
          user: made.user, cause: cause, index: UInt16(truncatingIfNeeded: index),
          mine: made.mine, kind: made.kind))
    }
  }

  /// Keeps all that a board has of an operation that was rejected: its author's receipt.
  mutating func report(_ rejection: Rejection, _ stamp: Stamp) {
    guard exists else { return }
    _ = keep(
      Receipt(
        user: stamp.author.user, cause: stamp, index: 0, mine: stamp.operation,
        kind: .rejected(rejection)))
  }

  /// Drops the receipts that the author has seen.
  mutating func dropReceipts(_ application: Application, where isSeen: (Receipt) -> Bool) {
    let user = application.stamp.author.user
    guard let list = receiptLists[user] else { return }
    for receipt in list where isSeen(receipt) { touch(.receipt(receipt.key)) }
    let kept = list.filter { !isSeen($0) }
    receiptLists[user] = kept.isEmpty ? nil : kept
  }
}
