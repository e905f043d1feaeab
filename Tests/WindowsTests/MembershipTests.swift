import BoardModel
import Testing

@testable import Windows

@Suite("Roles that are given and taken")
struct MembershipTests {
  private static let plan = BoardID(high: 0x1234_5678_0000_0000, low: 3)

  @Test(
    "A role on another board is told, and a board that may not be read any longer is named",
    arguments: [
      (Role.editor, "Plan", false, "You are an editor of “Plan” now."),
      (.viewer, "Plan", true, "You are a viewer of “Plan” now."),
      (nil, "", true, "You may no longer read “Plan”."),
      (nil, "", false, "You may no longer read the board 12345678."),
    ] as [(Role?, String, Bool, String)])
  func otherBoard(role: Role?, title: String, isKnown: Bool, words: String) {
    var bench = Bench([("To do", ["a"])])
    if isKnown { bench.send(.boards([BoardListing(id: Self.plan, title: "Plan")])) }
    bench.send(.membership(Self.plan, role: role, title: title))
    #expect(bench.notice == words)
  }

  @Test("On the board that is shown it is told who gave the role, once")
  func ownBoard() {
    var bench = Bench([("To do", ["a"])])
    bench.send(.membership(bench.board.id, role: .editor, title: "Home"))
    #expect(bench.notice == nil)
    bench.other(
      .batch([
        .set(.memberRole("bob"), .role(.owner)), .set(.memberRole("ann"), .role(.editor)),
      ]))
    #expect(bench.notice == "bob made you an editor of this board.")
    bench.keys("<esc>")
    bench.other(.set(.memberRole(""), .role(.viewer)))
    #expect(bench.notice == nil, "ann has a role of her own")
  }

  @Test("A list of boards that is open follows")
  func list() {
    var bench = Bench([("To do", ["a"])])
    bench.send(.membership(Self.plan, role: .viewer, title: "Plan"))
    #expect(!bench.effects.contains(.listBoards))
    bench.keys("b")
    let asked = { (bench: Bench) in bench.effects.count { $0 == .listBoards } }
    let before = asked(bench)
    bench.send(.membership(Self.plan, role: nil, title: ""))
    #expect(asked(bench) == before + 1)
  }
}
