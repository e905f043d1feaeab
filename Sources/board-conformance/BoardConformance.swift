import ArgumentParser
import Conformance

@main
struct BoardConformance: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board-conformance",
    abstract: "Tests a coordinator of the board protocol against SPEC.md.",
    discussion: """
      Exit codes: 0 every case passed or was skipped, 1 a case failed, 2 usage, 3 the harness is \
      at fault (no coordinator, no identity), so that nothing is said of the coordinator.
      """,
    subcommands: [TestCoordinator.self, ListCases.self, ExplainCase.self])

  /// ArgumentParser's own code for usage is 64; here it is 2, as everywhere on a board.
  static func main() async {
    do {
      var command = try Self.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let code = Self.exitCode(for: error)
      guard code == .validationFailure else { Self.exit(withError: error) }
      Output.complain(Self.fullMessage(for: error))
      Self.exit(withError: ExitCode(2))
    }
  }
}
