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
    var results = Results()
    for name in attacks.isEmpty ? AttackName.allCases.map(\.rawValue) + [Self.fair] : attacks {
      FileHandle.standardError.write(Data("\(name)\n".utf8))
      do {
        if let attack = AttackName(rawValue: name) {
          results.rows.append(try trial.run(attack))
          print(Table.text(results.rows.suffix(1)))
        } else {
          let fair = try Fair(boardd: boardd, seconds: seconds).run()
          results.fair = fair
          print(fair.text)
        }
      } catch {
        // The others are measured all the same.
        results.failures[name] = "\(error)"
        print("\(name)\n  ! it was not measured: \(error)")
      }
      fflush(nil)
    }
    if results.rows.count > 1 { print("\n" + Table.text(results.rows)) }
    if let json { try results.json.write(to: URL(fileURLWithPath: json)) }
    guard results.areGood else { throw ExitCode.failure }
  }
}

/// The figures of a run.
private struct Results: Encodable {
  var rows: [Row] = []
  var fair: Fair.Result?
  /// Why something could not be measured, by its name.
  var failures: [String: String] = [:]

  var areGood: Bool {
    failures.isEmpty && rows.allSatisfy(\.faults.isEmpty) && fair?.isFair ?? true
  }

  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try encoder.encode(self)
    }
  }
}
