import ArgumentParser
import CoordinatorHost
import Screen

struct ListLimits: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits",
    abstract: "Lists the limits that `boardd --limit NAME=NUMBER` sets, with their defaults.",
    discussion: """
      For each, its default, the least and largest number that it may be set to, and with --data what the \
      coordinator has in force that runs with that folder: fewer connections where the system allows fewer \
      open files, and less of stored-bytes where its disk has no room for more. Where NAME-of-user is set and \
      NAME-of-device is not, a device has half of it.
      """)

  @Option(help: "The folder of a coordinator that runs, to see what it has in force.")
  var data: String?

  @Flag(help: "Print one JSON object for each.")
  var json = false

  func validate() throws { try requireGiven(data, "--data") }

  func run() throws {
    let inForce = try data.map { try Self.inForce(DataFolder.absolute($0)) }
    let limits = try CoordinatorLimits().all(inForce: inForce ?? [:])
    if json { return try limits.forEach { try printJSON($0) } }
    let heads =
      ["limit"] + (inForce == nil ? [] : ["in force"]) + ["default", "least", "largest", "of"]
    let rows = limits.map { limit in
      [limit.name] + (inForce == nil ? [] : [limit.inForce.map { "\($0)" } ?? ""]) + [
        "\(limit.value)", "\(limit.least)", limit.most.map { "\($0)" } ?? "any", limit.meaning,
      ]
    }
    printTable([heads] + rows)
  }

  /// What the coordinator has in force that runs with a folder.
  private static func inForce(_ root: String) throws -> [String: Int] {
    try CoordinatorFolder.requireStarted(root)
    guard let status = try CoordinatorStatus.ofCoordinator(in: root + "/store") else {
      throw NoCoordinator(folder: root)
    }
    return status.limits
  }
}
