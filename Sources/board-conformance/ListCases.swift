import ArgumentParser
import Conformance

struct ListCases: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Name every case.")

  @Flag(help: "As the JSON that Protocol/conformance/cases.json holds.")
  var json = false

  func run() throws {
    if json {
      Output.write(String(decoding: try CaseCatalogue.json(), as: UTF8.self), terminator: "")
      return
    }
    for one in ConformanceCase.all { Output.write("\(one.id)\t\(one.title)") }
  }
}

struct ExplainCase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Say what a case asks and which statements it cites.")

  @Argument(help: "As list names it, or an area as in edits/.")
  var id: String

  func validate() throws {
    if ConformanceCase.matching(id).isEmpty {
      throw ValidationError("There is no case \(id). board-conformance list names them.")
    }
  }

  func run() {
    for one in ConformanceCase.matching(id) {
      Output.write("\(one.id)\n  \(one.title)")
      Output.write("  \(one.statements.joined(separator: ", ")) in SPEC.md")
    }
  }
}
