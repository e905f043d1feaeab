import ArgumentParser
import Foundation
import Identity

/// The way in which boardd ends: 0 done, 1 refused, 2 usage, 4 an identity that cannot be used; as
/// `board` does.
struct Ending {
  let kind: Kind
  let message: String

  enum Kind: String {
    case refused
    case usage
    case identity

    var exitCode: Int32 {
      switch self {
      case .refused: 1
      case .usage: 2
      case .identity: 4
      }
    }
  }

  /// - Returns: nil for an error that is no failure, or has been reported.
  init?(_ error: any Error) {
    let code = Boardd.exitCode(for: error)
    if error is ExitCode || code == .success { return nil }
    if code == .validationFailure {
      let message = Boardd.message(for: error)
      self.init(
        kind: .usage,
        message: message.hasPrefix("Missing expected")
          ? message + "; `boardd help COMMAND` says what it takes" : message)
    } else if let error = error as? IdentityError, error.kind != .system {
      self.init(kind: .identity, message: "\(error)")
    } else {
      self.init(kind: .refused, message: Boardd.message(for: error))
    }
  }

  init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }

  private struct Report: Encodable {
    struct Failure: Encodable {
      let code: String
      let exit: Int32
      let message: String
      let candidates: [String]
    }

    let error: Failure
  }

  /// Reports the failure, as a sentence or as one JSON object, and ends the process.
  func exit() -> Never {
    if CommandLine.arguments.dropFirst().prefix(while: { $0 != "--" }).contains("--json") {
      let report = Report(
        error: Report.Failure(
          code: kind.rawValue, exit: kind.exitCode, message: message, candidates: []))
      try? printJSON(report)
    } else {
      FileHandle.standardError.write(Data("boardd: \(message)\n".utf8))
    }
    Foundation.exit(kind.exitCode)
  }
}
