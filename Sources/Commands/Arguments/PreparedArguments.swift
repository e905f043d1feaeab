import ArgumentParser

/// Turns the words that a person typed into words that the parser can read in only one way.
///
/// The parser reads `-high` as the options h, i, g and h, shows help because of the h, and ends
/// with 0. Whoever adds cards in a loop would lose that card unnoticed. So each word is found to be
/// an option of the command, the value of one, or an argument before the parser sees it: options
/// come first, as `--name=value`, and arguments behind `--`.
struct PreparedArguments {
  private let root: any ParsableCommand.Type

  init(_ root: any ParsableCommand.Type) {
    self.root = root
  }

  /// - Parameter words: the words typed, without the program's name.
  /// - Throws: a usage error that names the word that is not understood.
  func words(_ words: [String]) throws(CommandFailure) -> [String] {
    switch words.first {
    // These words come from shells, not from people, and the parser itself answers them.
    case let first? where first.hasPrefix("--generate-completion-script"): return words
    case let first? where first.hasPrefix("---completion"): return words
    case "--version" where words.count == 1: return words
    case "help": return try help(words.dropFirst())
    default: break
    }
    var path: [String] = []
    var command = root
    let leading = ClusterOption.leading(words)
    var rest = leading?.rest ?? words[...]
    while let next = try PreparedArguments.step(from: command, path, &rest) {
      switch next {
      case .help: return path + ["--help"]
      case .into(let subcommand):
        path.append(PreparedArguments.name(subcommand))
        command = subcommand
      }
    }
    let options = leading?.option ?? []
    return path + (try PreparedArguments.arguments(of: command, path, (options + rest)[...]))
  }

  // MARK: Which command

  private enum Step {
    case help
    case into(any ParsableCommand.Type)
  }

  /// Finds the next command on the path that the words name, and removes its word from `rest`.
  /// - Returns: nil if `command` has no subcommands.
  private static func step(
    from command: any ParsableCommand.Type, _ path: [String], _ rest: inout ArraySlice<String>
  ) throws(CommandFailure) -> Step? {
    let below = command.configuration.subcommands
    guard !below.isEmpty else { return nil }
    if let word = rest.first {
      if OptionTable.help.contains(word) { return .help }
      if let subcommand = below.first(where: { answers($0, to: word) }) {
        rest.removeFirst()
        return .into(subcommand)
      }
    }
    let word = rest.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
    guard let usual = command.configuration.defaultSubcommand else {
      throw word.map { unknown($0, of: command, path) } ?? unsaid(command, path)
    }
    if let word, try !takes(usual, word, at: path) { throw unknown(word, of: command, path) }
    return .into(usual)
  }

  /// Whether a word that is not a command may be the first argument of the default command. Behind
  /// `board` itself this holds only for the beginning of a card's identifier, so that a mistyped
  /// command is reported as one.
  private static func takes(
    _ usual: any ParsableCommand.Type, _ word: String, at path: [String]
  ) throws(CommandFailure) -> Bool {
    guard try !OptionTable(usual).positionals.isEmpty else { return false }
    return !path.isEmpty || Naming.isHexadecimal(word) && Naming.isLongEnough(word)
  }

  /// The words for help on the command that the words behind `help` name. Each of them has to be a
  /// command.
  private func help(_ words: ArraySlice<String>) throws(CommandFailure) -> [String] {
    var path: [String] = []
    var command = root
    for word in words where !OptionTable.help.contains(word) {
      let below = command.configuration.subcommands
      guard let next = below.first(where: { PreparedArguments.answers($0, to: word) }) else {
        throw PreparedArguments.unknown(word, of: command, path)
      }
      path.append(PreparedArguments.name(next))
      command = next
    }
    return ["help"] + path
  }

  private static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? command._commandName
  }

  private static func shown(
    below command: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  private static func answers(_ command: any ParsableCommand.Type, to word: String) -> Bool {
    name(command) == word || command.configuration.aliases.contains(word)
  }

  // MARK: Its words

  private static func arguments(
    of command: any ParsableCommand.Type, _ path: [String], _ words: ArraySlice<String>
  ) throws(CommandFailure) -> [String] {
    let table = try OptionTable(command)
    var options: [String] = []
    var arguments: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        break
      }
      if OptionTable.help.contains(word) { return ["--help"] }
      let (name, value) = OptionTable.parts(word)
      switch table.options[name] {
      case .flag?:
        if value != nil { throw CommandFailure(.usage, "\(name) has no value: write it alone") }
        options.append(name)
      case .option?:
        let given = if let value { value } else { try self.value(of: name, table, &rest) }
        options += option(name, given)
      case nil where word == "-" || !word.hasPrefix("--") || word.contains(where: \.isWhitespace):
        arguments.append(word)
      case nil: throw unknown(option: name, word, table, path)
      }
    }
    return options + (arguments.isEmpty ? [] : ["--"] + arguments)
  }

  /// An option with its value. An empty value becomes a word of its own, since the parser takes an
  /// empty value behind an equals sign for none.
  private static func option(_ name: String, _ value: String) -> [String] {
    value.isEmpty ? [name, ""] : ["\(name)=\(value)"]
  }

  /// The value of an option, which is the next word. Any word may be one, except `--` and a known
  /// option, where the value was more likely forgotten.
  private static func value(
    of name: String, _ table: OptionTable, _ rest: inout ArraySlice<String>
  ) throws(CommandFailure) -> String {
    guard let word = rest.first else {
      throw CommandFailure(.usage, "\(name) needs a value behind it")
    }
    guard word != "--", !table.knows(word) else {
      throw CommandFailure(
        .usage,
        "\(name) needs a value behind it; where \(word) is the value, write \(name)=\(word)")
    }
    rest.removeFirst()
    return word
  }

  // MARK: What is said

  private static func spelled(_ path: [String]) -> String {
    (["board"] + path).joined(separator: " ")
  }

  private static func unknown(
    _ word: String, of command: any ParsableCommand.Type, _ path: [String]
  ) -> CommandFailure {
    let names = shown(below: command).flatMap { [name($0)] + $0.configuration.aliases }
    let guess = NearestWord.find(word, among: names)
      .map { "did you mean `\(spelled(path + [$0]))`?" }
    let list = path.isEmpty ? "`board help`" : "`\(spelled(path)) --help`"
    return CommandFailure(
      .usage,
      "there is no command \(Naming.quoted((path + [word]).joined(separator: " "))): "
        + "\(guess.map { $0 + " " } ?? "")\(list) lists what there is")
  }

  private static func unsaid(
    _ command: any ParsableCommand.Type, _ path: [String]
  ) -> CommandFailure {
    let names = shown(below: command).map { name($0) }
    return CommandFailure(
      .usage,
      "say what to do: `\(spelled(path))` goes on with \(names.joined(separator: ", ")); "
        + "`\(spelled(path)) --help` explains them")
  }

  private static func unknown(
    option name: String, _ word: String, _ table: OptionTable, _ path: [String]
  ) -> CommandFailure {
    let guess = NearestWord.find(name, among: table.options.keys.sorted())
      .map { "did you mean \($0)? " }
    let asText =
      table.positionals.isEmpty
      ? ""
      : "; where it is meant as text, put -- before it, behind all options: "
        + "`\(spelled(path)) … -- \(word)`"
    return CommandFailure(
      .usage,
      "`\(spelled(path))` has no option \(name): \(guess ?? "")"
        + "`\(spelled(path)) --help` lists what it has\(asText)")
  }
}
