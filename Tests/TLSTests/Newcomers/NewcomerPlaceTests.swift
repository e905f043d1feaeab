import NIOCore
import Statements
import Testing

@testable import Transport

/// Who has a place among many, who loses one, and that nobody can keep others out.
@Suite("Places of newcomers")
struct NewcomerPlaceTests {
  typealias Queue = HandshakeQueue<Int>

  private static let (crowd, other) = (PeerAddress.v4(1), PeerAddress.v4(2))

  /// Takes turns, in a loop with nothing else to do, until `id` has one.
  /// - Returns: the turns until then; nil where it has none within `most`.
  private func turns(
    until id: Int, _ queue: inout Queue, most: Int = 10_000, now: UInt64 = 0
  ) -> Int? {
    for turn in 1...most {
      for effect in queue.handle(.roundOver(others: 0), now: now) {
        guard case .serve(let served) = effect else { continue }
        if served == id { return turn }
        _ = queue.handle(.served(served, .unfinished), now: now)
      }
    }
    return nil
  }

  private func evicted(_ effects: [Queue.Effect]) -> [Int] {
    effects.compactMap { if case .evict(let id) = $0 { id } else { nil } }
  }

  @Test(
    """
    Two thousand silent connections of one address have half of the places, and a newcomer of any
    address is served at once
    """,
    .holds("TLS-020"), arguments: [crowd, other])
  func silentCrowd(address: PeerAddress) {
    var queue = Queue()
    var gone: [Int] = []
    for id in 0..<2_000 {
      gone += evicted(queue.handle(.arrived(id, from: Self.crowd), now: 0))
    }
    #expect(queue.waiting == queue.limits.waitingPerAddress)
    // The oldest lost their places, in order.
    #expect(gone == Array(0..<1_488))
    let effects = queue.handle(.arrived(5_000, from: address), now: 0)
    #expect(evicted(effects) == (address == Self.crowd ? [1_488] : []))
    #expect(queue.handle(.ready(5_000), now: 0) == [.awaitRound])
    #expect(turns(until: 5_000, &queue) == 1)
  }

  @Test("Where many addresses take all places, the one with most loses its oldest silent one")
  func greediest() {
    var queue = Queue()
    for id in 0..<300 { _ = queue.handle(.arrived(id, from: .v4(1)), now: 0) }
    for id in 300..<1_024 {
      _ = queue.handle(.arrived(id, from: .v4(UInt32(2 + id % 10))), now: 0)
    }
    #expect(queue.waiting == 1_024)
    #expect(evicted(queue.handle(.arrived(2_000, from: .v4(99)), now: 0)) == [0])
    #expect(queue.stage(of: 2_000) == .silent)
    // Also a newcomer of an address with many.
    #expect(evicted(queue.handle(.arrived(2_001, from: .v4(3)), now: 0)) == [1])
    #expect(queue.waiting == 1_024)
  }

  @Test("Where each address has one place, the oldest makes room")
  func oneEach() {
    var queue = Queue()
    for id in 0..<1_024 { _ = queue.handle(.arrived(id, from: .v6(UInt64(id))), now: 0) }
    #expect(evicted(queue.handle(.arrived(2_000, from: .v4(7)), now: 0)) == [0])
  }

  @Test("Where all of the address with most have said hello, the last in its line makes room")
  func lastInLine() {
    var queue = Queue()
    for id in 0..<512 {
      _ = queue.handle(.arrived(id, from: Self.crowd), now: 0)
      _ = queue.handle(.ready(id), now: 0)
    }
    for id in 512..<1_024 { _ = queue.handle(.arrived(id, from: .v6(UInt64(id))), now: 0) }
    #expect(evicted(queue.handle(.arrived(2_000, from: Self.other), now: 0)) == [511])
    #expect(queue.stage(of: 0) == .queued)
  }

