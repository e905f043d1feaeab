import BoardModel
import Randomness
import Testing
import Wire

@testable import WindowSync

@Suite("Rebase")
struct RebasePropertyTests {
  /// One random walk of several windows over a network that fails.
  private struct Walk {
    var world = World(windows: 3)
    var random: SeededGenerator
    var cards: [CardID] = []
    var made = 0
    var foreign: UInt64 = 0
    var cuts = 0
    var kills = 0

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      // A window that dies between ATTACHED and the disk comes back with the epoch before. What
      // that means for its session is another matter than how it rebases.
      world.coordinator.fencesReturning = false
      world.coordinator.replayLimit = UInt64.random(in: 0...40, using: &random)
      world.coordinator.chunk = Int.random(in: 1...9, using: &random)
      world.coordinator.operationsPerFrame = Int.random(in: 1...9, using: &random)
      for index in world.windows.indices {
        world.send(.start(wallClock: 1), to: index)
        if Bool.random(using: &random) { world.settle() }
      }
    }

    /// - Returns: the window that something happened to.
    mutating func step() -> Int {
      let index = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<28: world.send(.edit(intent(index)), to: index)
      case 28..<31: world.send(.undo(force: Bool.random(using: &random)), to: index)
      case 31..<33: world.send(.redo(force: false), to: index)
      case 33..<60: world.deliverUp(index)
      case 60..<86: world.deliverDown(index)
      case 86..<89:
        foreign += 1
        let intent = intent(index)
        _ = world.coordinator.order(
          Fixture.foreign(foreign, base: world.coordinator.board.sequence, intent))
        world.coordinator.fanOut()
        world.collect()
      case 89..<92:
        cuts += 1
        world.cut(index)
      case 92..<94:
        kills += 1
        world.restart(index)
      case 94..<96: world.windows[index].storeFails = Bool.random(using: &random)
      default: world.advance(index)
      }
      return index
    }

    private mutating func intent(_ index: Int) -> Intent {
      made += 1
      let column = Fixture.column(Int.random(in: 0...1, using: &random))
      guard let card = cards.randomElement(using: &random),
        Int.random(in: 0..<4, using: &random) > 0
      else {
        cards.append(Fixture.card(made))
        return .cardCreate(
          Fixture.card(made), in: column, title: "Card \(made)", body: "born \(made)", at: Anchors()
        )
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return .cardRetitle(card, title: "title \(made)")
      case 1: return .cardMove([card], to: column, at: Anchors(after: cards.first))
      case 2: return .cardArchive(card)
      case 3: return .cardRestore(card)
      default:
        guard let body = world.windows[index].replica.visible?.card(card)?.body else {
          return .cardRetitle(card, title: "early \(made)")
        }
        let at = Int.random(in: 0...body.visibleCount, using: &random)
        return .cardSplice(card, body.splice(replacing: at..<(at + 2), with: "<\(made)>"))
      }
    }
  }

  @Test(
    "Windows that were cut, killed and out of order all come to the coordinator's board",
    arguments: 0..<40)
  func convergence(seed: Int) {
    var walk = Walk(seed: UInt64(seed))
    for _ in 0..<400 {
      expectReplayed(walk.world.windows[walk.step()])
    }
    for index in walk.world.windows.indices { walk.world.windows[index].storeFails = false }
    walk.world.heal()
    #expect(walk.cuts + walk.kills > 5)
    for index in walk.world.windows.indices {
      expectEqual(walk.world, index)
      #expect(walk.world.windows[index].disk.pending.isEmpty)
      #expect(walk.world.windows[index].replica.status == .saved)
    }
    expectCounted(walk.world)
  }

  /// Whatever way was taken to it, what is shown is the confirmed board with the pending
  /// operations replayed; only when the edits were made is an estimate.
  private func expectReplayed(_ window: Window) {
    let replica = window.replica
    // What was missed is shown when all of it is there.
    if case .catchingUp(.operations) = replica.phase, replica.copy.isStale { return }
    guard var board = replica.confirmed else { return }
    for operation in replica.outgoing.queue.shown(above: replica.copy.ownThrough) {
      _ = board.apply(
        operation, sequence: board.sequence + 1, time: 0, author: replica.identity.author)
    }
    #expect(replica.visible.map(outline) == outline(board))
  }

  private func outline(_ board: Board) -> [String] {
    let columns = board.columnOrder.compactMap { board.column($0) }
    return columns.flatMap { column in
      ["\(column.id) \(column.title.value) \(column.deleted.value)"]
        + column.cards.compactMap { board.card($0) }.map {
          "\($0.id) \($0.title.value) \($0.title.stamp.sequence) \($0.archived.value) \($0.body.string)"
        }
    }
  }

  /// Every operation on a disk was ordered once, under one name.
  private func expectCounted(_ world: World) {
    var stored: Set<OperationID> = []
    for window in world.windows {
      var batch: [Operation] = []
      for effect in window.log {
        if case .persist(let operations) = effect { batch = operations }
        if case .persist = effect { stored.formUnion(batch.map(\.id)) }
        if case .refused(_, .notStored) = effect { stored.subtract(batch.map(\.id)) }
      }
    }
    let ordered = world.coordinator.log.map(\.id)
    #expect(Set(ordered).count == ordered.count)
    #expect(stored.subtracting(ordered).isEmpty)
  }
}
