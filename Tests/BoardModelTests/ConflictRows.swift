@testable import BoardModel

private let cards = ConflictBench.cards
private let (one, two, three, four, archived) = (cards[0], cards[1], cards[2], cards[3], cards[4])
private let unsorted = Workbench().board.unsortedID
private let (label, item) = (ConflictBench.label, ConflictBench.item)

private func title(_ board: Board) -> String { board.card(one)?.title.value ?? "" }
private func body(_ board: Board) -> String { board.card(one)?.body.string ?? "" }

private func place(of card: CardID) -> @Sendable (Board) -> String {
  { board in
    guard let card = board.card(card) else { return "" }
    let names = [todo: "todo", doing: "doing", done: "done", unsorted: "unsorted"]
    return (names[card.column.value] ?? "?") + (card.archived.value ? ", archived" : "")
  }
}

private func both(
  _ first: @escaping @Sendable (Board) -> String, _ second: @escaping @Sendable (Board) -> String
) -> @Sendable (Board) -> String {
  { "\(first($0)); \(second($0))" }
}

private func order(in column: ColumnID) -> @Sendable (Board) -> String {
  { board in
    board.liveCards(in: column).map { "\((cards.firstIndex(of: $0.id) ?? 8) + 1)" }
      .joined(separator: " ")
  }
}

private func labels(_ board: Board) -> String {
  (board.attached(.label(label), to: one) == nil ? "off" : "on")
    + (board.labels(on: one).isEmpty ? ", not shown" : "")
}

private func itemState(_ board: Board) -> String {
  guard let item = board.item(item, on: one) else { return "" }
  return (item.done ? "done" : "open") + (item.removed ? ", removed" : "")
}

private func retitle(_ title: String) -> Intent { .cardRetitle(one, title: title) }
private func move(_ card: CardID, _ column: ColumnID) -> Intent {
  .cardMove([card], to: column, at: Anchors())
}
private func delete(
  _ column: ColumnID, _ seen: [CardID], _ disposition: CardDisposition = .archive
) -> Intent {
  .columnDelete(column, seen: seen, disposition: disposition)
}

/// What stands at a place of the first card's text before anybody edits it.
private func splice(
  deleting range: Range<Int>, inserting text: String, at position: Int
) -> ConflictRow.Edit {
  ConflictRow.Edit { bench in
    guard let body = bench.seen.card(one)?.body else { return .batch([]) }
    let deletion = body.splice(replacing: range, with: "")
    let insertion = body.splice(replacing: position..<position, with: text)
    return .cardSplice(
      one, Splice(deletions: deletion.deletions, insertions: insertion.insertions))
  }
}

extension ConflictRow {
  static let all: [ConflictRow] = fields + archive + columns + texts + details + rest

  private static let fields = [
    ConflictRow(
      "same field, both live", .live(retitle("A")), .live(retitle("B")), shows: title,
      annFirst: .init("displaces", "B"), benFirst: .init("displaces", "A")),
    ConflictRow(
      "same field, one queued", .live(retitle("A")), .queued(retitle("B")), shows: title,
      annFirst: .init("superseded", "A"), benFirst: .init("displaces", "A")),
    ConflictRow(
      "one's own field, queued", .live(retitle("A")),
      Edit(intent: { _ in retitle("B") }, queued: true, editor: .ann), shows: title,
      annFirst: .init("applied", "B"), benFirst: .init("applied", "A")),
    ConflictRow(
      "one's own field in two windows, both live", .live(retitle("A")),
      Edit(intent: { _ in retitle("B") }, editor: .annToo), shows: title,
      annFirst: .init("displaces", "B"), benFirst: .init("displaces", "A")),
    ConflictRow(
      "one's own field in two windows, one queued", .live(retitle("A")),
      Edit(intent: { _ in retitle("B") }, queued: true, editor: .annToo), shows: title,
      annFirst: .init("superseded", "A"), benFirst: .init("displaces", "A")),
    ConflictRow(
      "different fields of one card", .live(retitle("A")), .queued(.set(.cardDue(one), .number(9))),
      shows: both(title) { "\($0.due(of: one) ?? 0)" },
      annFirst: .init("applied", "A; 9"), benFirst: .init("applied", "A; 9")),
  ]

  private static let archive = [
    ConflictRow(
      "edit against archive", .live(retitle("A")), .live(.cardArchive(one)),
      shows: both(title, place(of: one)),
      annFirst: .init("applied", "A; todo, archived"),
      benFirst: .init("onArchivedCard", "A; todo, archived")),
    ConflictRow(
      "move against move", .live(move(one, doing)), .live(move(one, done)), shows: place(of: one),
      annFirst: .init("displaces", "done"), benFirst: .init("displaces", "doing")),
    ConflictRow(
      "move against edit", .live(move(one, doing)), .queued(retitle("B")),
      shows: both(title, place(of: one)),
      annFirst: .init("applied", "B; doing"), benFirst: .init("applied", "B; doing")),
    ConflictRow(
      "archive against move", .live(.cardArchive(one)), .live(move(one, done)),
      shows: place(of: one),
      annFirst: .init("onArchivedCard", "done, archived"),
      benFirst: .init("applied", "done, archived")),
  ]

