// What operations do to the card's texts: its body, and those of its comments.
extension CardHistory {
  mutating func splice(_ field: FieldAddress, _ splice: Splice, _ entry: inout EntryReplay) {
    let typed = splice.insertions.map(\.text).joined()
    let current = held[key(field, entry)]
    var text = Text()
    if case .body(let body) = current?.value { text = body }
    let start = TextIdentity(operation: entry.id, offset: entry.nextOffset)
    if let winner = entry.winner(of: field) {
      // The outcome is known even where the identities of the text's scalars are not.
      let goesWhole = propose(splice, for: field, text, start, entry)
      if goesWhole || entry.isSuperseded {
        return entry.change(
          field, .superseded, from: current?.value, to: nil, typed: typed,
          [.placeCompacted(by: winner)])
      }
    }
    let passesOver = entry.operation.base < compacted[field] ?? 0
    guard !lostTexts.contains(field), !misnamedTexts.contains(field),
      let deleted = text.apply(
        splice, start: start, leftOf: entry.leftOf, passingOver: passesOver)
    else {
      lostTexts.insert(field)
      return entry.change(
        field, .written, from: nil, to: nil, typed: typed,
        [rule(field, .body(text), over: current, entry)] + alsoArchived(field, entry))
    }
    entry.steps.append(
      .splice(
        field, offset: entry.nextOffset, inserted: UInt32(typed.unicodeScalars.count),
        deleted: deleted))
    let opponent = current.flatMap { entry.isOpposed(by: $0) ? $0.operation : nil }
    let rule =
      opponent.map { HistoryRule.textMerged(with: $0) }
      ?? self.rule(field, .body(text), over: current, entry)
    hold(.body(text), in: field, entry)
    entry.change(
      field, opponent == nil ? .written : .merged, from: current?.value, to: .body(text),
      [rule] + alsoArchived(field, entry))
  }

  mutating func takeBackSplice(
    _ field: FieldAddress, _ target: OperationID, _ offset: UInt32, _ inserted: UInt32,
    _ deleted: [TextRange], _ entry: inout EntryReplay
  ) {
    guard let current = held[key(field, entry)], case .body(var text) = current.value else {
      return
    }
    guard !lostTexts.contains(field) else {
      return entry.change(field, .written, from: nil, to: nil, [.tookBackText(target)])
    }
    // This follows `Board.takenBack`.
    let again = deleted.filter { $0.start.operation != target }
    let isWhole = compacted[field] == nil || text.holds(again)
    let typed = TextRange(
      start: TextIdentity(operation: target, offset: offset), count: inserted)
    let isSkipped = isWhole && entry.notes.contains(.undoSkipped(field))
    let gone = inserted > 0 && !isSkipped ? text.deleteHeld([typed]) : []
    let start = TextIdentity(operation: entry.id, offset: entry.nextOffset)
    let retyped = isSkipped ? 0 : UInt32(text.retype(again, start: start) ?? 0)
    if isSkipped || !isWhole && retyped == 0 && gone.isEmpty {
      return entry.change(field, .skipped, from: current.value, to: nil, [.undoSkipped])
    }
    entry.steps.append(
      .splice(field, offset: entry.nextOffset, inserted: retyped, deleted: gone))
    entry.nextOffset += retyped
    if retyped > 0, entry.hasOtherTexts { misnamedTexts.insert(field) }
    hold(.body(text), in: field, entry)
    entry.change(field, .written, from: current.value, to: .body(text), [.tookBackText(target)])
  }
}
