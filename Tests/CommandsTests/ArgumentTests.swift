import ArgumentParser
import Testing

@testable import Commands

@Suite("Words of a command line")
struct ArgumentTests {
  private static func prepared(_ words: [String]) throws(CommandFailure) -> [String] {
    try PreparedArguments(ProgramRoot.self).words(words)
  }

  /// What begins with a dash and is no option of any command.
  private static let dashed = [
    "-high", "-5", "-", "- item", "-highest", "-help", "-x=1", "-h5", "--high priority", "-- a",
    "-\u{E9}", "-hh",
  ]

  @Test("Every command's words that begin with a dash are its arguments", arguments: Leaf.all)
  func arguments(_ leaf: Leaf) throws {
    let table = try OptionTable(leaf.command)
    let count = table.positionals.count
    for word in Self.dashed {
      let words = Array(repeating: word, count: max(1, count))
      let prepared = try Self.prepared(leaf.path + words)
      #expect(prepared == leaf.path + ["--"] + words)
      // The parser finds neither help nor an option in them.
      let ending = Self.ending(prepared, leaf)
      #expect(ending != .help, "\(prepared)")
      if count == 0 { #expect(ending != .understood, "\(prepared)") }
    }
  }

  @Test("A dash in every option's value is part of the value", arguments: Leaf.all)
  func values(_ leaf: Leaf) throws {
    let table = try OptionTable(leaf.command)
    for (name, kind) in table.options.sorted(by: { $0.key < $1.key }) where kind == .option {
      for value in Self.dashed + ["--high", "a b", "=", "a=b", "\u{201C}"] {
        let expected = leaf.path + ["\(name)=\(value)"]
        #expect(try Self.prepared(leaf.path + [name, value]) == expected)
        #expect(try Self.prepared(leaf.path + ["\(name)=\(value)"]) == expected)
        switch Self.ending(expected, leaf) {
        case .understood: break
        case .refused(let why): #expect(!why.contains("Missing value"), "\(expected)")
        case .help: Issue.record("\(expected) shows help")
        }
      }
      #expect(
        try Self.prepared(leaf.path + ["\(name)=", "x"]).starts(with: leaf.path + [name, ""]))
    }
  }

