import BoardModel
import Randomness
import Testing

@Suite("Undo and redo")
struct UndoTests {
  private static var bench: Workbench {
    var bench = Workbench()
    for number in 1...3 {
      bench.addCard(card(UInt64(number)), "Card \(number)", body: "body text")
    }
    bench.commit(.cardArchive(card(3)))
    return bench
  }

  private static let newColumn = ColumnID(high: 0xC0, low: 50)

  static let edits: [Intent] = [
    .boardRename(title: "Landing"),
    .columnCreate(newColumn, title: "New", at: Anchors(after: todo)),
    .columnRename(todo, title: "Later"),
    .columnMove(done, at: Anchors(before: todo)),
    .columnDelete(todo, seen: [1, 2].map(card), disposition: .archive),
    .columnDelete(todo, seen: [1, 2].map(card), disposition: .move(to: done)),
    .columnDelete(todo, seen: [card(1)], disposition: .archive),
    .cardCreate(card(9), in: todo, title: "New", body: "new", at: Anchors(before: card(2))),
    .cardRetitle(card(1), title: "Other"),
    .cardMove([card(1)], to: done, at: Anchors()),
    .cardMove([card(2), card(1)], to: todo, at: Anchors(before: card(1))),
    .cardArchive(card(1)),
    .cardRestore(card(3)),
    .cardFavourite(card(1), marked: true),
  ]

  @Test("Every kind of edit is taken back, done again, and taken back again", arguments: edits)
  func everyKind(edit: Intent) throws {
    var bench = Self.bench
    let before = Visible(bench.board)
    #expect(!bench.commit(edit).isRejected)
    let after = Visible(bench.board)
    #expect(before != after)
    for _ in 0..<3 {
      let target = try #require(bench.board.undo.lastUndoable { _ in true })
      #expect(!bench.commit(.undo(target: target.stamp.operation, force: false)).isRejected)
      #expect(Visible(bench.board) == before.withEmptyUnsorted(of: bench.board, edit))
      let redo = try #require(bench.board.undo.lastRedoable { _ in true })
      #expect(!bench.commit(.undo(target: redo.stamp.operation, force: false)).isRejected)
      #expect(Visible(bench.board) == after)
    }
  }

  @Test("An undo that others stand in the way of is refused, and can be forced", arguments: edits)
  func guarded(edit: Intent) throws {
    var bench = Self.bench
    let before = Visible(bench.board)
    bench.commit(edit)
    let target = bench.lastID
    guard let obstacle = Self.obstacle(to: edit) else { return }
    bench.commit(obstacle, by: .ben)
    let refused = bench.commit(.undo(target: target, force: false))
    guard case .rejected(.undoGuarded(let fields)) = refused else {
      Issue.record("\(refused)")
      return
    }
    #expect(fields.count == 1)
    let forced = bench.commit(.undo(target: target, force: true))
    #expect(forced == .applied(displaced: [bench.log[bench.log.count - 3].id], notes: []))
    #expect(Visible(bench.board) == before)
  }

  private static func obstacle(to edit: Intent) -> Intent? {
    switch edit {
    case .boardRename: .boardRename(title: "Ben's")
    case .columnRename: .columnRename(todo, title: "Ben's")
    case .columnMove: .columnMove(done, at: Anchors(after: todo))
    case .cardRetitle: .cardRetitle(card(1), title: "Ben's")
    case .cardMove([card(1)], _, _): .cardMove([card(1)], to: doing, at: Anchors())
    case .cardArchive: .cardRestore(card(1))
    default: nil
    }
  }

