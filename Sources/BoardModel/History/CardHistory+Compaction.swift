// What happens to texts that drop their deleted scalars, and to edits whose authors had not seen
// that.
extension CardHistory {
  /// Compacts a text as `Board.compact` does: from here on it is as the board has it, while earlier
  /// entries keep theirs.
  mutating func compact(_ field: FieldAddress, horizon: UInt64, _ entry: EntryReplay) {
    let key = key(field, entry)
    guard let current = held[key], current.sequence <= horizon,
      case .body(var text) = current.value, text.totalCount > text.visibleCount
    else { return }
    text.dropDeleted(atMost: BoardLimits.compactedScalars)
    held[key]?.value = .body(text)
    compacted[field] = entry.sequence
  }

  /// Adds the part of a splice whose place is gone to its author's proposal.
  /// - Returns: whether all of the splice goes there.
  mutating func propose(
    _ splice: Splice, for field: FieldAddress, _ text: Text, _ start: TextIdentity,
    _ entry: EntryReplay
  ) -> Bool {
    let key = Key(field: field, user: entry.user)
    let context =
      entry.operation.base < purgedTexts[field] ?? 0
      ? .none : entry.operation.extensions.context ?? .none
    var fragment = fragments[key] ?? TextFragment(context: context)
    defer { fragments[key] = fragment }
    guard text.hasPlaces(of: splice.insertions, start: start, leftOf: entry.leftOf) else {
      fragment.take(splice, start: start, leftOf: entry.leftOf)
      return true
    }
    var rest = text
    let isDeleted = !fragment.text.deleteHeld(splice.deletions).isEmpty
    return isDeleted && splice.typedCount == 0 && rest.deleteHeld(splice.deletions).isEmpty
  }

  /// - Returns: false where the proposal holds no text.
  mutating func settleText(
    _ field: FieldAddress, of user: String, accept: Bool, _ entry: inout EntryReplay
  ) -> Bool {
    let key = Key(field: field, user: user)
    guard let fragment = fragments[key] else { return false }
    fragments[key] = nil
    let typed = fragment.text.string
    guard accept, !typed.isEmpty else { return true }
    let current = held[self.key(field, entry)]
    guard case .body(var text) = current?.value, !lostTexts.contains(field) else {
      entry.change(field, .written, from: current?.value, to: nil, typed: typed, [.unopposed])
      return true
    }
    let start = TextIdentity(operation: entry.id, offset: entry.nextOffset)
    var visits = 0
    let splice = text.splice(accepting: fragment, &visits)
    let count = UInt32(splice.typedCount)
    text.apply(splice, by: entry.id, offset: start.offset)
    entry.steps.append(
      .splice(field, offset: start.offset, inserted: count, deleted: []))
    entry.nextOffset += count
    hold(.body(text), in: field, entry)
    entry.change(
      field, .written, from: current?.value, to: .body(text),
      [rule(field, .body(text), over: current, entry)] + alsoArchived(field, entry))
    return true
  }
}
