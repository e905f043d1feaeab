/// A board of one case: two columns, and a card with a body in the first.
struct Fixture: Sendable {
  let board: Identifier
  let title: String
  let columns: [Identifier]
  let card: Identifier
  static let cardTitle = "A card"
  static let body = "body"
  /// The operation that made it, and its session.
  let creation: Value
  let session: Identifier

  init() {
    let board = Identifier.random()
    let columns = [Identifier.random(), Identifier.random()]
    let card = Identifier.random()
    let session = Identifier.random()
    let title = "Conformance \(board.description.prefix(8))"
    self.board = board
    self.title = title
    self.columns = columns
    self.card = card
    self.session = session
    self.creation = .operation(
      .operationID(session, epoch: 1, counter: 1), base: 0,
      .batch([
        .boardCreate(title), .columnCreate(columns[0], "To do"),
        .columnCreate(columns[1], "Done"),
        .cardCreate(card, in: columns[0], Self.cardTitle, body: Self.body),
      ]))
  }

  /// The fields of CREATE_BOARD.
  var request: Value { ["board": .id(self.board), "operation": self.creation] }
}

extension Bench {
  /// A fresh board, made on a connection of its own.
  func board() async throws -> Fixture {
    let fixture = Fixture()
    let peer = try await self.greeted()
    let answer = try await peer.request("create-board", fixture.request, answeredBy: "outcome")
    try requireEqual(try answer.at("stored", "outcome"), .applied, "the outcome of CREATE_BOARD")
    await peer.finish()
    return fixture
  }

  /// A window on the board that has everything up to now.
  ///
  /// It knows what CREATE_BOARD made and asks for what came after: a coordinator may hand out a
  /// snapshot of an earlier moment for as long as it can send what is behind it, so that a case
  /// which looks at the board keeps the first snapshot for the end.
  func window(
    on fixture: Fixture, _ user: User = .first, configuration: String = "board"
  ) async throws -> Window {
    let peer = try await self.greeted(user)
    var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
    window.configuration = configuration
    window.sequence = 1
    let attached = try await window.attach()
    if try attached.variant("catch-up") == "snapshot" { try await window.fetchSnapshot() }
    try await window.catchUp(to: attached.number("sequence"))
    return window
  }
}
