import Foundation
import OwnThread
import Testing

@Suite("Commands about windows, as processes", .ownThread, .timeLimit(.minutes(3)))
struct UserWindowTests {
  /// Kills the only window, until the coordinator knows that it is away.
  private func lose(_ window: PseudoTerminal, of home: BoardHome) throws {
    kill(window.process, SIGKILL)
    _ = try window.waitForEnd()
    try window.wait("window away") { (try? home.windows(.away).count) == 1 }
  }

  @Test("Four windows that were killed come back in tmux by one command")
  func restore() throws {
    let tmux = try TmuxServer()
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    let card = try home.firstCard()
    first.type("q")
    _ = try first.waitForEnd()
    let client = try tmux.attach(to: "one")
    let words = [[], ["open", "--new"], ["open", "--favourites"], ["open", card]]
    let panes = try words.enumerated().map { index, words in
      let pane = try tmux.start("board\(index)", home.command(words))
      try client.wait("window \(index)") {
        (try? home.windows(.connected).count) == index + 1
      }
      return pane
    }
    let names = Set(try home.windows(.connected))
    for pane in panes {
      let process = try #require(
        pid_t(try tmux.run("display-message", "-p", "-t", pane, "#{pane_pid}")))
      kill(process, SIGKILL)
    }
    try client.wait("four windows away") { (try? home.windows(.away).count) == 4 }
    #expect(Set(try home.windows(.away)) == names)

