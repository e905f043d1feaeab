import Files
import Foundation
import Identity
import Testing

/// A folder of a user, and the commands that are run with it.
struct Household: Sendable {
  let home: URL
  /// `BOARD_URL`; nil for the user's own coordinator.
  var url: String?

  init(url: String? = nil) throws {
    home = FileManager.default.temporaryDirectory.appending(path: "board-\(UUID().uuidString)")
    self.url = url
    try FileManager.default.createDirectory(
      at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  var environment: [String: String] {
    var environment = ["BOARD_HOME": home.path, "PATH": "/usr/bin:/bin"]
    if let url { environment["BOARD_URL"] = url }
    return environment
  }

  func board(_ arguments: String..., input: String = "") async throws -> Program.Result {
    try await Program.board.run(arguments, environment: environment, input: input)
  }

  func board(_ arguments: [String]) async throws -> Program.Result {
    try await Program.board.run(arguments, environment: environment)
  }

  /// Runs a line of shell, in which `$0` is the program.
  func shell(_ line: String) async throws -> Program.Result {
    try await Program.board.run(inShell: line, environment: environment)
  }

  func json(
    _ arguments: String..., shape: String, input: String = "",
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> Parsed {
    try await json(arguments, shape: shape, input: input, location)
  }

  /// Runs a command that must succeed, and reads its JSON, which must be of a shape.
  func json(
    _ arguments: [String], shape: String, input: String = "",
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> Parsed {
    let result = try await Program.board.run(
      arguments + ["--json"], environment: environment, input: input)
    #expect(result.status == 0, "\(arguments): \(result)", sourceLocation: location)
    #expect(result.errors == "", sourceLocation: location)
    let value = try Parsed(result.output)
    value.expect(shape, location)
    return value
  }

  func failure(
    _ arguments: String..., code: String, exit: Int32,
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    try await failure(arguments, code: code, exit: exit, location)
  }

  /// Runs a command that must fail.
  func failure(
    _ arguments: [String], code: String, exit: Int32,
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await Program.board.run(
      arguments + ["--json"], environment: environment)
    #expect(result.status == exit, "\(arguments): \(result)", sourceLocation: location)
    #expect(result.errors == "", sourceLocation: location)
    let value = try Parsed(result.output)
    value.expect("FAILED", location)
    #expect(value["error"]["code"].string == code, "\(value)", sourceLocation: location)
    let plain = try await Program.board.run(arguments, environment: environment)
    #expect(plain.status == exit, sourceLocation: location)
    #expect(plain.output == "", sourceLocation: location)
    #expect(plain.errors.hasPrefix("board: "), "\(plain.errors)", sourceLocation: location)
  }

  /// Gives the folder an identity that another folder's authority certifies.
  func introduce(_ user: String, _ device: String, by data: URL) throws {
    let authority = try #require(
      IdentityFolder(data.appending(path: "identity").path).load().authority)
    try IdentityFolder(home.appending(path: "identity").path).write(
      authority.mint(user: UserName(user), device: NamePart(device)))
  }

  /// Ends this user's own coordinator, if one runs, and waits until it has closed its store.
  func stopOwnCoordinator() throws {
    let lock = home.appending(path: "store/lock").path
    guard let number = ownCoordinators().first else { return }
    kill(number, SIGTERM)
    _ = try FileLock(waitingFor: lock)
  }

  /// The processes that run a coordinator for this folder.
  func ownCoordinators() -> [pid_t] {
    let marker = "BOARD_HOME=\(home.path)"
    return (FileManager.default.subpaths(at: "/proc", depth: 1)).compactMap { name in
      guard let number = pid_t(name),
        let words = try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline")),
        words.split(separator: 0).contains(Data("serve-local".utf8)[...]),
        let variables = try? Data(contentsOf: URL(filePath: "/proc/\(name)/environ")),
        variables.split(separator: 0).contains(Data(marker.utf8)[...])
      else { return nil }
      return number
    }
  }

  func remove() { try? FileManager.default.removeItem(at: home) }
}

extension FileManager {
  /// The names in a folder.
  fileprivate func subpaths(at path: String, depth: Int) -> [String] {
    (try? contentsOfDirectory(atPath: path)) ?? []
  }
}

/// A `boardd` on a free port, whose folder also is that of its first user.
struct Coordinator: Sendable {
  let running: Running
  let owner: Household
  let endpoint: String
  /// Everywhere it listens.
  let addresses: [String]

  /// - Parameter log: where it writes what it has to say.
  init(
    owner: Household? = nil, listen: [String] = ["127.0.0.1:0"], log: FileHandle? = nil
  ) async throws {
    var owner = try owner ?? Household()
    running = try Running(
      .boardd, listen.flatMap { ["--listen", $0] } + ["--data", owner.home.path, "--json"],
      environment: ["PATH": "/usr/bin:/bin"], errors: log)
    var endpoint = ""
    var addresses: [String] = []
    for await line in running.lines {
      let ready = try Parsed(line)
      endpoint = ready["listening"].string ?? ""
      addresses = ready["addresses"].array.compactMap(\.string)
      break
    }
    try #require(!endpoint.isEmpty, "the coordinator did not start")
    owner.url = "board://\(endpoint)"
    self.owner = owner
    self.endpoint = endpoint
    self.addresses = addresses
  }

  /// Stops it in order.
  func stop() async {
    running.send(SIGTERM)
    #expect(await running.status() == 0)
  }

  /// Sessions that the store of a stopped coordinator remembers.
  func sessionsKept() async throws -> UInt64? {
    let result = try await Program.boardd.run(
      ["check", "--data", owner.home.path, "--json"], environment: ["PATH": "/usr/bin:/bin"])
    return try Parsed(result.output)["sessions"].number
  }

  /// Runs a test with a coordinator of its own.
  /// Commands leave no session behind, wherever they are cut off.
  static func with(_ body: (Coordinator) async throws -> Void) async throws {
    let coordinator = try await Coordinator()
    do {
      try await body(coordinator)
    } catch {
      await coordinator.stop()
      coordinator.owner.remove()
      throw error
    }
    await coordinator.stop()
    #expect(try await coordinator.sessionsKept() == 0)
    coordinator.owner.remove()
  }
}
