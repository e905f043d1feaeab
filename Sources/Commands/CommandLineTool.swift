public import ArgumentParser
import Glibc

/// The commands that show no window, for the program to list as subcommands.
public let boardCommands: [any ParsableCommand.Type] = [
  BoardsCommand.self, NewCommand.self, ListCommand.self, ShowCommand.self, AddCommand.self,
  MoveCommand.self, EditCommand.self, ArchiveCommand.self, UnarchiveCommand.self,
  FavouriteCommand.self, AddColumnCommand.self, ColumnCommand.self, LimitsCommand.self,
  LabelsCommand.self, LabelCommand.self, CheckCommand.self, CommentCommand.self,
  MembersCommand.self, MemberCommands.self, NameCommand.self, ProposalsCommand.self,
  AcceptCommand.self, DismissCommand.self, ReceiptsCommand.self, UndoCommand.self, RedoCommand.self,
  UpgradeCommand.self, CompactCommand.self, PurgeCommand.self, LogCommand.self, ExplainCommand.self,
  WatchCommand.self,
  ExportCommand.self, UnsentCommand.self, WindowsCommand.self, CloseCommand.self,
  InviteCommand.self, JoinCommand.self, ClustersCommand.self, DevicesCommand.self,
  RevokeCommand.self,
  JSONTopic.self,
]

/// Ends the process after a command. The exit code is 0 if all was done, 1 if the board or this
/// machine refused or nothing has the name given, 2 for usage, 3 if the coordinator is unreachable,
/// 4 if it refuses the identity.
public enum CommandEnding {
  /// Prints what went wrong, and ends the process. Help counts as success.
  public static func exit(_ root: any ParsableCommand.Type, with error: any Error) -> Never {
    let ending = Ending(root, error)
    do {
      switch ending {
      case .help(let text): try StandardOutput.line(text)
      case .failed(let failure) where isJSON && failure.kind != .output:
        try StandardOutput.line(failure.json.text)
      case .failed(let failure): StandardOutput.complain(failure.text)
      case .silent: break
      }
    } catch {
      let unsaid = if case .failed(let failure) = ending { failure } else { error }
      StandardOutput.complain(unsaid.text)
      Glibc.exit(unsaid.exitCode)
    }
    Glibc.exit(ending.code)
  }

  private static var isJSON: Bool {
    CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
  }
}

/// The way in which an error ends a command.
enum Ending: Hashable, Sendable {
  case help(String)
  case failed(CommandFailure)
  /// Nothing is left to print; the number is the exit code.
  case silent(Int32)

  init(_ root: any ParsableCommand.Type, _ error: any Error) {
    if let failure = error as? CommandFailure {
      self = .failed(failure)
    } else if let code = error as? ExitCode {
      self = .silent(code.rawValue)
    } else if root.exitCode(for: error) == .success {
      self = .help(root.fullMessage(for: error))
    } else if root.exitCode(for: error) == .validationFailure {
      self = .failed(CommandFailure(.usage, root.message(for: error)))
    } else {
      self = .failed(CommandFailure(.refused, root.message(for: error)))
    }
  }

  var code: Int32 {
    switch self {
    case .help: 0
    case .failed(let failure): failure.exitCode
    case .silent(let code): code
    }
  }
}

extension CommandFailure {
  /// The text for standard error.
  var text: String {
    (["board: \(PlainText.line(description))"] + candidates.map { "  \(PlainText.line($0))" })
      .joined(separator: "\n")
  }

  /// The object for standard output with `--json`.
  var json: JSON {
    .object([
      "error": .object([
        "code": .string(kind.rawValue), "exit": .number(UInt64(exitCode)),
        "message": .string(description),
        "candidates": .array(candidates.map { .string($0) }),
      ])
    ])
  }
}

extension TextArguments {
  /// Checks an argument before the coordinator is asked anything.
  static func check<Value>(_ read: () throws(CommandFailure) -> Value) throws {
    do {
      _ = try read()
    } catch {
      throw ValidationError(error.description)
    }
  }
}
