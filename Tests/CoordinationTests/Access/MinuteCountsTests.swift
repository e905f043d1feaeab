import Coordination
import Randomness
import Testing

@Suite("What happens over and over is counted by the minute")
struct MinuteCountsTests {
  private func omitted(_ counts: [MinuteCounts.Count]) -> [String] {
    counts.filter { $0.omitted > 0 }.map { "\($0.address ?? "others") \($0.omitted)" }
  }

  @Test("The first of an address are written down, the others told by their number, then anew")
  func oneAddress() {
    var counts = MinuteCounts.forLog
    #expect(counts.deadline == nil)
    let written = (0..<20).map { counts.note("192.0.2.1", "a", now: 1_000 + $0) }
    #expect(written == Array(repeating: true, count: 5) + Array(repeating: false, count: 15))
    let another = counts.note("192.0.2.2", "b", now: 2_000)
    #expect(another)
    #expect(counts.deadline == 61_000)
    let early = counts.take(now: 60_999)
    #expect(early.isEmpty)
    let last = counts.note("192.0.2.1", "c", now: 60_999)
    #expect(!last)
    let told = counts.take(now: 61_000)
    #expect(told.map(\.times) == [21, 1])
    #expect(told.map(\.reason) == ["a", "b"])
    #expect(omitted(told) == ["192.0.2.1 16"])
    #expect(counts.deadline == nil)
    let toldAgain = counts.take(now: 61_000)
    #expect(toldAgain.isEmpty)
    let anew = counts.note("192.0.2.1", "a", now: 61_000)
    #expect(anew)
    #expect(counts.deadline == 121_000)
    let rest = counts.takeAll()
    #expect(rest.map(\.times) == [1])
  }

  @Test("The audit tells the reasons of an address apart, so many of them, and no more in all")
  func reasons() {
    var counts = MinuteCounts.forAudit
    for reason in ["used", "expired", "used", "name taken", "used"] {
      _ = counts.note("192.0.2.1", reason, now: 0)
    }
    _ = counts.note("192.0.2.2", "used", now: 0)
    let told = counts.takeAll()
    #expect(
      told.map { "\($0.address ?? "") \($0.reason) \($0.times)" } == [
        "192.0.2.1 used 3", "192.0.2.1 expired 1", "192.0.2.1 name taken 1", "192.0.2.2 used 1",
      ])
    for reason in 0..<10 { _ = counts.note("192.0.2.1", "reason \(reason)", now: 0) }
    let some = counts.takeAll()
    #expect(some.map(\.reason) == (0..<6).map { "reason \($0)" } + [""])
    #expect(some.map(\.times) == [1, 1, 1, 1, 1, 1, 4])
    for address in 0..<200 {
      for reason in 0..<20 { _ = counts.note("\(address)", "\(reason)", now: 0) }
    }
    let all = counts.takeAll()
    #expect(all.count <= 3 * counts.addresses + 1)
    #expect(all.reduce(0) { $0 + $1.times } == 4_000)
  }

  @Test("Addresses beyond those that are told apart count as one")
  func manyAddresses() {
    var counts = MinuteCounts.forLog
    let apart = (1...16).map { counts.note("192.0.2.\($0)", "", now: 0) }
    #expect(apart == Array(repeating: true, count: 16))
    let others = (17...30).map { counts.note("192.0.2.\($0)", "", now: 0) }
    #expect(others == Array(repeating: true, count: 5) + Array(repeating: false, count: 9))
    let known = counts.note("192.0.2.1", "", now: 1)
    #expect(known)
    #expect(omitted(counts.takeAll()) == ["others 9"])
  }

  @Test(
    "However many come from wherever, the lines of a period are bounded and none is uncounted",
    arguments: [1, 15, 17, 100_000])
  func bounded(addresses: Int) {
    var generator = SeededGenerator(seed: 11)
    var counts = MinuteCounts.forLog
    let refusals = 20_000
    let written = (0..<refusals).count { moment in
      counts.note("\(Int.random(in: 0..<addresses, using: &generator))", "", now: UInt64(moment))
    }
    let told = counts.take(now: 60_000)
    #expect(told.allSatisfy { $0.times > 0 })
    #expect(told.reduce(0) { $0 + Int($1.times) } == refusals)
    #expect(written + told.reduce(0) { $0 + $1.omitted } == refusals)
    #expect(written <= (counts.addresses + 1) * MinuteCounts.linesPerAddress)
    #expect(told.count <= counts.addresses + 1)
  }
}
