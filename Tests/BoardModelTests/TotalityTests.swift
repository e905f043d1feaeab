@testable import BoardModel
import Statements
import Testing

/// Whatever a peer says, `apply` and the reading of a snapshot come to an end without a trap.
@Suite("Extremes")
struct TotalityTests {
  private static let extremes: [UInt64] = [0, 1, UInt64(UInt32.max), .max - 1, .max]

  @Test("Operations at the bounds of every number", arguments: extremes)
  func numbers(extreme: UInt64) throws {
    var bench = Workbench()
    bench.addCard(card(1), body: "body")
    var board = bench.board
    let session = SessionID(high: extreme, low: extreme)
    let id = OperationID(
      session: session, epoch: UInt32(truncatingIfNeeded: extreme), counter: extreme)
    let identity = TextIdentity(operation: id, offset: UInt32(truncatingIfNeeded: extreme))
    let range = TextRange(start: identity, count: UInt32(truncatingIfNeeded: extreme))
    let intents: [Intent] = [
      .cardSplice(card(1), Splice(deletions: [range, range], insertions: [])),
      .cardSplice(
        card(1), Splice(deletions: [], insertions: [.init(after: identity, text: "x")])),
      .cardSplice(card(1), Splice(deletions: [], insertions: [.init(after: nil, text: "xy")])),
      .cardRetitle(card(1), title: "New"),
      .cardMove([card(1)], to: done, at: Anchors()),
      .undo(target: id, force: true),
      .cardCreate(
        CardID(high: extreme, low: extreme), in: todo, title: "T", body: "b", at: Anchors()),
    ]
    for intent in intents {
      _ = board.apply(
        Operation(id: id, base: extreme, queued: true, intent: intent), sequence: extreme,
        time: extreme, author: Editor.ben.author)
      let bytes = board.digest()
      var copy = try board.rebuilt()
      #expect(copy.digest() == bytes)
      let body = try #require(board.card(card(1))?.body)
      _ = body.splice(replacing: Int.min..<Int.max, with: "z")
      _ = body.identity(at: .max)
    }
  }

  @Test("Operations that share an identifier leave a ledger that still has an end")
  func repeatedIdentifier() throws {
    var board = Workbench().board
    let id = OperationID(session: SessionID(high: 7, low: 7), epoch: 1, counter: 1)
    for number in 0..<UInt64(BoardLimits.undoRecords * 2 + 10) {
      let other = OperationID(session: id.session, epoch: 1, counter: number + 2)
      for (index, operation) in [id, other].enumerated() {
        _ = board.apply(
          Operation(
            id: operation, base: .max, queued: false,
            intent: .columnRename(todo, title: "\(number)")),
          sequence: board.sequence + UInt64(1 - index), time: 1, author: Editor.ann.author)
      }
    }
    #expect(board.undo.inOrder.count <= BoardLimits.undoRecords)
    var copy = try board.rebuilt()
    #expect(copy.digest() == board.digest())
  }

