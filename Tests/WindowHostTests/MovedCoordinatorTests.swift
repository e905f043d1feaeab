import Glibc
import OwnThread
import Testing

@Suite("A coordinator that moves", .ownThread)
struct MovedCoordinatorTests {
  @Test(
    "Edits made while it was gone are sent at its new address, and said to wait until then",
    .timeLimit(.minutes(2)))
  func moved() throws {
    let team = try TeamCoordinator()
    let desk = try team.device("desk")
    #expect(try desk.run(["new", "Team"], with: team.environment).status == 0)
    #expect(try desk.run(["add-column", "Todo"], with: team.environment).status == 0)
    let before = team.environment
    let first = try desk.window(with: before)
    try first.wait(for: "● saved")
    #expect(team.stop() == 0)
    first.type("n")
    try first.wait(for: "New card")
    first.type("written meanwhile\r")
    try first.wait(for: "kept here, not sent (1)")
    kill(first.process, SIGKILL)
    #expect(try first.waitForEnd() == 128 + SIGKILL)
    let waiting = try desk.run(["unsent"])
    #expect(waiting.output.contains("written meanwhile"), "\(waiting)")
    #expect(waiting.output.contains("of ann, coordinator: \(team.url), not open"), "\(waiting)")

    try team.move()
    #expect(team.environment != before)
    let second = try desk.window(with: team.environment)
    try second.wait(for: "written meanwhile")
    try second.wait(for: "● saved")
    // The window's file forgets an edit after the chip says that the coordinator has it.
    while try desk.run(["unsent"]).output != "nothing waits for a coordinator\n" {}
    let list = try desk.run(["ls"], with: team.environment)
    #expect(list.output.components(of: "written meanwhile") == 1, "\(list)")
    #expect(try desk.keptWindows == 1)

    #expect(team.stop() == 0)
    second.type("n")
    try second.wait(for: "New card")
    second.type("written later\r")
    try second.wait(for: "kept here, not sent (1)")
    second.type("q")
    #expect(try second.waitForEnd() == 0)
    let later = try desk.run(["unsent"])
    #expect(later.output.contains("of ann, coordinator: \(team.url), not open"), "\(later)")
  }
}
