import Randomness
import Statements
import Testing

@testable import Transport

/// An event loop in virtual time: in each round others take what they have to do, then newcomers
/// what they may.
private struct VirtualLoop {
  var queue = HandshakeQueue<Int>()
  private(set) var time: UInt64 = 0
  private var account = LoopTime(now: 0)
  private(set) var othersTime = 0
  private(set) var handshakeTime = 0
  private(set) var served: [Int] = []
  /// Those that lost their places since the test looked.
  var evicted: [Int] = []
  private var awaits = false

  mutating func tell(_ event: HandshakeQueue<Int>.Event) -> [Int] {
    var turn: [Int] = []
    for effect in queue.handle(event, now: time) {
      switch effect {
      case .awaitRound: awaits = true
      case .serve(let id): turn.append(id)
      case .evict(let id): evicted.append(id)
      case .accept, .wake: break
      }
    }
    return turn
  }

  /// - Parameter go: how a turn ends, and what it costs.
  mutating func round(
    others: Int, _ go: (Int) -> (HandshakeQueue<Int>.Result, cost: Int)
  ) {
    othersTime += others
    time += UInt64(others)
    guard awaits else { return }
    awaits = false
    var turn = tell(.roundOver(others: account.endRound(now: Int(time))))
    while let id = turn.popLast() {
      let (result, cost) = go(id)
      served.append(id)
      handshakeTime += cost
      time += UInt64(cost)
      _ = tell(.served(id, result))
      if result == .unfinished { _ = tell(.ready(id)) }
      account.spend(cost)
      _ = tell(.spent(cost))
      if queue.canGoOn { turn += tell(.wentOn) }
    }
  }

  mutating func arrive(_ id: Int, from address: PeerAddress) {
    _ = tell(.arrived(id, from: address))
    _ = tell(.ready(id))
  }
}

@Suite("The handshakes' share of the loop's time")
struct HandshakeShareTests {
  private static let seeds: [UInt64] = [1, 7, 20_261_127]

  private func crowded(_ addresses: Int, each: (Int) -> Int = { _ in 5 }) -> VirtualLoop {
    var loop = VirtualLoop()
    var id = 0
    for address in 0..<addresses {
      for _ in 0..<each(address) {
        loop.arrive(id, from: .v4(UInt32(address)))
        id += 1
      }
    }
    return loop
  }

  @Test(
    "While others have something to do in every round, handshakes get a fifth of the time, and that",
    .holds("TLS-020"), arguments: seeds)
  func beside(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var loop = crowded(40)
    for _ in 0..<5_000 {
      loop.round(others: 100_001 + random.below(2_000_000)) { _ in
        (.unfinished, 50_000 + random.below(1_500_000))
      }
      // At no time more than a fifth, what was saved, and the step that uses it up.
      let most = loop.othersTime / 4 + HandshakeBudget.mostSaved + 1_550_000
      guard loop.handshakeTime <= most else {
        Issue.record("\(loop.handshakeTime) beside \(loop.othersTime), seed \(seed)")
        return
      }
    }
    let share = Double(loop.handshakeTime) / Double(loop.handshakeTime + loop.othersTime)
    #expect((0.199...0.202).contains(share), "seed \(seed)")
  }

  @Test("While others wait, a long round of theirs is followed by as many steps as it has time for")
  func longRounds() {
    var loop = crowded(40)
    loop.round(others: 1_000_000) { _ in (.unfinished, 1_250_000) }
    #expect(loop.served == [0])
    // 1 ms is owed, 4.5 ms come: what is left pays for three steps and a part of the fourth.
    loop.round(others: 18_000_000) { _ in (.unfinished, 1_000_000) }
    // The first goes on ahead, and so does the second, which has begun since.
    #expect(loop.served == [0, 0, 5, 5, 10])
  }

  @Test("Nobody is looked for again in a round in which nobody can go on")
  func blocked() {
    var limits = HandshakeLimits()
    limits.startedPerAddress = 1
    var queue = HandshakeQueue<Int>(limits)
    for id in 1...2 {
      _ = queue.handle(.arrived(id, from: .v4(1)), now: 0)
      _ = queue.handle(.ready(id), now: 0)
    }
    #expect(queue.handle(.roundOver(others: 9_000_000), now: 0) == [.serve(1)])
    _ = queue.handle(.served(1, .unfinished), now: 0)
    #expect(queue.canGoOn)
    #expect(queue.handle(.wentOn, now: 0) == [.wake(at: limits.patience)])
    #expect(!queue.canGoOn)
  }

