import Foundation
import SpawnedProcess
import Testing

/// The commands that README gives a newcomer, up to where they build.
@Suite("README's commands")
struct ReadmeTests {
  /// What the shell that a person types into has in the way.
  enum Sudo: CaseIterable {
    case missing, there, alias
  }

  @Test("They install packages with sudo where there is one, and without where there is none")
  func packages() throws {
    let repository = try Repository()
    let commands = try repository.text("README.md").split(separator: "\n").filter {
      $0.contains("apt-get install")
    }
    try #require(commands.count == 2)
    for sudo in Sudo.allCases {
      for command in commands {
        let said = try run(
          String(try #require(command.split(separator: " && swift build").first)), sudo)
        let lines = said.split(separator: "\n").map(String.init)
        let by = sudo == .missing ? "" : "sudo "
        #expect(lines.count == 2, "\(said)")
        #expect(lines.first?.hasPrefix(by + "apt-get update") == true, "\(said)")
        #expect(lines.last?.hasPrefix(by + "apt-get install") == true, "\(said)")
      }
    }
  }

  @Test("What a package is needed for is installed by README and before all else by the checks")
  func names() throws {
    let repository = try Repository()
    let readme = try repository.text("README.md")
    let checks = try repository.text(".ci/run")
    // setpriv is in util-linux.
    for package in [
      "git", "libssl-dev", "libsqlite3-dev", "pkg-config", "openssl", "python3", "screen", "tmux",
      "util-linux",
    ] {
      let mark = try #require(readme.range(of: "<!-- test-command -->"))
      #expect(readme[mark.upperBound...].prefix(400).contains(" \(package) "), "\(package)")
      #expect(checks.contains(" \(package) ") || checks.contains(" \(package);"), "\(package)")
    }
  }

  /// Runs it where `apt-get` and `sudo` only say how they were called.
  private func run(_ command: String, _ sudo: Sudo) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func program(_ name: String, _ text: String) throws {
      let path = folder.appending(path: name).path
      try Data("#!/bin/bash\n\(text)\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    try program("apt-get", #"echo "$BY""apt-get $*""#)
    if sudo != .missing { try program("sudo", #"BY="sudo " exec "$@""#) }
    // No other sudo is found than this one.
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "sh").path, withDestinationPath: "/bin/sh")
    let before = sudo == .alias ? "shopt -s expand_aliases\nalias sudo='sudo '\n" : ""
    let output = Pipe()
    let process = try SpawnedProcess(
      ["/bin/bash", "-c", before + command], environment: ["PATH": folder.path],
      output: output.fileHandleForWriting, errors: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.wait()
    return String(decoding: said, as: UTF8.self)
  }
}
