/// Why a command did not do what it was asked, in a form for people and for scripts.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The raw value is what `--json` calls it.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The board ordered the edit and did not do it.
    case rejected
    /// The board kept a newer value; what was wanted is now a proposal.
    case superseded
    /// The coordinator would not even order it.
    case refused
    /// The window holds what would be lost.
    case draftsHeld = "drafts-held"
    case usage
    /// No card, column or board has that name.
    case notFound = "not-found"
    /// Several have it.
    case ambiguous
    case unreachable
    case identity
    /// This user's files cannot be made or changed.
    case files
    /// Standard output cannot be written, so that only standard error says so.
    case output
  }

  let kind: Kind
  /// What happened, why, and what to do.
  let description: String
  /// What an ambiguous name may mean, or what there is instead.
  let candidates: [String]

  init(_ kind: Kind, _ description: String, candidates: [String] = []) {
    self.kind = kind
    self.description = description
    self.candidates = candidates
  }

  /// The same with something to add.
  func adding(_ text: String) -> CommandFailure {
    CommandFailure(kind, description + text, candidates: candidates)
  }

  var exitCode: Int32 {
    switch kind {
    // What is asked for by a name that nothing has is well asked: scripts tell it from a mistake.
    case .rejected, .superseded, .refused, .draftsHeld, .notFound, .ambiguous, .files, .output: 1
    case .usage: 2
    case .unreachable: 3
    case .identity: 4
    }
  }
}
