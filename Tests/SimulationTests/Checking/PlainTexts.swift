import BoardModel
import NaiveText

/// All texts of a board and what is proposed to them, by the plain model.
struct PlainTexts {
  /// What a splice came to.
  enum Effect: Equatable {
    /// It named text that never was.
    case impossible
    /// It is in the text, but for deletions of what was dropped.
    case written(passesOver: Bool)
    /// It is in its author's proposal.
    case proposed
    /// It only deleted from its author's proposal.
    case deletedProposed
  }

  /// What one user typed where the text around it was dropped.
  struct Fragment {
    var text = NaiveText()
    let operation: OperationID
  }

  /// One splice, by whom and on what.
  struct Edit {
    let splice: Splice
    let entry: Entry
    let offset: UInt32
    let leftOf: TextIdentity?

    var start: TextIdentity { TextIdentity(operation: entry.id, offset: offset) }
    var typesNothing: Bool { splice.insertions.allSatisfy(\.text.isEmpty) }
  }

  private(set) var texts: [FieldAddress: NaiveText] = [:]
  private(set) var fragments: [Proposal.Key: Fragment] = [:]
  /// What an operation took out of sight.
  private(set) var taken: [OperationID: [FieldAddress: [TextIdentity]]] = [:]
  private var writtenAt: [FieldAddress: UInt64] = [:]
  private var compactedAt: [FieldAddress: UInt64] = [:]

  mutating func make(_ field: FieldAddress, _ edit: Edit) {
    texts[field] = NaiveText()
    _ = apply(edit, to: field)
  }

  mutating func apply(_ edit: Edit, to field: FieldAddress) -> Effect {
    guard var text = texts[field] else { return .impossible }
    let splice = edit.splice
    let key = Proposal.Key(field: field, user: edit.entry.author.user)
    let isLate = edit.entry.made.base < compactedAt[field] ?? 0
    let passesOver = isLate && !text.holds(splice.deletions)
    if isLate {
      guard text.hasPlaces(for: splice.insertions, start: edit.start, leftOf: edit.leftOf) else {
        fragments[key, default: Fragment(operation: edit.entry.id)].text.take(
          splice, by: edit.entry.id, offset: edit.offset, leftOf: edit.leftOf)
        return .proposed
      }
      let isProposed = fragments[key]?.text.deleteHeld(splice.deletions).isEmpty == false
      var rest = text
      if isProposed, edit.typesNothing, rest.deleteHeld(splice.deletions).isEmpty {
        return .deletedProposed
      }
    } else if !text.holds(splice.deletions) {
      return .impossible
    }
    let gone = text.deleteHeld(splice.deletions)
    let typing = Splice(deletions: [], insertions: splice.insertions)
    guard text.apply(typing, by: edit.entry.id, offset: edit.offset, leftOf: edit.leftOf)
    else { return .impossible }
    texts[field] = text
    taken[edit.entry.id, default: [:]][field, default: []] += gone
    writtenAt[field] = edit.entry.sequence
    return .written(passesOver: passesOver)
  }

  /// - Returns: nil where it changes nothing, else scalars of which nothing is left.
  mutating func compact(
    _ field: FieldAddress, horizon: UInt64, at sequence: UInt64
  ) -> Set<Unicode.Scalar>? {
    guard texts[field]?.elements.contains(where: \.deleted) == true,
      writtenAt[field] ?? 0 <= horizon
    else { return nil }
    compactedAt[field] = sequence
    return texts[field]?.compact()
  }

  /// Takes texts away, or what was deleted in one that stays, and what is proposed to them.
  /// - Returns: scalars of which nothing is left.
  mutating func purge(_ target: PurgeTarget, at sequence: UInt64) -> Set<Unicode.Scalar> {
    var gone: Set<Unicode.Scalar> = []
    for (key, fragment) in fragments where target.covers(key.field) {
      gone.formUnion(fragment.text.elements.map(\.scalar))
      fragments[key] = nil
    }
    for field in texts.keys where target.covers(field) {
      if case .past = target {
        compactedAt[field] = sequence
        gone.formUnion(texts[field]?.compact() ?? [])
      } else {
        gone.formUnion(texts[field]?.elements.map(\.scalar) ?? [])
        texts[field] = nil
      }
    }
    return gone
  }

  mutating func settle(_ key: Proposal.Key) -> Fragment? {
    fragments.removeValue(forKey: key)
  }

  /// Takes a text over as the board has it after an operation whose place the plain model does not
  /// find by itself: where undos type again, and where proposals belong.
  /// - Returns: false where that operation did more than type and delete.
  mutating func follow(_ board: Board, in field: FieldAddress, _ entry: Entry) -> Bool {
    let elements = board.text(of: field)?.elements ?? []
    // An undo also counts as a writer where what it would type again stands there already.
    if board.textStamp(of: field)?.operation == entry.id { writtenAt[field] = entry.sequence }
    guard let before = texts[field], before.elements != elements else { return true }
    texts[field]?.elements = elements
    let old = elements.filter { $0.identity.operation != entry.id }
    guard old.map(\.identity) == before.identities else { return false }
    for (one, other) in zip(before.elements, old) where !one.deleted && other.deleted {
      taken[entry.id, default: [:]][field, default: []].append(one.identity)
    }
    return board.textStamp(of: field)?.operation == entry.id
  }
}
