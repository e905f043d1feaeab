import Files
import Foundation
import Glibc
import Identity

/// A folder for the files of one user of the program, and that user's programs in it.
final class BoardHome: Sendable {
  let path: String
  /// The program's files, and for a person's account all of the home around them.
  let root: String
  /// As whom the programs run; nil for whoever runs the tests.
  let account: Account?

  /// The program under test lies beside the tests.
  static let program: String = {
    var path = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let tests = String(decoding: path.prefix(max(0, length)).map(UInt8.init), as: UTF8.self)
    return tests.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/board"
  }()

  init(of account: Account? = nil) throws {
    self.account = account
    root = (account?.place ?? NSTemporaryDirectory()) + "board-window-" + UUID().uuidString
    path = account?.kind == .person ? root + "/.local/share/board" : root
    try FileManager.default.createDirectory(
      atPath: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try account?.own(root)
  }

  deinit {
    // Every window has ended, but a coordinator that one of them started may only be about to begin.
    while isHeld {
      if let process = coordinator { kill(process, SIGTERM) }
      sched_yield()
    }
    try? FileManager.default.removeItem(atPath: root)
  }

  private var isHeld: Bool {
    // The home may be another account's, whose locks are not for this user to take.
    do {
      return try FileLock.holder(of: path + "/store/lock") != nil
    } catch {
      return false
    }
  }

  var environment: [String: String] {
    account?.environment(root) ?? [
      "BOARD_HOME": path, "HOME": path, "TERM": "xterm-256color", "LANG": "C.UTF-8",
      "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// The words that run a program of this package for this user.
  func words(_ program: String, _ arguments: [String]) -> [String] {
    account?.words(program, arguments)
      ?? [(BoardHome.program as NSString).deletingLastPathComponent + "/" + program] + arguments
  }

  func makeIdentity() throws {
    _ = try IdentityFolder(path + "/identity").open(
      SystemNames { _ in nil }, besides: nil)
  }

  /// Opens a window in a terminal of its own.
  func window(
    _ arguments: [String] = [], columns: Int = 100, rows: Int = 30,
    with more: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      words("board", arguments), environment: environment.merging(more) { $1 },
      columns: columns, rows: rows, home: self)
  }

  /// The process that has the store open.
  var coordinator: pid_t? {
    (try? FileLock.holder(of: path + "/store/lock"))??.process
  }

  /// Kills the coordinator and has its store, so that windows can start none before `free`.
  func takeStore() -> Obstacle {
    while true {
      if let lock = try? FileLock(path + "/store/lock") { return Obstacle(lock: lock) }
      // Also one that a window was quick to start.
      if let process = coordinator { kill(process, SIGKILL) }
      sched_yield()
    }
  }

  final class Obstacle {
    private var lock: FileLock?

    init(lock: FileLock) { self.lock = lock }

    func free() { lock = nil }
  }

  /// Ends the coordinator in order, then spoils a text in its store, wherever that stands.
  func damageStore(at text: String) throws {
    if let process = coordinator { kill(process, SIGTERM) }
    _ = try FileLock(waitingFor: path + "/store/lock")
    let database = URL(fileURLWithPath: path + "/store/board.db")
    var bytes = try Data(contentsOf: database)
    var found = 0
    while let place = bytes.range(of: Data(text.utf8)) {
      bytes[place.lowerBound] ^= 1
      found += 1
    }
    guard found > 0 else { throw PseudoTerminal.Failure(description: "\(text) is not stored") }
    try bytes.write(to: database)
  }

  /// Windows that have files here, open or not.
  var keptWindows: Int {
    get throws { try folders("windows").count }
  }

  /// Bodies that are, or were, in an editor.
  var editedFiles: Int {
    get throws {
      try folders("windows").reduce(0) { sum, window in
        let names = try? FileManager.default.contentsOfDirectory(atPath: window + "/editing")
        return sum + (names ?? []).count { $0.hasSuffix(".md") }
      }
    }
  }

  private func folders(_ name: String) throws -> [String] {
    let root = path + "/windows"
    return try FileManager.default.contentsOfDirectory(atPath: root).flatMap { user in
      let below = "\(root)/\(user)/\(name)"
      return try FileManager.default.contentsOfDirectory(atPath: below).map { below + "/" + $0 }
    }
  }
}
