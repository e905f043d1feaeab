import Foundation

/// Replays recorded editing sessions and checks what comes of them: straight into a text, as
/// operations on a board, and, where several authors typed at the same time, through a coordinator
/// with a window for each.
@main
struct TraceReplay {
  static func main() {
    let paths = CommandLine.arguments.dropFirst()
    guard !paths.isEmpty, !paths.contains(where: { $0.hasPrefix("-") }) else {
      say("usage: trace-replay FILE...")
      exit(2)
    }
    var isRight = true
    for path in paths {
      do {
        isRight = replay(try Trace(path: path)) && isRight
      } catch {
        say("\(error)")
        isRight = false
      }
    }
    exit(isRight ? 0 : 1)
  }

  private static func replay(_ trace: Trace) -> Bool {
    print(
      "\(trace.name): \(trace.kind.rawValue), \(trace.edits.count) edits by \(trace.authors) "
        + "\(trace.authors == 1 ? "author" : "authors") into \(trace.characters) characters")
    let measurements: [Measurement]
    switch trace.kind {
    case .sequential:
      if let obstacle = trace.obstacle { print("  Not as a card: \(obstacle).") }
      measurements = SequentialReplay(trace).run()
    case .concurrent:
      let replay = ConcurrentReplay(trace)
      if let remark = replay.remark { print("  \(remark)") }
      measurements = replay.run()
    }
    for measurement in measurements { print(measurement.line(characters: trace.characters)) }
    let resident = measurements.map(\.resident).max() ?? 0
    print("  \(resident / 1_000_000) MB resident at the peak, the recording itself included")
    return measurements.allSatisfy { $0.fault == nil }
  }

  private static func say(_ message: String) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
  }
}
