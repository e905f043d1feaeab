import Glibc
import OwnThread
import Testing

@Suite("Two windows of one person", .ownThread)
struct OwnWindowsTests {
  enum Absence: String, CaseIterable {
    /// It answers nobody, and nobody knows yet.
    case stopped
    case gone
  }

  @Test(
    "Of a title changed in both while the coordinator was away, the one that lost is told and one key puts it back",
    .timeLimit(.minutes(3)), arguments: Absence.allCases)
  func title(_ absence: Absence) throws {
    let home = try BoardHome()
    let one = try home.window()
    try one.wait(for: "● saved")
    let two = try home.window(["open", "--new"])
    try two.wait(for: "● saved")
    let windows = [(one, "One value"), (two, "Two value")]

    let obstacle: BoardHome.Obstacle?
    let coordinator = try #require(home.coordinator)
    switch absence {
    case .stopped:
      kill(coordinator, SIGSTOP)
      obstacle = nil
    case .gone:
      obstacle = home.takeStore()
      for (window, _) in windows {
        try window.wait("the link is lost") { !window.screen.text.contains("● saved") }
      }
    }
    for (window, title) in windows {
      window.type("e\u{15}\(title)\r")
      try window.wait("the edit that waits") {
        window.screen.text.contains(title) && !window.screen.text.contains("● saved")
      }
    }
    if let obstacle { obstacle.free() } else { kill(coordinator, SIGCONT) }
    for (window, _) in windows { try window.wait(for: "● saved") }

    let told = try home.run(["receipts"])
    #expect(told.output.contains("you, in window “Welcome” ("), "\(told)")
    let isFirst = told.output.contains("yours “One value”, now “Two value”")
    #expect(isFirst != told.output.contains("yours “Two value”, now “One value”"), "\(told)")
    let (loser, lost) = windows[isFirst ? 0 : 1]
    let (winner, won) = windows[isFirst ? 1 : 0]
    try loser.wait(for: won)
    try winner.wait(for: won)

    loser.type("u")
    switch absence {
    case .stopped: try loser.wait(for: "Not undone")
    // Nothing was written by what became a proposal.
    case .gone: try loser.wait(for: "There is nothing to undo")
    }
    #expect(try home.run(["ls"]).output.contains(won))

    loser.type("i")
    try loser.wait(for: "Your window “Welcome” (")
    #expect(!winner.screen.text.contains("replaced or refused"), "\(winner.screen.text)")
    loser.type("p")
    try loser.wait(for: absence == .stopped ? "Put back" : lost)
    try winner.wait(for: lost)
    #expect(try home.run(["ls"]).output.contains(lost))
    #expect(try home.run(["receipts"]).output.hasPrefix("nothing new: no edit"))
    loser.type("q")
    try loser.wait("the list is closed") {
      !loser.screen.text.contains("What became of your edits")
    }
    for (window, _) in windows {
      window.type("q")
      _ = try window.waitForEnd()
    }
  }
}
