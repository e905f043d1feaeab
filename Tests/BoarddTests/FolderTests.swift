import Files
import Foundation
import Glibc
import Identity
import OwnThread
import Testing

/// What boardd says of the folder that it is given, and of what is in it.
@Suite("The folder of a coordinator", .ownThread, .timeLimit(.minutes(2)))
struct FolderTests {
  /// A folder in which nothing is, and which is removed in the end.
  private final class Place {
    let path = FileManager.default.temporaryDirectory.path + "/boardd-folder-\(UUID())"
    var data: String { path + "/data" }

    init() throws { try Folder.make(path) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// An address that no machine has: what a start says before it listens is read so.
  private static let nowhere = "203.0.113.5:0"

  private func boardd(_ words: String...) throws -> BoarddCommand.Ending {
    try BoarddCommand(words).wait()
  }

  /// A folder with which a coordinator was started, and ended.
  private func started(_ place: Place) throws {
    #expect(try boardd("init", "--data", place.data, "--team", "acme").status == 0)
    #expect(try boardd("--data", place.data, "--listen", Self.nowhere).status == 1)
    #expect(try Folder.size(of: place.data + "/store/board.db") != nil)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("An option that is there and empty is refused as usage, and nothing is made")
  func empty() throws {
    let place = try Place()
    for words in [
      ["--data", "", "--listen", Self.nowhere], ["init", "--data", ""], ["devices", "--data", ""],
      ["restore", "--from", "", "--data", "x"], ["salvage", "--from", "x", "--data", ""],
      ["backup", "--data", "x", "--to", ""], ["revoke", "--from", "", "--data", "x"],
      ["limits", "--data", ""], ["boards", "archive", "x", "--data", ""],
    ] {
      let ending = try BoarddCommand(
        words, behind: ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", place.path]
      ).wait()
      #expect(ending.status == 2, "\(words): \(ending)")
      #expect(ending.errors.contains("is empty: is a variable not set?"), "\(words): \(ending)")
      #expect(try Folder.names(in: place.path) == [])
    }
  }

  @Test(
    "What boardd makes is for its user alone; what others may write or read is refused by its name")
  func access() throws {
    let place = try Place()
    try started(place)
    for folder in ["", "/store", "/identity"] { #expect(try mode(place.data + folder) == 0o700) }
    for name in try Folder.names(in: place.data + "/store") {
      #expect(try mode(place.data + "/store/" + name) == 0o600, "\(name)")
    }
    func expectRefusal(_ path: String, _ mode: mode_t, _ advice: String) throws {
      let before = try #require(try self.mode(path))
      #expect(chmod(path, mode) == 0)
      for words in [["--listen", Self.nowhere], ["check"], ["devices"]] {
        let ending = try BoarddCommand(words + ["--data", place.data]).wait()
        #expect(ending.status == 1, "\(ending)")
        #expect(ending.errors.contains("cannot use \(path): "), "\(ending)")
        #expect(ending.errors.contains(advice), "\(ending)")
        #expect(!ending.errors.contains("cannot listen"), "\(ending)")
      }
      #expect(chmod(path, mode_t(before)) == 0)
    }
    for mode: mode_t in [0o777, 0o775] {
      try expectRefusal(place.data, mode, "run `chmod go-w \(place.data)`")
    }
    let database = place.data + "/store/board.db"
    for mode: mode_t in [0o644, 0o640, 0o666] {
      try expectRefusal(database, mode, "run `chmod 600 \(database)`")
    }
    // That others see its name harms nobody.
    #expect(chmod(place.data, 0o755) == 0)
    #expect(try boardd("check", "--data", place.data).status == 0)
  }

  @Test(
    "A folder of another user is refused, and root is not told to take it",
    .enabled(if: geteuid() == 0))
  func foreign() throws {
    let place = try Place()
    try started(place)
    #expect(chown(place.data, 64_124, 64_124) == 0)
    let ending = try boardd("--data", place.data, "--listen", Self.nowhere)
    #expect(ending.status == 1)
    #expect(
      ending.errors.contains("cannot use \(place.data): it belongs to another user"), "\(ending)")
    #expect(ending.errors.contains("(sudo -u #64124)"), "\(ending)")
    #expect(!ending.errors.contains("chown"), "\(ending)")
  }

  @Test("A folder that is not there, or with which none was started, is told by what to do")
  func notStarted() throws {
    let place = try Place()
    let wrong = place.path + "/wrong"
    for words in [
      ["invite", "bob", "--data", wrong], ["users", "--data", wrong], ["status", "--data", wrong],
      ["check", "--data", wrong], ["backup", "--data", wrong, "--to", place.path + "/to"],
      ["restore", "--from", wrong, "--data", place.data],
      ["salvage", "--from", wrong, "--data", place.data], ["authority", "renew", "--data", wrong],
    ] {
      let ending = try BoarddCommand(words).wait()
      #expect(ending.status == 1)
      #expect(
        ending.errors == "boardd: there is no folder \(wrong): is its name right?\n", "\(words)")
    }
    #expect(try Folder.names(in: place.path) == [])
    #expect(try boardd("init", "--data", place.data).status == 0)
    for words in [["invite", "bob"], ["users"], ["status"], ["check"], ["limits"]] {
      let ending = try BoarddCommand(words + ["--data", place.data]).wait()
      #expect(ending.status == 1)
      #expect(
        ending.errors.hasPrefix(
          "boardd: no coordinator was started with \(place.data) yet, or its store is gone: start it"
        ),
        "\(ending)")
    }
    #expect(try Folder.names(in: place.data) == ["identity"])
  }

