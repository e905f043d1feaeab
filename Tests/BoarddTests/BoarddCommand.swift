import Foundation
import SpawnedProcess

/// One run of `boardd` that ends by itself, such as a check or a backup.
final class BoarddCommand {
  struct Ending: Equatable {
    let status: Int32
    let output: String
    let errors: String
  }

  private let process: SpawnedProcess
  private let output = Pipe()
  private let errors = Pipe()

  /// - Parameter before: a program that runs it, and its arguments.
  init(_ arguments: [String], behind before: [String] = []) throws {
    process = try SpawnedProcess(
      before + [BoarddProcess.products.appendingPathComponent("boardd").path] + arguments,
      output: output.fileHandleForWriting, errors: errors.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
  }

  static func run(_ arguments: String...) throws -> Ending {
    try BoarddCommand(arguments).wait()
  }

  /// Told by the terminal to end, as Ctrl-C does.
  func interrupt() { process.send(SIGINT) }

  func wait() throws -> Ending {
    // Both are short: neither fills its pipe while the other is read.
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
    return Ending(
      status: process.wait(), output: String(decoding: said, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }
}
