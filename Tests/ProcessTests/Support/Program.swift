import Foundation
import SpawnedProcess
import Testing

/// A program of this package, as it was built beside the tests.
enum Program: String {
  case board
  case boardd

  var url: URL {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: rawValue)
  }

  /// How a run ended and what it said.
  struct Result: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs it to its end.
  func run(
    _ arguments: [String], environment: [String: String], input: String = ""
  ) async throws -> Result {
    try await Program.run(url, arguments, environment: environment, input: input)
  }

  /// Runs a line of shell, in which `$0` is this program, to its end.
  func run(inShell line: String, environment: [String: String]) async throws -> Result {
    try await Program.run(
      URL(filePath: "/bin/sh"), ["-c", line, url.path], environment: environment)
  }

  private static func run(
    _ url: URL, _ arguments: [String], environment: [String: String], input: String = ""
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: however much it says, nobody has to read meanwhile.
    func file(_ name: String, _ text: String = "") throws -> FileHandle {
      let url = folder.appending(path: name)
      try text.write(to: url, atomically: false, encoding: .utf8)
      return try FileHandle(forUpdating: url)
    }
    let output = try file("output")
    let errors = try file("errors")
    let process = try SpawnedProcess(
      [url.path] + arguments, environment: environment, input: try file("input", input),
      output: output, errors: errors)
    // A test whose time is over must not wait for what does not end.
    let status = await process.ended()
    try Task.checkCancellation()
    func text(_ handle: FileHandle) throws -> String {
      try handle.seek(toOffset: 0)
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
    return Result(status: status, output: try text(output), errors: try text(errors))
  }
}

/// A program that runs until it is told to stop, and what it says line by line.
final class Running: Sendable {
  let lines: AsyncStream<String>
  private let process: SpawnedProcess

  init(
    _ program: Program, _ arguments: [String], environment: [String: String],
    errors: FileHandle? = nil
  ) throws {
    let pipe = Pipe()
    process = try SpawnedProcess(
      [program.url.path] + arguments, environment: environment,
      output: pipe.fileHandleForWriting, errors: errors)
    try pipe.fileHandleForWriting.close()
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    let reader = pipe.fileHandleForReading
    Thread.detachNewThread {
      var rest = Data()
      while true {
        let bytes = reader.availableData
        if bytes.isEmpty { break }
        rest += bytes
        while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
          line.yield(String(decoding: rest[..<index], as: UTF8.self))
          rest = Data(rest[rest.index(after: index)...])
        }
      }
      line.finish()
    }
    self.lines = lines
  }

  /// Starts a coordinator that is to refuse. One that serves nevertheless says so at once, and is
  /// ended.
  /// - Returns: its exit status, and why it did not start.
  static func refusal(_ arguments: [String]) async throws -> (status: Int32, reason: String) {
    let running = try Running(
      .boardd, arguments + ["--json"], environment: ["PATH": "/usr/bin:/bin"])
    defer { running.send(SIGKILL) }
    var lines = running.lines.makeAsyncIterator()
    let line = try #require(await lines.next())
    let reason = try #require(try Parsed(line)["error"]["message"].string, "it serves: \(line)")
    return (await running.status(), reason)
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// The exit status; of a process that a signal ended, the signal.
  func status() async -> Int32 { await process.ended() }
}
