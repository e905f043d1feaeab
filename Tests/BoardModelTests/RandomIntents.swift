import Randomness

@testable import BoardModel

/// Random edits of a board by several sessions: mostly sensible, some stale, queued or nonsense.
struct RandomEdits {
  var random: SeededGenerator
  private var nextIdentifier: UInt64 = 1_000
  private var past: [Board] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static let editors = [
    Editor.ann, .ben, .annToo, Editor(4, user: "cid", device: "phone"),
  ]

  /// Applies one more random operation.
  mutating func step(_ bench: inout Workbench) {
    if past.count > 12 { past.removeFirst() }
    past.append(bench.board)
    let editor = pick(Self.editors)
    let seen = random.chance(40) ? pick(past) : bench.board
    bench.commit(
      intent(seen, own: bench.nextID(of: editor), log: bench.log), by: editor,
      base: random.chance(1) ? .max : seen.sequence, queued: random.chance(25))
  }

  mutating func intent(
    _ board: Board, own: OperationID, log: [CommittedOperation]
  ) -> Intent {
    let roll = number(0..<100)
    if roll < 8 {
      return .batch((0..<number(0..<5)).map { _ in single(board, own) })
    }
    if roll < 22 {
      let editor = own.session
      let mine = random.chance(80)
      let candidates = board.undo.inOrder.suffix(20)
        .filter { !mine || $0.stamp.operation.session == editor }
      let target =
        candidates.randomElement(using: &random)?.stamp.operation
        ?? log.randomElement(using: &random)?.id ?? own
      return .undo(target: target, force: random.chance(30))
    }
    return single(board, own)
  }

  mutating func single(_ board: Board, _ own: OperationID) -> Intent {
    if random.chance(55) { return field(board, own) }
    switch number(0..<100) {
    case 0: return .boardCreate(title: title())
    case 1..<3: return .boardRename(title: title())
    case 3..<9: return .columnCreate(newColumn(board), title: title(), at: columnAnchors(board))
    case 9..<12: return .columnRename(column(board), title: title())
    case 12..<16: return .columnMove(column(board), at: columnAnchors(board))
    case 16..<22: return delete(board)
    case 22..<40:
      return .cardCreate(
        newCard(board), in: column(board), title: title(), body: body(), at: cardAnchors(board))
    case 40..<48: return .cardRetitle(card(board), title: title())
    case 48..<66: return splice(board, own)
    case 66..<82:
      return .cardMove(
        (0..<number(0..<5)).map { _ in card(board) }, to: column(board), at: cardAnchors(board))
    case 82..<88: return .cardArchive(card(board))
    case 88..<94: return .cardRestore(card(board))
    default: return .cardFavourite(card(board), marked: random.chance(60))
    }
  }

  mutating func delete(_ board: Board) -> Intent {
    let id = column(board)
    let seen = (board.column(id)?.cards ?? CardList()).filter { _ in random.chance(80) }
    return .columnDelete(
      id, seen: seen, disposition: random.chance(50) ? .archive : .move(to: column(board)))
  }

  mutating func splice(_ board: Board, _ own: OperationID) -> Intent {
    let id = card(board)
    let body = board.card(id)?.body ?? Text()
    let lower = number(0..<(body.visibleCount + 1))
    let upper = min(body.visibleCount, lower + number(0..<6))
    var splice = body.splice(replacing: lower..<upper, with: self.body())
    if random.chance(15) {
      splice = Splice(
        deletions: splice.deletions
          + [
            TextRange(
              start: TextIdentity(
                operation: own, offset: UInt32(truncatingIfNeeded: random.next())),
              count: random.chance(50) ? .max : 0)
          ],
        insertions: splice.insertions
          + [.init(after: TextIdentity(operation: own, offset: 0), text: "own")])
    } else if random.chance(20) {
      splice = Splice(
        deletions: splice.deletions,
        insertions: splice.insertions
          + [.init(after: body.runs.randomElement(using: &random)?.start, text: "and")])
    }
    return .cardSplice(id, splice)
  }

  mutating func column(_ board: Board) -> ColumnID {
    if random.chance(3) { return nowhere }
    if random.chance(3) { return board.unsortedID }
    return random.chance(90) ? pick(board.liveColumns.map(\.id)) : pick(board.columnOrder)
  }

  mutating func card(_ board: Board) -> CardID {
    if random.chance(3) { return CardID(high: .max, low: .max) }
    return pick(pick(board.columnOrder.compactMap { board.column($0).map { Array($0.cards) } }))
  }

  mutating func newCard(_ board: Board) -> CardID {
    if random.chance(4) { return card(board) }
    nextIdentifier += 1
    return CardID(high: random.next(), low: nextIdentifier)
  }

  mutating func newColumn(_ board: Board) -> ColumnID {
    if random.chance(10) { return column(board) }
    nextIdentifier += 1
    return ColumnID(high: random.next(), low: nextIdentifier)
  }

  mutating func cardAnchors(_ board: Board) -> Anchors<CardKind> {
    Anchors(
      after: random.chance(50) ? card(board) : nil, before: random.chance(50) ? card(board) : nil)
  }

  mutating func columnAnchors(_ board: Board) -> Anchors<ColumnKind> {
    Anchors(
      after: random.chance(50) ? column(board) : nil,
      before: random.chance(50) ? column(board) : nil)
  }

  mutating func title() -> String {
    pick(["Write", "Read", "日本語", "🙂", "e\u{301}", "é", "", String(repeating: "x", count: 1_001)])
  }

  mutating func body() -> String {
    pick(["", "a", "b", "word ", "e\u{301}", "line\n", "日本", String(repeating: "long ", count: 30)])
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<Element: Defaulted>(_ elements: [Element]) -> Element {
    elements.randomElement(using: &random) ?? Element.fallback
  }

  mutating func pick<Element>(_ elements: [[Element]]) -> [Element] {
    elements.randomElement(using: &random) ?? []
  }
}

/// What a random choice is where there is nothing to choose from.
protocol Defaulted {
  static var fallback: Self { get }
}

extension Identifier: Defaulted {
  static var fallback: Self { Self(high: 0, low: 0) }
}

extension String: Defaulted {
  static var fallback: String { "" }
}

extension Board: Defaulted {
  static var fallback: Board { Board(id: Workbench.boardID) }
}

extension Editor: Defaulted {
  static var fallback: Editor { .ann }
}
