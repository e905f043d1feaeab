import BoardModel
import WindowSync

/// Somebody deletes what stands on a card and compacts it, while somebody else, who is away, goes
/// on writing in the midst of what is gone.
struct Tidying {
  let field: FieldAddress
  let cleaner: Int
  let traveller: Int
  /// What the board was at when it began.
  let since: UInt64
  /// Until then it has to be done.
  let end: UInt64
  var hasErased = false
}

extension World {
  /// What was written before anybody is there.
  mutating func writtenCards() -> [Intent] {
    (1...2).flatMap { (number: UInt64) -> [Intent] in
      let card = CardID(high: 0xCA, low: identifier())
      let comment = CommentID(high: 0xC0, low: identifier())
      return [
        .cardCreate(
          card, in: ColumnID(high: 0xC0, low: number), title: "Card \(number)", body: letters(8),
          at: Anchors()),
        .commentAdd(card, comment, text: letters(8)),
      ]
    }
  }

  /// Now and then goes on with tidying, or begins.
  /// - Returns: whether it did.
  mutating func tidy() throws -> Bool {
    guard let tidying else {
      if random.chance(1, in: 16) { try beginTidying() }
      return tidying != nil
    }
    guard random.chance(1, in: 2) else { return false }
    let known = processes[tidying.cleaner].replica.confirmed?.compaction(of: tidying.field)
    if known?.stamp.sequence ?? 0 > tidying.since || time > tidying.end {
      try endTidying(tidying)
    } else if random.chance(1, in: 3) {
      try writeAway(tidying)
    } else {
      try clean(tidying)
    }
    return true
  }

  /// Who was away is back, and who tidied up may want to have it undone.
  private mutating func endTidying(_ tidying: Tidying) throws {
    self.tidying = nil
    lastCleaner = tidying.cleaner
    processes[tidying.traveller].journeyEnd = nil
    try tell(process: tidying.traveller, .resumeNow)
    guard !processes[tidying.cleaner].fenced, random.chance(2, in: 3) else { return }
    for _ in 0..<3 { try edit(tidying.cleaner, .undo, .undo(force: false)) }
  }

  /// Somebody decides what becomes of text that came late.
  /// - Returns: whether there was any.
  mutating func settleText(_ index: Int) throws -> Bool {
    guard let board = processes[index].replica.visible,
      let proposal = board.proposalsInOrder.first(where: { $0.field.isText })
    else { return false }
    let kind = random.chance(1, in: 2) ? EditKind.accept : .dismiss
    let intent = Intent.settle(
      proposal.field, user: proposal.stamp.author.user, operation: proposal.stamp.operation,
      accept: kind == .accept)
    if isDoubtful(intent, on: board, by: index) { return false }
    try edit(index, kind, .edit(intent))
    return true
  }

  /// When all is well people see what came late, decide about it and take things back.
  mutating func decide() throws {
    // Who took over a session of long ago may use its names again.
    let able = processes.indices.prefix(World.windows).filter { !processes[$0].fenced }
    for _ in 0..<2 {
      guard let index = random.pick(able) else { return }
      if try settleText(index) { continue }
      if random.chance(1, in: 2) { try edit(index, .undo, .undo(force: false)) }
    }
    guard let cleaner = lastCleaner, able.contains(cleaner) else { return }
    for _ in 0..<4 { try edit(cleaner, .undo, .undo(force: false)) }
  }

  private mutating func beginTidying() throws {
    let linked = processes.indices.filter {
      !processes[$0].fenced && processes[$0].link != nil && processes[$0].journeyEnd == nil
    }
    guard let traveller = random.pick(linked),
      let cleaner = random.pick(linked.filter { $0 != traveller }),
      let board = processes[traveller].replica.confirmed,
      let field = tidied(on: board, by: cleaner, and: traveller)
    else { return }
    tidying = Tidying(
      field: field, cleaner: cleaner, traveller: traveller, since: board.sequence,
      end: time + 6_000)
    try leave(traveller, for: nil)
  }

  /// The body of a card, or a comment of both.
  private mutating func tidied(
    on board: Board, by cleaner: Int, and traveller: Int
  ) -> FieldAddress? {
    let users = [cleaner, traveller].map { checks.author(of: $0).user }
    let cards = board.liveColumns.flatMap { board.liveCards(in: $0.id) }.map(\.id)
    let comments = cards.flatMap { card in
      board.comments(on: card).filter { comment in
        users.allSatisfy { $0 == comment.created.author.user }
      }.map { FieldAddress.commentBody(card, $0.id) }
    }
    let bodies = cards.map { FieldAddress.cardBody($0) }
    let fields = !comments.isEmpty && random.chance(1, in: 2) ? comments : bodies
    let field = random.pick(fields.filter { board.text(of: $0)?.visibleCount ?? 0 > 1 })
    guard let field, let intent = field.compaction(horizon: 0),
      ![cleaner, traveller].contains(where: { isDoubtful(intent, on: board, by: $0) })
    else { return nil }
    return field
  }

  /// Deletes much of it, and drops that as soon as it is known that nobody wrote there since.
  private mutating func clean(_ tidying: Tidying) throws {
    let index = tidying.cleaner
    guard !processes[index].fenced, let board = processes[index].replica.visible,
      let text = board.text(of: tidying.field), let stamp = board.textStamp(of: tidying.field)
    else { return }
    let base = processes[index].replica.confirmed?.sequence ?? 0
    if tidying.hasErased {
      guard text.visibleCount < text.totalCount, stamp.sequence <= base,
        let compaction = tidying.field.compaction(horizon: base)
      else { return }
      try edit(index, .compact, .edit(compaction))
    } else {
      let start = random.below((text.visibleCount + 1) / 2)
      let instead = random.chance(2, in: 3) ? letters(1) : ""
      let erasure = text.splice(replacing: start..<text.visibleCount, with: instead)
      guard start < text.visibleCount, let edit = tidying.field.edit(erasure) else { return }
      try self.edit(index, .erase, .edit(edit))
      self.tidying?.hasErased = true
    }
  }

  /// At the end or before it, where they see what others may have deleted.
  private mutating func writeAway(_ tidying: Tidying) throws {
    let index = tidying.traveller
    guard !processes[index].fenced, let board = processes[index].replica.visible,
      let text = board.text(of: tidying.field)
    else { return }
    let end = text.visibleCount - random.below(text.visibleCount / 2 + 1)
    let start = end - random.below(min(3, end + 1))
    let typed = random.chance(3, in: 4) ? letters(1 + random.below(3)) : ""
    guard start < end || !typed.isEmpty,
      let edit = tidying.field.edit(text.splice(replacing: start..<end, with: typed))
    else { return }
    try self.edit(index, .paste, .edit(edit))
  }
}

extension FieldAddress {
  func compaction(horizon: UInt64) -> Intent? {
    switch self {
    case .cardBody(let card): .textCompact(card, nil, horizon: horizon)
    case .commentBody(let card, let id): .textCompact(card, id, horizon: horizon)
    default: nil
    }
  }

  fileprivate func edit(_ splice: Splice) -> Intent? {
    switch self {
    case .cardBody(let card): .cardSplice(card, splice)
    case .commentBody(let card, let id): .commentSplice(card, id, splice)
    default: nil
    }
  }
}
