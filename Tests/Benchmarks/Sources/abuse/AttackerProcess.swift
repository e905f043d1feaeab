import Foundation
import LoadParts

/// The attackers, in a process of their own.
final class AttackerProcess {
  private let process = Process()
  private let output = Pipe()

  init(_ order: AttackOrder) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["attack", try order.text]
    process.standardOutput = output
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  /// What they did. It is there once they have ended.
  func report() throws -> AttackReport {
    process.waitUntilExit()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    guard process.terminationStatus == 0 else {
      throw Link.Failure(
        description: "the attackers failed: \(process.terminationStatus) "
          + String(decoding: printed, as: UTF8.self))
    }
    return try JSONDecoder().decode(AttackReport.self, from: printed)
  }

  func stop() { if process.isRunning { process.terminate() } }
}
