// The table of the schema that says what each role on a board may do.
extension Schema {
  struct Access: Hashable, Sendable, Decodable {
    /// What the answers of every row are for, from the role that may do least on.
    let roles: [String]
    let messages: [Row]
    let intents: [Row]

    struct Row: Hashable, Sendable, Decodable, CustomStringConvertible {
      let name: String
      /// The field that the intent is about, or the intent in a batch or behind an undo.
      let of: String?
      let answers: [String]

      var description: String { of.map { "\(name) of \($0)" } ?? name }
    }

    func answer(_ row: Row, for role: String) throws -> String {
      guard let index = roles.firstIndex(of: role), index < row.answers.count else {
        throw SchemaFault(description: "the table of roles has no answer for \(row) of a \(role)")
      }
      return row.answers[index]
    }

    /// The role that may do least of those that a row serves.
    func least(_ row: Row) throws -> String {
      guard let role = try roles.first(where: { try answer(row, for: $0) == "served" }) else {
        throw SchemaFault(description: "the table of roles serves \(row) to nobody")
      }
      return role
    }
  }

  /// The names of the messages that a client sends as requests or events.
  var askedByClients: Set<String> {
    Set(
      messages.filter { $0.sender != .coordinator && $0.kinds != [.response] }.map(\.name))
  }

  /// The names of the cases of a union.
  func cases(ofUnion name: String) throws -> Set<String> {
    guard case .union(_, let cases)? = definitions[name] else {
      throw SchemaFault(description: "the schema has no union \(name)")
    }
    return Set(cases.map(\.name))
  }
}
