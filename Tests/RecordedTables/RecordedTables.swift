public import Foundation

/// Tables in text files beside the tests that assert them. With `TABLES_RECORD` set they are
/// written anew, to be read before they are committed.
public struct RecordedTables: Sendable {
  private let folder: URL

  /// - Parameter folder: the folder `Tables` of the test target.
  public init(_ folder: URL) { self.folder = folder }

  /// - Returns: where the lines differ from those of the file, and how; nil where they do not.
  public func difference(_ name: String, _ lines: [String]) throws -> String? {
    let file = folder.appending(path: "\(name).txt")
    let text = lines.map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["TABLES_RECORD"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    guard text != expected else { return nil }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index =
      zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    let (actual, recorded) = (new.dropFirst(index).first ?? "", old.dropFirst(index).first ?? "")
    return "\(name), line \(index + 1): \(actual)\ninstead of: \(recorded)"
  }

  /// The tables that there are in a folder.
  public func names(of kind: String = "") throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: kind).path())
    return Set(files.map { String($0.dropLast(".txt".count)) })
  }
}
