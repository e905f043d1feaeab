import Foundation
import Glibc
import SpawnedProcess

/// A `boardd` on a free port, and devices of one user at it.
final class TeamCoordinator {
  let data: BoardHome
  private let account: Account?
  private var process: SpawnedProcess
  /// As in `BOARD_URL`.
  private(set) var url = ""

  /// What `boardd` is told with --data.
  var folder: String { data.path + "/team" }

  init(of account: Account? = nil) throws {
    data = try BoardHome(of: account)
    self.account = account
    (process, url) = try TeamCoordinator.start(data, account)
  }

  /// Starts it again once it was stopped, at another address.
  func move() throws {
    let old = url
    (process, url) = try TeamCoordinator.start(data, account)
    while url == old {
      _ = stop()
      (process, url) = try TeamCoordinator.start(data, account)
    }
  }

  private static func start(
    _ data: BoardHome, _ account: Account?
  ) throws -> (SpawnedProcess, url: String) {
    let output = Pipe()
    let process = try SpawnedProcess(
      data.words(
        "boardd", ["--listen", "127.0.0.1:0", "--data", data.path + "/team", "--json"]),
      environment: account == nil ? ["PATH": "/usr/bin:/bin"] : data.environment,
      output: output.fileHandleForWriting)
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
    return (process, "board://\(endpoint)")
  }

  deinit { _ = stop() }

  /// - Returns: its exit status.
  func stop() -> Int32 {
    process.send(SIGTERM)
    return process.wait()
  }

  /// Runs `boardd` as the same account, to its end.
  func run(_ arguments: [String]) throws -> BoardHome.Said {
    try data.run(data.words("boardd", arguments), in: data.environment)
  }

  var environment: [String: String] { ["BOARD_URL": url] }

  /// A device of the user ann.
  func device(_ name: String, of account: Account? = nil) throws -> BoardHome {
    let home = try BoardHome(of: account)
    let joined = try home.run(["join", invitation(), "--device", name])
    guard joined.status == 0 else { throw PseudoTerminal.Failure(description: "\(joined)") }
    return home
  }

  /// A line by which one device of the user ann joins.
  func invitation() throws -> String {
    let invited = try run(["invite", "ann", "--data", folder, "--json"])
    let value = try JSONSerialization.jsonObject(with: Data(invited.output.utf8))
    guard let line = (value as? [String: Any])?["line"] as? String else {
      throw PseudoTerminal.Failure(description: "\(invited)")
    }
    return line
  }
}
