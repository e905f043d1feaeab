import Foundation
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
    #expect(try desk.run(["new", "Team"]).status == 0)
    #expect(try desk.run(["add-column", "Todo"]).status == 0)
    let first = try desk.window()
    try first.wait(for: "● saved")
    let backup = team.data.path + "/backup"
    #expect(try team.run(["backup", "--data", team.folder, "--to", backup]).status == 0)
    first.type("n")
    try first.wait(for: "New card")
    first.type("written after it\r")
    try first.wait(for: "written after it")
    try first.wait(for: "● saved")

    #expect(team.stop() == 0)
    try FileManager.default.removeItem(atPath: team.folder)
    let restored = try team.run(["restore", "--from", backup, "--data", team.folder])
    #expect(restored.status == 0, "\(restored)")
    try team.move()

    let clusters = try FileManager.default.contentsOfDirectory(atPath: desk.path + "/clusters")
    let name = try #require(clusters.first { !$0.hasPrefix(".") })
    #expect(try desk.run(["clusters", "address", name, team.url]).status == 0)
    try first.wait(for: "The coordinator's data was replaced.")
    try first.wait(for: "● saved")
    #expect(!first.screen.text.contains("written after it"))
    let now = try desk.run(["ls"])
    #expect(!now.output.contains("written after it"), "\(now)")
    let unsent = try desk.run(["unsent"])
    #expect(unsent.output.contains("Team"), "\(unsent)")
    let path = try #require(unsent.output.split(separator: " ").last.map(String.init))
    let file = path.trimmingCharacters(in: .whitespacesAndNewlines)
    let copy = try desk.run(["export", "--copy", file])
    #expect(copy.status == 0 && copy.output.contains("written after it"), "\(copy)")
    let windows = try desk.run(["windows", "--json"])
    #expect(windows.output.components(of: #""state":"#) == 1, "\(windows)")
    first.type("q")
    #expect(try first.waitForEnd() == 0)
    // The copy is a person's, and outlives the window.
    #expect(FileManager.default.fileExists(atPath: file))
  }
}
