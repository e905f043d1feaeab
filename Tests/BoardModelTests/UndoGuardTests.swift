import BoardModel
import Testing

/// An undo takes back what its target wrote only where that is known to be what stands there.
@Suite("What stands in an undo's way")
struct UndoGuardTests {
  private static let cards = (1...UInt64(100)).map(card)
  private static let long = String(repeating: "日", count: 1_000)

  /// A hundred cards with titles so long that a batch which overwrites them all is not remembered.
  private func bench() -> Workbench {
    var bench = Workbench()
    for id in Self.cards { bench.addCard(id, Self.long) }
    return bench
  }

  private func overwriteAll(_ bench: inout Workbench, by editor: Editor = .ann) {
    bench.commit(.batch(Self.cards.map { .cardRetitle($0, title: "Short") }), by: editor)
  }

  @Test(
    "An edit that a batch too large to remember overwrote is not taken back over it",
    arguments: [Editor.ann, .ben])
  func unknown(editor: Editor) throws {
    var bench = bench()
    bench.commit(.cardRetitle(card(1), title: "Mine"))
    let target = bench.lastID
    overwriteAll(&bench, by: editor)
    #expect(bench.board.undo.record(of: bench.lastID)?.steps == [])
    // What came after the batch is taken back: the batch's title stands there, not the target's.
    bench.commit(.cardRetitle(card(1), title: "Later"))
    #expect(bench.commit(.undo(target: bench.lastID, force: false)) == .applied)
    #expect(bench.title(of: card(1)) == "Short")
    #expect(
      bench.commit(.undo(target: target, force: false))
        == .rejected(.undoGuarded([.cardTitle(card(1))])))
    #expect(bench.title(of: card(1)) == "Short")
    // A window that has the board from a snapshot decides the same.
    var copy = try bench.board.rebuilt()
    #expect(bench.commit(.undo(target: target, force: false)).isRejected)
    #expect(copy.apply(try #require(bench.log.last))?.isRejected == true)
    #expect(!bench.commit(.undo(target: target, force: true)).isRejected)
    #expect(bench.title(of: card(1)) == Self.long)
  }

  @Test("A batch too large to remember that came before the edit stands in no way")
  func before() {
    var bench = bench()
    overwriteAll(&bench)
    bench.commit(.cardRetitle(card(1), title: "Mine"))
    let target = bench.lastID
    bench.commit(.cardRetitle(card(1), title: "Later"))
    bench.commit(.undo(target: bench.lastID, force: false))
    #expect(bench.commit(.undo(target: target, force: false)) == .applied)
    #expect(bench.title(of: card(1)) == "Short")
  }

  @Test("So does one that came after all that is taken back again")
  func after() {
    var bench = bench()
    bench.commit(.cardRetitle(card(1), title: "Mine"))
    let target = bench.lastID
    bench.commit(.cardRetitle(card(1), title: "Later"))
    bench.commit(.undo(target: bench.lastID, force: false))
    bench.commit(.batch(Self.cards.dropFirst().map { .cardRetitle($0, title: "Short") }))
    #expect(bench.commit(.undo(target: target, force: false)) == .applied)
    #expect(bench.title(of: card(1)) == Self.long)
  }
}
