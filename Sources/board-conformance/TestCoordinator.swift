public import ArgumentParser
import Conformance

struct TestCoordinator: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coordinator", abstract: "Run the cases against a coordinator.")

  @Option(help: "Where the coordinator listens, as HOST:PORT.")
  var target: String

  @Option(
    help: ArgumentHelp(
      "A folder with user.pem, user.key and authority.pem.", valueName: "folder"))
  var identity: String

  @Option(
    help: ArgumentHelp(
      "The same of another user of the cluster; without it some cases are skipped.",
      valueName: "folder"))
  var secondIdentity: String?

  @Option(
    name: .customLong("case"), parsing: .upToNextOption,
    help: ArgumentHelp("Run only these cases, or those of an area as in edits/.", valueName: "id"))
  var cases: [String] = []

  @Option(help: "human, junit or json.")
  var format: Report = .human

  @Flag(help: "Also run the cases that wait for the coordinator's own timers.")
  var slow = false

  @Option(help: ArgumentHelp("For each thing a case waits for.", valueName: "seconds"))
  var timeout: Double = 5

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      "A folder like Protocol whose schema is used instead of the built-in one.",
      valueName: "folder"))
  var protocolFolder: String?

  func validate() throws {
    guard timeout > 0, timeout <= 3_600 else {
      throw ValidationError("--timeout must be above 0 and at most 3600 seconds.")
    }
    _ = try selected()
    do {
      _ = try Target.endpoint(target)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  private func selected() throws -> [ConformanceCase] {
    let unknown = cases.filter { ConformanceCase.matching($0).isEmpty }
    guard unknown.isEmpty else {
      throw ValidationError(
        "There is no case \(unknown.joined(separator: ", ")). board-conformance list names them.")
    }
    guard !cases.isEmpty else { return ConformanceCase.all }
    return ConformanceCase.all.filter { one in
      cases.contains { ConformanceCase.matching($0).contains { $0.id == one.id } }
    }
  }

  func run() async throws {
    let result: SuiteResult
    do {
      let suite = Suite(
        Target(
          endpoint: try Target.endpoint(target), identity: try IdentityFiles.load(identity),
          secondIdentity: try secondIdentity.map(IdentityFiles.load), patience: timeout,
          slow: slow),
        schema: try protocolFolder.map(Schema.load) ?? .embedded())
      result = await suite.run(try selected()) { one in
        if format == .human { Output.write(Report.line(of: one)) }
      }
    } catch {
      Output.complain("board-conformance: \(error)")
      throw ExitCode(3)
    }
    Output.write(try format.text(of: result))
    throw ExitCode(result.exitCode)
  }
}

extension Report: ExpressibleByArgument {}
