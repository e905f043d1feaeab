public import BoardModel

// Proposals in words.
extension Wording {
  /// A proposal in one line of a list.
  public func headline(_ proposal: Proposal) -> String {
    "\(proposal.stamp.author.user) proposes for \(field(proposal.field)): "
      + value(proposal.value, of: proposal.field)
  }

  /// Who wants which value in place of which.
  public func account(_ proposal: Proposal) -> String {
    let (user, value) = (
      proposal.stamp.author.user, self.value(proposal.value, of: proposal.field)
    )
    let field = self.field(proposal.field)
    if case .fragment = proposal.value {
      return "\(user) typed \(value) into \(field), where the words around it are gone"
    }
    let now = present(proposal.field) ?? "gone"
    return "\(user) proposes \(value) for \(field), which is \(now)"
  }

  /// The proposal as what somebody accepted or dismissed.
  public func name(_ proposal: Proposal) -> String {
    "\(value(proposal.value, of: proposal.field)) for \(field(proposal.field)), which "
      + "\(proposal.stamp.author.user) proposed"
  }
}
