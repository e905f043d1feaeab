/// The entities of a board at one moment.
struct BoardState: Sendable {
  let fixture: Fixture
  let entities: [Value]

  /// The fixture's card, or another.
  func card(_ id: Identifier? = nil) throws -> Value {
    let wanted = Value.id(id ?? self.fixture.card)
    return try self.only("card") { try $0.at("card") == wanted }
  }

  func column(_ id: Identifier) throws -> Value {
    try self.only("column") { try $0.at("column") == .id(id) }
  }

  func all(_ name: String) throws -> [Value] {
    try self.entities.filter { try $0.variant() == name }
  }

  private func only(_ name: String, where fits: (Value) throws -> Bool) throws -> Value {
    let found = try self.all(name).filter(fits)
    guard found.count == 1 else {
      throw CaseFailure("the snapshot holds \(found.count) times the \(name) that is looked for")
    }
    return found[0]
  }

  /// The visible text of the fixture's card.
  func body() throws -> String {
    let card = Value.id(self.fixture.card)
    var text = ""
    for entity in try self.all("text") where try entity.at("card") == card {
      for run in try entity.list("runs") where try run.at("deleted") == .bool(false) {
        text += try run.text("text")
      }
    }
    return text
  }
}

extension Window {
  /// The board as the last operation left it, from a snapshot.
  /// - Throws: `CaseSkip` where the coordinator hands out a snapshot of an earlier moment, which it
  ///   may.
  mutating func state() async throws -> BoardState {
    let last = try await self.history().last?.number("sequence") ?? 0
    let entities = try await self.fetchSnapshot()
    guard self.sequence == last else {
      throw CaseSkip("this coordinator's snapshot is of an earlier moment, which it may be")
    }
    return BoardState(fixture: self.fixture, entities: entities)
  }
}
