extension Intent {
  /// The value that the intent would have written to a field; nil where the intent is not about
  /// that field, or is about a text.
  public func value(for field: FieldAddress) -> FieldValue? {
    switch self {
    case .boardRename(let title): field == .boardTitle ? .text(title) : nil
    case .columnRename(let id, let title): field == .columnTitle(id) ? .text(title) : nil
    case .columnMove(let id, let place): field == .columnPlace(id) ? .columnPlace(place) : nil
    case .cardRetitle(let id, let title): field == .cardTitle(id) ? .text(title) : nil
    case .cardMove(let ids, let column, let place):
      ids.contains { field == .cardPlace($0) } ? .cardPlace(column, place) : nil
    case .cardArchive(let id): field == .cardArchived(id) ? .flag(true) : nil
    case .cardRestore(let id): field == .cardArchived(id) ? .flag(false) : nil
    case .set(let address, let value): field == address ? value : nil
    case .batch(let intents): intents.compactMap { $0.value(for: field) }.last
    default: nil
    }
  }
}
