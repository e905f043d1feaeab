import Foundation
import SpawnedProcess
import Synchronization

/// An `openssl` process of a test: what it says, what is said to it, and its end.
///
/// Confined to one test; `deadline` ends the process by its own identifier if the test does not.
final class OpenSSLTool {
  private let process: SpawnedProcess
  private let input = Pipe()
  private let output = Pipe()
  private var text = ""
  private let watchdog: DispatchWorkItem

  init(_ arguments: [String], deadline: TimeInterval = 40) throws {
    let process = try SpawnedProcess(
      ["/usr/bin/openssl"] + arguments, input: self.input.fileHandleForReading,
      output: self.output.fileHandleForWriting, errors: self.output.fileHandleForWriting)
    self.process = process
    self.watchdog = DispatchWorkItem { process.send(SIGTERM) }
    try self.input.fileHandleForReading.close()
    try self.output.fileHandleForWriting.close()
    DispatchQueue.global().asyncAfter(deadline: .now() + deadline, execute: self.watchdog)
  }

  deinit {
    self.watchdog.cancel()
    self.process.send(SIGTERM)
  }

  func say(_ text: String) throws {
    try self.input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Reads until `marker` has been said; false when the process ended without.
  func hears(_ marker: String) async -> Bool {
    while !self.text.contains(marker) {
      guard let more = await Self.read(self.output.fileHandleForReading) else { return false }
      self.text += more
    }
    return true
  }

  /// Closes its input, reads the rest and waits for the end.
  func finish() async throws -> (status: Int32, text: String) {
    try? self.input.fileHandleForWriting.close()
    while let more = await Self.read(self.output.fileHandleForReading) { self.text += more }
    return (await self.process.ended(), self.text)
  }

  /// The port in `ACCEPT 127.0.0.1:PORT`, as s_server says when it was given port 0.
  func acceptedPort() async -> Int? {
    guard await self.hears("ACCEPT 127.0.0.1:"), await self.hears("\n") else { return nil }
    let rest = self.text.split(separator: "ACCEPT 127.0.0.1:").last
    return rest.flatMap { Int($0.prefix { $0.isNumber }) }
  }

  /// Blocks a thread of the dispatch pool, not of the tests.
  private static func read(_ file: FileHandle) async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let data = file.availableData
        continuation.resume(
          returning: data.isEmpty ? nil : String(decoding: data, as: UTF8.self))
      }
    }
  }
}

/// A folder of one test, removed with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-\(UUID().uuidString)")
    self.path = url.path
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: self.path)
  }

  /// Writes a file and answers its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = "\(self.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }
}