  @Test(
    "A restored store that nobody confirmed says so at a start, in its status and when it is checked"
  )
  func unconfirmed() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    let (data, place) = (boardd.folder.path, try Place())
    let said = "It renews nobody until `boardd confirm`"
    #expect(try !self.boardd("status", "--data", data).output.contains(said))
    #expect(try self.boardd("backup", "--data", data, "--to", place.path + "/backup").status == 0)
    #expect(boardd.stop() == 0)
    try FileManager.default.removeItem(atPath: data)
    let restored = try self.boardd("restore", "--from", place.path + "/backup", "--data", data)
    #expect(restored.output.contains(said), "\(restored)")
    #expect(try self.boardd("--data", data, "--listen", Self.nowhere).errors.contains(said))
    #expect(try self.boardd("check", "--data", data).output.contains(said))
    #expect(
      try self.boardd("check", "--data", data, "--json").output.contains("revocationsMissingSince"))
    try boardd.start()
    for words in [["status"], ["status", "--json"], ["check"], ["devices"]] {
      let ending = try BoarddCommand(words + ["--data", data]).wait()
      #expect(ending.output.contains(said), "\(words): \(ending)")
    }
    #expect(try self.boardd("confirm", "--data", data).status == 0)
    for command in ["status", "check", "devices"] {
      #expect(try !self.boardd(command, "--data", data).output.contains(said))
    }
  }

  @Test("Without the authority's key it says at a start and in its status that nobody can come in")
  func withoutKey() throws {
    let boardd = try BoarddProcess()
    defer { boardd.remove() }
    #expect(boardd.stop() == 0)
    let key = boardd.folder.path + "/identity/authority.key"
    try Folder.remove(key)
    let data = boardd.folder.path
    let said = "\(key) is not there: nobody can be invited, join or renew until it is back"
    #expect(try self.boardd("--data", data, "--listen", Self.nowhere).errors.contains(said))
    try boardd.start()
    #expect(try self.boardd("status", "--data", data).output.contains(said))
  }

  @Test("Where the head of a store is written over, restore and salvage are named, and that works")
  func head() throws {
    let place = try Place()
    try started(place)
    let file = try OpenFile(place.data + "/store/board.db", .existing)
    try file.write([UInt8](repeating: 7, count: 100), at: 0)
    for words in [["--listen", Self.nowhere], ["check"]] {
      let ending = try BoarddCommand(words + ["--data", place.data]).wait()
      #expect(ending.status == 1)
      for word in ["is no store of boards", "boardd restore", "boardd salvage"] {
        #expect(ending.errors.contains(word), "\(ending)")
      }
    }
    let salvaged = try boardd("salvage", "--from", place.data, "--data", place.path + "/new")
    #expect(try Folder.size(of: place.path + "/new/store/board.db") != nil, "\(salvaged)")
  }

  @Test("A start that cannot listen makes no team")
  func unheard() throws {
    let place = try Place()
    for (address, words) in [
      (Self.nowhere, "give an address of this machine"),
      ("nosuch.invalid:0", "there is no host called nosuch.invalid"),
    ] {
      let ending = try boardd("--data", place.data, "--listen", address)
      #expect(ending.status == 1)
      #expect(ending.errors.contains("cannot listen at \(address): "), "\(ending)")
      #expect(ending.errors.contains(words), "\(ending)")
      #expect(try Folder.names(in: place.path) == [])
    }
  }
}
