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

  /// Compares what every event does in one state: how the machine stands then, or `=` where that is
  /// as before, and what comes of it.
  static func transitions<Machine>(
    _ name: String, of start: Machine, _ line: (Machine) -> String,
    _ events: [(name: String, happen: @Sendable (inout Machine) -> String)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = line(start)
    let lines = events.map { event in
      var machine = start
      let effects = event.happen(&machine)
      let after = line(machine)
      return "\(event.name) -> \(after == before ? "=" : after) | \(effects)"
    }
    try table(name, [before] + lines, sourceLocation: sourceLocation)
  }

  /// The tables that there are of a kind.
  static func names(of kind: String) throws -> Set<String> { try tables.names(of: kind) }
}
