/// The entities of a board at one moment, as a snapshot holds them.
struct BoardState: Sendable {
  let fixture: Fixture
  let entities: [Value]

  /// The entity of the fixture's card, or of the card given.
  func card(_ id: Identifier? = nil) throws -> Value {
    let wanted = Value.id(id ?? fixture.card)
    return try only("card") { try $0.at("card") == wanted }
  }

  func column(_ id: Identifier) throws -> Value {
    try only("column") { try $0.at("column") == .id(id) }
  }

  func all(_ name: String) throws -> [Value] {
    try entities.filter { try $0.variant() == name }
  }

  private func only(_ name: String, where fits: (Value) throws -> Bool) throws -> Value {
    let found = try all(name).filter(fits)
    guard found.count == 1 else {
      throw CaseFailure("the snapshot holds \(found.count) times the \(name) that is looked for")
    }
    return found[0]
  }

  /// The text of the fixture's card without its deleted runs.
  func body() throws -> String {
    let card = Value.id(fixture.card)
    var text = ""
    for entity in try all("text") where try entity.at("card") == card {
      for run in try entity.list("runs") where try run.at("deleted") == .bool(false) {
        text += try run.text("text")
      }
    }
    return text
  }
}

extension Window {
  /// The board after the last operation in its history, read from a snapshot.
  /// - Throws: `CaseSkip` if the coordinator hands out a snapshot of an earlier moment, which it
  ///   may.
  mutating func state() async throws -> BoardState {
    let last = try await history().last?.number("sequence") ?? 0
    let entities = try await fetchSnapshot()
    guard sequence == last else {
      throw CaseSkip("this coordinator's snapshot is of an earlier moment, which it may be")
    }
    return BoardState(fixture: fixture, entities: entities)
  }
}
