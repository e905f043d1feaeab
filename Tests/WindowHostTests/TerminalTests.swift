import Glibc
import Screen
import OwnThread
import Testing

@Suite("A window's terminal", .ownThread)
struct TerminalTests {
  private static func count(_ part: [UInt8], in bytes: [UInt8]) -> Int {
    guard bytes.count >= part.count else { return 0 }
    return (0...bytes.count - part.count).count { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// That modes were set and unset as often as told, and the line settings are as before.
  private static func expectGivenBack(_ terminal: PseudoTerminal, times: Int = 1) {
    #expect(count(TerminalModes().enter, in: terminal.output) == times)
    #expect(count(TerminalModes().leave, in: terminal.output) == times)
    #expect(terminal.output.reversed().starts(with: TerminalModes().leave.reversed()))
    #expect(terminal.isRestored)
  }

  private static func opened(_ home: BoardHome, _ arguments: [String] = []) throws -> PseudoTerminal
  {
    let terminal = try home.window(arguments)
    try terminal.wait(for: "Welcome")
    try terminal.wait(for: "● saved")
    #expect(terminal.isRaw)
    return terminal
  }

  @Test("q gives the terminal back as it was and leaves no files", .timeLimit(.minutes(2)))
  func quit() throws {
    let home = try BoardHome()
    let terminal = try Self.opened(home)
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
    Self.expectGivenBack(terminal)
    #expect(try home.keptWindows == 0)
  }

  @Test(
    "Who leaves is not told that the link is gone, which the window lets go of itself",
    .timeLimit(.minutes(2)), arguments: [40, 120], ["q", "\u{3}", "SIGTERM"])
  func quietQuit(columns: Int, way: String) throws {
    let home = try BoardHome()
    let terminal = try home.window(columns: columns)
    try terminal.wait(for: "● saved")
    let before = terminal.text
    if way == "SIGTERM" { kill(terminal.process, SIGTERM) } else { terminal.type(way) }
    _ = try terminal.waitForEnd()
    let last = terminal.text.dropFirst(before.count)
    for lie in ["offline", "reconnecting", "↻", "■"] { #expect(!last.contains(lie), "\(lie)") }
  }

  @Test(
    "A signal that ends the window gives the terminal back first, and keeps the window",
    .timeLimit(.minutes(2)), arguments: [SIGTERM, SIGHUP, SIGINT])
  func signals(signal: Int32) throws {
    let home = try BoardHome()
    let terminal = try Self.opened(home)
    kill(terminal.process, signal)
    #expect(try terminal.waitForEnd() == 128 + signal)
    Self.expectGivenBack(terminal)
    #expect(try home.keptWindows == 1)
  }

  @Test(
    "A process that goes wrong gives the terminal back while it dies of it",
    .timeLimit(.minutes(2)), arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGQUIT])
  func traps(signal: Int32) throws {
    let home = try BoardHome()
    let terminal = try Self.opened(home)
    kill(terminal.process, signal)
    #expect(try terminal.waitForEnd() == 128 + signal)
    Self.expectGivenBack(terminal)
  }

  @Test("A window that was started with SIGQUIT ignored goes on", .timeLimit(.minutes(2)))
  func ignored() throws {
    let home = try BoardHome()
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "trap '' QUIT; exec \(BoardHome.program)"], environment: home.environment,
      home: home)
    try terminal.wait(for: "● saved")
    kill(terminal.process, SIGQUIT)
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(Self.count(TerminalModes().leave, in: terminal.output) == 1)
  }

