import BoardModel
import Screen
import Statements
import Testing
import WindowSync

@testable import Windows

@Suite("What people want to be called")
struct DisplayNameTests {
  private static func asked(_ bench: Bench) -> [[String]] {
    bench.effects.compactMap { if case .findUsers(let users) = $0 { users } else { nil } }
  }

  /// Ann's window on Bob's board, of which both are members.
  private static func bench(columns width: Int = 80) -> Bench {
    var bench = Bench([("To do", ["a"])], columns: width, comes: false)
    bench.other(.set(.memberRole("ann"), .role(.editor)))
    bench.other(.commentAdd(Bench.card(0, 0), CommentID(high: 5, low: 5), text: "Fine."))
    bench.come()
    return bench
  }

  @Test("The coordinator is asked about the members once for each link, 64 at a time")
  func asking() {
    var bench = Bench([("To do", ["a"])], comes: false)
    let many = (0..<70).map { "u\($0 + 10)" }
    bench.other(.batch(many.map { .set(.memberRole($0), .role(.viewer)) }))
    bench.come()
    let users = bench.board.members.map(\.user).filter { !$0.isEmpty }
    #expect(users.count == 71)
    #expect(Self.asked(bench) == [Array(users.prefix(64))])
    bench.send(.status(.saving(1)))
    bench.send(.status(.saved))
    bench.other(.set(.memberRole("zoe"), .role(.viewer)))
    #expect(Self.asked(bench).count == 1, "an answer is awaited")
    bench.send(.displayNames(Dictionary(users.prefix(64).map { ($0, "") }) { $1 }))
    #expect(Self.asked(bench).last == Array(users.suffix(7)) + ["zoe"])
    bench.send(.displayNames(Dictionary((users.suffix(7) + ["zoe"]).map { ($0, "") }) { $1 }))
    bench.send(.status(.saved))
    #expect(Self.asked(bench).count == 2)
    bench.other(.set(.memberRole("amy"), .role(.viewer)))
    #expect(Self.asked(bench).last == ["amy"])
    // That answer never comes.
    bench.send(.status(.reconnecting))
    #expect(Self.asked(bench).count == 3)
    bench.send(.status(.saved))
    #expect(Self.asked(bench).count == 4)
    #expect(Self.asked(bench).last?.count == 64)
  }

  @Test(
    "A display name stands before the user's name, in comments, in the history and on the card",
    .holds("USR-007"), arguments: [40, 80, 200])
  func shown(width: Int) {
    var bench = Self.bench(columns: width)
    bench.keys("<enter><enter>")
    #expect(!bench.screen.joined(separator: "\n").contains("Bobby"))
    bench.send(.displayNames(["bob": "Bobby Tables", "ann": ""]))
    #expect(bench.screen.joined(separator: "\n").contains("Bobby Tables (bob)"))
    bench.keys("<tab><tab>")
    #expect(bench.screen.joined(separator: "\n").contains("bob"))
    #expect(bench.screen.joined(separator: "\n").contains("Bobby Tables"))
    bench.keys("<tab><tab><tab><tab><tab>")
    #expect(bench.screen.joined(separator: "\n").contains("Bobby Tables (bob), "))
    bench.keys("<esc><c-t>")
    #expect(bench.screen.joined(separator: "\n").contains("Bobby Tables (bob)"))
    bench.send(.displayNames(["bob": ""]))
    #expect(!bench.screen.joined(separator: "\n").contains("Bobby"))
    #expect(bench.screen.joined(separator: "\n").contains("bob"))
  }

  @Test("Of people nobody asked about nothing is kept, and no more of a name than one may have")
  func bounded() {
    var names = DisplayNames()
    _ = names.question(about: ["bob"])
    names.take(["bob": String(repeating: "b", count: 1_000), "zoe": "Zoe"])
    #expect(names.name(of: "bob") == String(repeating: "b", count: 64))
    #expect(names.name(of: "zoe").isEmpty)
  }

  @Test("A display name that would write into the terminal is neutralised", .holds("TXT-005"))
  func hostile() {
    var bench = Self.bench()
    bench.send(.displayNames(["bob": "Bo\u{1B}]0;x\u{7}\u{202E}b"]))
    bench.keys("<enter><enter>")
    let scalars = bench.screen.joined(separator: "\n").unicodeScalars
    #expect(!scalars.contains { $0.value == 0x1B || $0.value == 7 || $0.value == 0x202E })
    #expect(bench.screen.joined(separator: "\n").contains("(bob)"))
  }
}
