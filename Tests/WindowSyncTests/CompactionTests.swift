import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("A window that returns after a compaction")
struct CompactionTests {
  private static let card = Fixture.card(1)
  private static let text = "The plan: first this, then that."

  /// Two windows on a card; the second one is cut off.
  private static func world() -> World {
    var world = World(windows: 2)
    _ = world.coordinator.order(
      Fixture.foreign(
        1, base: 0, Fixture.create(1, body: text)))
    for index in world.windows.indices { world.send(.start(wallClock: 1), to: index) }
    world.settle()
    world.reachable = false
    world.cut(1)
    return world
  }

  private static func body(_ world: World, _ index: Int) -> Text? {
    world.windows[index].replica.visible?.card(card)?.body
  }

  private static func splice(
    _ world: inout World, _ index: Int, _ range: Range<Int>, _ text: String
  ) {
    guard let body = body(world, index) else { return }
    world.send(.edit(.cardSplice(card, body.splice(replacing: range, with: text))), to: index)
  }

  /// While the second window is away, the first deletes where it writes, and compacts.
  private static func compact(_ world: inout World) {
    splice(&world, 0, 10..<20, "")
    world.settle()
    let horizon = world.windows[0].replica.confirmed?.sequence ?? 0
    world.send(.edit(.textCompact(card, nil, horizon: horizon)), to: 0)
    world.settle()
  }

  private static let typed = "and what nobody else has thought of, as far as known, "

  @Test(
    "Fifty keys it typed in a passage that is gone are one proposal, which goes back into place")
  func fiftyKeys() throws {
    var world = Self.world()
    for (step, letter) in Self.typed.unicodeScalars.enumerated() {
      Self.splice(&world, 1, (16 + step)..<(16 + step), String(letter))
    }
    #expect(world.windows[1].replica.pending.count == Self.typed.unicodeScalars.count)
    #expect(
      world.windows[1].replica.pending.first?.extensions.context
        == TextContext(before: "The plan: first ", after: "this, then that."))
    Self.compact(&world)
    #expect(world.coordinator.board.card(Self.card)?.body.totalCount == 22)
    world.heal()
    let proposals = world.coordinator.board.proposals(on: Self.card)
    #expect(proposals.count == 1)
    guard case .fragment(let fragment) = proposals.first?.value else {
      Issue.record("nothing is proposed")
      return
    }
    #expect(fragment.text.string == Self.typed)
    #expect(world.coordinator.board.receipts(of: "ann").count == 1)
    let proposal = try #require(proposals.first)
    world.send(
      .edit(
        .settle(
          proposal.field, user: "ann", operation: proposal.stamp.operation, accept: true)), to: 0)
    world.settle()
    for index in world.windows.indices {
      #expect(world.windows[index].replica.visible?.proposals(on: Self.card).isEmpty == true)
      #expect(Self.body(world, index)?.string.contains(Self.typed) == true)
      #expect(world.windows[index].notices.isEmpty)
      var replica = try #require(world.windows[index].replica.confirmed)
      #expect(replica.digest() == world.coordinator.board.digest())
    }
  }

  @Test("It shows its proposal as soon as it hears of the compaction, before the keys are sent")
  func shownAtOnce() {
    var world = Self.world()
    Self.splice(&world, 1, 16..<16, "kept ")
    Self.compact(&world)
    world.coordinator.refuses = { operation in
      guard case .cardSplice = operation.intent else { return nil }
      return ErrorMessage(code: .notNow, text: "later", retryAfter: 60_000)
    }
    world.reachable = true
    for _ in 0..<20 where world.windows[1].replica.visible?.sequence != 7 {
      world.advance(1)
      world.settle()
    }
    #expect(Self.body(world, 1)?.string == "The plan: , then that.")
    #expect(world.windows[1].replica.visible?.proposals(on: Self.card).count == 1)
    #expect(world.windows[1].replica.pending.count == 1)
  }

  @Test("What was typed elsewhere in the text merges")
  func elsewhere() {
    var world = Self.world()
    Self.splice(&world, 1, 0..<3, "Our")
    Self.compact(&world)
    world.heal()
    #expect(Self.body(world, 0)?.string == "Our plan: , then that.")
    #expect(world.coordinator.board.proposalsInOrder.isEmpty)
  }

  @Test("Only what is composed without a link tells the words around it", .holds("TXT-019"))
  func context() {
    var new = Self.world()
    Self.splice(&new, 0, 0..<0, "x")
    #expect(new.windows[0].replica.newest?.extensions.context == nil)
    Self.splice(&new, 1, 3..<8, "x")
    #expect(
      new.windows[1].replica.newest?.extensions.context
        == TextContext(before: "The", after: ": first this, then that."))
  }
}
