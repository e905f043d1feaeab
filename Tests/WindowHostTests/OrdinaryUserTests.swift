import Foundation
import Glibc
import OwnThread
import Testing

/// The whole way without a privilege: as root everything works that nobody else may do.
@Suite("An ordinary user and a service account", .ownThread)
struct OrdinaryUserTests {
  @Test(
    "A person's first window starts their own coordinator, and windows and commands share a board",
    .timeLimit(.minutes(2)))
  func ownCoordinator() throws {
    let person = try Account(.person)
    let home = try BoardHome(of: person)
    let window = try home.window()
    try window.wait(for: "● saved")
    window.type("n")
    try window.wait(for: "New card")
    window.type("by hand\r")
    try window.wait(for: "by hand")
    try window.wait(for: "● saved")
    let added = try home.run(["add", "by command", "--column", "To do"])
    #expect(added.status == 0, "\(added)")
    try window.wait(for: "by command")
    let listed = try home.run(["ls"])
    #expect(listed.output.contains("by hand"), "\(listed)")

    // Otherwise this suite would show nothing.
    let coordinator = try #require(home.coordinator)
    for process in [coordinator, window.process] {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let user = person.user ?? getuid()
      #expect(user != 0)
      #expect(status.contains("\nUid:\t\(user)\t\(user)\t\(user)\t\(user)\n"), "\(status)")
      #expect(status.contains("\nCapEff:\t0000000000000000\n"), "\(status)")
    }
    window.type("q")
    #expect(try window.waitForEnd() == 0, "\(window.text)")
    #expect(try home.foreignFiles() == [])
  }

  @Test(
    "A service account runs a team's coordinator, mints, checks and copies; a person works there",
    .timeLimit(.minutes(2)))
  func team() throws {
    let team = try TeamCoordinator(of: Account(.service))
    let home = try team.device("laptop", of: Account(.person))
    let made = try home.run(["new", "Plans"], with: team.environment)
    #expect(made.status == 0, "\(made)")
    let window = try home.window(with: team.environment)
    try window.wait(for: "● saved")
    let column = try home.run(["add-column", "Ideas"], with: team.environment)
    #expect(column.status == 0, "\(column)")
    try window.wait(for: "Ideas")

    let checked = try team.run(["check", "--data", team.folder])
    #expect(checked.status == 0, "\(checked)")
    #expect(checked.output.contains("1 of 1 boards whole"), "\(checked)")
    let copy = team.data.path + "/copy"
    let copied = try team.run(["backup", "--data", team.folder, "--to", copy])
    #expect(copied.status == 0, "\(copied)")
    let again = try team.run(["check", "--data", copy])
    #expect(again.output.contains("1 of 1 boards whole"), "\(again)")

    window.type("q")
    #expect(try window.waitForEnd() == 0, "\(window.text)")
    #expect(team.stop() == 0)
    #expect(try team.data.foreignFiles() == [])
  }

  @Test(
    "A service account that is told a folder has windows and commands of its own",
    .timeLimit(.minutes(2)))
  func serviceWindows() throws {
    let home = try BoardHome(of: Account(.service))
    let window = try home.window()
    try window.wait(for: "● saved")
    let added = try home.run(["add", "by a daemon", "--column", "To do"])
    #expect(added.status == 0, "\(added)")
    try window.wait(for: "by a daemon")
    window.type("q")
    #expect(try window.waitForEnd() == 0, "\(window.text)")
    #expect(try home.foreignFiles() == [])
  }

  @Test(
    "Without a place for files a window and a command say what to set, naming what cannot be used",
    .timeLimit(.minutes(2)),
    arguments: [
      ([:], 2, "set BOARD_HOME"),
      (["HOME": ""], 2, "set BOARD_HOME"),
      (["HOME": "/proc/nonexistent"], 1, "/proc/nonexistent/.local/share/board"),
      (["XDG_DATA_HOME": "/proc/data", "HOME": "/proc"], 1, "/proc/data/board"),
      (["BOARD_HOME": "here"], 1, "/here"),
    ] as [([String: String], Int32, String)])
  func nowhere(variables: [String: String], exit: Int32, named: String) throws {
    let account = try Account(.service)
    let home = try BoardHome(of: account)
    var environment = home.environment.merging(variables) { $1 }
    environment["BOARD_HOME"] = variables["BOARD_HOME"]
    let command = try home.run(account.words("board", ["ls"]), in: environment)
    #expect(command.status == exit, "\(command)")
    #expect(command.errors.hasPrefix("board: "), "\(command)")
    #expect(command.errors.contains(named), "\(command)")
    #expect(command.errors.contains("BOARD_HOME"), "\(command)")
    let window = try PseudoTerminal(
      account.words("board", []), environment: environment, columns: 300)
    #expect(try window.waitForEnd() == exit, "\(window.text)")
    #expect(window.text.contains(named), "\(window.text)")
    #expect(window.isRestored)
  }

  @Test(
    "A coordinator whose folder cannot be made says which, and why", .timeLimit(.minutes(1)),
    arguments: [("data", "/data"), ("/proc/data", "/proc/data")])
  func coordinatorNowhere(data: String, named: String) throws {
    let account = try Account(.service)
    let home = try BoardHome(of: account)
    let said = try home.run(
      account.words("boardd", ["--listen", "127.0.0.1:0", "--data", data]), in: home.environment)
    #expect(said.status == 1, "\(said)")
    #expect(said.errors.hasPrefix("boardd: cannot "), "\(said)")
    // There is no folder in /proc that anybody makes.
    let reason = data.hasPrefix("/") ? "No such file or directory" : "Permission denied"
    #expect(said.errors.contains(": \(reason)"), "\(said)")
    #expect(said.errors.contains(named), "\(said)")
    #expect(said.output == "")
  }
}

extension BoardHome {
  /// The files below this user's folder that belong to another, or that others may reach.
  fileprivate func foreignFiles() throws -> [String] {
    let owner = account?.user ?? getuid()
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return ([root] + names.map { root + "/" + $0 }).filter { path in
      var status = stat()
      guard lstat(path, &status) == 0 else { return true }
      // Certificates are no secret, and lie in a folder that is.
      let isOpen = status.st_mode & 0o077 != 0 && !path.hasSuffix(".pem")
      let isHomes = [root + "/.local", root + "/.local/share"].contains(path)
      return status.st_uid != owner || isOpen && !isHomes
    }
  }
}