  @Test("Who has said hello keeps the place, and of a crowd with hellos the last is turned away")
  func hellosStay() {
    var queue = Queue()
    for id in 0..<512 {
      _ = queue.handle(.arrived(id, from: Self.crowd), now: 0)
      if id > 0 { _ = queue.handle(.ready(id), now: 0) }
    }
    #expect(evicted(queue.handle(.arrived(600, from: Self.crowd), now: 0)) == [0])
    _ = queue.handle(.ready(600), now: 0)
    #expect(evicted(queue.handle(.arrived(601, from: Self.crowd), now: 0)) == [601])
    #expect(queue.stage(of: 601) == nil)
    #expect(evicted(queue.handle(.arrived(602, from: Self.other), now: 0)) == [])
    _ = queue.handle(.ready(602), now: 0)
    // One of the crowd is before it in the round, however many there are.
    #expect(turns(until: 602, &queue) == 2)
  }

  /// A queue in which so many of each address are started and idle since 0.
  private func started(_ counts: [(PeerAddress, Int)]) -> Queue {
    var queue = Queue()
    var id = 0
    for (address, count) in counts {
      for _ in 0..<count {
        _ = queue.handle(.arrived(id, from: address), now: 0)
        _ = queue.handle(.ready(id), now: 0)
        _ = queue.handle(.roundOver(others: 0), now: 0)
        _ = queue.handle(.served(id, .unfinished), now: 0)
        id += 1
      }
    }
    return queue
  }

  private func hello(_ id: Int, _ address: PeerAddress, _ queue: inout Queue) {
    _ = queue.handle(.arrived(id, from: address), now: 0)
    _ = queue.handle(.ready(id), now: 0)
  }

