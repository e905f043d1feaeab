/// The result of a case.
public enum Verdict: Hashable, Sendable {
  case pass
  /// The coordinator broke a statement, as the text says.
  case fail(String)
  /// The case could not be decided, for the reason in the text.
  case skipped(String)
  /// The suite or its surroundings are at fault, as the text says; nothing is said of the
  /// coordinator.
  case harnessError(String)

  /// The name of the verdict in reports.
  public var name: String {
    switch self {
    case .pass: "pass"
    case .fail: "fail"
    case .skipped: "skipped"
    case .harnessError: "harness-error"
    }
  }

  public var reason: String? {
    switch self {
    case .pass: nil
    case .fail(let reason), .skipped(let reason), .harnessError(let reason): reason
    }
  }
}

/// What one case came to.
public struct CaseResult: Sendable {
  public let id: String
  public let title: String
  /// Identifiers of the statements that the case is about, and of others that it found broken.
  public let statements: [String]
  public let verdict: Verdict
  public let seconds: Double

  public init(
    id: String, title: String, statements: [String], verdict: Verdict, seconds: Double
  ) {
    self.id = id
    self.title = title
    self.statements = statements
    self.verdict = verdict
    self.seconds = seconds
  }
}

/// What one run of the suite came to.
public struct SuiteResult: Sendable {
  public let target: String
  public let cases: [CaseResult]

  public init(target: String, cases: [CaseResult]) {
    self.target = target
    self.cases = cases
  }

  public func count(_ name: String) -> Int {
    cases.count { $0.verdict.name == name }
  }

  /// The exit code: 0 if every case passed or was skipped, 1 if one failed, 3 if the harness is at
  /// fault, which says nothing of the coordinator.
  public var exitCode: Int32 {
    if count("harness-error") > 0 { return 3 }
    return count("fail") > 0 ? 1 : 0
  }
}
