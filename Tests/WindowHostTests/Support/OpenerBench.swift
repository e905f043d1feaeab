import Files
import Foundation
import NIOCore
import NIOPosix
import SpawnedProcess
import Windows

@testable import WindowHost

/// A folder with programs that only note how they were called, and an opener that finds them.
final class OpenerBench: Sendable {
  let path = NSTemporaryDirectory() + "board-opener-" + UUID().uuidString
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let patience: Int

  /// - Parameter patience: seconds; long, since many tests run at once, but where it is the subject.
  init(patience: Int = 60) throws {
    self.patience = patience
    try FileManager.default.createDirectory(
      atPath: path + "/bin", withIntermediateDirectories: true)
  }

  deinit {
    try? group.syncShutdownGracefully()
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Puts a program there that notes its words and then does what `script` says.
  func add(_ name: String, _ script: String = "exit 0") throws {
    let text = """
      #!/bin/sh
      { printf '%s\\0' "${0##*/}" "$@"; printf '\\n\\0'; } >> '\(path)/calls'
      \(script)
      """
    try write(text, as: name)
  }

  /// Another process writes it: a program that this one has open could not be run while another test
  /// starts one.
  func write(_ text: String, as name: String) throws {
    let writer = try SpawnedProcess([
      "/bin/sh", "-c", "printf '%s\\n' \"$1\" > \"$2\"; chmod +x \"$2\"", "sh", text,
      path + "/bin/" + name,
    ])
    guard writer.wait() == 0 else { throw PseudoTerminal.Failure(description: "no \(name)") }
  }

  /// What was called until now, each as its words.
  var calls: [[String]] {
    get throws {
      guard let text = try? String(contentsOfFile: path + "/calls", encoding: .utf8) else {
        return []
      }
      return text.split(separator: "\n\0").map {
        $0.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
      }
    }
  }

  func open(
    _ environment: [String: String], _ arguments: [String] = ["attach", "a b"],
    _ placement: Placement = .right, title: String = "Card", program: String = "/b/board",
    terminal: String? = nil
  ) throws -> Result<Void, OpeningFailure> {
    try outcome(environment, program, terminal) { opener, then in
      opener.open(arguments: arguments, placement: placement, title: title, then: then)
    }
  }

  func focus(_ environment: [String: String]) throws -> Result<Void, OpeningFailure> {
    try outcome(environment) { $0.focusOwnPane(then: $1) }
  }

  func copy(_ text: String, _ environment: [String: String]) throws -> WindowOpener.Copying {
    try outcome(environment) { $0.copy(text, then: $1) }
  }

  /// Asks an opener on its event loop and waits for its answer.
  private func outcome<Answer: Sendable>(
    _ environment: [String: String], _ program: String = "/b/board", _ terminal: String? = nil,
    _ ask: @escaping @Sendable (WindowOpener, @escaping (Answer) -> Void) -> Void
  ) throws -> Answer {
    let loop = group.next()
    let promise = loop.makePromise(of: Answer.self)
    let patience = patience
    let surroundings = Surroundings(environment: environment, terminalPath: terminal)
    loop.execute {
      let opener = WindowOpener(
        loop: loop, surroundings: surroundings, program: program, folder: "/", patience: patience)
      ask(opener) { promise.succeed($0) }
    }
    return try promise.futureResult.wait()
  }

  /// The fakes are the only programs of theirs that are found.
  var environment: [String: String] { ["PATH": path + "/bin", "HOME": path] }
}

extension Result where Success == Void, Failure == OpeningFailure {
  /// What went wrong; nil if nothing did.
  var words: String? {
    switch self {
    case .success: nil
    case .failure(let failure): failure.description
    }
  }
}
