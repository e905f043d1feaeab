import Randomness
import Testing

@testable import BoardModel

@Suite("The cards of a column")
struct CardListTests {
  /// What the list must be: the cards in order, and those that are not archived.
  private struct Plain {
    var order: [CardID] = []
    var live: Set<CardID> = []
  }

  @Test("It is in every order that an array would be in", arguments: 0..<20)
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var list = CardList()
    var plain = Plain()
    // It grows, shrinks to nothing and grows again.
    for step in 0..<4_000 {
      let growth = step % 2_000 < 1_000 ? 70 : 25
      let id = card(UInt64(random.below(600)))
      if random.chance(growth), !list.contains(id) {
        let place = Self.place(&random, plain.order, id)
        plain.order.insert(id, at: place.index(in: plain.order))
        let isLive = random.chance(60)
        if isLive { plain.live.insert(id) }
        list.insert(id, at: place, isLive: isLive)
      } else if random.chance(20) {
        let isLive = random.chance(50)
        list.setLive(id, isLive)
        if plain.order.contains(id) {
          if isLive { plain.live.insert(id) } else { plain.live.remove(id) }
        }
      } else {
        let gone = plain.order.isEmpty ? id : plain.order[random.below(plain.order.count)]
        list.remove(gone)
        plain.order.removeAll { $0 == gone }
        plain.live.remove(gone)
      }
      try #require(Array(list) == plain.order, "step \(step)")
      try #require(list.live() == plain.order.filter(plain.live.contains), "step \(step)")
      try #require(list.count == plain.order.count && list.liveCount == plain.live.count)
      try #require(list.last == plain.order.last)
      if let index = plain.order.indices.randomElement() {
        try #require(list.neighbours(of: plain.order[index]) == plain.order.anchors(around: index))
      }
    }
    var again = CardList()
    for id in plain.order { again.insert(id, at: Anchors(), isLive: plain.live.contains(id)) }
    #expect(again == list)
    #expect(again.hashValue == list.hashValue)
  }

  private static func place(
    _ random: inout SeededGenerator, _ order: [CardID], _ id: CardID
  ) -> Anchors<CardKind> {
    let known = order.isEmpty ? nil : order[random.below(order.count)]
    let unknown = card(10_000)
    switch random.below(6) {
    case 0: return Anchors()
    case 1: return .start(for: id)
    case 2: return Anchors(after: known)
    case 3: return Anchors(before: known)
    case 4: return Anchors(after: unknown, before: known)
    default: return Anchors(after: unknown)
    }
  }

  @Test("Lists that differ are not equal")
  func difference() {
    func list(_ numbers: [UInt64], archived: UInt64? = nil) -> CardList {
      var list = CardList()
      for number in numbers {
        list.insert(card(number), at: Anchors(), isLive: number != archived)
      }
      return list
    }
    #expect(list([1, 2, 3]) == list([1, 2, 3]))
    #expect(list([1, 2, 3]) != list([1, 3, 2]))
    #expect(list([1, 2, 3]) != list([1, 2]))
    #expect(list([1, 2, 3], archived: 1) != list([1, 2, 3], archived: 2))
    #expect(list([1, 2, 3], archived: 1) != list([1, 2, 3]))
  }

  // MARK: What an edit looks at

  private static let sizes = [100, 10_000, BoardLimits.cards]

  private static func list(_ size: Int) -> CardList {
    var list = CardList()
    for number in 0..<UInt64(size) { list.insert(card(number), at: Anchors(), isLive: true) }
    return list
  }

  /// The visits that so many changes may make in lists of so many cards.
  static func bound(changes: Int, in size: Int) -> Int {
    BoardLimits.listVisits * changes * (Int.bitWidth - (size - 1).leadingZeroBitCount)
  }

  @Test("What changes looks at a few of the cards, however many there are", arguments: sizes)
  func visits(size: Int) {
    var random = SeededGenerator(seed: UInt64(size))
    var list = Self.list(size)
    #expect(list.visits <= Self.bound(changes: size, in: size))
    var worst = 0
    for _ in 0..<2_000 {
      let before = list.visits
      let id = card(UInt64(random.below(size)))
      let other = card(UInt64(random.below(size)))
      list.remove(id)
      let places = [Anchors(after: other), Anchors(before: other), .start(for: id), Anchors()]
      list.insert(id, at: places[random.below(places.count)], isLive: true)
      list.setLive(other, random.chance(50))
      worst = max(worst, list.visits - before)
    }
    #expect(worst > 0)
    #expect(worst <= Self.bound(changes: 3, in: size), "\(worst)")
  }

  @Test("Moves to one place, and emptying the list card by card", arguments: sizes)
  func samePlace(size: Int) {
    var list = Self.list(size)
    let middle = card(UInt64(size / 2))
    var before = list.visits
    for number in 0..<UInt64(size) where card(number) != middle {
      list.remove(card(number))
      list.insert(card(number), at: Anchors(after: middle), isLive: true)
    }
    #expect(list.visits - before <= Self.bound(changes: 2 * size, in: size))
    before = list.visits
    for number in 0..<UInt64(size) { list.remove(card(number)) }
    #expect(list.visits - before <= Self.bound(changes: size, in: size))
    #expect(list.count == 0 && list.last == nil && Array(list).isEmpty)
  }

  @Test("The moves of a batch in a column of ten thousand cards")
  func batch() {
    var bench = Workbench()
    let size = BoardLimits.cards / 10
    for start in stride(from: 0, to: size, by: BoardLimits.batch) {
      bench.commit(
        .batch(
          (start..<(start + BoardLimits.batch)).map {
            .cardCreate(card(UInt64($0)), in: doing, title: "Card", body: "", at: Anchors())
          }))
    }
    let before = bench.board.column(doing)?.cards.visits ?? 0
    let moved = (0..<BoardLimits.moves).map { card(UInt64($0 * 2)) }
    let moves = stride(from: 0, to: BoardLimits.moves, by: BoardLimits.batch).map {
      Intent.cardMove(
        Array(moved[$0..<($0 + BoardLimits.batch)]), to: doing, at: Anchors(after: card(9_999)))
    }
    let outcome = bench.commit(.batch(moves))
    #expect(!outcome.isRejected)
    let visits = (bench.board.column(doing)?.cards.visits ?? 0) - before
    #expect(visits > 0)
    #expect(visits <= Self.bound(changes: 2 * BoardLimits.moves, in: size), "\(visits)")
  }
}
