import Foundation
import Synchronization

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
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.environment = environment
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
    process.standardInput = try file("input", input)
    process.standardOutput = output
    process.standardError = errors
    // A test whose time is over must not wait for what does not end.
    let started = Mutex<Int32?>(nil)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do {
          try process.run()
          started.withLock { $0 = process.processIdentifier }
        } catch {
          ended.resume(throwing: error)
        }
      }
      try Task.checkCancellation()
    } onCancel: {
      if let process = started.withLock({ $0 }) { kill(process, SIGKILL) }
    }
    func text(_ handle: FileHandle) throws -> String {
      try handle.seek(toOffset: 0)
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
    return Result(
      status: process.terminationStatus, output: try text(output), errors: try text(errors))
  }
}

/// A program that runs until it is told to stop, and what it says line by line.
final class Running: Sendable {
  let lines: AsyncStream<String>
  private let process: Process
  private let ended: AsyncStream<Int32>

  init(_ program: Program, _ arguments: [String], environment: [String: String]) throws {
    let process = Process()
    process.executableURL = program.url
    process.arguments = arguments
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let (ended, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    let reader = pipe.fileHandleForReading
    try process.run()
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
    self.process = process
    self.lines = lines
    self.ended = ended
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The exit status; of a process that a signal ended, the signal.
  func status() async -> Int32? {
    for await status in ended { return status }
    return nil
  }
}