  private static let columns = [
    ConflictRow(
      "move into a deleted column", .live(delete(done, [archived])), .live(move(one, done)),
      shows: place(of: one),
      annFirst: .init("rejected columnDeleted", "todo"),
      benFirst: .init("inUnsorted keptUnseen", "unsorted")),
    ConflictRow(
      "create into a deleted column", .live(delete(done, [])),
      .live(.cardCreate(card(9), in: done, title: "New", body: "", at: Anchors())),
      shows: place(of: card(9)),
      annFirst: .init("inUnsorted", "unsorted"),
      benFirst: .init("inUnsorted keptUnseen", "unsorted")),
    ConflictRow(
      "restore into a deleted column", .live(delete(done, [])), .live(.cardRestore(archived)),
      shows: place(of: archived),
      annFirst: .init("inUnsorted", "unsorted"),
      benFirst: .init("inUnsorted keptUnseen", "unsorted")),
    ConflictRow(
      "accept into a deleted column", .live(delete(done, [])),
      Edit { .settle(.cardPlace(three), user: "cid", operation: $0.placed, accept: true) },
      shows: place(of: three),
      annFirst: .init("inUnsorted", "unsorted"),
      benFirst: .init("inUnsorted keptUnseen", "unsorted")),
    ConflictRow(
      "column deleted while cards arrive", .live(delete(doing, [three, four])),
      .live(move(one, doing)), shows: both(place(of: three), place(of: one)),
      annFirst: .init("rejected columnDeleted", "doing, archived; todo"),
      benFirst: .init("inUnsorted keptUnseen", "doing, archived; unsorted")),
    ConflictRow(
      "column deleted while cards arrive", .live(delete(doing, [three, four], .move(to: done))),
      .live(move(one, doing)), shows: both(place(of: three), place(of: one)),
      annFirst: .init("rejected columnDeleted", "done; todo"),
      benFirst: .init("keptUnseen", "done; done")),
    ConflictRow(
      "reorder against reorder", .live(.cardMove([one], to: todo, at: Anchors(after: two))),
      .live(.cardMove([four], to: doing, at: Anchors(before: three))),
      shows: both(order(in: todo), order(in: doing)),
      annFirst: .init("applied", "2 1; 4 3"), benFirst: .init("applied", "2 1; 4 3")),
    ConflictRow(
      "reorder against reorder", .live(.cardMove([one], to: todo, at: Anchors(after: two))),
      .live(.cardMove([one], to: todo, at: Anchors(before: two))), shows: order(in: todo),
      annFirst: .init("displaces", "1 2"), benFirst: .init("displaces", "2 1")),
  ]

  private static let texts = [
    ConflictRow(
      "text against text", splice(deleting: 0..<0, inserting: "x", at: 1),
      splice(deleting: 0..<0, inserting: "y", at: 1), shows: body,
      annFirst: .init("merged", "ayxbc"), benFirst: .init("merged", "axybc")),
    ConflictRow(
      "text against text", splice(deleting: 0..<3, inserting: "", at: 0),
      splice(deleting: 1..<2, inserting: "y", at: 2), shows: body,
      annFirst: .init("merged", "y"), benFirst: .init("merged", "y")),
    ConflictRow(
      "same identifier",
      .live(.cardCreate(card(9), in: done, title: "A", body: "", at: Anchors())),
      .live(.cardCreate(card(9), in: todo, title: "B", body: "", at: Anchors())),
      shows: place(of: card(9)),
      annFirst: .init("rejected identifierInUse", "done"),
      benFirst: .init("rejected identifierInUse", "todo")),
  ]

