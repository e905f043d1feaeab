import Foundation
import Testing

/// Tables of transitions, one file for each state. With `TRANSITIONS_RECORD` set they are written
/// anew, to be read before they are committed.
enum Recorded {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Tables")

  static func table(
    _ name: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: "\(name).txt")
    let text = lines.map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["TRANSITIONS_RECORD"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    guard text != expected else { return }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index =
      zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    let (actual, recorded) = (new.dropFirst(index).first ?? "", old.dropFirst(index).first ?? "")
    Issue.record(
      "\(name), line \(index + 1): \(actual)\ninstead of: \(recorded)",
      sourceLocation: sourceLocation)
  }

  /// The tables that there are of a kind.
  static func names(of kind: String) throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: kind).path())
    return Set(files.map { String($0.dropLast(".txt".count)) })
  }
}
