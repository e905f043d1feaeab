import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("Composer")
struct ComposerTests {
  private let id = OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1)

  @Test(
    "A long text is cut between scalars into pieces that fit", .holds("TXT-020"),
    arguments: ["a", "é", "語", "😀"])
  func pieces(unit: String) {
    for count in [0, 1, 65_534, 65_535, 65_536, 140_000] {
      let text = String(repeating: unit, count: count)
      let pieces = Composer.pieces(of: text)
      #expect(pieces.joined() == text)
      #expect(pieces.allSatisfy { !$0.isEmpty && $0.utf8.count <= Composer.fieldBytes })
    }
  }

  @Test("A card with a long body, and a long paste, arrive whole and in order", .holds("TXT-021"))
  func long() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    let body = (0..<25_000).map { "line \($0)\n" }.joined()
    world.send(.edit(Fixture.create(1, body: body)))
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(1))?.body.string == body)
    let text = world.windows[0].replica.visible?.card(Fixture.card(1))?.body ?? Text()
    let paste = String(repeating: "語😀", count: 40_000)
    world.send(.edit(.cardSplice(Fixture.card(1), text.splice(replacing: 5..<7, with: paste))))
    world.heal()
    var expected = Array(body.unicodeScalars)
    expected.replaceSubrange(5..<7, with: Array(paste.unicodeScalars))
    #expect(
      world.coordinator.board.card(Fixture.card(1)).map { Array($0.body.string.unicodeScalars) }
        == expected)
    expectEqual(world, 0)
    #expect(world.windows[0].replica.status == .saved)
  }

  @Test("In a batch every text names its own scalars")
  func batch() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    let long = String(repeating: "0123456789", count: 14_000)
    world.send(
      .edit(.batch([Fixture.create(1, body: long), Fixture.create(2, body: "b" + long)])))
    world.heal()
    #expect(world.coordinator.board.card(Fixture.card(1))?.body.string == long)
    #expect(world.coordinator.board.card(Fixture.card(2))?.body.string == "b" + long)
  }

  @Test("What fits stays as it is, with lines ending in LF", .holds("TXT-004"))
  func short() {
    let create = Fixture.create(1, body: "short")
    #expect(Composer.fitting(create, as: id) == create)
    #expect(
      Composer.fitting(Fixture.create(1, body: "a\r\nb"), as: id)
        == Fixture.create(1, body: "a\nb"))
  }

  @Test("What no operation can carry is refused")
  func tooLarge() {
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.send(.edit(Fixture.create(1, body: String(repeating: "x", count: 1_100_000))))
    world.send(.edit(.cardRetitle(Fixture.card(1), title: String(repeating: "x", count: 70_000))))
    #expect(world.windows[0].refusals == [.tooLarge, .tooLarge])
    #expect(world.windows[0].up.isEmpty)
  }

  @Test("Beyond the bound edits are refused, and none is lost")
  func bound() {
    let operations = (1...UInt64(PendingQueue.bound)).map { counter in
      Operation(
        id: OperationID(session: id.session, epoch: 1, counter: counter), base: 1, queued: true,
        intent: Fixture.create(Int(counter)))
    }
    var world = World()
    world.send(.start(wallClock: 1))
    world.settle()
    world.cut(0)
    world.windows[0].replica.outgoing = OutgoingEdits(operations, forgotten: 0)
    _ = world.windows[0].replica.handle(.edit(Fixture.create(1)), now: world.now)
    let effects = world.windows[0].replica.handle(.edit(Fixture.create(1)), now: world.now)
    #expect(effects.contains(.refused(Fixture.create(1), reason: .queueFull)))
  }
}
