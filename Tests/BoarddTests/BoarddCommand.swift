import Foundation

/// One run of `boardd` that ends by itself, such as a check or a backup.
final class BoarddCommand {
  struct Ending: Equatable {
    let status: Int32
    let output: String
    let errors: String
  }

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = BoarddProcess.products.appendingPathComponent("boardd")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  static func run(_ arguments: String...) throws -> Ending {
    try BoarddCommand(arguments).wait()
  }

  /// Told by the terminal to end, as Ctrl-C does.
  func interrupt() { kill(process.processIdentifier, SIGINT) }

  func wait() throws -> Ending {
    // Both are short: neither fills its pipe while the other is read.
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Ending(
      status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }
}
