import Foundation
import Glibc
import OwnThread
import Testing
import Windows

@testable import WindowHost

@Suite("A file dropped on the board", .ownThread)
struct DroppedFileTests {
  static func folder() throws -> String {
    let path = NSTemporaryDirectory() + "board-dropped-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  static func write(_ bytes: [UInt8], to path: String) {
    #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
  }

  @Test("Text is read, also through a link, up to the largest size")
  func text() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    Self.write(Array("eins\nzwei ä\n".utf8), to: folder + "/list")
    #expect(DroppedFile.read(folder + "/list") == .text("eins\nzwei ä\n"))
    #expect(symlink("list", folder + "/link") == 0)
    #expect(DroppedFile.read(folder + "/link") == .text("eins\nzwei ä\n"))
    Self.write([], to: folder + "/empty")
    #expect(DroppedFile.read(folder + "/empty") == .text(""))
    let most = [UInt8](repeating: UInt8(ascii: "x"), count: 262_144)
    Self.write(most, to: folder + "/most")
    #expect(DroppedFile.read(folder + "/most") == .text(String(decoding: most, as: UTF8.self)))
    Self.write(most + [10], to: folder + "/more")
    #expect(DroppedFile.read(folder + "/more") == .refused("it is larger than 256 KiB"))
  }

  @Test("What is no text is refused in words, without waiting for anybody")
  func refused() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(DroppedFile.read(folder) == .refused("it is a folder"))
    let irregular = FileReading.refused("it is a device, a pipe or a socket")
    #expect(DroppedFile.read("/dev/zero") == irregular)
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    #expect(DroppedFile.read(folder + "/pipe") == irregular)
    for (name, bytes) in [("zero", [104, 0, 105]), ("latin", [0xE4, 10])] as [(String, [UInt8])] {
      Self.write(bytes, to: folder + "/" + name)
      #expect(DroppedFile.read(folder + "/" + name) == .refused("it is not a text in UTF-8"))
    }
    #expect(symlink("loop", folder + "/loop") == 0)
    #expect(DroppedFile.read(folder + "/loop") == .refused("Too many levels of symbolic links"))
  }

  @Test("What is not there is no file")
  func absent() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    Self.write([10], to: folder + "/file")
    #expect(DroppedFile.read(folder + "/none") == .absent)
    #expect(DroppedFile.read(folder + "/file/in it") == .absent)
    #expect(DroppedFile.read("/" + String(repeating: "x", count: 300)) == .absent)
  }

  @Test(
    "A window reads the file whose path is pasted and makes its lines cards",
    .timeLimit(.minutes(2)))
  func window() throws {
    let home = try BoardHome()
    Self.write(Array("first of the list\nsecond of it\n".utf8), to: home.path + "/my list")
    let terminal = try home.window()
    try terminal.wait(for: "● saved")
    terminal.type("\u{1B}[200~'\(home.path)/my list' \u{1B}[201~")
    try terminal.wait(for: "2 cards in “To do” from my list?")
    terminal.type("\r")
    try terminal.wait(for: "Made 2 cards in “To do”.")
    try terminal.wait(for: "second of it")
    try terminal.wait(for: "● saved")
  }
}
