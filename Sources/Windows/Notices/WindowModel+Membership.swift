import BoardModel
import Wording

// This part tells the person that their role on a board is another now.
extension WindowModel {
  /// Tells of another board. Of the board that is shown, the operation itself tells, with who gave
  /// the role, and the standing where none is left.
  mutating func tellMembership(of id: BoardID, _ role: Role?, titled title: String) {
    guard id != board?.id else { return }
    let known = boards.first { $0.id == id }?.title
    guard let role else {
      let name = known.map { Wording.quote($0) } ?? "the board \(id.description.prefix(8))"
      return report("You may no longer read \(name).", .loss)
    }
    report("You are \(Wording.article(role)) of \(Wording.quote(title)) now.", .news)
  }

  /// Tells which role somebody else gave this person on the board that is shown, themselves or with
  /// everyone who has none of their own.
  mutating func tellRole(_ committed: CommittedOperation) {
    guard !committed.outcome.isRejected else { return }
    for (user, role) in committed.operation?.intent.rolesGiven ?? [] {
      let isNamed = board?.members.contains { $0.user == self.user } ?? false
      guard user == self.user || user.isEmpty && !isNamed, let role else { continue }
      // What was refused to the role before may be allowed now.
      notices.endRefusal()
      report(
        "\(committed.author.user) made you \(Wording.article(role)) of this board.", .news,
        about: .role)
    }
  }
}

extension Intent {
  /// The roles that the edit gives, by user; the empty name stands for everyone else.
  var rolesGiven: [(user: String, role: Role?)] {
    switch self {
    case .set(.memberRole(let user), .role(let role)): [(user, role)]
    case .batch(let intents): intents.flatMap(\.rolesGiven)
    default: []
    }
  }
}
