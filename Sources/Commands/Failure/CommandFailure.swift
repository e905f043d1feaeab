/// The reason why a command did not do what it was asked, for people and for scripts.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure. The raw value is the code in JSON.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The edit got its place in the board's order and was refused.
    case rejected
    /// The board kept a newer value, and the value of the edit has become a proposal.
    case superseded
    /// The coordinator refused the request before ordering any edit.
    case refused
    /// The window holds work that would be lost.
    case draftsHeld = "drafts-held"
    case usage
    /// No card, column, board or other thing has that name.
    case notFound = "not-found"
    /// Several things have that name.
    case ambiguous
    case unreachable
    case identity
    /// This user's files cannot be made or changed.
    case files
    /// Standard output cannot be written, so only standard error says it.
    case output
  }

  let kind: Kind
  /// What happened, why, and what a person can do.
  let description: String
  /// The things that an ambiguous name may mean, or the names that exist instead of an unknown one.
  let candidates: [String]

  init(_ kind: Kind, _ description: String, candidates: [String] = []) {
    self.kind = kind
    self.description = description
    self.candidates = candidates
  }

  /// This failure with more text behind its description.
  func adding(_ text: String) -> CommandFailure {
    CommandFailure(kind, description + text, candidates: candidates)
  }

  var exitCode: Int32 {
    switch kind {
    // A request for an unknown name is well formed, and its code lets scripts tell it from wrong
    // usage.
    case .rejected, .superseded, .refused, .draftsHeld, .notFound, .ambiguous, .files, .output: 1
    case .usage: 2
    case .unreachable: 3
    case .identity: 4
    }
  }
}
