import Foundation
import SpawnedProcess

/// A tmux server of a test's own, started with an environment that is not the windows'.
final class TmuxServer {
  let path: String
  let socket: String
  /// The first session's pane.
  private(set) var pane = ""

  /// - Parameter environment: what the server has.
  init(_ environment: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "board-tmux-" + UUID().uuidString
    socket = path + "/socket"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let basic = [
      "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "HOME": path, "LANG": "C.UTF-8",
    ]
    self.environment = basic.merging(environment) { $1 }
    pane = try start("one")
  }

  deinit {
    _ = try? run("kill-server")
    try? FileManager.default.removeItem(atPath: path)
  }

  private let environment: [String: String]

  /// Of a window's process in a pane.
  func place(_ pane: String) -> [String: String] {
    [
      "TMUX": socket + ",1,0", "TMUX_PANE": pane, "PATH": "/usr/bin:/bin", "HOME": path,
      "TERM": "screen",
    ]
  }

  /// - Returns: the pane of a new session.
  func start(_ session: String, _ command: [String] = ["sleep", "1000"]) throws -> String {
    try run(
      ["new-session", "-d", "-s", session, "-x", "100", "-y", "30", "-P", "-F", "#{pane_id}", "--"]
        + command)
  }

  func run(_ words: String...) throws -> String { try run(words) }

  /// What tmux answers, without the last line's end.
  func run(_ words: [String]) throws -> String {
    let output = Pipe()
    let process = try SpawnedProcess(
      ["/usr/bin/tmux", "-S", socket, "-f", "/dev/null"] + words, environment: environment,
      output: output.fileHandleForWriting, errors: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let text = String(decoding: bytes, as: UTF8.self)
    guard process.wait() == 0 else {
      throw PseudoTerminal.Failure(description: "tmux \(words): \(text)")
    }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// A terminal that looks at a session.
  func attach(to session: String) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      ["/usr/bin/tmux", "-S", socket, "attach", "-t", session], environment: environment)
    try terminal.wait("client of tmux") { (try? run("list-clients"))?.isEmpty == false }
    return terminal
  }

  /// Waits until a program in a pane has said `tmux wait-for -S NAME`.
  func wait(for name: String) throws { _ = try run("wait-for", name) }
}
