import Foundation
import OwnThread
import Testing

/// Windows and boards of one user that an administrator takes away all at once.
@Suite("What an administrator ends of a user", .ownThread)
struct AdministeredWindowTests {
  private func boardd(_ words: [String], _ team: TeamCoordinator) throws -> BoardHome.Said {
    try team.run(words + ["--data", team.folder])
  }

  @Test(
    "Of a user's windows those end that are away for so long, and no other", .timeLimit(.minutes(2))
  )
  func windows() throws {
    let team = try TeamCoordinator()
    let desk = try team.device("desk")
    #expect(try desk.run(["new", "Team"]).status == 0)
    #expect(try desk.run(["add-column", "Todo"]).status == 0)
    let (gone, open) = (try desk.window(), try desk.window())
    for window in [gone, open] { try window.wait(for: "● saved") }
    kill(gone.process, SIGKILL)
    _ = try gone.waitForEnd()
    // The coordinator sees a moment later that nobody is there any more.
    var looks = 0
    while try !boardd(["windows"], team).output.contains("away since") {
      looks += 1
      try #require(looks < 1_000)
    }
    let early = try boardd(["windows", "drop", "--user", "ann", "--days", "1"], team)
    #expect(early.output.contains("0 windows of ann ended"), "\(early)")
    let other = try boardd(["windows", "drop", "--user", "ben"], team)
    #expect(other.output.contains("0 windows of ben ended"), "\(other)")
    let dropped = try boardd(["windows", "drop", "--user", "ann"], team)
    #expect(dropped.output.contains("1 window of ann ended"), "\(dropped)")
    let left = try boardd(["windows"], team)
    #expect(!left.output.contains("away since"), "\(left)")
    #expect(left.output.contains("connected since"), "\(left)")
    for words in [[], ["x", "--user", "ann"], ["x", "--days", "2"]] {
      #expect(try boardd(["windows", "drop"] + words, team).status == 2, "\(words)")
    }
    open.type("q")
    #expect(try open.waitForEnd() == 0)
  }

  @Test("Of a user's boards those without a card are purged, and no other", .timeLimit(.minutes(2)))
  func boards() throws {
    let team = try TeamCoordinator()
    let desk = try team.device("desk")
    for title in ["One", "Two", "Kept"] { #expect(try desk.run(["new", title]).status == 0) }
    #expect(try desk.run(["add-column", "Todo", "--board", "Kept"]).status == 0)
    let added = try desk.run(["add", "Milk", "--column", "Todo", "--board", "Kept"])
    #expect(added.status == 0, "\(added)")
    let users = try boardd(["users", "--json"], team)
    #expect(users.output.contains(#""made":3"#), "\(users)")
    #expect(!users.output.contains(#""bytes":0"#), "\(users)")
    #expect(try boardd(["boards", "purge", "--empty-of", "ann"], team).status == 2)
    let other = try boardd(["boards", "purge", "--empty-of", "ben", "--yes"], team)
    #expect(other.output.contains("0 empty boards of ben purged"), "\(other)")
    let purged = try boardd(["boards", "purge", "--empty-of", "ann", "--yes"], team)
    #expect(purged.output.contains("2 empty boards of ann purged"), "\(purged)")
    #expect(try desk.run(["boards"]).output.contains("Kept"))
    let left = try boardd(["users", "--json"], team)
    #expect(left.output.contains(#""made":1"#), "\(left)")
    #expect(left.output.contains(#""everMade":3"#), "\(left)")
  }
}
