import BoardModel
import WindowSync

// This part says which edit makes cards from copies.
extension BoardView {
  /// The edit that makes cards from copies, and the first of the cards.
  func creation(
    of copies: [CardCopy], at place: CardPlace, _ identifiers: inout IdentifierSource
  ) -> (Intent, first: CardID?) {
    var labels = LabelCopies(board)
    var intents: [Intent] = []
    var after = place.anchors.after
    var first: CardID?
    for copy in copies {
      let id = identifiers.next(CardKind.self)
      let fields = fields(of: copy, for: id, &labels, &identifiers)
      intents.append(
        .cardCreate(
          id, in: place.column, title: copy.title, body: copy.body,
          at: Anchors(after: after, before: place.anchors.before)))
      intents += fields
      first = first ?? id
      after = id
    }
    intents = labels.made + intents
    return (intents.count == 1 ? intents[0] : .batch(intents), first)
  }

  /// The sentence that says why these cards cannot be made; nil if they can.
  func refusal(
    ofMaking copies: [CardCopy], at place: CardPlace, _ standing: Standing,
    _ identifiers: IdentifierSource
  ) -> String? {
    if let refusal = editRefusal(standing) { return refusal }
    guard let board, board.column(place.column).map({ !$0.deleted.value }) ?? false else {
      return "Somebody deleted this column meanwhile."
    }
    guard copies.count <= BoardLimits.batch else { return BoardView.tooMuchToCopy }
    // These identifiers are only for a trial: the cards that are made get others.
    var unused = identifiers
    let (creation, _) = creation(of: copies, at: place, &unused)
    guard OperationSize.fits(creation) else { return BoardView.tooMuchToCopy }
    guard case .batch(let intents) = creation else { return nil }
    let missing = intents.count { if case .labelCreate = $0 { true } else { false } }
    let labels = board.labels.count + board.removedLabels.count + missing
    return labels <= BoardLimits.labels ? nil : "This board has no room for so many labels."
  }

  private static let tooMuchToCopy = "That is too much to be copied at once."

  /// The edits that make a card's fields other than its title and body.
  private func fields(
    of copy: CardCopy, for card: CardID, _ labels: inout LabelCopies,
    _ identifiers: inout IdentifierSource
  ) -> [Intent] {
    var intents = copy.labels.map { label in
      Intent.attach(card, .label(labels.named(label, &identifiers)))
    }
    intents += copy.assignees.map { .attach(card, .assignee($0)) }
    if let due = copy.due { intents.append(.set(.cardDue(card), .number(due))) }
    if let priority = copy.priority {
      intents.append(.set(.cardPriority(card), .number(priority)))
    }
    for item in copy.items {
      let id = identifiers.next(ItemKind.self)
      intents.append(.itemAdd(card, id, text: item.text, at: Anchors()))
      if item.isDone { intents.append(.set(.itemDone(card, id), .flag(true))) }
    }
    return intents
  }
}

/// The labels for copies: the board's of the same name, and new ones where there are none.
private struct LabelCopies {
  private var known: [String: [(colour: UInt8, id: LabelID)]] = [:]
  private(set) var made: [Intent] = []

  init(_ board: Board?) {
    for label in board?.labels ?? [] {
      known[label.name.value, default: []].append((label.colour, label.id))
    }
  }

  /// The label of this name; of several, the one of the same colour.
  mutating func named(_ label: CardCopy.Label, _ identifiers: inout IdentifierSource) -> LabelID {
    if let same = known[label.name],
      let one = same.first(where: { $0.colour == label.colour }) ?? same.first
    {
      return one.id
    }
    let id = identifiers.next(LabelKind.self)
    made.append(.labelCreate(id, name: label.name, colour: label.colour))
    known[label.name] = [(label.colour, id)]
    return id
  }
}