  @Test(
    "While nothing else waits, each round of the loop takes a handshake on", .holds("TLS-020"),
    arguments: seeds)
  func alone(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var loop = crowded(40)
    for _ in 0..<2_000 {
      loop.round(others: random.below(100_001)) { _ in (.unfinished, 300_000) }
    }
    #expect(loop.served.count == 2_000)
  }

  @Test("What was done while nothing else waited is not made up for later, nor saved without bound")
  func phases() {
    var loop = crowded(40)
    for _ in 0..<1_000 { loop.round(others: 0) { _ in (.unfinished, 300_000) } }
    let free = loop.handshakeTime
    // Others come: handshakes go on with a fifth from the first.
    for _ in 0..<100 { loop.round(others: 1_200_000) { _ in (.unfinished, 300_000) } }
    #expect(loop.handshakeTime - free >= 95 * 300_000)
    // A long time without newcomers.
    for _ in 0..<1_000 { loop.round(others: 1_000_000) { _ in (.established, 0) } }
    let before = loop.handshakeTime
    for id in 1_000..<1_400 { loop.arrive(id, from: .v4(1)) }
    for _ in 0..<20 { loop.round(others: 100_001) { _ in (.established, 1_000_000) } }
    #expect(loop.handshakeTime - before <= HandshakeBudget.mostSaved + 2_000_000)
  }

  @Test(
    "Each of the addresses that are in line gets as many turns once each had one, whatever it has in line",
    .holds("TLS-020"), arguments: [2, 7, 60])
  func fairness(addresses: Int) {
    // From one to hundreds of each.
    var loop = crowded(addresses) { $0 == 0 ? 400 : 1 + $0 % 8 }
    // Until each has had a turn, those that had one have fewer. Each turn has two steps.
    let first = 4 * addresses
    let each = 100
    let turns = addresses * each
    for _ in 0..<first + turns { loop.round(others: 0) { _ in (.unfinished, 100_000) } }
    #expect(loop.served.count == first + turns)
    var number = 0
    for address in 0..<addresses {
      let count = address == 0 ? 400 : 1 + address % 8
      let mine = number..<(number + count)
      number += count
      let served = loop.served.dropFirst(first).count { mine.contains($0) }
      #expect(abs(served - each) <= 1, "address \(address)")
    }
  }

  @Test(
    "Whatever comes in whatever order, the bounds hold and nobody is forgotten", arguments: seeds)
  func bounds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var loop = VirtualLoop()
    let limits = loop.queue.limits
    var present: Set<Int> = []
    var address: [Int: PeerAddress] = [:]
    var evicted = 0
    for id in 0..<10_000 {
      // Few addresses come often, many seldom.
      let number = random.below(2) == 0 ? random.below(3) : random.below(3_000)
      address[id] = .v4(UInt32(number))
      present.insert(id)
      _ = loop.tell(.arrived(id, from: .v4(UInt32(number))))
      for _ in 0..<3 {
        let one = id - random.below(min(id + 1, 2_000))
        switch random.below(4) {
        case 0...1: _ = loop.tell(.ready(one))
        case 2:
          loop.round(others: random.below(200_000)) { served in
            switch served % 3 {
            case 0: return (.unfinished, 300_000)
            case 1: return (.refused, 300_000)
            default:
              present.remove(served)
              return (.established, 300_000)
            }
          }
        default:
          if random.below(4) == 0 {
            _ = loop.tell(.left(one))
            present.remove(one)
          }
        }
      }
      for gone in loop.evicted { present.remove(gone) }
      evicted += loop.evicted.count
      loop.evicted = []
      let queue = loop.queue
      guard queue.waiting <= limits.waiting, queue.started <= limits.started else {
        Issue.record("\(queue.waiting) wait and \(queue.started) are started, seed \(seed)")
        return
      }
      guard id % 500 == 0 else { continue }
      #expect(queue.waiting + queue.started == present.count, "seed \(seed)")
      var counts: [PeerAddress: (waiting: Int, started: Int)] = [:]
      for id in present {
        guard let address = address[id] else { continue }
        switch queue.stage(of: id) {
        case .silent, .queued: counts[address, default: (0, 0)].waiting += 1
        case .served, .idle, .resumed, .leaving: counts[address, default: (0, 0)].started += 1
        case nil: Issue.record("\(id) is not known any more, seed \(seed)")
        }
      }
      #expect(counts.values.allSatisfy { $0.waiting <= limits.waitingPerAddress })
      #expect(counts.values.allSatisfy { $0.started <= limits.startedPerAddress })
    }
    #expect(evicted > 1_000)
  }
}
