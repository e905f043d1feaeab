import Foundation
import RecordedTables
import Testing

/// Tables of transitions, one file for each state.
enum Recorded {
  private static let tables = RecordedTables(
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tables"))

  static func table(
    _ name: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if let difference = try tables.difference(name, lines) {
      Issue.record("\(difference)", sourceLocation: sourceLocation)
    }
  }

  /// The tables that there are of a kind.
  static func names(of kind: String) throws -> Set<String> { try tables.names(of: kind) }
}
