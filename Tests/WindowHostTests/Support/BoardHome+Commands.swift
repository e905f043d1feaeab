import Foundation
import SpawnedProcess

// Commands without a window, run to their end.
extension BoardHome {
  struct Said {
    let status: Int32
    let output: String
    let errors: String
  }

  enum WindowState: String {
    case connected, away
  }

  func run(_ arguments: [String], with more: [String: String] = [:]) throws -> Said {
    // This folder goes before that of a multiplexer's.
    try run(words("board", arguments), in: more.merging(environment) { $1 })
  }

  /// Runs any program to its end.
  func run(_ words: [String], in environment: [String: String]) throws -> Said {
    let (output, errors) = (Pipe(), Pipe())
    let process = try SpawnedProcess(
      words, environment: environment,
      output: output.fileHandleForWriting, errors: errors.fileHandleForWriting)
    for pipe in [output, errors] { try pipe.fileHandleForWriting.close() }
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
    return Said(
      status: process.wait(), output: String(decoding: said, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }

  /// The identifiers of the user's windows, or of those in a state.
  func windows(
    _ state: WindowState? = nil, with more: [String: String] = [:]
  ) throws -> [String] {
    let said = try run(["windows", "--json"], with: more)
    let value = try JSONSerialization.jsonObject(with: Data(said.output.utf8))
    guard let list = (value as? [String: Any])?["windows"] as? [[String: Any]] else {
      throw PseudoTerminal.Failure(description: "\(said)")
    }
    return list.filter { state == nil || $0["state"] as? String == state?.rawValue }
      .compactMap { $0["id"] as? String }
  }

  /// The number of the first card of the board, which no shell takes for a comment.
  func firstCard() throws -> String {
    let said = try run(["ls"])
    guard let line = said.output.split(separator: "\n").first(where: { $0.hasPrefix("  ") }),
      let name = line.split(separator: " ").first
    else { throw PseudoTerminal.Failure(description: "\(said)") }
    return String(name.drop { $0 == "#" })
  }

  /// The words that run this user's program in a multiplexer.
  func command(_ arguments: [String]) -> [String] {
    ["/usr/bin/env"] + environment.filter { $0.key != "TERM" }.map { "\($0)=\($1)" }
      + [BoardHome.program] + arguments
  }
}