  private static let details = [
    ConflictRow(
      "label or assignee, added and removed", .live(.attach(one, .label(label))),
      Edit { .detach(one, .label(label), seen: $0.labelled) }, shows: labels,
      annFirst: .init("staleRemoval", "on"), benFirst: .init("applied", "on")),
    ConflictRow(
      "label or assignee, added and removed", .live(.attach(one, .assignee("cid"))),
      Edit { .detach(one, .assignee("cid"), seen: $0.labelled) },
      shows: { $0.assignees(of: one).joined() },
      annFirst: .init("staleRemoval", "cid"), benFirst: .init("applied", "cid")),
    ConflictRow(
      "blocker, added and removed", .live(.attach(one, .blocker(two))),
      Edit { .detach(one, .blocker(two), seen: $0.labelled) },
      shows: { $0.isBlocked(one) ? "blocked" : "free" },
      annFirst: .init("staleRemoval", "blocked"), benFirst: .init("applied", "blocked")),
    ConflictRow(
      "blocker archived, and added to a card", .live(.cardArchive(two)),
      .live(.attach(one, .blocker(two))),
      shows: { "\($0.blockers(of: one).count), \($0.blocking(one).count)" },
      annFirst: .init("applied", "1, 0"), benFirst: .init("applied", "1, 0")),
    ConflictRow(
      "label removed from the board, and added to a card",
      .live(.set(.labelRemoved(label), .flag(true))), .live(.attach(one, .label(label))),
      shows: labels,
      annFirst: .init("rejected labelRemoved", "on, not shown"),
      benFirst: .init("applied", "on, not shown")),
    ConflictRow(
      "item done against item removed", .live(.set(.itemDone(one, item), .flag(true))),
      .live(.set(.itemRemoved(one, item), .flag(true))), shows: itemState,
      annFirst: .init("applied", "done, removed"),
      benFirst: .init("rejected itemRemoved", "open, removed")),
    ConflictRow(
      "item done twice", .live(.set(.itemDone(one, item), .flag(true))),
      .queued(.set(.itemDone(one, item), .flag(true))), shows: itemState,
      annFirst: .init("applied", "done"), benFirst: .init("applied", "done")),
    ConflictRow(
      "accept against dismiss",
      Edit { .settle(.cardTitle(two), user: "ben", operation: $0.proposed, accept: true) },
      Edit { .settle(.cardTitle(two), user: "ben", operation: $0.proposed, accept: false) },
      shows: { $0.card(two)?.title.value ?? "" },
      annFirst: .init("rejected proposalGone", "Ben's"),
      benFirst: .init("rejected proposalGone", "Ann's")),
    ConflictRow(
      "favourite against favourite", .live(.cardFavourite(one, marked: true)),
      .queued(.cardFavourite(one, marked: false)),
      shows: { board in
        ["ann", "ben"].filter { board.isFavourite(one, of: $0) }.joined(separator: " ")
      },
      annFirst: .init("applied", "ann"), benFirst: .init("applied", "ann")),
  ]

  private static let rest = [
    ConflictRow(
      "batch with a part that cannot be", .live(delete(done, [])),
      .live(.batch([retitle("B"), move(one, done)])), shows: both(title, place(of: one)),
      annFirst: .init("rejected batchItem", "Ann's; todo"),
      benFirst: .init("inUnsorted keptUnseen", "B; unsorted")),
    ConflictRow(
      "move of several cards", .live(move(one, doing)),
      .queued(.cardMove([one, two], to: done, at: Anchors())),
      shows: both(place(of: one), place(of: two)),
      annFirst: .init("supersededPart", "doing; done"),
      benFirst: .init("displaces", "doing; done")),
    ConflictRow(
      "limit of a column", .live(move(one, doing)), .live(move(two, doing)),
      shows: order(in: doing),
      annFirst: .init("overWIPLimit", "4 3 1 2"), benFirst: .init("overWIPLimit", "4 3 2 1")),
    ConflictRow(
      "limit of a column", .live(.batch([.set(.wipLimitBlocks, .flag(true)), move(one, doing)])),
      .live(move(two, doing)), shows: order(in: doing),
      annFirst: .init("rejected limitBlocked", "4 3 1"),
      benFirst: .init("rejected batchItem", "4 3 2")),
    ConflictRow(
      "limit of a column", .live(.batch([.set(.wipLimitBlocks, .flag(true)), move(one, doing)])),
      .queued(move(two, doing)), shows: order(in: doing),
      annFirst: .init("overWIPLimit", "4 3 1 2"), benFirst: .init("rejected batchItem", "4 3 2")),
    ConflictRow(
      "undo after others", Edit { .undo(target: $0.titled, force: false) }, .live(retitle("B")),
      shows: title,
      annFirst: .init("displaces", "B"), benFirst: .init("rejected undoGuarded", "B")),
    ConflictRow(
      "undo after others", Edit { .undo(target: $0.titled, force: true) }, .live(retitle("B")),
      shows: title,
      annFirst: .init("displaces", "B"), benFirst: .init("displaces", "Card")),
    ConflictRow(
      "anything against a purge", .live(.purge(.card(one))), .queued(retitle("B")), shows: title,
      annFirst: .init("rejected unknownCard", ""), benFirst: .init("applied", "")),
    ConflictRow(
      "role lost",
      .live(
        .batch([
          .set(.memberRole("ann"), .role(.owner)), .set(.memberRole("ben"), .role(.viewer)),
        ])), .queued(retitle("B")), shows: title,
      annFirst: .init("rejected forbidden", "Ann's"), benFirst: .init("applied", "B")),
  ]
}