  @Test(
    "An option without its value is a usage error, also where another option stands behind it",
    arguments: Leaf.all)
  func missingValues(_ leaf: Leaf) throws {
    let table = try OptionTable(leaf.command)
    for (name, kind) in table.options {
      guard kind == .option else {
        let failure = #expect(throws: CommandFailure.self) {
          try Self.prepared(leaf.path + ["\(name)=x"])
        }
        #expect(failure?.kind == .usage)
        continue
      }
      let behind = table.options.keys.flatMap { [[$0], ["\($0)=1"]] }
      for rest in [[], ["--"], ["-h"], ["--help"]] + behind {
        let failure = #expect(throws: CommandFailure.self) {
          try Self.prepared(leaf.path + [name] + rest)
        }
        #expect(failure?.kind == .usage)
        if let word = rest.first {
          #expect(failure?.description.contains("\(name)=\(word)") == true)
        }
      }
    }
  }

  @Test("Help is asked for by -h and --help and by nothing else", arguments: Leaf.all)
  func help(_ leaf: Leaf) throws {
    for word in ["-h", "--help"] {
      for words in [[word], ["-x", word], [word, "--nothing"]] {
        #expect(try Self.prepared(leaf.path + words) == leaf.path + ["--help"])
      }
      // Behind two dashes it is what it looks like.
      #expect(try Self.prepared(leaf.path + ["--", word]) == leaf.path + ["--", word])
      #expect(Self.ending(leaf.path + ["--", word], leaf) != .help)
    }
    #expect(Self.ending(leaf.path + ["--help"], leaf) == .help)
  }

  @Test(
    "A word with two dashes that is no option is refused, with the way to write it as text",
    arguments: Leaf.all)
  func unknownOptions(_ leaf: Leaf) throws {
    let takesText = try !OptionTable(leaf.command).positionals.isEmpty
    for word in ["--no-such", "--no-such=1", "---", "--version", "--help-hidden", "--h"] {
      let failure = #expect(throws: CommandFailure.self) {
        try Self.prepared(leaf.path + ["x", word, "y"])
      }
      #expect(failure?.kind == .usage)
      #expect(failure?.description.contains("board \(leaf.path.joined(separator: " "))") == true)
      #expect(failure?.description.contains("-- \(word)`") == takesText)
      #expect(try Self.prepared(leaf.path + ["--", word]) == leaf.path + ["--", word])
    }
  }

  @Test(
    "Options stand before, between and behind the arguments, which keep their order",
    arguments: [
      (["add", "-high", "--column", "To do"], ["add", "--column=To do", "--", "-high"]),
      (["add", "--column", "To do", "-high"], ["add", "--column=To do", "--", "-high"]),
      (["add", "--column=-x", "--", "-h"], ["add", "--column=-x", "--", "-h"]),
      (["add", "T", "--column", "--x", "--json"], ["add", "--column=--x", "--json", "--", "T"]),
      (
        ["mv", "ab12", "--after", "cd34", "-left"],
        ["mv", "--after=cd34", "--", "ab12", "-left"]
      ),
      (["check", "add", "ab12", "-5"], ["check", "add", "--", "ab12", "-5"]),
      (["comment", "ab12", "- yes"], ["comment", "add", "--", "ab12", "- yes"]),
      (["comment", "ab12", "--", "--", "-h"], ["comment", "add", "--", "ab12", "--", "-h"]),
      (
        ["comment", "edit", "ab12", "cd34", "-h5"],
        ["comment", "edit", "--", "ab12", "cd34", "-h5"]
      ),
      (["receipts", "--all"], ["receipts", "list", "--all"]), ([], ["open"]),
      (["--board", "X"], ["open", "--board=X"]), (["ab12"], ["open", "--", "ab12"]),
      (["label", "color", "bug", "3"], ["label", "colour", "--", "bug", "3"]),
      (["help", "check", "add"], ["help", "check", "add"]), (["help", "-h"], ["help"]),
      (["--help"], ["--help"]), (["-h", "x"], ["--help"]), (["check", "-h"], ["check", "--help"]),
      (["--version"], ["--version"]),
    ])
  func order(_ words: [String], expected: [String]) throws {
    #expect(try Self.prepared(words) == expected)
  }

  @Test(
    "A command that there is not is called so, with the one that is nearest",
    arguments: [
      (["chek"], "\u{201C}chek\u{201D}", "`board check`"),
      (["sohw", "ab12"], "\u{201C}sohw\u{201D}", "`board show`"),
      (["check", "ad"], "\u{201C}check ad\u{201D}", "`board check add`"),
      (["receipts", "sene"], "\u{201C}receipts sene\u{201D}", "`board receipts seen`"),
      (["label", "colo"], "\u{201C}label colo\u{201D}", "`board label color`"),
      (["help", "edti"], "\u{201C}edti\u{201D}", "`board edit`"),
      (["help", "check", "x"], "\u{201C}check x\u{201D}", nil),
      (["frobnicate"], "\u{201C}frobnicate\u{201D}", nil), (["x"], "\u{201C}x\u{201D}", nil),
    ] as [([String], String, String?)])
  func unknownCommands(_ words: [String], named: String, nearest: String?) throws {
    let failure = #expect(throws: CommandFailure.self) { try Self.prepared(words) }
    let text = try #require(failure).description
    #expect(failure?.exitCode == 2)
    #expect(text.contains("there is no command \(named)"), "\(text)")
    #expect(text.contains("did you mean \(nearest ?? "")") == (nearest != nil), "\(text)")
  }

  @Test("A command that needs another behind it does nothing alone, and says what there is")
  func halfCommands() {
    for group in ["check", "column", "label"] {
      for words in [[group], [group, "--json"], [group, "-x"]] {
        let failure = #expect(throws: CommandFailure.self) { try Self.prepared(words) }
        #expect(failure?.exitCode == 2)
        #expect(failure?.description.contains("rm") == true || group == "column")
        #expect(failure?.description.contains("`board \(group) --help`") == true)
      }
    }
  }

  // MARK: What the parser makes of it

  private enum Outcome: Hashable {
    case understood
    case refused(String)
    case help
  }

  /// - Parameter words: with the path to the command.
  private static func ending(_ words: [String], _ leaf: Leaf) -> Outcome {
    do {
      let command = try leaf.command.parseAsRoot(Array(words.dropFirst(leaf.path.count)))
      // What the parser makes of a request for help.
      return type(of: command) == leaf.command ? .understood : .help
    } catch {
      return leaf.command.exitCode(for: error) == .success
        ? .help : .refused(leaf.command.message(for: error))
    }
  }
}
