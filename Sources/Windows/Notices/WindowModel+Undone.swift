import BoardModel
import WindowSync

// This part says what undo and redo changed, also where it is not on the screen.
extension WindowModel {
  /// Tells the undos and redos that the board shows now, or that turn out to have done nothing.
  mutating func tellUndone() {
    for id in edits.takeShownUndos() {
      guard let record = board?.undo.record(of: id) else {
        // The coordinator decides, and its answer names the reason.
        answer("Not undone or redone: it was changed since, or is too long ago.", .refusal)
        continue
      }
      answer("\(record.kind == .redo ? "Redone" : "Undone"): \(words(record.steps)).")
    }
  }

  /// - Parameter steps: the steps of the undo itself, which hold the values from before it.
  private func words(_ steps: [UndoStep]) -> String {
    guard !steps.isEmpty else { return "an edit of many parts" }
    var told: [String] = []
    for words in groups(steps) where !told.contains(words) { told.append(words) }
    let more = told.count - WindowModel.mostPartsTold
    return told.prefix(WindowModel.mostPartsTold).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  private static let mostPartsTold = 3

  /// The steps in words; cards that went to the same column are named together.
  private func groups(_ steps: [UndoStep]) -> [String] {
    var places: [ColumnID: [CardID]] = [:]
    for case .value(.cardPlace(let id), .cardPlace(let earlier, _)) in steps {
      guard let column = card(id)?.column.value, column != earlier else { continue }
      if places[column]?.contains(id) != true { places[column, default: []].append(id) }
    }
    var told: Set<ColumnID> = []
    return steps.compactMap { step in
      guard case .value(.cardPlace(let id), _) = step, let column = card(id)?.column.value,
        let cards = places[column], cards.count > 1, cards.contains(id)
      else { return words(step) }
      guard told.insert(column).inserted else { return nil }
      return "\(cards.count) cards are in \(name(of: column)) again"
    }
  }

  private func words(_ step: UndoStep) -> String {
    switch step {
    case .value(.boardTitle, .text(let earlier)):
      return "title of the board “\(short(earlier))” is \(title(board?.title?.value)) again"
    case .created(let id): return "the column \(name(of: id)) is back"
    case .value(.columnTitle(let id), .text(let earlier)):
      let now = title(board?.column(id)?.title.value)
      return "title of the column “\(short(earlier))” is \(now) again"
    case .value(.columnPlace(let id), _):
      let now = current(.columnPlace(id)).map { words($0.value, in: .columnPlace(id)) }
      return "the column \(name(of: id)) is \(now ?? "where it was") again"
    case .value(.columnDeleted(let id), _):
      let isGone = board?.column(id)?.deleted.value ?? true
      return "the column \(name(of: id)) is \(isGone ? "gone" : "back")"
    case .value(.cardTitle(let id), .text(let earlier)):
      return "title of “\(short(earlier))” is \(title(card(id)?.title.value)) again"
    case .value(.cardPlace(let id), .cardPlace(let earlier, _)):
      guard let column = card(id)?.column.value else { return "\(name(of: id)) is where it was" }
      return column == earlier
        ? "\(name(of: id)) is back at its place in \(name(of: column))"
        : "\(name(of: id)) is in \(name(of: column)) again"
    case .value(.cardArchived(let id), _):
      guard let card = card(id), !card.archived.value else {
        return "\(name(of: id)) is in the archive"
      }
      return "\(name(of: id)) is back in \(name(of: card.column.value))"
    case .value(.favourite(let id), _):
      return view.isFavourite(id)
        ? "\(name(of: id)) is a favourite again" : "\(name(of: id)) is no favourite any longer"
    case .splice(let id, nil, _, let inserted, let deleted):
      return "text of \(name(of: id)): \(WindowModel.words(inserted, deleted))"
    case .splice(let id, _?, _, let inserted, let deleted):
      return "a comment on \(name(of: id)): \(WindowModel.words(inserted, deleted))"
    case .value(.cardLabel(let id, let label), _):
      let isOn = board?.attached(.label(label), to: id) != nil
      return "\(name(of: id)) \(isOn ? "has the label" : "is without the label") "
        + "\(name(of: label)) again"
    case .value(.cardAssignee(let id, let user), _):
      let isOn = board?.attached(.assignee(user), to: id) != nil
      return "\(name(of: id)) is \(isOn ? "assigned" : "not assigned") to \(user) again"
    case .value(let field, _): return words(of: field)
    }
  }

  private func words(of field: FieldAddress) -> String {
    switch field {
    case .labelRemoved, .itemRemoved, .commentRemoved, .columnDeleted:
      let isGone = current(field).map { $0.value == .flag(true) } ?? true
      return "\(name(of: field)) is \(isGone ? "gone" : "back")"
    case .itemPlace: return "\(name(of: field)) is back at its place"
    case .boardTitle, .columnTitle, .columnPlace, .cardTitle, .cardBody, .cardPlace, .cardArchived,
      .favourite, .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName, .labelColour, .cardDue,
      .itemText, .itemDone, .commentBody, .cardLabel, .cardAssignee:
      let now = current(field).map { words($0.value, in: field) } ?? "as it was"
      return "\(name(of: field)) is \(now) again"
    }
  }

  private func title(_ title: String?) -> String { title.map { "“\(short($0))”" } ?? "gone" }

  /// - Parameters:
  ///   - inserted: the number of characters that came back.
  ///   - deleted: the ranges that were removed again.
  private static func words(_ inserted: UInt32, _ deleted: [TextRange]) -> String {
    let out = deleted.reduce(0) { $0 + Int($1.count) }
    func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }
    let parts =
      (out > 0 ? ["\(characters(out)) out again"] : [])
      + (inserted > 0 ? ["\(characters(Int(inserted))) back"] : [])
    return parts.isEmpty ? "as it was" : parts.joined(separator: ", ")
  }
}
