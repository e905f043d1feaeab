import Foundation
import OwnThread
import Testing

/// What boardd says where a name is nobody's, and what it has in force.
@Suite("Mistyped names, and limits", .ownThread, .timeLimit(.minutes(2)))
struct MistypedNameTests {
  private func boardd(_ words: String..., on boardd: BoarddProcess) throws -> BoarddCommand.Ending {
    try BoarddCommand(words + ["--data", boardd.folder.path]).wait()
  }

  @Test("A revocation of nobody is refused and not noted; of who is only invited it ends that")
  func revoked() throws {
    let running = try BoarddProcess()
    defer { running.remove() }
    let typo = try boardd("revoke", "bbo", on: running)
    #expect(typo.status == 1)
    #expect(
      typo.errors.contains("no user bbo was ever here (`boardd users` lists who was)"), "\(typo)")
    #expect(try boardd("audit", on: running).output == "")
    #expect(try !boardd("users", on: running).output.contains("bbo"))
    #expect(try boardd("invite", "cy", on: running).status == 0)
    let ended = try boardd("revoke", "cy", on: running)
    #expect(ended.status == 0)
    #expect(
      ended.output.hasPrefix("1 open invitation ended; no such device is let in, nor one"),
      "\(ended)")
    let meant = try boardd("revoke", "eve", "laptop", "--unknown", "--json", on: running)
    #expect(meant.output == #"{"endedInvitations":0,"revoked":0}"# + "\n", "\(meant)")
    #expect(try boardd("devices", on: running).output.contains("eve"))
  }

  @Test("The limits that are in force are listed with the defaults and the largest")
  func limits() throws {
    let running = try BoarddProcess(limits: ["boards-of-user=2"])
    defer { running.remove() }
    let plain = try BoarddCommand.run("limits")
    #expect(plain.status == 0)
    #expect(plain.output.hasPrefix("limit"), "\(plain)")
    #expect(plain.output.contains("connections of one user") && plain.output.contains(" 4096 "))
    let row = try #require(
      try boardd("limits", on: running).output.split(separator: "\n").first {
        $0.hasPrefix("boards-of-user ")
      })
    #expect(
      row.split(separator: " ").prefix(5) == ["boards-of-user", "2", "500", "1", "any"], "\(row)")
    let json = try boardd("limits", "--json", on: running).output
    #expect(
      json.contains(#""inForce":2,"least":1,"meaning":"boards that one user made","name":"#),
      "\(json)")
    running.kill()
    #expect(try boardd("limits", on: running).status == 1)
  }

  @Test("Without anything it says how to begin, and of a missing argument where it is explained")
  func beginning() throws {
    let nothing = try BoarddCommand.run()
    #expect(nothing.status == 2)
    #expect(nothing.errors.contains("`boardd --listen HOST:PORT --data DIR` runs a coordinator"))
    #expect(nothing.errors.contains("`boardd help`"))
    let missing = try BoarddCommand.run("check")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("`boardd help COMMAND`"), "\(missing)")
  }
}