  @Test(
    "An address that has started half of all waits until one of its own has used up its patience")
  func ownShare() {
    var queue = started([(Self.crowd, 256)])
    hello(1_000, Self.crowd, &queue)
    let patience = queue.limits.patience
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.wake(at: patience)])
    #expect(queue.stage(of: 1_000) == .queued)
    #expect(queue.handle(.woken, now: patience) == [.awaitRound])
    #expect(queue.handle(.roundOver(others: 0), now: patience) == [.evict(0), .serve(1_000)])
    #expect(queue.started == 256)
  }

  @Test("A blocked hello lets those behind it go on that are started, and goes on when one leaves")
  func behindABlockedOne() {
    var queue = started([(Self.crowd, 256)])
    hello(1_000, Self.crowd, &queue)
    _ = queue.handle(.ready(7), now: 1)
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.serve(7)])
    #expect(queue.handle(.served(7, .established), now: 1) == [.awaitRound])
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.serve(1_000)])
  }

  @Test("Where all are started, an address with fewer takes the place of one with more at once")
  func fewerFirst() {
    var queue = started([(Self.crowd, 256), (.v4(3), 250), (.v4(4), 6)])
    hello(1_000, .v4(4), &queue)
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.evict(0), .serve(1_000)])
    #expect(queue.started == 512)
  }

  @Test("Where all have as many, a newcomer waits for the patience of the longest idle")
  func allAlike() {
    var queue = started((0..<512).map { (PeerAddress.v6($0), 1) })
    hello(1_000, .v4(4), &queue)
    let patience = queue.limits.patience
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.wake(at: patience)])
    #expect(
      queue.handle(.roundOver(others: 0), now: patience) == [.evict(0), .serve(1_000)])
  }

  @Test("Who was refused and still reads why makes room before all others")
  func refusedFirst() {
    var queue = started([(Self.crowd, 256), (.v4(3), 255)])
    hello(1_000, .v4(4), &queue)
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.serve(1_000)])
    _ = queue.handle(.served(1_000, .refused), now: 1)
    hello(1_001, .v4(5), &queue)
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.evict(1_000), .serve(1_001)])
  }

  // MARK: Going ahead

  @Test("Who is half through goes on before all who begin, however many addresses do")
  func halfThrough() {
    var queue = started([(.v4(9_999), 1)])
    for id in 1..<300 { hello(id, .v4(UInt32(id)), &queue) }
    // Its turn in order is so long ago that it stands in one line with those who begin.
    let now: UInt64 = 10_000_000_000
    _ = queue.handle(.ready(0), now: now)
    #expect(turns(until: 0, &queue, now: now) == 1)
    // Once for each turn in order.
    for expected in [300, 1] {
      _ = queue.handle(.served(0, .unfinished), now: now)
      _ = queue.handle(.ready(0), now: now)
      #expect(turns(until: 0, &queue, now: now) == expected)
    }
  }

  @Test("Who had the last turn of its address goes ahead, and nobody else of it or who left")
  func passedOver() {
    var queue = started([(Self.crowd, 1), (Self.other, 2)])
    // The turns of those are so long ago that all stand in one line.
    let now: UInt64 = 10_000_000_000
    for id in 100..<200 { hello(id, .v4(UInt32(1_000 + id)), &queue) }
    for id in 0..<3 { _ = queue.handle(.ready(id), now: now) }
    _ = queue.handle(.left(0), now: now)
    #expect(queue.handle(.roundOver(others: 0), now: now) == [.serve(2)])
    _ = queue.handle(.served(2, .unfinished), now: now)
    _ = queue.handle(.ready(2), now: now)
    #expect(queue.handle(.roundOver(others: 0), now: now) == [.serve(100)])
    _ = queue.handle(.served(100, .unfinished), now: now)
    // In order: 1 came before 2.
    #expect(turns(until: 1, &queue, now: now) == 100)
  }

  @Test("Many who go on in small steps keep out who begins by no more than a turn for each address")
  func smallSteps() {
    for addresses in [1, 200] {
      var queue = started((0..<200).map { (PeerAddress.v4(UInt32($0 % addresses)), 1) })
      for id in 0..<200 { _ = queue.handle(.ready(id), now: 0) }
      hello(1_000, .v4(77_777), &queue)
      var turn = 0
      while queue.stage(of: 1_000) == .queued, turn < 10_000 {
        turn += 1
        for case .serve(let id) in queue.handle(.roundOver(others: 0), now: 0) {
          _ = queue.handle(.served(id, .unfinished), now: 0)
          // It has more at once.
          _ = queue.handle(.ready(id), now: 0)
        }
      }
      #expect(turn <= 2 * addresses + 2, "\(addresses) addresses")
    }
  }

  // MARK: Crowds

  @Test("Who goes ahead does so also where it is the turn of addresses that return")
  func aheadOfOthers() {
    var queue = started([(Self.crowd, 1)])
    hello(1, Self.other, &queue)
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.serve(1)])
    hello(2, Self.crowd, &queue)
    _ = queue.handle(.served(1, .unfinished), now: 1)
    _ = queue.handle(.ready(1), now: 1)
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.serve(1)])
    #expect(queue.handle(.roundOver(others: 0), now: 1) == [.serve(2)])
  }

  @Test("Where new addresses lack a place, one that returns goes on, and they have the next turn")
  func blockedNewOnes() {
    var limits = HandshakeLimits()
    limits.startedPerAddress = 1
    limits.patience = 100_000_000_000
    var queue = Queue(limits)
    hello(1, Self.crowd, &queue)
    #expect(queue.handle(.roundOver(others: 0), now: 0) == [.serve(1)])
    _ = queue.handle(.served(1, .unfinished), now: 0)
    let now: UInt64 = 10_000_000_000
    for id in 2...4 {
      _ = queue.handle(.arrived(id, from: id == 3 ? Self.crowd : Self.other), now: now)
      _ = queue.handle(.ready(id), now: now)
      guard id == 2 else { continue }
      #expect(queue.handle(.roundOver(others: 0), now: now) == [.serve(2)])
      _ = queue.handle(.served(2, .established), now: now)
    }
    _ = queue.handle(.arrived(5, from: Self.other), now: now)
    _ = queue.handle(.ready(5), now: now)
    #expect(queue.handle(.roundOver(others: 0), now: now) == [.serve(4)])
    _ = queue.handle(.served(4, .established), now: now)
    _ = queue.handle(.left(1), now: now)
    #expect(queue.handle(.roundOver(others: 0), now: now) == [.serve(3)])
  }

  /// One of each address is in line, and comes back as soon as it had its turn: a part of them from the
  /// same address, and a part from one that nobody had.
  private struct Crowds {
    var queue = Queue()
    private var now: UInt64 = 0
    private var addresses: [Int: PeerAddress] = [:]
    private var next: Int
    private let returning: Int

    init(returning: Int, new: Int) {
      self.returning = returning
      next = returning
      for id in 0..<returning { come(id, from: .v6(UInt64(id))) }
      // Until each has had its turn.
      for _ in 0..<2 * returning { _ = turn() }
      for _ in 0..<new { comeNew() }
    }

    mutating func come(_ id: Int, from address: PeerAddress) {
      addresses[id] = address
      _ = queue.handle(.arrived(id, from: address), now: now)
      _ = queue.handle(.ready(id), now: now)
    }

    private mutating func comeNew() {
      come(next, from: .v6(UInt64(next)))
      next += 1
    }

    /// - Returns: whose turn it was.
    mutating func turn() -> Int? {
      now += 1_000_000
      for case .serve(let id) in queue.handle(.roundOver(others: 0), now: now) {
        _ = queue.handle(.served(id, .established), now: now)
        switch addresses[id] {
        case .v6(let number)? where number < returning: come(id, from: .v6(number))
        case .v6?: comeNew()
        case .v4?, .unknown?, nil: break
        }
        return id
      }
      return nil
    }

    /// - Returns: the turns until somebody has had theirs; nil where that never comes.
    mutating func turns(until id: Int) -> Int? {
      (1...10_000).first { _ in turn() == id }
    }
  }

  /// What somebody waits for beside crowds.
  struct Wait: CustomTestStringConvertible {
    let returning: Int
    let new: Int
    /// Whether it had a turn a moment ago.
    let returns: Bool
    let most: Int

    var testDescription: String {
      "\(returning) return, \(new) are new, it \(returns ? "returns" : "is new")"
    }
  }

  @Test(
    """
    Who comes for the first time does not wait behind a crowd that comes again and again, and nobody
    for more than twice as many turns as there are addresses in line
    """,
    .holds("TLS-025"),
    arguments: [
      Wait(returning: 500, new: 0, returns: false, most: 2),
      Wait(returning: 500, new: 0, returns: true, most: 501),
      Wait(returning: 0, new: 500, returns: false, most: 501),
      Wait(returning: 0, new: 500, returns: true, most: 502),
      Wait(returning: 1, new: 500, returns: false, most: 503),
      Wait(returning: 1, new: 500, returns: true, most: 503),
      Wait(returning: 300, new: 300, returns: false, most: 602),
      Wait(returning: 300, new: 300, returns: true, most: 902),
      Wait(returning: 500, new: 5, returns: true, most: 1_007),
    ])
  func besideCrowds(wait: Wait) {
    var crowds = Crowds(returning: wait.returning, new: wait.new)
    if wait.returns {
      crowds.come(1_000_000, from: Self.other)
      #expect(crowds.turns(until: 1_000_000) != nil)
    }
    crowds.come(1_000_001, from: Self.other)
    let turns = crowds.turns(until: 1_000_001) ?? .max
    #expect(turns <= wait.most)
  }

  // MARK: Addresses

  @Test("An address of IPv6 counts as its network, one that holds an IPv4 address as that")
  func addresses() throws {
    func address(_ text: String) throws -> PeerAddress {
      PeerAddress(try SocketAddress(ipAddress: text, port: 1))
    }
    #expect(try address("10.1.2.3") == .v4(0x0A01_0203))
    #expect(try address("::ffff:10.1.2.3") == .v4(0x0A01_0203))
    #expect(try address("2001:db8:1:2:3::9") == .v6(0x2001_0DB8_0001_0002))
    #expect(try address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff::1"))
    #expect(try address("2001:db8:1:3::1") != address("2001:db8:1:2::1"))
    #expect(PeerAddress(nil) == .unknown)
  }
}
