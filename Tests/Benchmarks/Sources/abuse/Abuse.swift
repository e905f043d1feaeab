import ArgumentParser
import Foundation
import LoadParts

@main
struct Abuse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "abuse",
    abstract: "Measures what honest people notice while a coordinator is attacked.",
    discussion: """
      For each attack a coordinator is started with its default limits, and 100 windows work on five
      of its boards. The attackers are a process that is kept to one processor. Exits with 1 where
      something is not as it should be; the lines that begin with ! say what.
      """,
    subcommands: [Measure.self, AttackCommand.self], defaultSubcommand: Measure.self)
}

struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Attacks coordinators (without a word, this is done).")

  @Argument(
    help: ArgumentHelp(
      "The attacks, or fair; all of them, if none is named: "
        + AttackName.allCases.map(\.rawValue).joined(separator: ", ") + "."))
  var attacks: [String] = []

  @Option(help: "The coordinator's program.")
  var boardd: String

  @Option(help: "How long each attack lasts.")
  var seconds = 120.0

  @Option(help: "For how many seconds honest people are watched before an attack.")
  var before = 10.0

  @Option(help: "For how many seconds they are watched after it.")
  var after = 60.0

  @Option(help: "A file to write the figures to.")
  var json: String?

  private static let fair = "fair"

  func validate() throws {
    for name in attacks where name != Self.fair && AttackName(rawValue: name) == nil {
      throw ValidationError("There is no attack \(name); `abuse --help` lists them.")
    }
  }

  func run() throws {
    OpenFiles.allowMost()
    let trial = Trial(boardd: boardd, seconds: seconds, before: before, after: after)
    let names = attacks.compactMap(AttackName.init)
    var rows: [Row] = []
    for name in attacks.isEmpty ? AttackName.allCases : names {
      FileHandle.standardError.write(Data("\(name.rawValue)\n".utf8))
      rows.append(try trial.run(name))
      print(Table.text(rows.suffix(1)))
    }
    if let json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(rows).write(to: URL(fileURLWithPath: json))
    }
    guard rows.allSatisfy(\.faults.isEmpty) else { throw ExitCode.failure }
  }
}