  @Test("The guard asks who wrote last, not whether the value looks the same")
  func guardByIdentity() {
    var bench = Self.bench
    bench.commit(.cardRetitle(card(1), title: "Same"))
    let target = bench.lastID
    bench.commit(.cardRetitle(card(1), title: "Same"), by: .ben)
    #expect(
      bench.commit(.undo(target: target, force: false))
        == .rejected(.undoGuarded([.cardTitle(card(1))])))
  }

  @Test("Only the user who made an operation takes it back, from any of their windows")
  func whose() {
    var bench = Self.bench
    bench.commit(.cardRetitle(card(1), title: "Ann's"), by: .ann)
    let target = bench.lastID
    #expect(
      bench.commit(.undo(target: target, force: true), by: .ben) == .rejected(.notYourOperation))
    #expect(bench.commit(.undo(target: target, force: false), by: .annToo) == .applied)
    #expect(bench.title(of: card(1)) == "Card 1")
  }

  @Test("What was taken back, was refused, or never was is not taken back")
  func notUndoable() {
    var bench = Self.bench
    var made = Workbench(empty: Workbench.boardID)
    made.commit(.boardCreate(title: "Launch"))
    #expect(made.commit(.undo(target: made.lastID, force: true)) == .rejected(.notUndoable))
    bench.commit(.cardRetitle(card(1), title: "X"))
    let target = bench.lastID
    bench.commit(.undo(target: target, force: false))
    #expect(bench.commit(.undo(target: target, force: true)) == .rejected(.notUndoable))
    bench.commit(.cardRetitle(card(8), title: "X"))
    #expect(bench.commit(.undo(target: bench.lastID, force: true)) == .rejected(.notUndoable))
    let never = bench.nextID(of: .ann)
    #expect(bench.commit(.undo(target: never, force: false)) == .rejected(.notUndoable))
  }

  @Test("Typed text is taken back around what others typed in the midst of it")
  func textUndo() {
    var bench = Self.bench
    bench.edit(card(1), 4..<4, with: " of my")
    let target = bench.lastID
    bench.edit(card(1), 7..<7, with: " [Ben's]", by: .ben)
    #expect(bench.body(of: card(1)) == "body of [Ben's] my text")
    #expect(bench.commit(.undo(target: target, force: false)) == .applied)
    #expect(bench.body(of: card(1)) == "body [Ben's] text")
    #expect(bench.commit(.undo(target: bench.lastID, force: false)) == .applied)
    #expect(bench.body(of: card(1)) == "body of [Ben's] my text")
  }

  @Test("Deleted text comes back where it was, in order, around what stands there now")
  func textRedelete() {
    var bench = Self.bench
    let seen = bench.board
    bench.edit(card(1), 2..<7, with: "")
    let target = bench.lastID
    #expect(bench.body(of: card(1)) == "boxt")
    bench.edit(card(1), 4..<4, with: "|", by: .ben, seeing: seen)
    #expect(bench.body(of: card(1)) == "bo|xt")
    #expect(bench.commit(.undo(target: target, force: false)) == .applied)
    #expect(bench.body(of: card(1)).filter { $0 != "|" } == "body text")
    #expect(bench.commit(.undo(target: bench.lastID, force: false)) == .applied)
    #expect(bench.body(of: card(1)) == "bo|xt")
  }

  @Test("What two deleted, the one who deleted it first brings back, once")
  func deletedTwice() {
    var bench = Self.bench
    let seen = bench.board
    bench.edit(card(1), 0..<5, with: "", by: .ann, seeing: seen)
    let first = bench.lastID
    bench.edit(card(1), 0..<9, with: "", by: .ben, seeing: seen)
    let second = bench.lastID
    bench.commit(.undo(target: second, force: false), by: .ben)
    #expect(bench.body(of: card(1)) == "text")
    bench.commit(.undo(target: first, force: false), by: .ann)
    #expect(bench.body(of: card(1)) == "body text")
  }

  @Test("A replacement in several places is taken back and done again", arguments: 0..<30)
  func manyPlaces(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bench = Self.bench
    let before = bench.body(of: card(1))
    let body = try #require(bench.board.card(card(1))?.body)
    var splices = Splice(deletions: [], insertions: [])
    for _ in 0..<5 {
      let lower = Int.random(in: 0..<9, using: &random)
      let part = body.splice(replacing: lower..<min(lower + 2, 9), with: "<\(lower)>")
      splices = Splice(
        deletions: splices.deletions + part.deletions,
        insertions: splices.insertions + part.insertions)
    }
    bench.commit(.cardSplice(card(1), splices))
    let after = bench.body(of: card(1))
    for _ in 0..<4 {
      bench.commit(.undo(target: bench.lastID, force: false))
      #expect(bench.body(of: card(1)) == before)
      bench.commit(.undo(target: bench.lastID, force: false))
      #expect(bench.body(of: card(1)) == after)
    }
  }

  @Test("Taking text back again and again never makes a body larger than its limit")
  func textGrowth() throws {
    var bench = Workbench()
    bench.addCard(card(1))
    let long = String(repeating: "x", count: 60_000)
    for _ in 0..<8 { bench.edit(card(1), 0..<0, with: long) }
    bench.edit(card(1), 0..<480_000, with: "")
    var refused = 0
    for _ in 0..<6 {
      if bench.commit(.undo(target: bench.lastID, force: false)).isRejected {
        refused += 1
        break
      }
      let body = try #require(bench.board.card(card(1))?.body)
      #expect(body.totalCount <= BoardLimits.bodyScalars)
    }
    #expect(refused == 1)
    #expect(bench.log.last?.outcome == .rejected(.undoGuarded([.cardBody(card(1))])))
  }

  @Test("A column that came back by an undo is not deleted again over a card made in it since")
  func redoOfDeletion() {
    var bench = Self.bench
    bench.commit(.columnDelete(done, seen: [], disposition: .archive))
    bench.commit(.undo(target: bench.lastID, force: false))
    let undo = bench.lastID
    bench.addCard(card(9), in: done, by: .ben)
    #expect(
      bench.commit(.undo(target: undo, force: false))
        == .rejected(.undoGuarded([.columnDeleted(done)])))
    #expect(bench.order(in: done) == [card(9)])
    #expect(
      bench.commit(.undo(target: undo, force: true))
        == .applied(displaced: [], notes: [.inUnsorted(card(9))]))
    #expect(bench.board.column(done)?.deleted.value == true)
    #expect(bench.order(in: bench.board.unsortedID) == [card(9)])
  }

  @Test("A new column that others put cards into is kept; forced, its cards go to Unsorted")
  func undoOfColumn() {
    var bench = Self.bench
    bench.commit(.columnCreate(Self.newColumn, title: "New", at: Anchors()))
    let target = bench.lastID
    bench.addCard(card(9), in: Self.newColumn, by: .ben)
    #expect(
      bench.commit(.undo(target: target, force: false))
        == .rejected(.undoGuarded([.columnDeleted(Self.newColumn)])))
    #expect(
      bench.commit(.undo(target: target, force: true))
        == .applied(displaced: [], notes: [.inUnsorted(card(9))]))
    #expect(bench.order(in: bench.board.unsortedID) == [card(9)])
  }

  @Test("A card whose old column is gone stays where it is, and that is said")
  func backToDeleted() {
    var bench = Self.bench
    bench.commit(
      .batch([
        .cardMove([1, 2].map(card), to: done, at: Anchors()),
        .cardRetitle(card(1), title: "Moved"),
      ]))
    let target = bench.lastID
    bench.commit(.columnDelete(todo, seen: [], disposition: .archive), by: .ben)
    #expect(
      bench.commit(.undo(target: target, force: false))
        == .applied(
          displaced: [],
          notes: [.undoSkipped(.cardPlace(card(2))), .undoSkipped(.cardPlace(card(1)))]))
    #expect(bench.title(of: card(1)) == "Card 1")
    #expect(bench.order(in: done) == [1, 2].map(card))
  }

  @Test("A window undoes its own edits one by one and redoes them until it edits anew")
  func stack() throws {
    var bench = Self.bench
    let mine: (UndoRecord) -> Bool = { $0.stamp.author == Editor.ann.author }
    func undo() throws {
      let record = try #require(bench.board.undo.lastUndoable(where: mine))
      bench.commit(.undo(target: record.stamp.operation, force: false))
    }
    func redo() throws {
      let record = try #require(bench.board.undo.lastRedoable(where: mine))
      bench.commit(.undo(target: record.stamp.operation, force: false))
    }
    for title in ["A", "B", "C"] { bench.commit(.cardRetitle(card(1), title: title)) }
    bench.commit(.cardRetitle(card(2), title: "Ben's"), by: .ben)
    try undo()
    try undo()
    #expect(bench.title(of: card(1)) == "A")
    try redo()
    #expect(bench.title(of: card(1)) == "B")
    try redo()
    #expect(bench.title(of: card(1)) == "C")
    #expect(bench.board.undo.lastRedoable(where: mine) == nil)
    try undo()
    try undo()
    try undo()
    #expect(bench.title(of: card(1)) == "Card 1")
    try redo()
    #expect(bench.title(of: card(1)) == "A")
    bench.commit(.cardRetitle(card(1), title: "D"))
    #expect(bench.board.undo.lastRedoable(where: mine) == nil)
    try undo()
    #expect(bench.title(of: card(1)) == "A")
    #expect(bench.title(of: card(2)) == "Ben's")
  }

  @Test("The ledger keeps the newest operations, and as many on a rebuilt board")
  func ledgerBound() throws {
    var bench = Self.bench
    bench.commit(.cardRetitle(card(1), title: "First"))
    let first = bench.lastID
    for number in 0..<BoardLimits.undoRecords {
      bench.commit(.cardRetitle(card(8), title: "refused"), by: .ben)
      bench.commit(.cardRetitle(card(2), title: "\(number)"), by: .ben)
    }
    let last = bench.lastID
    #expect(bench.board.undo.inOrder.count == BoardLimits.undoRecords)
    var copy = try bench.board.rebuilt()
    #expect(copy.digest() == bench.board.digest())
    #expect(bench.commit(.undo(target: first, force: true)) == .rejected(.notUndoable))
    #expect(bench.commit(.undo(target: last, force: false), by: .ben) == .applied)
    for committed in bench.log.suffix(2) { #expect(copy.apply(committed) == committed.outcome) }
    #expect(copy.digest() == bench.board.digest())
  }

  @Test("An operation too large to take back is not half remembered")
  func tooLarge() throws {
    var bench = Workbench()
    let ids = (1...UInt64(1_000)).map(card)
    bench.commit(
      .batch(ids.map { .cardCreate($0, in: todo, title: "Card", body: "", at: Anchors()) }))
    let long = String(repeating: "日", count: 1_000)
    for _ in 0..<2 {
      for id in ids.prefix(100) { bench.commit(.cardRetitle(id, title: long)) }
      bench.commit(.batch(ids.prefix(100).map { .cardRetitle($0, title: "Short") }))
    }
    #expect(bench.commit(.undo(target: bench.lastID, force: false)) == .rejected(.notUndoable))
    for entity in bench.board.entities() {
      var writer = ByteWriter()
      writer.value(entity)
      #expect(writer.bytes.count <= 65_000)
    }
  }
}

/// What people see of a board, without who wrote it when.
private struct Visible: Equatable {
  var columns: [[String]]
  let title: String?
  let archived: [CardID]
  let favourites: [Bool]

  init(_ board: Board) {
    title = board.title?.value
    columns = board.liveColumns.map { column in
      [column.title.value]
        + board.liveCards(in: column.id).map { "\($0.title.value): \($0.body.string)" }
    }
    archived = board.archivedCards.map(\.id)
    favourites = (1...3).map { board.isFavourite(card($0), of: "ann") }
  }

  /// An undo leaves "Unsorted" where the edit made it, and archives the card the edit made.
  func withEmptyUnsorted(of board: Board, _ edit: Intent) -> Visible {
    var copy = self
    if board.liveColumns.contains(where: { $0.id == board.unsortedID }) {
      copy.columns.append([Board.unsortedTitle])
    }
    if case .cardCreate(let id, _, _, _, _) = edit {
      return Visible(copy, archived: archived + [id])
    }
    return copy
  }

  private init(_ other: Visible, archived: [CardID]) {
    title = other.title
    columns = other.columns
    favourites = other.favourites
    self.archived = archived
  }
}
