import BoardModel
import NaiveText

/// Every scalar is typed once in a world. One that an applied edit typed, and that nobody deleted or
/// took back, stands in its text once or in its author's open proposal of text, and none stands
/// anywhere twice. What was deleted stands nowhere again once its text dropped it. All texts and
/// proposals of text are those of the plain model, so that everybody's runs are whole and in order.
struct TextChecker: LogChecker {
  private struct Typed {
    let field: FieldAddress
    let by: OperationID
    var erasers: [OperationID] = []
  }

  private(set) var seen: Set<Happening> = []
  private var plain = PlainTexts()
  /// Of what was typed in texts, not of what is only proposed.
  private var typed: [Unicode.Scalar: Typed] = [:]
  private var known: Set<Unicode.Scalar> = []
  private var letters: [TextIdentity: Unicode.Scalar] = [:]
  private var dropped: Set<Unicode.Scalar> = []
  private var written: [OperationID: Set<FieldAddress>] = [:]
  /// What took an operation back, undos included.
  private var undos: [OperationID: OperationID] = [:]
  /// Its texts, as far as it typed in them.
  private var offset: UInt32 = 0
  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard !entry.isRejected else { return }
    offset = 0
    var front = entry.made.extensions.leftOf
    if case .batch = entry.made.intent { front = nil }
    for part in entry.made.intent.parts {
      switch part {
      case .cardCreate(let id, _, _, let body, _): try make(.cardBody(id), body, entry)
      case .commentAdd(let card, let id, let text): try make(.commentBody(card, id), text, entry)
      case .cardSplice(let id, let splice):
        try apply(splice, to: .cardBody(id), entry, leftOf: front)
      case .commentSplice(let card, let id, let splice):
        try apply(splice, to: .commentBody(card, id), entry, leftOf: front)
      case .textCompact(let card, let comment, let horizon):
        compact(.text(of: card, comment: comment), horizon: horizon, entry)
      case .purge(let target): purge(target, entry)
      case .settle(let field, let user, _, let accept):
        try settle(Proposal.Key(field: field, user: user), accept, entry, on: board)
      case .undo(let target, _): try takeBack(target, entry, on: board)
      default: break
      }
    }
  }

  private mutating func make(_ field: FieldAddress, _ text: String, _ entry: Entry) throws {
    let splice = Splice(deletions: [], insertions: [Splice.Insertion(after: nil, text: text)])
    plain.make(field, PlainTexts.Edit(splice: splice, entry: entry, offset: offset, leftOf: nil))
    try note(splice, in: field, entry)
  }

  private mutating func apply(
    _ splice: Splice, to field: FieldAddress, _ entry: Entry, leftOf right: TextIdentity?
  ) throws {
    let edit = PlainTexts.Edit(splice: splice, entry: entry, offset: offset, leftOf: right)
    switch plain.apply(edit, to: field) {
    case .impossible:
      throw Violation(.text, "\(entry.id) is applied and names text that never was")
    case .proposed:
      seen.insert(.textProposed)
      try know(splice, entry)
    case .deletedProposed: break
    case .written(let passesOver):
      if passesOver { seen.insert(.deletionPassedOver) }
      try note(splice, in: field, entry)
    }
  }

  /// Something was typed in a text and deleted from it.
  private mutating func note(_ splice: Splice, in field: FieldAddress, _ entry: Entry) throws {
    written[entry.id, default: []].insert(field)
    for range in splice.deletions {
      for offset in 0..<range.count {
        let identity = range.start.advanced(by: Int(offset))
        if let letter = letters[identity] { typed[letter]?.erasers.append(entry.id) }
      }
    }
    let start = offset
    try know(splice, entry)
    for (index, scalar) in splice.insertions.lazy.flatMap(\.text.unicodeScalars).enumerated() {
      typed[scalar] = Typed(field: field, by: entry.id)
      letters[TextIdentity(operation: entry.id, offset: start + UInt32(index))] = scalar
    }
  }

  private mutating func know(_ splice: Splice, _ entry: Entry) throws {
    for scalar in splice.insertions.lazy.flatMap(\.text.unicodeScalars) {
      guard known.insert(scalar).inserted else {
        throw Violation(.text, "\(entry.id) types what was typed before")
      }
      offset += 1
    }
  }

  private mutating func compact(_ field: FieldAddress, horizon: UInt64, _ entry: Entry) {
    guard let gone = plain.compact(field, horizon: horizon, at: entry.sequence) else {
      seen.insert(.compactedInVain)
      return
    }
    seen.insert(.compacted)
    dropped.formUnion(gone)
  }

  private mutating func purge(_ target: PurgeTarget, _ entry: Entry) {
    dropped.formUnion(plain.purge(target, at: entry.sequence))
    for id in written.keys { written[id] = written[id]?.filter { !target.covers($0) } }
  }

  /// What an accepted proposal holds is typed in one piece, by whoever accepts it.
  private mutating func settle(
    _ key: Proposal.Key, _ accept: Bool, _ entry: Entry, on board: Board
  ) throws {
    guard let fragment = plain.settle(key) else { return }
    seen.insert(accept ? .textAccepted : .textDismissed)
    guard accept else { return }
    let isWhole = plain.follow(board, in: key.field, entry)
    let elements = board.text(of: key.field)?.elements ?? []
    let places = elements.indices.filter { elements[$0].identity.operation == entry.id }
    let own = places.map { elements[$0] }.drop { $0.scalar == "\n" }
    let isOnePiece = places.last.map { $0 - (places.first ?? 0) == places.count - 1 } ?? true
    let proposed = fragment.text.elements.filter { !$0.deleted }
    guard isWhole, isOnePiece, own.map(\.scalar) == proposed.map(\.scalar) else {
      throw Violation(.text, "\(entry.id) accepts \(key) and types something else")
    }
    written[entry.id] = [key.field]
    for element in own {
      typed[element.scalar] = Typed(field: key.field, by: entry.id)
      letters[element.identity] = element.scalar
    }
  }

  private mutating func takeBack(
    _ target: OperationID, _ entry: Entry, on board: Board
  ) throws {
    undos[target] = entry.id
    let fields = written[target] ?? []
    written[entry.id] = fields
    for field in fields {
      let known = Set(plain.texts[field]?.identities ?? [])
      let gone = (plain.taken[target]?[field] ?? []).filter {
        $0.operation != target && !known.contains($0)
      }
      guard gone.isEmpty || entry.committed.skips(field) else {
        throw Violation(.undo, "\(entry.id) does not say that \(field) does not come back whole")
      }
      if !gone.isEmpty { seen.insert(.undonePastDropped) }
      guard plain.follow(board, in: field, entry) else {
        throw Violation(.text, "\(entry.id) takes back \(target) and moves text of others")
      }
      for element in board.text(of: field)?.elements ?? []
      where element.identity.operation == entry.id {
        letters[element.identity] = element.scalar
      }
    }
  }

  mutating func finish(_ board: Board) throws {
    var standing: [Unicode.Scalar: FieldAddress] = [:]
    func stand(_ text: NaiveText, in field: FieldAddress) throws {
      for scalar in text.string.unicodeScalars where scalar != "\n" {
        guard standing.updateValue(field, forKey: scalar) == nil else {
          throw Violation(.text, "\(scalar) stands twice, in \(field)")
        }
      }
    }
    for (field, naive) in plain.texts {
      let elements = board.text(of: field)?.elements ?? []
      guard elements == naive.elements else {
        throw Violation(
          .text,
          "\(field) is \(NaiveText.all(elements)) and should be \(NaiveText.all(naive.elements))")
      }
      try stand(naive, in: field)
    }
    for scalar in dropped where standing[scalar] != nil {
      throw Violation(.text, "\(scalar) was dropped and stands again")
    }
    for (scalar, one) in typed where mustStand(scalar, one) && standing[scalar] != one.field {
      throw Violation(.text, "\(scalar), typed by \(one.by), does not stand in \(one.field)")
    }
    for (key, fragment) in plain.fragments {
      guard board.proposedText(key) == fragment.text.elements else {
        throw Violation(.text, "what \(fragment.operation) typed late is not proposed in \(key)")
      }
      try stand(fragment.text, in: key.field)
    }
  }

  private func mustStand(_ scalar: Unicode.Scalar, _ one: Typed) -> Bool {
    if dropped.contains(scalar) { return false }
    // While a comment is removed nothing in it is taken back: who knows what an undo did.
    if case .commentBody = one.field { return undos[one.by] == nil && one.erasers.isEmpty }
    return holds(one.by) && !one.erasers.contains(where: holds)
  }

  /// Whether the operation was not taken back, or that was taken back in turn.
  private func holds(_ id: OperationID) -> Bool {
    guard let undo = undos[id] else { return true }
    return !holds(undo)
  }
}

extension NaiveText {
  /// What it holds, what is deleted in brackets.
  fileprivate static func all(_ elements: [Element]) -> String {
    elements.map { $0.deleted ? "[\($0.scalar)]" : "\($0.scalar)" }.joined()
  }
}

extension Board {
  fileprivate func proposedText(_ key: Proposal.Key) -> [NaiveText.Element]? {
    let proposal = proposalsInOrder.first { $0.key == key }
    guard case .fragment(let fragment)? = proposal?.value else { return nil }
    return fragment.text.elements
  }
}
