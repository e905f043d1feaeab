/// The coordinator broke a statement that the case tests.
public struct CaseFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// Identifiers of broken statements that are not among those the case is about.
  public let statements: [String]

  public init(_ description: String, statements: [String] = []) {
    self.description = description
    self.statements = statements
  }
}

/// The case can be neither passed nor failed in this run; `description` gives the reason.
public struct CaseSkip: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// - Throws: `CaseFailure`.
func require(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !condition { throw CaseFailure(otherwise()) }
}

/// - Throws: `CaseFailure` that names both values.
func requireEqual<Content: Equatable>(
  _ found: Content, _ expected: Content, _ what: @autoclosure () -> String
) throws {
  if found != expected { throw CaseFailure("\(what()) is \(found), expected \(expected)") }
}