  @Test("A snapshot of nonsense is refused or read, and never hangs", .timeLimit(.minutes(1)))
  func nonsense() throws {
    var bench = Workbench()
    bench.addCard(card(1), body: "body")
    let stamp = bench.log[0].stamp
    func far(_ counter: UInt64, _ sequence: UInt64, undoneBy: OperationID?) -> Entity {
      let id = OperationID(session: SessionID(high: 8, low: 8), epoch: 1, counter: counter)
      return .undo(
        UndoRecord(
          stamp: Stamp(operation: id, sequence: sequence, time: 0, author: Editor.ann.author),
          steps: [.value(.cardTitle(card(1)), previous: .text("Old"))], kind: .undo,
          undoneBy: undoneBy))
    }
    var entities = bench.board.entities()
    let title = OperationID(session: SessionID(high: 8, low: 8), epoch: 1, counter: 1)
    entities.append(far(1, 1, undoneBy: title))
    for number in 2..<UInt64(600) {
      entities.append(far(number, .max - number % 7, undoneBy: number % 3 == 0 ? title : nil))
    }
    let run = TextRun(
      start: TextIdentity(operation: stamp.operation, offset: .max), step: .offset,
      scalars: ["a"], deleted: false)
    let again = TextRun(
      start: TextIdentity(operation: stamp.operation, offset: 0), step: .offset,
      scalars: ["b", "c"], deleted: true)
    #expect(throws: SnapshotFault.repeatedScalar) {
      try Board(
        id: Workbench.boardID, sequence: 9,
        entities: entities + [.text(card(1), [run, again, run, again])])
    }
    entities.append(.text(card(1), [run, again]))
    var board = try Board(id: Workbench.boardID, sequence: 9, entities: entities)
    _ = board.digest()
    for counter in [1, 3, 500, 599] as [UInt64] {
      let target = OperationID(session: SessionID(high: 8, low: 8), epoch: 1, counter: counter)
      _ = board.apply(
        Operation(
          id: OperationID(session: title.session, epoch: 2, counter: counter), base: 0,
          queued: false, intent: .undo(target: target, force: counter == 3)),
        sequence: board.sequence + 1, time: 0, author: Editor.ann.author)
    }
  }

  @Test("Entities that do not fit together are refused")
  func faults() throws {
    var bench = Workbench()
    bench.addCard(card(1), body: "body")
    let all = bench.board.entities()
    func build(_ entities: [Entity], _ id: BoardID = Workbench.boardID) throws -> Board {
      try Board(id: id, sequence: 5, entities: entities)
    }
    #expect(throws: SnapshotFault.otherBoard) { _ = try build(all, BoardID(high: 1, low: 1)) }
    #expect(throws: SnapshotFault.repeated) { _ = try build(all + [all[0]]) }
    #expect(throws: SnapshotFault.noHeader) { _ = try build(Array(all.dropFirst())) }
    #expect(throws: SnapshotFault.columnMissing(todo)) {
      _ = try build(all.filter { if case .column = $0 { false } else { true } })
    }
    #expect(throws: SnapshotFault.cardMissing(card(1))) {
      _ = try build(all.filter { if case .card = $0 { false } else { true } })
    }
    #expect(throws: SnapshotFault.repeated) {
      _ = try build(all + all.filter { if case .card = $0 { true } else { false } })
    }
  }

  @Test("Entities of cards and fields that do not fit together are refused", .holds("SNP-016"))
  func partFaults() throws {
    var bench = Workbench()
    bench.addCard(card(1))
    let (item, comment) = (ItemID(high: 1, low: 1), CommentID(high: 1, low: 2))
    bench.commit(.itemAdd(card(1), item, text: "Item", at: Anchors()))
    bench.commit(.commentAdd(card(1), comment, text: "Text"))
    bench.commit(.attach(card(1), .assignee("ann")))
    bench.commit(.set(.columnWIPLimit(todo), .number(3)))
    bench.commit(.cardRetitle(card(2), title: "None"))
    let all = bench.board.entities()
    func build(_ entities: [Entity]) throws -> Board {
      try Board(id: Workbench.boardID, sequence: 9, entities: entities)
    }
    #expect(try build(all).entities() == all)
    var seen = 0
    for (index, entity) in all.enumerated() {
      switch entity {
      case .item, .comment, .elements, .receipt:
        #expect(throws: SnapshotFault.repeated) { _ = try build(all + [entity]) }
      case .field(let address, _):
        #expect(throws: SnapshotFault.repeated) { _ = try build(all + [entity]) }
        guard case .columnWIPLimit = address else { continue }
        #expect(throws: SnapshotFault.columnMissing(todo)) { _ = try build([all[0], entity]) }
        continue
      case .commentText: break
      default: continue
      }
      seen += 1
      if case .receipt = entity { continue }
      #expect(throws: SnapshotFault.cardMissing(card(1)), "\(index)") {
        _ = try build([all[0], entity])
      }
    }
    #expect(seen == 5)
  }
}
