import OwnThread
import Testing

@Suite("A board that is taken away", .ownThread)
struct LostBoardTests {
  @Test(
    "A window that loses its board deletes what it keeps of it, and never what is not sent",
    .timeLimit(.minutes(3)))
  func unsentWork() throws {
    let home = try Self.homeWithSecret()
    let guest = try BoardHome()
    let proxy = try HoldingProxy(to: try home.introduce("ben", to: guest))
    defer { try? proxy.close() }
    let reach = ["BOARD_URL": proxy.url, "BOARD_BOARD": "Secret"]
    #expect(!(try guest.run(["boards"], with: reach).output.contains("Secret")))
    #expect(try guest.run(["ls", "--board", "Secret"], with: reach).status == 1)
    #expect(try home.run(["member", "Ben", "editor", "--board", "Secret"]).status == 0)

    let ben = try guest.window(columns: 80, with: reach)
    try ben.wait(for: "Hidden words")
    try ben.wait(for: "● saved")
    try ben.wait("the kept board") { guest.keeps("Hidden words") }
    proxy.hold()
    ben.type("n")
    try ben.wait(for: "New card")
    ben.type("never sent\r")
    try ben.wait(for: "never sent")
    try ben.wait("the unsent card") { guest.keeps("never sent") }
    #expect(try home.run(["member", "ben", "none", "--board", "Secret"]).status == 0)
    try ben.wait(for: "any longer: it was purged, or your")
    try ben.wait(for: "board unsent")
    #expect(!ben.screen.text.contains("Hidden words"))
    try ben.wait("no kept board") { !guest.keeps("Hidden words") }

    let unsent = try guest.run(["unsent"])
    #expect(unsent.output.contains("never sent"), "\(unsent)")
    #expect(!unsent.output.contains("Secret"))
    #expect(
      !(try guest.run(["boards"], with: ["BOARD_URL": try home.url]).output.contains("Secret")))
    ben.type("q")
    try ben.wait("no list") { !ben.screen.text.contains("any longer: it was purged") }
    ben.type("q")
    _ = try ben.waitForEnd()
    #expect(guest.keeps("never sent") && !guest.keeps("Hidden words"))
  }

  @Test(
    "A window with nothing unsent says which board it lost and why, and makes none by itself",
    .timeLimit(.minutes(3)))
  func nothingUnsent() throws {
    let home = try Self.homeWithSecret()
    let guest = try BoardHome()
    let reach = ["BOARD_URL": try home.introduce("ben", to: guest)]
    #expect(try home.run(["member", "ben", "editor", "--board", "Secret"]).status == 0)
    let ben = try guest.window(columns: 80, with: reach)
    try ben.wait(for: "Hidden words")
    try ben.wait(for: "● saved")
    #expect(try home.run(["member", "ben", "none", "--board", "Secret"]).status == 0)
    try ben.wait(for: "You may not read “Secret” any longer: it was purged, or your")
    try ben.wait(for: "There are no boards. n makes one.")
    #expect(!ben.screen.text.contains("Hidden words"))
    ben.type("q")
    try ben.wait("no list") { !ben.screen.text.contains("There are no boards") }
    ben.type("q")
    _ = try ben.waitForEnd()

    let again = try guest.window(columns: 80, with: reach)
    try again.wait(for: "here that you may read.")
    try again.wait(for: "There are no boards. n makes one.")
    #expect(try guest.run(["boards"], with: reach).output.contains("there is no board"))
    again.type("n")
    try again.wait(for: "New board")
    again.type("Mine\r")
    try again.wait(for: "● saved")
    #expect(try guest.run(["boards"], with: reach).output.contains("Mine"))
    again.type("q")
    _ = try again.waitForEnd()
  }

  @Test(
    "A board that is given back shows by itself, and its window goes on with what was typed",
    .timeLimit(.minutes(3)))
  func givenBack() throws {
    let home = try Self.homeWithSecret()
    let guest = try BoardHome()
    let reach = ["BOARD_URL": try home.introduce("ben", to: guest)]
    #expect(try home.run(["member", "ben", "editor", "--board", "Secret"]).status == 0)
    let ben = try guest.window(["--board", "Secret"], columns: 80, with: reach)
    try ben.wait(for: "Hidden words")
    try ben.wait(for: "● saved")
    ben.type("e more words")
    try ben.wait("the draft") { guest.keeps("Hidden words more words") }
    #expect(try home.run(["member", "ben", "none", "--board", "Secret"]).status == 0)
    try ben.wait(for: "You may not read “Secret” any longer")
    try ben.wait(for: "There are no boards. n makes one.")
    #expect(try home.run(["member", "ben", "editor", "--board", "Secret"]).status == 0)
    try ben.wait(for: "You may read “Secret” again")
    ben.type("\u{1b}")
    try ben.wait(for: "b boards")
    ben.type("b")
    try ben.wait("the board") {
      ben.screen.text.split(separator: "\n").contains { $0.contains("Secret") }
    }
    ben.type("\r")
    try ben.wait(for: "Hidden words more words")
    try ben.wait(for: "Enter goes on  Esc throws it away")
    #expect(try guest.keptWindows == 1)
    try ben.wait(for: "● saved")
    ben.type("\r\r")
    try ben.wait("the sent title") {
      (try? home.run(["ls", "--board", "Secret"]).output.contains("more words")) == true
    }
    ben.hangUp()
    _ = ben.waitForEndUnread()
  }

  @Test("Two users of one coordinator each get a sample board of their own")
  func samples() throws {
    let home = try BoardHome()
    let first = try home.window(columns: 80)
    try first.wait(for: "● saved")
    let guest = try BoardHome()
    let ben = try guest.window(
      columns: 80, with: ["BOARD_URL": try home.introduce("ben", to: guest)])
    try ben.wait(for: "Welcome")
    try ben.wait(for: "● saved")
    for window in [first, ben] {
      window.type("q")
      _ = try window.waitForEnd()
    }
  }

  /// A folder with a coordinator that has a board with a card.
  private static func homeWithSecret() throws -> BoardHome {
    let home = try BoardHome()
    for command in [
      ["new", "Secret"], ["add-column", "To do", "--board", "Secret"],
      ["add", "Hidden words", "--column", "To do", "--board", "Secret"],
    ] {
      let said = try home.run(command)
      try #require(said.status == 0, "\(said)")
    }
    return home
  }
}
