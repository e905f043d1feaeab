// The intents of operations, and operations themselves, as values.
extension Value {
  static func anchors(after: Identifier? = nil, before: Identifier? = nil) -> Value {
    [
      "after": after.map(Value.id) ?? .absent, "before": before.map(Value.id) ?? .absent,
    ]
  }

  static func boardCreate(_ title: String) -> Value {
    .variant("board-create", ["title": .text(title)])
  }

  static func boardRename(_ title: String) -> Value {
    .variant("board-rename", ["title": .text(title)])
  }

  static func boardRaise(_ level: UInt64) -> Value {
    .variant("board-raise", ["level": .number(level)])
  }

  static func set(_ field: Value, _ value: Value) -> Value {
    .variant("set", ["write": ["field": field, "value": value]])
  }

  /// - Parameters:
  ///   - role: the name of the role; nil for none.
  ///   - user: the user; the empty name stands for everyone.
  static func giveRole(_ role: String?, to user: String) -> Value {
    .set(
      .variant("member-role", ["user": .text(user)]),
      .variant("role", ["role": role.map { .variant($0) } ?? .absent]))
  }

  static func favourite(_ card: Identifier) -> Value {
    .variant("card-favourite", ["card": .id(card), "marked": true])
  }

  static func columnCreate(_ id: Identifier, _ title: String) -> Value {
    .variant("column-create", ["column": .id(id), "title": .text(title), "at": .anchors()])
  }

  static func columnRename(_ id: Identifier, _ title: String) -> Value {
    .variant("column-rename", ["column": .id(id), "title": .text(title)])
  }

  /// A nil `destination` archives the column's cards.
  static func columnDelete(
    _ id: Identifier, seen: [Identifier], destination: Identifier? = nil
  ) -> Value {
    let disposition: Value =
      destination.map { .variant("move", ["column": .id($0)]) } ?? .variant("archive")
    return .variant(
      "column-delete",
      ["column": .id(id), "seen": .list(seen.map(Value.id)), "disposition": disposition])
  }

  static func cardCreate(
    _ id: Identifier, in column: Identifier, _ title: String, body: String = "",
    at anchors: Value = .anchors()
  ) -> Value {
    .variant(
      "card-create",
      [
        "card": .id(id), "column": .id(column), "title": .text(title), "body": .text(body),
        "at": anchors,
      ])
  }

  static func cardRetitle(_ id: Identifier, _ title: String) -> Value {
    .variant("card-retitle", ["card": .id(id), "title": .text(title)])
  }

  static func cardMove(_ id: Identifier, to column: Identifier) -> Value {
    .cardMove([id], to: column)
  }

  static func cardMove(_ ids: [Identifier], to column: Identifier) -> Value {
    .variant(
      "card-move",
      ["cards": .list(ids.map(Value.id)), "column": .id(column), "at": .anchors()])
  }

  /// Moves the fixture's card, and as many that nobody made.
  static func cardMoveOfMany(_ fixture: Fixture, unknown: Int) -> Value {
    .cardMove([fixture.card] + (0..<unknown).map { _ in .random() }, to: fixture.columns[1])
  }

  static func cardArchive(_ id: Identifier) -> Value {
    .variant("card-archive", ["card": .id(id)])
  }

  /// Inserts at the start of the text, or after the scalar that `after` identifies.
  static func cardInsert(_ id: Identifier, _ text: String, after: Value = .absent) -> Value {
    .cardSplice(id, deletions: [], insertions: [["after": after, "text": .text(text)]])
  }

  static func cardSplice(_ id: Identifier, deletions: [Value], insertions: [Value]) -> Value {
    .variant(
      "card-splice",
      [
        "card": .id(id),
        "splice": ["deletions": .list(deletions), "insertions": .list(insertions)],
      ])
  }

  static func batch(_ intents: [Value]) -> Value { .variant("batch", ["intents": .list(intents)]) }

  static func undo(_ operation: Value, force: Bool = false) -> Value {
    .variant("undo", ["target": operation, "force": .bool(force)])
  }

  /// - Parameter target: the name of the case of what is purged.
  static func purge(_ target: String, _ fields: [String: Value] = [:]) -> Value {
    .variant("purge", ["target": .variant(target, fields)])
  }

  static func operationID(_ session: Identifier, epoch: UInt64, counter: UInt64) -> Value {
    ["session": .id(session), "epoch": .number(epoch), "counter": .number(counter)]
  }

  static func operation(
    _ id: Value, base: UInt64, queued: Bool = false, _ intent: Value, extensions: [Extension] = []
  ) -> Value {
    [
      "id": id, "base": .number(base), "queued": .bool(queued), "intent": intent,
      "extensions": .extensions(extensions),
    ]
  }

  static let applied = Value.variant("applied", ["displaced": [], "notes": []])

  /// What is committed of an operation that was not rejected.
  static func content(_ operation: Value, _ outcome: Value = .applied) -> Value {
    guard case .variant(let name, let fields) = outcome else { return outcome }
    return .variant(name, fields.merging(["operation": operation]) { $1 })
  }

  /// What is committed of an operation that was rejected.
  static func rejectedContent(
    _ id: Value, _ hash: [UInt8], _ reason: String, isReported: Bool
  ) -> Value {
    .variant(
      "rejected",
      [
        "id": id, "hash": .bytes(hash), "rejection": .variant(reason, [:]),
        "reported": .bool(isReported),
      ])
  }

  static func rejected(_ reason: String, _ fields: [String: Value] = [:]) -> Value {
    .variant("rejected", ["rejection": .variant(reason, fields)])
  }
}
