/// What came of a case.
public enum Verdict: Hashable, Sendable {
  case pass
  /// The coordinator broke a statement.
  case fail(String)
  /// Nothing was decided, for this reason.
  case skipped(String)
  /// The suite or what surrounds the coordinator is at fault.
  case harnessError(String)

  /// As reports name it.
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

/// A case that ran.
public struct CaseResult: Sendable {
  public let id: String
  public let title: String
  /// Those of the case, and those found broken beside them.
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

/// A run of the suite.
public struct SuiteResult: Sendable {
  public let target: String
  public let cases: [CaseResult]

  public init(target: String, cases: [CaseResult]) {
    self.target = target
    self.cases = cases
  }

  public func count(_ name: String) -> Int {
    self.cases.count { $0.verdict.name == name }
  }

  /// 0 where everything passed or was skipped, 1 where something failed, 3 where the harness is at
  /// fault: then nothing is said of the coordinator.
  public var exitCode: Int32 {
    if self.count("harness-error") > 0 { return 3 }
    return self.count("fail") > 0 ? 1 : 0
  }
}
