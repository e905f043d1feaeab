import Foundation
import Glibc
import OwnThread
import Statements
import Testing

@Suite("A coordinator that goes back to a backup", .ownThread)
struct RestoredCoordinatorTests {
  @Test(
    "What was saved after the backup stays readable where a window had it, and the window is listed once",
    .holds("RSM-011", "RSM-012"), .timeLimit(.minutes(2)))
  func restored() throws {
    let team = try TeamCoordinator()
    let desk = try team.device("desk")
    #expect(try desk.run(["new", "Team"], with: team.environment).status == 0)
    #expect(try desk.run(["add-column", "Todo"], with: team.environment).status == 0)
    let first = try desk.window(with: team.environment)
    try first.wait(for: "● saved")
    let backup = team.data.path + "/backup"
    #expect(try team.run(["backup", "--data", team.folder, "--to", backup]).status == 0)
    first.type("n")
    try first.wait(for: "New card")
    first.type("written after it\r")
    try first.wait(for: "written after it")
    try first.wait(for: "● saved")

    #expect(team.stop() == 0)
    try first.wait("the end of the link") { !first.screen.text.contains("● saved") }
    while !desk.keepsBoard(with: "written after it") {}
    kill(first.process, SIGKILL)
    #expect(try first.waitForEnd() == 128 + SIGKILL)
    try FileManager.default.removeItem(atPath: team.folder)
    let restored = try team.run(["restore", "--from", backup, "--data", team.folder])
    #expect(restored.status == 0, "\(restored)")
    try team.move()

    let second = try desk.window(with: team.environment)
    try second.wait(
      for: "The coordinator's data was replaced. `board unsent` names this board as it")
    try second.wait(for: "● saved")
    #expect(!second.screen.text.contains("written after it"))
    let now = try desk.run(["ls"], with: team.environment)
    #expect(!now.output.contains("written after it"), "\(now)")
    let unsent = try desk.run(["unsent"])
    #expect(unsent.output.contains("Team"), "\(unsent)")
    let path = try #require(unsent.output.split(separator: " ").last.map(String.init))
    let file = path.trimmingCharacters(in: .whitespacesAndNewlines)
    let copy = try desk.run(["export", "--copy", file])
    #expect(copy.status == 0 && copy.output.contains("written after it"), "\(copy)")
    let windows = try desk.run(["windows", "--json"], with: team.environment)
    #expect(windows.output.components(of: #""state":"#) == 1, "\(windows)")
    second.type("q")
    #expect(try second.waitForEnd() == 0)
    // The copy is a person's, and outlives the window.
    #expect(FileManager.default.fileExists(atPath: file))
  }
}

extension BoardHome {
  /// Whether the board that a window keeps has a text.
  fileprivate func keepsBoard(with text: String) -> Bool {
    names(in: path + "/windows").flatMap { names(in: $0 + "/windows") }.contains { window in
      FileManager.default.contents(atPath: window + "/board")?.range(of: Data(text.utf8)) != nil
    }
  }
}
