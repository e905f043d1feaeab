import BoardModel
import Testing
import WindowSync

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

  @Test("A refusal to an earlier role goes with the role, and of several roles the last is told")
  func refusals() {
    var bench = Bench([("To do", ["a"])])
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.viewer)))
    bench.keys("<esc>e")
    #expect(bench.notice == "Only an editor may do this; you are a viewer.")
    bench.other(.set(.memberRole("ann"), .role(.commenter)))
    bench.other(.set(.memberRole("ann"), .role(.editor)))
    #expect(bench.notice == "bob made you an editor of this board.")
    bench.keys("<esc>")
    #expect(bench.notice == nil)
  }

  @Test("Who lost a board sees when it may be read again, and keeps the chosen row")
  func givenBack() {
    var bench = Bench([("To do", ["a"])])
    let home = bench.board.id
    bench.send(.standing(.readOnly(.readingLost("no"))))
    bench.send(.boardLost(home, holdsUnsentWork: true))
    let others = [
      BoardListing(id: Self.plan, title: "Plan"),
      BoardListing(id: BoardID(high: 1, low: 9), title: "Work"),
    ]
    bench.send(.boards(others))
    bench.keys("j")
    let text = { (bench: Bench) in bench.screen.joined(separator: " ") }
    #expect(text(bench).contains("You may not read “Home” any longer"))
    bench.send(.boards([BoardListing(id: home, title: "Home")] + others))
    #expect(!text(bench).contains("any longer"))
    #expect(text(bench).contains("You may read “Home” again: Enter on it opens it."))
    #expect(text(bench).contains("board unsent"))
    #expect(bench.list(BoardSwitcher.self)?.cursor.index == 2)
    bench.keys("<esc>")
    #expect(bench.screen.last?.contains("b boards  q quit") == true)
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
