import BoardModel
import Randomness
import Statements
import Testing
import Wire

@testable import WindowSync

/// Windows say what is typed in front of what, so that text typed backward stands together.
@Suite("Typing backward in a window")
struct BackwardTypingTests {
  /// A card that windows type into.
  private struct TypingBench {
    var world: World
    let card = Fixture.card(1)

    init(windows: Int) {
      world = World(windows: windows)
      let made = Fixture.foreign(1, base: 0, Fixture.create(1, body: "()"))
      _ = world.coordinator.order(made)
      for index in world.windows.indices { world.send(.start(wallClock: 1), to: index) }
      world.settle()
    }

    func body(_ index: Int) -> Text? { world.windows[index].replica.visible?.card(card)?.body }

    var text: String? { world.coordinator.board.card(card)?.body.string }

    mutating func type(_ text: String, at place: Int, in index: Int = 0) {
      guard let body = body(index) else { return }
      world.send(
        .edit(.cardSplice(card, body.splice(replacing: place..<place, with: text))), to: index)
    }

    func newest(_ index: Int = 0) -> Operation? { world.windows[index].replica.newest }
  }

  @Test(
    "Each key in front of the last names it; a key behind it, or in front of another's, does not",
    .holds("TXT-018"))
  func names() throws {
    var bench = TypingBench(windows: 1)
    bench.type("c", at: 1)
    #expect(bench.newest()?.extensions == Extensions.none)
    let first = try #require(bench.newest()?.id)
    bench.type("b", at: 1)
    #expect(bench.newest()?.extensions.leftOf == TextIdentity(operation: first, offset: 0))
    bench.type("d", at: 3)
    #expect(bench.newest()?.extensions == Extensions.none)
    bench.type("e", at: 0)
    #expect(bench.newest()?.extensions == Extensions.none)
    bench.world.settle()
    #expect(bench.text == "e(bcd)")
  }

  @Test("What is still on its way to the disk counts as typed")
  func composed() throws {
    var bench = TypingBench(windows: 1)
    bench.world.windows[0].holdsStore = true
    bench.type("c", at: 1)
    let first = try #require(bench.newest()?.id)
    bench.type("b", at: 1)
    #expect(bench.newest()?.extensions.leftOf == TextIdentity(operation: first, offset: 0))
  }

  @Test("Operations that another session sends name what that session sends")
  func renumbered() {
    let id = OperationID(session: SessionID(high: 1, low: 1), epoch: 2, counter: 7)
    let next = OperationID(session: id.session, epoch: 2, counter: 8)
    let front = TextIdentity(operation: id, offset: 0)
    let other = Extensions.Entry(tag: 0x1A1A, bytes: [1])
    let splice = Splice(deletions: [], insertions: [.init(after: nil, text: "x")])
    let operations = [(id, Extensions.none), (next, Extensions(leftOf: front))].map {
      Operation(
        id: $0.0, base: 1, queued: false, intent: .cardSplice(Fixture.card(1), splice),
        extensions: Extensions(entries: $0.1.entries + [other]))
    }
    let successor = SessionID(high: 1, low: 9)
    var renumbering = Renumbering(
      from: OperationID(session: successor, epoch: 1, counter: 1), leavingOut: [],
      .queued(confirmed: 5, ownRuns: OwnRuns()))
    let renamed = renumbering.renumber(operations)
    #expect(renamed.map(\.extensions.entries.count) == [1, 2])
    #expect(renamed[1].extensions[0x1A1A] == [1])
    #expect(renamed[1].extensions.leftOf == TextIdentity(operation: renamed[0].id, offset: 0))
  }

  @Test(
    "Three windows that type at one point, forward and backward, each keep their text together",
    .holds("TXT-018"),
    arguments: 0..<12)
  func together(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bench = TypingBench(windows: 3)
    /// What each window types, and the own scalar that its caret keeps to.
    var words = ["", "", ""]
    var kept: [TextIdentity?] = [nil, nil, nil]
    for step in 0..<240 {
      let index = step % 3 == 0 ? random.below(3) : -1
      if index >= 0, words[index].count < 20, let body = bench.body(index) {
        let backward = index != 1
        let place: Int =
          if let front = kept[index] {
            (backward ? body.position(leftOf: front) : body.position(rightOf: front)) ?? 1
          } else {
            1
          }
        let letter = String(UnicodeScalar(UInt8(97 + index * 5 + words[index].count % 5)))
        bench.type(letter, at: place, in: index)
        let id = try #require(bench.newest(index)?.id)
        kept[index] = TextIdentity(operation: id, offset: 0)
        words[index] = backward ? letter + words[index] : words[index] + letter
      }
      if random.chance(4) { bench.world.cut(random.below(3)) }
      switch random.below(3) {
      case 0: bench.world.deliverUp(random.below(3))
      case 1: bench.world.deliverDown(random.below(3))
      default: bench.world.advance(random.below(3))
      }
    }
    bench.world.heal()
    let text = try #require(bench.text)
    for (index, word) in words.enumerated() {
      #expect(word.count > 5)
      #expect(text.contains(word), "\(word) in \(text)")
      #expect(bench.body(index)?.string == text)
    }
  }
}
