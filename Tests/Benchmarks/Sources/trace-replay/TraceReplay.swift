import Foundation

/// Replays recorded editing sessions and checks what comes of them: straight into a text, as
/// operations on a board, and, where several authors typed at the same time, through a coordinator
/// with a window for each.
@main
struct TraceReplay {
  static func main() {
    let paths = CommandLine.arguments.dropFirst()
    guard !paths.isEmpty else { fail("usage: trace-replay FILE...") }
    var isRight = true
    for path in paths {
      do {
        let trace = try Trace(path: path)
        isRight = try replay(trace) && isRight
      } catch {
        fail("\(error)")
      }
    }
    exit(isRight ? 0 : 1)
  }

  private static func replay(_ trace: Trace) throws -> Bool {
    print(
      "\(trace.name): \(trace.kind.rawValue), \(trace.edits.count) edits by \(trace.authors) "
        + "\(trace.authors == 1 ? "author" : "authors") into \(trace.characters) characters")
    let measurements =
      switch trace.kind {
      case .sequential: SequentialReplay(trace).run()
      case .concurrent: try ConcurrentReplay.run(trace)
      }
    for measurement in measurements { print(measurement.line(characters: trace.characters)) }
    return measurements.allSatisfy { $0.fault == nil }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(2)
  }
}