    let restored = try home.run(["restore"], with: tmux.place(tmux.pane))
    #expect(restored.status == 0, "\(restored)")
    #expect(restored.output.hasPrefix("4 of 4 windows came back\n"), "\(restored)")
    #expect(Set(try home.windows(.connected)) == names)
    #expect(try tmux.run("list-windows", "-t", "one").split(separator: "\n").count == 5)
    let again = try home.run(["restore"], with: tmux.place(tmux.pane))
    #expect(again.status == 0 && again.output == "no window is away\n", "\(again)")
    _ = client
  }

  @Test("Where nothing opens windows, a restore says so and what shows each")
  func nothingOpens() throws {
    let home = try BoardHome()
    let window = try home.window()
    try window.wait(for: "● saved")
    try window.wait("listed window") { (try? home.windows(.connected).count) == 1 }
    try lose(window, of: home)
    let id = try #require(try home.windows(.away).first)
    let result = try home.run(["restore"])
    #expect(result.status == 1)
    #expect(result.output.contains("0 of 1 window came back"), "\(result)")
    #expect(result.output.contains("no way to open a window here"))
    #expect(result.output.contains("board attach \(id)\n"))
    let shown = try home.window(["attach", String(id.prefix(8))])
    try shown.wait(for: "● saved")
    shown.type("q")
    #expect(try shown.waitForEnd() == 0)
  }

  @Test("A window that holds a draft is closed only when its author says what becomes of it")
  func closeHolding() throws {
    let home = try BoardHome()
    let window = try home.window()
    try window.wait(for: "● saved")
    window.type("nHalf a thought")
    try window.wait(for: "Half a thought")
    try window.wait("draft that the coordinator knows of") {
      (try? home.run(["windows"]).output.contains("1 draft")) == true
    }
    let id = try #require(try home.windows(.connected).first)
    let refused = try home.run(["close", String(id.prefix(6))])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("holds 1 draft: --commit makes"), "\(refused)")
    #expect(refused.errors.contains("--discard throws"))
    let closed = try home.run(["close", id, "--discard", "--reason", "tidying"])
    #expect(closed.status == 0, "\(closed)")
    #expect(closed.output.hasPrefix("closed "))
    _ = try window.waitForEnd()
    #expect(try home.windows().isEmpty)
    let gone = try home.run(["close", id])
    #expect(gone.status == 1, "\(gone)")
  }

  @Test("A draft of a window that is away becomes no edit: that is said, and it is there yet")
  func commitAway() throws {
    let home = try BoardHome()
    let window = try home.window()
    try window.wait(for: "● saved")
    window.type("nHalf a thought")
    try window.wait(for: "Half a thought")
    try window.wait("draft that the coordinator knows of") {
      (try? home.run(["windows"]).output.contains("1 draft")) == true
    }
    try lose(window, of: home)
    let id = try #require(try home.windows(.away).first)
    let closed = try home.run(["close", id, "--commit"])
    #expect(closed.status == 1, "\(closed)")
    #expect(
      closed.output.contains("not turned into edits: 1 draft, as the window is away"), "\(closed)")
    #expect(try home.windows(.away).isEmpty)
    // Opened again from its files it is a new window, and stays one.
    let back = try home.window(["attach", id])
    try back.wait("new window with the draft") {
      back.screen.text.contains("Half a thought") && (try? home.windows(.connected).count) == 1
    }
    try lose(back, of: home)
    let plain = try home.window()
    try plain.wait("the same again") {
      plain.screen.text.contains("Half a thought") && (try? home.windows(.connected).count) == 1
    }
  }

  @Test("A window that is away and holds nothing leaves no files when it is closed")
  func closeAway() throws {
    let home = try BoardHome()
    let window = try home.window()
    try window.wait(for: "● saved")
    try window.wait("listed window") { (try? home.windows(.connected).count) == 1 }
    try lose(window, of: home)
    #expect(try home.keptWindows == 1)
    let id = try #require(try home.windows(.away).first)
    let closed = try home.run(["close", id])
    #expect(closed.status == 0, "\(closed)")
    #expect(try home.keptWindows == 0)
    #expect(try home.windows().isEmpty)
  }

  @Test("What is open already comes to the front, and is taken over only when that is said")
  func open() throws {
    let home = try BoardHome()
    let window = try home.window()
    try window.wait(for: "● saved")
    let one = try home.window(["open", "--favourites"])
    try one.wait("favourites") { (try? home.windows(.connected).count) == 2 }
    let second = try home.window(["open", "--favourites"])
    #expect(try second.waitForEnd() == 0)
    #expect(second.screen.text.contains("open already on "))
    let script = try home.run(["open", "--favourites"])
    #expect(script.status == 1)
    #expect(script.errors.contains("--take-over"), "\(script)")
    let before = Set(try home.windows())
    let taker = try home.window(["open", "--favourites", "--take-over"])
    try taker.wait(for: "● saved")
    #expect(Set(try home.windows()) == before)
    taker.type("q")
    #expect(try taker.waitForEnd() == 0)
    for left in [window, one] {
      left.type("q")
      _ = try left.waitForEnd()
    }
  }

  @Test("A card is opened in a window of tmux, once")
  func openCard() throws {
    let tmux = try TmuxServer()
    let home = try BoardHome()
    let first = try home.window()
    try first.wait(for: "● saved")
    let card = try home.firstCard()
    let opened = try home.run(["open", card, "--window"], with: tmux.place(tmux.pane))
    #expect(opened.status == 0, "\(opened)")
    #expect(try home.windows(.connected).count == 2)
    let again = try home.run(["open", card, "--split", "left"], with: tmux.place(tmux.pane))
    #expect(again.status == 0)
    #expect(again.output.contains("open already on "), "\(again)")
    #expect(try home.windows().count == 2)
    #expect(try tmux.run("list-panes", "-a").split(separator: "\n").count == 2)
    first.type("q")
    _ = try first.waitForEnd()
  }

  /// Two devices of one user, of which the laptop shows the favourites.
  private static func favourites() throws -> (
    team: TeamCoordinator, laptop: BoardHome, phone: BoardHome, window: PseudoTerminal
  ) {
    let team = try TeamCoordinator()
    let (laptop, phone) = (try team.device("laptop"), try team.device("phone"))
    _ = try laptop.run(["new", "Team"], with: team.environment)
    let window = try laptop.window(["open", "--favourites"], with: team.environment)
    try window.wait(for: "● saved")
    return (team, laptop, phone, window)
  }

  private static func leave(_ windows: [PseudoTerminal]) throws {
    for window in windows {
      window.type("q")
      _ = try window.waitForEnd()
    }
  }

  @Test("Another device lists a window with its place, comes to it, and closes it")
  func otherDevice() throws {
    let (team, laptop, phone, window) = try Self.favourites()
    let listed = try phone.run(["windows"], with: team.environment)
    #expect(listed.output.contains("favourites  Favourites  Team  connected since"), "\(listed)")
    #expect(listed.output.contains("  laptop, "))
    let asked = try phone.window(["open", "--favourites"], with: team.environment)
    #expect(try asked.waitForEnd() == 0)
    #expect(asked.screen.text.contains("open already on laptop, "))
    try window.wait(for: "You asked for this window on phone.")
    let closed = try phone.run(
      ["close", "favourites", "--reason", "enough"], with: team.environment)
    #expect(closed.status == 0, "\(closed)")
    _ = try window.waitForEnd()
    #expect(window.isRestored)
    #expect(try phone.windows(with: team.environment).isEmpty)
    #expect(try laptop.keptWindows == 0)
  }

  @Test("Who comes to a window that lives elsewhere is asked, and it can be taken and taken back")
  func taken() throws {
    let (team, _, phone, window) = try Self.favourites()
    let name = try #require(try phone.windows(.connected, with: team.environment).first)
    let newcomer = try phone.window(["attach", name], with: team.environment)
    try newcomer.wait(for: "r takes it over here")
    newcomer.type("r")
    try newcomer.wait(for: "● saved")
    try window.wait(for: "Another terminal took this window over.")
    window.type("r")
    try window.wait(for: "● saved")
    try newcomer.wait(for: "Another terminal took this window over.")
    try Self.leave([newcomer, window])
  }

  @Test("A window that is frozen does not keep its session, and knows when it goes on")
  func frozen() throws {
    let (team, _, phone, window) = try Self.favourites()
    let name = try #require(try phone.windows(.connected, with: team.environment).first)
    kill(window.process, SIGSTOP)
    defer { kill(window.process, SIGCONT) }
    let newcomer = try phone.window(["attach", name], with: team.environment)
    try newcomer.wait(for: "● saved")
    kill(window.process, SIGCONT)
    try window.wait(for: "Another terminal took this window over.")
    try Self.leave([newcomer, window])
  }

  @Test("A window killed on one device comes back on another, as the same")
  func movedDevice() throws {
    let (team, _, phone, window) = try Self.favourites()
    let names = try phone.windows(.connected, with: team.environment)
    #expect(names.count == 1)
    kill(window.process, SIGKILL)
    _ = try window.waitForEnd()
    try window.wait("window away") {
      (try? phone.windows(.away, with: team.environment)) == names
    }
    let tmux = try TmuxServer()
    let restored = try phone.run(
      ["restore"], with: tmux.place(tmux.pane).merging(team.environment) { $1 })
    #expect(restored.status == 0, "\(restored)")
    #expect(try phone.windows(.connected, with: team.environment) == names)
    let listed = try phone.run(["windows"], with: team.environment)
    #expect(listed.output.contains("  phone, tmux pane %"), "\(listed)")
  }
}
