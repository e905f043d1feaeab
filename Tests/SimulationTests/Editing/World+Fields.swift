import BoardModel

// What people do with labels, members, items and comments.
extension World {
  /// Who closes the board gives the others roles with it; later roles come and go, and mostly come.
  /// Who has none for a while does not read the board.
  mutating func roles(on board: Board, by index: Int) -> Intent? {
    let me = checks.author(of: index).user
    if board.members.contains(where: { $0.user.isEmpty }), random.chance(1, in: 2) {
      let others = Names.users.filter { $0 != me }
      return .batch(
        [.set(.memberRole(me), .role(.owner))]
          + others.map { .set(.memberRole($0), .role(random.chance(1, in: 3) ? .owner : .editor)) }
          + [.set(.memberRole(""), .role(nil))])
    }
    let weak = Names.users.filter { board.role(of: $0) ?? .viewer < .editor }
    if let user = random.pick(weak), random.chance(2, in: 3) {
      return .set(.memberRole(user), .role(random.chance(1, in: 2) ? .owner : .editor))
    }
    // Also oneself, last owner or not.
    guard let user = random.pick(Names.users + [me, ""]) else { return nil }
    return .set(
      .memberRole(user), .role([.owner, .editor, .commenter, .viewer, nil][random.below(5)]))
  }

  mutating func labelling(_ kind: EditKind, on board: Board) -> Intent? {
    guard kind != .createLabel, let label = random.pick(board.labels + board.removedLabels) else {
      return .labelCreate(
        LabelID(high: 0x1A, low: identifier()), name: marker(), colour: UInt8(random.below(16)))
    }
    if kind == .removeLabel { return .set(.labelRemoved(label.id), .flag(!label.removed)) }
    return random.chance(1, in: 2)
      ? .set(.labelName(label.id), .text(marker()))
      : .set(.labelColour(label.id), .number(UInt32(random.below(16))))
  }

  mutating func detail(_ kind: EditKind, of card: Card, on board: Board) -> Intent? {
    switch kind {
    case .attach:
      // Who sees it there may make sure of it, while somebody else takes it away.
      let held = random.chance(2, in: 3) ? board.labels(on: card.id).first : nil
      return (held ?? random.pick(board.labels)).map { .attach(card.id, .label($0.id)) }
    case .assign: return random.pick(Names.users).map { .attach(card.id, .assignee($0)) }
    case .block:
      // Also by itself, which is refused.
      let cards = board.liveColumns.flatMap { board.liveCards(in: $0.id) } + board.archivedCards
      let held = random.chance(1, in: 3) ? board.blockers(of: card.id).first : nil
      return (held ?? random.pick(cards)).map { .attach(card.id, .blocker($0.id)) }
    case .detach: return detachment(from: card.id, on: board)
    case .addItem:
      let place = Anchors(after: random.pick(board.checklist(of: card.id))?.id)
      return .itemAdd(
        card.id, ItemID(high: 0x17, low: identifier()), text: marker(), at: place)
    case .rewordItem, .tickItem, .moveItem, .removeItem:
      return random.pick(board.checklist(of: card.id)).flatMap {
        itemIntent(kind, $0, of: card.id, on: board)
      }
    case .addComment:
      return .commentAdd(
        card.id, CommentID(high: 0xC0, low: identifier()), text: letters(1 + random.below(5)))
    case .purgeComment:
      return random.pick(board.comments(on: card.id)).map { .purge(.comment(card.id, $0.id)) }
    case .typeInComment, .removeComment:
      guard let comment = random.pick(board.comments(on: card.id)) else { return nil }
      if kind == .removeComment {
        return .set(.commentRemoved(card.id, comment.id), .flag(true))
      }
      return .commentSplice(
        card.id, comment.id, splice(comment.body, erasing: random.below(2), typing: 3))
    default: return nil
    }
  }

  private mutating func itemIntent(
    _ kind: EditKind, _ item: ChecklistItem, of card: CardID, on board: Board
  ) -> Intent? {
    switch kind {
    case .rewordItem: return .set(.itemText(card, item.id), .text(marker()))
    case .tickItem: return .set(.itemDone(card, item.id), .flag(!item.done))
    case .moveItem:
      let place = Anchors(after: random.pick(board.checklist(of: card))?.id)
      return .set(.itemPlace(card, item.id), .itemPlace(place))
    default: return .set(.itemRemoved(card, item.id), .flag(random.chance(3, in: 4)))
    }
  }

  private mutating func detachment(from card: CardID, on board: Board) -> Intent? {
    let labels = board.labels(on: card).map { CardElement.label($0.id) }
    let all =
      labels + board.assignees(of: card).map { .assignee($0) }
      + board.blockers(of: card).map { .blocker($0.id) }
    // What several people look at is what they take away at the same time.
    guard let element = random.chance(1, in: 2) ? all.first : all.last,
      let held = board.attached(element, to: card)
    else {
      return nil
    }
    return .detach(card, element, seen: held.operation)
  }
}
