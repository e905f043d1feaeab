import Foundation
import OwnThread
import Testing

/// A window whose coordinator does not let this device in, or is not its team's, goes on by itself as
/// soon as what it dials by was put right.
@Suite("A window that was refused", .ownThread)
struct RefusedWindowTests {
  private func boardWindow(_ desk: BoardHome) throws -> PseudoTerminal {
    #expect(try desk.run(["new", "Team"]).status == 0)
    #expect(try desk.run(["add-column", "Todo"]).status == 0)
    let window = try desk.window(columns: 80, rows: 24)
    try window.wait(for: "● saved")
    return window
  }

  @Test(
    "Thrown out and joined again under its name, it goes on, with the line that was being typed",
    .timeLimit(.minutes(2)))
  func readmitted() throws {
    let team = try TeamCoordinator()
    let desk = try team.device("desk")
    let window = try boardWindow(desk)
    window.type("n")
    try window.wait(for: "New card")
    window.type("half a thought")
    try window.wait(for: "half a thought")
    let revoked = try team.run(["revoke", "ann", "desk", "--data", team.folder])
    #expect(revoked.status == 0, "\(revoked)")
    try window.wait(for: "read-only")
    // The one key that is offered asks before it throws anything away.
    window.type("\u{1B}")
    try window.wait(for: "Esc again throws")
    window.type("\r")

    let joined = try desk.run(["join", team.invitation(), "--replace"])
    #expect(joined.output.contains("as ann on desk"), "\(joined)")
    try window.wait(for: "● saved")
    window.type(" more\r")
    while try !desk.run(["ls"]).output.contains("half a thought more") {}
    window.type("q")
    #expect(try window.waitForEnd() == 0)
  }

  @Test(
    "At another team's coordinator it says so, and goes on once the address is right",
    .timeLimit(.minutes(2)))
  func redirected() throws {
    let (team, other) = (try TeamCoordinator(), try TeamCoordinator())
    let desk = try team.device("desk")
    let window = try boardWindow(desk)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: desk.path + "/clusters").first {
        !$0.hasPrefix(".") && $0 != "used"
      })
    #expect(team.stop() == 0)
    #expect(try desk.run(["clusters", "address", name, other.url]).status == 0)
    try window.wait(for: "read-only")
    try window.wait(for: "board clusters address")
    try window.wait(for: "r tries again")
    try team.move()
    #expect(try desk.run(["clusters", "address", name, team.url]).status == 0)
    try window.wait(for: "● saved")
    window.type("q")
    #expect(try window.waitForEnd() == 0)
  }
}
