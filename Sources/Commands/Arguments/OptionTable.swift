import ArgumentParser
import Foundation

/// The options and arguments of one command. They are read from its own declarations, so that a new
/// option is known here without being listed again.
struct OptionTable: Sendable {
  enum Kind: Hashable, Sendable {
    /// An option without a value.
    case flag
    /// An option with a value, which is the next word or follows an equals sign.
    case option
  }

  /// The options by their names as they are typed, with dashes.
  let options: [String: Kind]
  /// The names of the command's positional arguments, in order.
  let positionals: [String]

  /// The words that ask for help, whatever the command.
  static let help: Set = ["-h", "--help"]

  init(_ command: any ParsableCommand.Type) throws(CommandFailure) {
    let bytes = Data(command._dumpHelp().utf8)
    guard let declared = try? JSONDecoder().decode(Declaration.self, from: bytes) else {
      throw CommandFailure(.refused, "the options of this command cannot be read")
    }
    var options: [String: Kind] = [:]
    var positionals: [String] = []
    for argument in declared.command.arguments ?? [] {
      switch argument.kind {
      case .positional: positionals.append(argument.valueName ?? "")
      case .option: for name in argument.names ?? [] { options[name.typed] = .option }
      case .flag: for name in argument.names ?? [] { options[name.typed] = .flag }
      }
    }
    for name in OptionTable.help { options[name] = nil }
    self.options = options
    self.positionals = positionals
  }

  /// Whether a word is an option of the command, with a value or without, or asks for help.
  func knows(_ word: String) -> Bool {
    OptionTable.help.contains(word) || options[OptionTable.parts(word).name] != nil
  }

  /// Splits a word at its first equals sign.
  static func parts(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }
}

/// The part that is needed of the description of a command that the parser gives to other programs.
private struct Declaration: Decodable {
  let command: Command

  struct Command: Decodable {
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    let kind: Kind
    let names: [Name]?
    let valueName: String?
  }

  enum Kind: String, Decodable {
    case positional, option, flag
  }

  struct Name: Decodable {
    let kind: Dashes
    let name: String

    var typed: String { kind == .long ? "--\(name)" : "-\(name)" }
  }

  enum Dashes: String, Decodable {
    case long, short, longWithSingleDash
  }
}
