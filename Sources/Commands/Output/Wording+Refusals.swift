import BoardModel

// The reasons why edits were refused, in words.
extension Wording {
  /// The reason as its author reads it: with what they may do on the board, and who can change
  /// that.
  func reason(_ rejection: Rejection, for user: String) -> String {
    switch rejection {
    case .forbidden(let needed): forbidden(needed, user)
    case .batchItem(_, .forbidden(let needed)): forbidden(needed, user)
    default: reason(rejection)
    }
  }

  private func forbidden(_ needed: Role, _ user: String) -> String {
    if let role = board.role(of: user), role >= needed {
      return "this needed the role \(Wording.name(needed)); you are \(Wording.article(role)) now"
    }
    let have = board.role(of: user).map { "you are \(Wording.article($0))" } ?? "you have no role"
    let owners = board.members.filter { $0.role == .owner && !$0.user.isEmpty }.map(\.user)
    let who = owners.isEmpty ? "an owner" : owners.prefix(3).joined(separator: " or ")
    let command = "`board member \(user) \(Wording.name(needed))`"
    return "this needs the role \(Wording.name(needed)), and \(have) on this board: "
      + "ask \(who) for \(command)"
  }

  /// The reason for a refusal that is long past. It does not name who last wrote a field, which may
  /// have changed since.
  func pastReason(_ rejection: Rejection) -> String {
    switch rejection {
    case .undoGuarded(let fields): changedSince(fields) { _ in "" }
    default: reason(rejection)
    }
  }

  /// The fields that an undo leaves alone, with the users who changed them.
  func changedSince(_ fields: [FieldAddress]) -> String {
    changedSince(fields) { by($0) }
  }

  private func changedSince(
    _ fields: [FieldAddress], by author: (FieldAddress) -> String
  ) -> String {
    let named = fields.prefix(Wording.fieldsNamed).map {
      "\(field($0)) was changed since\(author($0))"
    }
    let rest = fields.count - named.count
    let more = rest > 0 ? ["and so were \(rest) more"] : []
    return named.isEmpty ? "it was changed since" : (named + more).joined(separator: ", ")
  }

  /// The user who wrote the field's value, as words that follow a verb; empty if that is not known.
  func by(_ field: FieldAddress) -> String {
    FieldText(board: board, user: "").stamp(of: field).map { " by \($0.author.user)" } ?? ""
  }

  private static let fieldsNamed = 3
}
