/// A board made for one case: two columns, and a card with a body in the first column. Unless a case
/// is about roles, everyone may do everything on it.
struct Fixture: Sendable {
  let board: Identifier
  let title: String
  let columns: [Identifier]
  let card: Identifier
  static let cardTitle = "A card"
  static let body = "body"
  /// The operation that creates the board and everything on it. It is operation 1 of `session`.
  let creation: Value
  let creationID: Value
  let session: Identifier

  /// - Parameters:
  ///   - epoch: the epoch of the operation that makes the board. 0 is no session's.
  ///   - everyone: the role that the board gives to everyone; nil for none.
  init(epoch: UInt64 = 0, everyone: String? = "owner") {
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
    creationID = .operationID(session, epoch: epoch, counter: 1)
    creation = .operation(
      creationID, base: 0,
      .batch([
        .boardCreate(title), .giveRole(everyone, to: ""), .columnCreate(columns[0], "To do"),
        .columnCreate(columns[1], "Done"),
        .cardCreate(card, in: columns[0], Self.cardTitle, body: Self.body),
      ]))
  }

  /// The fields of CREATE_BOARD.
  var request: Value { ["board": .id(board), "operation": creation] }
}

extension Bench {
  /// Makes a new board over a connection of its own.
  func board(everyone: String? = "owner") async throws -> Fixture {
    let fixture = Fixture(everyone: everyone)
    let peer = try await greeted()
    let answer = try await peer.request("create-board", fixture.request, answeredBy: "outcome")
    try requireEqual(try answer.at("stored", "outcome"), .applied, "the outcome of CREATE_BOARD")
    await peer.finish()
    return fixture
  }

  /// A window that is attached to the board and has all its operations so far.
  ///
  /// It attaches with sequence number 1, which CREATE_BOARD made, and takes what came after. It
  /// fetches a snapshot only if the coordinator demands one: a coordinator may hand out an earlier
  /// snapshot as long as it can send the operations behind it, so a case that looks at the board
  /// fetches one last.
  func window(
    on fixture: Fixture, _ user: User = .first, configuration: String = "board"
  ) async throws -> Window {
    let peer = try await greeted(user)
    var window = Window(peer: peer, fixture: fixture, session: .random(), instance: .random())
    window.configuration = configuration
    window.sequence = 1
    let attached = try await window.attach()
    if try attached.variant("catch-up") == "snapshot" { try await window.fetchSnapshot() }
    try await window.catchUp(to: attached.number("sequence"))
    return window
  }
}