  @Test(
    "Suspended, the window leaves the terminal to the shell; in front again it paints all anew",
    .timeLimit(.minutes(2)))
  func suspend() throws {
    let home = try BoardHome()
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-i"], environment: home.environment.merging(["PS1": "ready>"]) { $1 },
      home: home)
    try terminal.wait("prompt") { terminal.text.contains("ready>") }
    terminal.type("\(BoardHome.program)\n")
    try terminal.wait(for: "● saved")
    terminal.type("\u{1A}")
    try terminal.wait("stopped job") { terminal.text.contains("Stopped") }
    try terminal.wait("the shell's settings") { terminal.isRestored }
    #expect(Self.count(TerminalModes().leave, in: terminal.output) == 1)
    terminal.forgetScreen()
    terminal.type("fg\n")
    try terminal.wait(for: "● saved")
    try terminal.wait(for: "Welcome")
    #expect(terminal.isRaw)
    terminal.type("q")
    try terminal.wait("second leaving") {
      Self.count(TerminalModes().leave, in: terminal.output) == 2 && terminal.isRestored
    }
    #expect(Self.count(TerminalModes().enter, in: terminal.output) == 2)
    terminal.type("exit\n")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test("Without a terminal there is no window but a message", .timeLimit(.minutes(2)))
  func noTerminal() throws {
    let home = try BoardHome()
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "\(BoardHome.program) </dev/null >$BOARD_HOME/out; echo ended $?"],
      environment: home.environment, home: home)
    try terminal.wait("exit code") { terminal.text.contains("ended 2") }
    #expect(terminal.text.contains("standard output is none"))
    #expect(try terminal.waitForEnd() == 0)
    #expect(Self.count(TerminalModes().enter, in: terminal.output) == 0)
  }

  @Test(
    "With no coordinator to reach and nothing to show, it says so and never takes the terminal",
    .timeLimit(.minutes(2)))
  func unreachable() throws {
    let home = try BoardHome()
    try home.makeIdentity()
    // Port 1 of this machine: nobody listens there.
    let terminal = try home.window(with: ["BOARD_URL": "board://127.0.0.1:1"])
    #expect(try terminal.waitForEnd() == 3)
    #expect(terminal.text.contains("cannot connect to 127.0.0.1:1"))
    #expect(Self.count(TerminalModes().enter, in: terminal.output) == 0)
    #expect(terminal.isRestored)
  }

  @Test("Without an identity no other coordinator is asked", .timeLimit(.minutes(2)))
  func noIdentity() throws {
    let home = try BoardHome()
    let terminal = try home.window(with: ["BOARD_URL": "board://127.0.0.1:1"])
    #expect(try terminal.waitForEnd() == 4)
    #expect(terminal.text.contains("authority.pem is missing"))
  }

  @Test("An idle window writes nothing", .timeLimit(.minutes(2)))
  func idle() throws {
    let home = try BoardHome()
    let terminal = try Self.opened(home)
    // The board is saved to the cache, the place in it to its file: none of it shows.
    _ = terminal.bytes(within: 1)
    #expect(terminal.bytes(within: 3).isEmpty)
  }

  @Test(
    "A terminal that takes nothing more cannot keep a window from ending", .timeLimit(.minutes(2)))
  func stuck() throws {
    let home = try BoardHome()
    let first = try Self.opened(home)
    // A frame of this size is more than a terminal nobody reads takes in.
    let terminal = try home.window(["--board", "Welcome"], columns: 2_000, rows: 1_000)
    terminal.waitForOutput()
    try first.wait("files") { (try? home.keptWindows) == 2 }
    kill(terminal.process, SIGTERM)
    #expect(terminal.waitForEndUnread() == 128 + SIGTERM)
    #expect(terminal.isRestored)
  }

  @Test("Without its terminal a window goes, and comes back in another", .timeLimit(.minutes(2)))
  func hungUp() throws {
    let home = try BoardHome()
    let terminal = try Self.opened(home)
    terminal.hangUp()
    #expect(terminal.waitForEndUnread() == 128 + SIGHUP)
    #expect(try home.keptWindows == 1)
    _ = try Self.opened(home)
    #expect(try home.keptWindows == 1)
  }

  @Test("A cursor move writes little, and so does a change made elsewhere", .timeLimit(.minutes(2)))
  func little() throws {
    let home = try BoardHome()
    let left = try Self.opened(home)
    let right = try home.window(columns: 200, rows: 60)
    try right.wait(for: "● saved")
    _ = right.bytes(within: 1)
    right.type("j")
    #expect((1..<2_048).contains(right.bytes(within: 1).count))
    left.type("L")
    #expect((1..<4_096).contains(right.bytes(within: 1).count))
    #expect(right.screen.complaints.isEmpty)
  }

  @Test("A new size is painted whole", .timeLimit(.minutes(2)))
  func resize() throws {
    let home = try BoardHome()
    let terminal = try Self.opened(home)
    terminal.resize(columns: 200, rows: 50)
    try terminal.wait(for: "● saved")
    try terminal.wait(for: "Add a column: N, change one: c")
    terminal.resize(columns: 18, rows: 5)
    try terminal.wait(for: "small")
  }
}
