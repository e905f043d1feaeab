import ArgumentParser
import CoordinatorHost
import Foundation

/// The command that shows an operator what a coordinator is about.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what a running coordinator does, and how much of it at once.",
    discussion: """
      Medians and percentiles are of everything since the coordinator started, and right to a \
      factor of two.
      """)

  @OptionGroup var folder: DataFolder

  @Flag(help: "Report as one JSON object.")
  var json = false

  func run() throws {
    try CoordinatorFolder.requireStarted(folder.root)
    guard let status = try CoordinatorStatus.ofCoordinator(in: folder.store) else {
      throw NoCoordinator(folder: folder.root)
    }
    if json { try printJSON(status) } else { print(Status.table(status)) }
  }

  private static func table(_ status: CoordinatorStatus) -> String {
    let counts =
      "running for \(status.seconds) seconds with \(status.connections) connections, "
      + "\(status.sessions) windows, \(status.boards) boards, \(status.loadedBoards) in memory"
    let heads = ["", "count", "mean", "median", "99 %", "most"]
    let rows = status.measures.map { measure in
      [
        measure.name, "\(measure.count)", String(format: "%.1f", measure.mean),
        "\(measure.median)", "\(measure.percentile99)", "\(measure.most)",
      ]
    }
    let lines = ([heads] + rows).map { row in
      row[0].padding(toLength: 28, withPad: " ", startingAt: 0)
        + row.dropFirst().map { String(repeating: " ", count: max(12 - $0.count, 1)) + $0 }.joined()
    }
    return ([counts] + status.warnings + lines).joined(separator: "\n")
  }
}

struct NoCoordinator: Error, CustomStringConvertible {
  let folder: String

  var description: String {
    "no coordinator runs with the folder \(folder); start one with boardd serve"
  }
}
