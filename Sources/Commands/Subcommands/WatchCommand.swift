import ArgumentParser
import BoardModel
import Launcher

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Prints every change of a board as it happens.",
    discussion: """
      Ends on an interrupt or when nobody reads any more. A lost connection is made again; what \
      happened meanwhile is printed then.
      """)

  @OptionGroup var options: BoardOptions

  func run() throws {
    StandardOutput.ignoreBrokenPipes()
    let client = try Client(Setting())
    let signals = StopSignals { _ in client.leave() }
    defer { signals.cancel() }
    do {
      try watch(with: client)
    } catch is SessionOver {
      // The session ended before it began, which is no failure.
    } catch {
      client.leave()
      try? client.waitUntilGone()
      throw error
    }
  }

  private func watch(with client: Client) throws {
    let board = try options.choose(with: client)
    let printer = WatchPrinter(json: options.output.json, user: client.author.user)
    ReaderWatch.begin { client.leave() }
    try client.follow(board) { (followed) throws(CommandFailure) in
      for line in printer.lines(followed) where try !StandardOutput.line(line) {
        return client.leave()
      }
    }
    try client.waitUntilGone()
  }
}

/// Prints a line for each thing that happens, for `watch`.
struct WatchPrinter: Sendable {
  let json: Bool
  let user: String

  func lines(_ followed: Followed) -> [String] {
    switch followed {
    case .started(let board):
      guard json else {
        return [
          "watching \(PlainText.line(board.title?.value ?? "")) from edit \(board.sequence) on"
        ]
      }
      return [event("started", ["board": Shapes(board, user: user).reference])]
    case .committed(let operations, let board):
      guard json else { return operations.map { PlainText.operation($0, on: board) } }
      let shapes = Shapes(board, user: user)
      return operations.map { event("operation", ["operation": shapes.operation($0)]) }
    case .reloaded(let board):
      guard json else { return ["too much happened to list it; now at edit \(board.sequence)"] }
      return [event("reloaded", ["board": Shapes(board, user: user).reference])]
    case .linkLost: return [json ? event("disconnected", [:]) : "the connection is lost"]
    case .linkBack: return [json ? event("connected", [:]) : "the connection is back"]
    }
  }

  private func event(_ name: String, _ rest: KeyValuePairs<String, JSON>) -> String {
    let head = JSON.Member(key: "event", value: .string(name))
    return JSON.object([head] + rest.map { JSON.Member(key: $0.key, value: $0.value) }).text
  }
}
