// What a purge leaves of a card's history.
extension CardHistory {
  /// Forgets what the fields of the target held. That somebody edited them, and when, is still told.
  mutating func purge(_ target: PurgeTarget, _ entry: inout EntryReplay) {
    forget(target)
    for key in fragments.keys where target.covers(key.field) { fragments[key] = nil }
    switch target {
    case .card, .board: held = [:]
    case .comment(_, let id):
      for key in held.keys where target.covers(key.field) { held[key] = nil }
      entry.change(.commentBody(card, id), .purged, from: nil, to: nil, [.purged])
    case .past(let field):
      let key = key(field, entry)
      if case .body(var text) = held[key]?.value {
        text.dropDeleted(atMost: .max)
        held[key]?.value = .body(text)
        compacted[field] = entry.sequence
        purgedTexts[field] = entry.sequence
      }
      entry.change(field, .purged, from: nil, to: nil, [.purged])
    }
  }
}
