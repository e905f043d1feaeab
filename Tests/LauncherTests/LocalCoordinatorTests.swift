import Files
import Foundation
import OwnThread
import Testing
import Transport

@testable import Launcher

/// A shell stands in for the coordinator: what is looked at is how it is found and started.
@Suite("This user's own coordinator", .ownThread, .timeLimit(.minutes(1)))
final class LocalCoordinatorTests {
  private let folders: BoardFolders

  init() throws {
    folders = BoardFolders(
      root: FileManager.default.temporaryDirectory.path + "/board-launch-\(UUID())")
  }

  deinit { try? FileManager.default.removeItem(atPath: folders.root) }

  /// A program that notes that it was started, then does what `script` says.
  private func coordinator(_ script: String) -> LocalCoordinator {
    let note = "echo started >> '\(folders.root)/starts'; "
    return LocalCoordinator(folders: folders, program: ["/bin/sh", "-c", note + script])
  }

  private func starts() throws -> Int {
    let text = try String(contentsOfFile: folders.root + "/starts", encoding: .utf8)
    return text.split(separator: "\n").count
  }

  private let first = Endpoint(host: "127.0.0.1", port: 4_001)
  private let second = Endpoint(host: "127.0.0.1", port: 4_002)

  @Test("It is started where no address is known, and where nobody answers at the known one")
  func started() throws {
    #expect(coordinator("").lastAddress == nil)
    #expect(try coordinator("echo \(first)").ensureRunning(insteadOf: nil) == first)
    try LocalCoordinatorPresence(folders: folders).announce(first)
    #expect(coordinator("").lastAddress == first)
    #expect(try coordinator("echo \(second)").ensureRunning(insteadOf: first) == second)
    #expect(try starts() == 2)
  }

  @Test("It is not started where another process has started it meanwhile")
  func found() throws {
    try Folder.make(folders.root)
    try LocalCoordinatorPresence(folders: folders).announce(second)
    #expect(try coordinator("exit 1").ensureRunning(insteadOf: first) == second)
    #expect(throws: (any Error).self) { try starts() }
    LocalCoordinatorPresence(folders: folders).withdraw()
    #expect(coordinator("").lastAddress == nil)
  }

  @Test("Many who look for it at once start it once, and find the same one")
  func once() async throws {
    let one = coordinator("echo \(first) > '\(folders.address)'; echo \(first)")
    let found = try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try one.ensureRunning(insteadOf: nil) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found == Array(repeating: first, count: 8))
    #expect(try starts() == 1)
  }

  @Test(
    "A start that fails says why, in the words of the coordinator's log",
    arguments: [
      ("echo early >&2; echo the disk is full >&2; exit 1", "could not start: the disk is full"),
      ("exit 1", "could not start: it said nothing"),
      ("echo nowhere", "said where it listens, but"),
      (#"printf '\377\n'"#, "could not start: it said nothing"),
    ])
  func failed(script: String, reason: String) {
    let error = #expect(throws: LocalCoordinator.NotStarted.self) {
      try coordinator(script).ensureRunning(insteadOf: nil)
    }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "nothing")")
  }

  @Test("Files that cannot be made, and a program that cannot be run, are told with what to do")
  func unusable() throws {
    let missing = LocalCoordinator(folders: folders, program: [folders.root + "/nothing"])
    let notRun = #expect(throws: LocalCoordinator.UnusableFiles.self) {
      try missing.ensureRunning(insteadOf: nil)
    }
    #expect(notRun?.description.contains("\(folders.root)/nothing") == true)
    let below = BoardFolders(root: folders.root + "/starts/below")
    _ = try coordinator("echo \(first)").ensureRunning(insteadOf: nil)
    let notMade = #expect(throws: LocalCoordinator.UnusableFiles.self) {
      try LocalCoordinator(folders: below, program: ["/bin/true"]).ensureRunning(insteadOf: nil)
    }
    #expect(notMade?.description.contains("set BOARD_HOME to another folder") == true)
  }

  @Test("It runs in a session of its own, with nothing to read and its errors in the log")
  func surroundings() throws {
    let script = """
      read nothing && exit 1
      cut -d ' ' -f 1,6 /proc/$$/stat >&2; echo \(first)
      """
    _ = try coordinator(script).ensureRunning(insteadOf: nil)
    let log = try String(contentsOfFile: folders.log, encoding: .utf8)
    let ids = log.split(separator: "\n").last?.split(separator: " ") ?? []
    #expect(ids.count == 2 && ids.first == ids.last, "\(log)")
  }
}
