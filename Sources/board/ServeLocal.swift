import ArgumentParser
import CoordinatorHost
import Logging

/// The command by which windows and commands start this user's own coordinator.
struct ServeLocal: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve-local", abstract: "Runs this user's own coordinator.",
    shouldDisplay: false)

  func run() throws {
    try OwnCoordinator.run(
      log: Logger(label: "board") { StreamLogHandler.standardError(label: $0) })
  }
}
