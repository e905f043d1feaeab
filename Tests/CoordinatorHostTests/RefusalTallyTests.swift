import Randomness
import Testing

@testable import CoordinatorHost

@Suite("What is written down of refusals")
struct RefusalTallyTests {
  @Test("The first of an address are written down, the others told by their number, then anew")
  func oneAddress() {
    var tally = RefusalTally()
    #expect(tally.periodEnd == nil)
    let written = (0..<20).map { tally.note("192.0.2.1", at: 1_000 + $0) }
    #expect(written == Array(repeating: true, count: 5) + Array(repeating: false, count: 15))
    let another = tally.note("192.0.2.2", at: 2_000)
    #expect(another)
    #expect(tally.periodEnd == 601_000)
    let early = tally.take(at: 600_999)
    #expect(early == [])
    let last = tally.note("192.0.2.1", at: 600_999)
    #expect(!last)
    let told = tally.take(at: 601_000)
    #expect(told == [RefusalTally.Omitted(address: "192.0.2.1", count: 16)])
    #expect(tally.periodEnd == nil)
    let toldAgain = tally.take(at: 601_000)
    #expect(toldAgain == [])
    let anew = tally.note("192.0.2.1", at: 601_000)
    #expect(anew)
    #expect(tally.periodEnd == 1_201_000)
    let rest = tally.takeAll()
    #expect(rest == [])
  }

  @Test("Addresses beyond those that are told apart count as one")
  func manyAddresses() {
    var tally = RefusalTally()
    let apart = (1...16).map { tally.note("192.0.2.\($0)", at: 0) }
    #expect(apart == Array(repeating: true, count: 16))
    let others = (17...30).map { tally.note("192.0.2.\($0)", at: 0) }
    #expect(others == Array(repeating: true, count: 5) + Array(repeating: false, count: 9))
    let known = tally.note("192.0.2.1", at: 1)
    #expect(known)
    let told = tally.takeAll()
    #expect(told == [RefusalTally.Omitted(address: nil, count: 9)])
  }

  @Test(
    "However many come from wherever, the lines of a period are bounded and none is uncounted",
    arguments: [1, 15, 17, 100_000])
  func bounded(addresses: Int) {
    var generator = SeededGenerator(seed: 11)
    var tally = RefusalTally()
    let refusals = 20_000
    let written = (0..<refusals).count { moment in
      tally.note("\(Int.random(in: 0..<addresses, using: &generator))", at: UInt64(moment))
    }
    let told = tally.take(at: RefusalTally.period)
    #expect(told.allSatisfy { $0.count > 0 })
    #expect(written + told.reduce(0) { $0 + $1.count } == refusals)
    #expect(written <= (RefusalTally.addresses + 1) * RefusalTally.linesPerAddress)
    #expect(told.count <= RefusalTally.addresses + 1)
  }

  @Test(
    "Nothing that a stranger wrote begins a line, moves a cursor or turns what stands around it",
    arguments: [
      ("plain wörter 東", "plain wörter 東"), ("a\nb\rc", #"a\u{a}b\u{d}c"#),
      ("\u{1B}[2J\u{7}", #"\u{1b}[2J\u{7}"#), ("\u{9B}31m\u{7F}", #"\u{9b}31m\u{7f}"#),
      ("\u{202E}x\u{2028}\u{200B}", #"\u{202e}x\u{2028}\u{200b}"#),
      ("\r\n", #"\u{d}\u{a}"#), ("e\u{301}", #"e\u{301}"#),
    ])
  func visible(text: String, line: String) {
    #expect(LogText.line(text) == line)
  }

  @Test("A line has a bound")
  func longLine() {
    #expect(LogText.line(String(repeating: "a", count: 400)).count == 400)
    #expect(
      LogText.line(String(repeating: "a", count: 401)) == String(repeating: "a", count: 400) + "…")
  }
}
