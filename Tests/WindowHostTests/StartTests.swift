import Glibc
import OwnThread
import Testing

@Suite("Opening a window", .ownThread)
struct StartTests {
  @Test(
    "Of first starts at once all show one sample board, at one coordinator",
    .timeLimit(.minutes(3)))
  func race() throws {
    let home = try BoardHome()
    let terminals = try (0..<4).map { _ in try home.window() }
    for terminal in terminals { try terminal.wait(for: "● saved") }
    let coordinator = try #require(home.coordinator)
    // All are on the same board: what one adds, all show.
    terminals[0].type("n")
    try terminals[0].wait(for: "New card")
    terminals[0].type("for everybody\r")
    for terminal in terminals { try terminal.wait(for: "for everybody") }
    // And it is the only board there is.
    terminals[1].type("b")
    try terminals[1].wait("list") { terminals[1].screen.text.components(of: "Welcome") > 1 }
    #expect(terminals[1].screen.text.components(of: "Welcome") == 2)
    #expect(home.coordinator == coordinator)
  }

  @Test("A window that was killed comes back with its edits", .timeLimit(.minutes(3)))
  func killedOffline() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    let obstacle = home.takeStore()
    first.type("n")
    try first.wait(for: "New card")
    first.type("written offline\r")
    try first.wait(for: "written offline")
    try first.wait(for: "kept here, not sent (1)")
    kill(first.process, SIGKILL)
    #expect(try first.waitForEnd() == 128 + SIGKILL)

    let second = try home.window()
    try second.wait(for: "written offline")
    try second.wait(for: "kept here, not sent (1)")
    obstacle.free()
    second.type("r")
    try second.wait(for: "● saved")
    #expect(second.screen.text.components(of: "written offline") == 1)
  }

  @Test("Plain board goes on with the window that was left last", .timeLimit(.minutes(2)))
  func adoption() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    first.type("n")
    try first.wait(for: "New card")
    first.type("half a tit")
    try first.wait(for: "half a tit")
    kill(first.process, SIGKILL)
    #expect(try first.waitForEnd() == 128 + SIGKILL)
    let second = try home.window()
    try second.wait(for: "half a tit")
    second.type("\rle\r")
    try second.wait(for: "half a title")
    #expect(try home.keptWindows == 1)
  }

  @Test("A board can be named by its title, or by what its identifier begins with")
  func named() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    first.type("b")
    try first.wait(for: "Boards")
    first.type("n")
    try first.wait(for: "New board")
    first.type("Plans\r")
    try first.wait(for: "Plans")
    // Whoever leaves before it is sent is told so, and the window ends otherwise.
    try first.wait("the other board") {
      !first.screen.text.contains("Welcome") && first.screen.text.contains("● saved")
    }
    first.type("q")
    #expect(try first.waitForEnd() == 0)

    let last = try home.window()
    try last.wait(for: "Plans")
    let other = try home.window(["--board", "Welcome"])
    try other.wait(for: "Move this card")
    let unknown = try home.window(["--board", "Nonsense"])
    #expect(try unknown.waitForEnd() == 1)
    #expect(unknown.text.contains("there is no board “Nonsense”"))
    #expect(unknown.text.contains("Plans"))
  }

  @Test(
    "A board that the coordinator cannot read is refused with the reason and what to do",
    .timeLimit(.minutes(2)))
  func damaged() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    first.type("n")
    try first.wait(for: "New card")
    first.type("unmistakable\r")
    try first.wait(for: "unmistakable")
    try first.wait(for: "● saved")
    first.type("q")
    #expect(try first.waitForEnd() == 0)
    try home.damageStore(at: "unmistakable")

    let second = try home.window(["--board", "Welcome"])
    #expect(try second.waitForEnd() == 1)
    #expect(second.text.contains("is damaged"))
    #expect(second.text.contains("boardd check"))
    #expect(!second.text.contains("board: closed"))
  }

  @Test("A window left with unsent edits is kept, and says so", .timeLimit(.minutes(2)))
  func keptOnQuit() throws {
    let home = try BoardHome()
    let terminal = try home.window()
    try terminal.wait(for: "● saved")
    let obstacle = home.takeStore()
    terminal.type("n")
    try terminal.wait(for: "New card")
    terminal.type("not sent\r")
    try terminal.wait(for: "kept here, not sent (1)")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(terminal.text.contains("kept with 1 edit not sent yet"))
    #expect(try home.keptWindows == 1)
    obstacle.free()
  }

  @Test("A card moved in one window appears in the other", .timeLimit(.minutes(2)))
  func together() throws {
    let home = try BoardHome()
    let left = try home.window()
    try left.wait(for: "● saved")
    let right = try home.window(columns: 60)
    try right.wait(for: "● saved")
    left.type("L")
    try right.wait(for: "•#1 Move this card")
    right.type("/wörter")
    try right.wait(for: "wörter")
  }

  @Test("A window that shows its kept board at once gives the terminal its title all the same")
  func titleOfKeptBoard() throws {
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    #expect(first.text.contains("\u{1B}]2;"))
    kill(first.process, SIGTERM)
    _ = try first.waitForEnd()
    let second = try home.window()
    try second.wait(for: "● saved")
    #expect(second.text.contains("\u{1B}]2;"))
    second.type("q")
    _ = try second.waitForEnd()
  }
}
