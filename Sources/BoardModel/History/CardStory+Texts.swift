// What operations do to the card's texts: its body, and those of its comments.
extension CardStory {
  mutating func splice(_ field: FieldAddress, _ splice: Splice, _ chapter: inout Chapter) {
    let typed = splice.insertions.map(\.text).joined()
    let current = held[key(field, chapter)]
    var text = Text()
    if case .body(let body) = current?.value { text = body }
    if let rejection = chapter.rejection {
      return chapter.change(
        field, .rejected, from: current?.value, to: nil, typed: typed, [.rejected(rejection)])
    }
    let start = TextIdentity(operation: chapter.id, offset: chapter.nextOffset)
    if let winner = chapter.winner(of: field) {
      // Where the names of the text are not known any more, the outcome still is.
      let goesWhole = propose(splice, for: field, text, start, chapter)
      if goesWhole || chapter.isSuperseded {
        return chapter.change(
          field, .superseded, from: current?.value, to: nil, typed: typed,
          [.placeCompacted(by: winner)])
      }
    }
    let passesOver = chapter.committed.operation.base < compacted[field] ?? 0
    guard !lostTexts.contains(field), !misnamedTexts.contains(field),
      let deleted = text.apply(
        splice, start: start, leftOf: chapter.leftOf, passingOver: passesOver)
    else {
      lostTexts.insert(field)
      return chapter.change(
        field, .written, from: nil, to: nil, typed: typed,
        [rule(field, .body(text), over: current, chapter)] + alsoArchived(field, chapter))
    }
    chapter.steps.append(
      .splice(
        field, offset: chapter.nextOffset, inserted: UInt32(typed.unicodeScalars.count),
        deleted: deleted))
    let opponent = current.flatMap { chapter.isOpposed(by: $0) ? $0.operation : nil }
    let rule =
      opponent.map { HistoryRule.textMerged(with: $0) }
      ?? self.rule(field, .body(text), over: current, chapter)
    hold(.body(text), in: field, chapter)
    chapter.change(
      field, opponent == nil ? .written : .merged, from: current?.value, to: .body(text),
      [rule] + alsoArchived(field, chapter))
  }

  mutating func takeBackSplice(
    _ field: FieldAddress, _ target: OperationID, _ offset: UInt32, _ inserted: UInt32,
    _ deleted: [TextRange], _ chapter: inout Chapter
  ) {
    guard let current = held[key(field, chapter)], case .body(var text) = current.value else {
      return
    }
    guard !lostTexts.contains(field) else {
      return chapter.change(field, .written, from: nil, to: nil, [.tookBackText(target)])
    }
    if let rejection = chapter.rejection {
      return chapter.change(
        field, .rejected, from: current.value, to: nil, [.rejected(rejection)])
    }
    // As `Board.takenBack` does it.
    let again = deleted.filter { $0.start.operation != target }
    let isWhole = compacted[field] == nil || text.holds(again)
    let typed = TextRange(
      start: TextIdentity(operation: target, offset: offset), count: inserted)
    let isSkipped = isWhole && chapter.notes.contains(.undoSkipped(field))
    let gone = inserted > 0 && !isSkipped ? text.deleteHeld([typed]) : []
    let start = TextIdentity(operation: chapter.id, offset: chapter.nextOffset)
    let retyped = isSkipped ? 0 : UInt32(text.retype(again, start: start))
    if isSkipped || !isWhole && retyped == 0 && gone.isEmpty {
      return chapter.change(field, .skipped, from: current.value, to: nil, [.undoSkipped])
    }
    chapter.steps.append(
      .splice(field, offset: chapter.nextOffset, inserted: retyped, deleted: gone))
    chapter.nextOffset += retyped
    if retyped > 0, chapter.hasOtherTexts { misnamedTexts.insert(field) }
    hold(.body(text), in: field, chapter)
    chapter.change(field, .written, from: current.value, to: .body(text), [.tookBackText(target)])
  }
}
