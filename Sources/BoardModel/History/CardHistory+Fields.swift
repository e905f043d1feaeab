// What happens to fields that begin or end with another thing, and to elements.
extension CardHistory {
  mutating func begin(
    _ field: FieldAddress, _ value: FieldValue, _ entry: inout EntryReplay
  ) {
    hold(value, in: field, entry)
    entry.change(field, .written, from: nil, to: value, [.added])
  }

  /// Detaches an element. The addition that the operation names may be followed by a newer one:
  /// then a note says so.
  mutating func detach(_ field: FieldAddress, _ entry: inout EntryReplay) {
    let isStale = entry.notes.contains { note in
      if case .staleRemoval(field, _) = note { true } else { false }
    }
    guard !isStale else {
      return entry.change(
        field, .skipped, from: value(of: field), to: .flag(false), [.staleRemoval])
    }
    guard value(of: field) == .flag(true) else { return }
    write(field, .flag(false), &entry)
  }

  /// The value that an earlier operation proposed.
  func proposed(_ field: FieldAddress, by operation: OperationID) -> FieldValue? {
    for entry in entries.reversed() where entry.operation.id == operation {
      return entry.changes.last { $0.field == field && $0.effect == .superseded }?.after
    }
    return nil
  }

  /// What a field holds before anybody wrote it.
  func unwritten(_ field: FieldAddress) -> FieldValue? {
    switch field {
    case .favourite, .cardLabel, .cardAssignee, .cardBlocker: .flag(false)
    default: field.unwritten
    }
  }
}
