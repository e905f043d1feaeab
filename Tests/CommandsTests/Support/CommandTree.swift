import ArgumentParser
import Testing

@testable import Commands

/// The program's commands as the program composes them, but for what needs a terminal.
struct ProgramRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    version: "0",
    subcommands: [OpenCommand<NoWindows>.self] + boardCommands + [
      RestoreCommand<NoWindows>.self
    ],
    defaultSubcommand: OpenCommand<NoWindows>.self)
}

/// A command that does something, and the words that lead to it.
struct Leaf: CustomTestStringConvertible, Sendable {
  let path: [String]
  let command: any ParsableCommand.Type

  var testDescription: String { path.joined(separator: " ") }

  /// Every command there is: one that is added is tried by every test that goes through these.
  static let all: [Leaf] = leaves(below: ProgramRoot.self, [])

  private static func leaves(
    below command: any ParsableCommand.Type, _ path: [String]
  ) -> [Leaf] {
    guard !command.configuration.subcommands.isEmpty else {
      return [Leaf(path: path, command: command)]
    }
    return command.configuration.subcommands.flatMap { subcommand in
      leaves(below: subcommand, path + [subcommand.configuration.commandName ?? ""])
    }
  }
}
