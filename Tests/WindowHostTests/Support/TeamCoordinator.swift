import Foundation
import Glibc
import SpawnedProcess

/// A `boardd` on a free port, and devices of one user at it.
final class TeamCoordinator {
  private let data: BoardHome
  private let process: SpawnedProcess
  /// As in `BOARD_URL`.
  private(set) var url = ""

  private static var program: String { BoardHome.program + "d" }

  init() throws {
    data = try BoardHome()
    let output = Pipe()
    process = try SpawnedProcess(
      [
        TeamCoordinator.program, "--listen", "127.0.0.1:0", "--data", data.path + "/team", "--json",
      ], environment: ["PATH": "/usr/bin:/bin"], output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    var said = Data()
    while !said.contains(UInt8(ascii: "\n")) {
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { break }
      said += bytes
    }
    let line = said.prefix { $0 != UInt8(ascii: "\n") }
    let value = try JSONSerialization.jsonObject(with: line) as? [String: Any]
    guard let endpoint = value?["listening"] as? String else {
      throw PseudoTerminal.Failure(description: "the coordinator did not start")
    }
    url = "board://\(endpoint)"
  }

  deinit {
    process.send(SIGTERM)
    _ = process.wait()
  }

  var environment: [String: String] { ["BOARD_URL": url] }

  /// A device of the user ann.
  func device(_ name: String) throws -> BoardHome {
    let home = try BoardHome()
    let mint = try SpawnedProcess(
      [
        TeamCoordinator.program, "mint", "--data", data.path + "/team", "--user", "ann", "--device",
        name, "--out", home.path + "/identity",
      ], environment: ["PATH": "/usr/bin:/bin"])
    guard mint.wait() == 0 else { throw PseudoTerminal.Failure(description: "no \(name)") }
    return home
  }
}
