import Foundation

/// A coordinator that this program started, in a folder of its own.
package final class StartedCoordinator {
  package let process: ServedProcess
  package let port: UInt16
  private let program: String
  private let folder: OwnFolder

  /// - Parameter limits: what its operator sets, each as `NAME=NUMBER`.
  package init(program: String, limits: [String]) throws {
    let folder = try OwnFolder()
    var listening: UInt16?
    process = try ServedProcess(
      program,
      ["--data", folder.path, "--listen", "127.0.0.1:0", "--json"]
        + limits.flatMap { ["--limit", $0] }
    ) { printed in
      let ready = try? JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [String: Any]
      let address = ready?["listening"] as? String
      listening = address?.split(separator: ":").last.flatMap { UInt16($0) }
      return listening != nil
    }
    port = listening ?? 0
    self.program = program
    self.folder = folder
  }

  /// The folder of the identity that it made for itself and for the user who started it.
  package var identity: String { folder.path + "/identity" }

  /// The processor time of the longest turn so far, in milliseconds.
  package func longestTurn() throws -> Double? {
    let asked = Process()
    asked.executableURL = URL(fileURLWithPath: program)
    asked.arguments = ["status", "--data", folder.path, "--json"]
    let output = Pipe()
    asked.standardOutput = output
    try asked.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    asked.waitUntilExit()
    let status = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    let measures = status?["measures"] as? [[String: Any]] ?? []
    let turns = measures.first { $0["name"] as? String == "CPU microseconds per turn" }
    return (turns?["most"] as? Double).map { $0 / 1_000 }
  }

  package func stop() { process.stop() }
}
