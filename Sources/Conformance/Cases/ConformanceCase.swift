/// One test of a coordinator, made on fresh connections and boards.
public struct ConformanceCase: Sendable {
  /// The identifier, `area/what`. It is never reused for another test.
  public let id: String
  public let title: String
  /// Identifiers of the statements of SPEC.md that the case tests.
  public let statements: [String]
  let body: @Sendable (Bench) async throws -> Void

  init(
    _ id: String, _ title: String, _ statements: [String],
    _ body: @escaping @Sendable (Bench) async throws -> Void
  ) {
    self.id = id
    self.title = title
    self.statements = statements
    self.body = body
  }

  /// Every case, in the order in which they run.
  public static let all: [ConformanceCase] =
    tls + joining + invitations + strangers + shares + framing + handshake + encoding + text
    + requests + boards + sessions + takeovers
    + edits
    + refusals + conflicts + texts + undo + resume + lagging + snapshots + excerpts + history
    + cardHistory
    + presence + openings + takings + keepings + tellings + drags + loadings + liveness + closing
    + levels + members + privacy + access + users + cardFields + purges + digests

  /// The case of this identifier, or all cases of an area if it ends in a slash, as in `edits/`.
  public static func matching(_ id: String) -> [ConformanceCase] {
    all.filter { $0.id == id || id.hasSuffix("/") && $0.id.hasPrefix(id) }
  }
}
