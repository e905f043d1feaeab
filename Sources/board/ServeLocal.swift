import ArgumentParser
import CoordinatorHost
import Logging

/// This user's own coordinator, as windows and commands start it.
struct ServeLocal: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve-local", abstract: "Runs this user's own coordinator.",
    shouldDisplay: false)

  func run() throws {
    try OwnCoordinator.run(
      log: Logger(label: "board") { StreamLogHandler.standardError(label: $0) })
  }
}
