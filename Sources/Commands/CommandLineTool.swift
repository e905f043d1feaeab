public import ArgumentParser
import Glibc

/// The commands without a window, to be listed as subcommands.
public let boardCommands: [any ParsableCommand.Type] = [
  BoardsCommand.self, NewCommand.self, ListCommand.self, ShowCommand.self, AddCommand.self,
  MoveCommand.self, EditCommand.self, ArchiveCommand.self, UnarchiveCommand.self,
  FavouriteCommand.self, AddColumnCommand.self, ColumnCommand.self, LimitsCommand.self,
  LabelsCommand.self, LabelCommand.self, CheckCommand.self, CommentCommand.self,
  MembersCommand.self, MemberCommand.self, ProposalsCommand.self, AcceptCommand.self,
  DismissCommand.self, ReceiptsCommand.self, UndoCommand.self, RedoCommand.self,
  UpgradeCommand.self, CompactCommand.self, LogCommand.self, ExplainCommand.self, WatchCommand.self,
  ExportCommand.self, UnsentCommand.self, WindowsCommand.self, CloseCommand.self,
  InviteCommand.self,
  JSONTopic.self,
]

/// How every command ends: 0 done, 1 refused by the board or by this machine, or there is nothing of
/// that name, 2 usage, 3 coordinator unreachable, 4 identity refused.
public enum CommandEnding {
  /// Says what went wrong, and ends the process. Help is no failure.
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

/// An error, as a command ends with it.
enum Ending: Hashable, Sendable {
  case help(String)
  case failed(CommandFailure)
  /// Everything has been said.
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
  /// What stands on standard error.
  var text: String {
    (["board: \(PlainText.line(description))"] + candidates.map { "  \(PlainText.line($0))" })
      .joined(separator: "\n")
  }

  /// What stands on standard output with `--json`.
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
  /// Checks an argument before anything is asked of a coordinator.
  static func check<Value>(_ read: () throws(CommandFailure) -> Value) throws {
    do {
      _ = try read()
    } catch {
      throw ValidationError(error.description)
    }
  }
}
