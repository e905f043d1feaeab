import BoardModel
import Foundation
import LoadParts
import Wire

/// A coordinator.
final class BoardService: Service {
  let name = "board"
  let process: ServedProcess?
  /// The folder of the identity by which this program comes in.
  let identity: String
  let port: UInt16
  private let credentials: Credentials
  private let started: StartedCoordinator?
  /// Everybody who was connected to a place, to know what is the latest there.
  private var clients: [Place: [BoardClient]] = [:]
  private let run = UInt64.random(in: 1...UInt64.max)
  private var sessions: UInt64 = 0
  private var visitors: [Place: [Int: SessionID]] = [:]
  private var places: UInt64 = 0

  /// Starts a coordinator of this run's own.
  init(program: String) throws {
    let started = try StartedCoordinator(
      program: program,
      // One device stands for a whole team here.
      limits: [
        "connections-of-user=4096", "connections-of-device=4096", "connections-of-address=4096",
        "connections-reserve=1", "sessions-of-user=100000", "sessions-of-device=100000",
        "outcome-bytes-of-user=134217728", "outcome-bytes-of-device=134217728",
        "group-bytes-of-user=8388608", "group-bytes-of-device=8388608",
        "peer-bytes-of-user=134217728", "unread-bytes-of-user=268435456",
      ])
    self.started = started
    (process, port, identity) = (started.process, started.port, started.identity)
    credentials = try Credentials(folder: identity, application: "board/1")
  }

  /// Takes a coordinator that runs on this machine.
  init(port: UInt16, identity: String, process: pid_t?) throws {
    (self.port, self.identity, started) = (port, identity, nil)
    self.process = process.map { ServedProcess(id: $0) }
    credentials = try Credentials(folder: identity, application: "board/1")
  }

  /// The processor time of the longest turn so far, in milliseconds; nil where another started the
  /// coordinator.
  func longestTurn() throws -> Double? { try started?.longestTurn() }

  func stop() { started?.stop() }

  private func nextSession() -> SessionID {
    sessions += 1
    return SessionID(high: run, low: sessions)
  }

  private func board(_ place: Place) -> BoardID { BoardID(high: run, low: place.number) }

  /// Spread like identifiers that are chosen at random, as clients do.
  private static func card(_ index: Int) -> CardID {
    CardID(high: UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(index + 1))
  }

  private static func column(of index: Int) -> ColumnID {
    ColumnID(high: 0xC0, low: UInt64(index % columns + 1))
  }

  private static let columns = 8
  /// The cards that one operation makes.
  private static let batch = 200
  private static let body = String(
    String(repeating: "What is to be done, and how. ", count: 11).prefix(300))

  private static func creations(_ range: Range<Int>) -> [Intent] {
    range.map {
      .cardCreate(
        card($0), in: column(of: $0), title: EditWords.words($0), body: body,
        at: Anchors())
    }
  }

  func makePlace(cards: Int, _ loop: Loop) throws -> Place {
    places += 1
    let place = Place(number: places, cards: cards)
    let columns = (0..<Self.columns).map {
      Intent.columnCreate(Self.column(of: $0), title: "Column \($0)", at: Anchors())
    }
    let first = Self.creations(0..<min(cards, Self.batch))
    let creation = CreateBoard(
      board: board(place),
      operation: Operation(
        id: OperationID(session: nextSession(), epoch: 0, counter: 1), base: 0, queued: false,
        intent: .batch([.boardCreate(title: "Board \(places)")] + columns + first)))
    let maker = BoardClient(
      try Link(loop, credentials, port: port), board: board(place), session: nextSession(),
      card: Self.card(0), content: .none, creating: creation)
    try loop.run("making a board") { maker.isReady }
    var made = first.count
    var sent = 0
    while made < cards {
      let next = min(made + Self.batch, cards)
      maker.submit(.batch(Self.creations(made..<next)))
      made = next
      sent += 1
      try loop.run("making \(cards) cards", within: 600) { maker.completed > sent - 4 }
    }
    let last = UInt64(sent) + 1
    try loop.run("following \(cards) cards", within: 600) {
      maker.completed == sent && maker.sequence >= last
    }
    maker.drop()
    clients[place] = [maker]
    return place
  }

  private func connect(
    _ place: Place, as session: SessionID? = nil, card: Int, content: BoardClient.Content,
    _ loop: Loop
  ) throws -> BoardClient {
    let client = BoardClient(
      try Link(loop, credentials, port: port), board: board(place),
      session: session ?? nextSession(), card: Self.card(card), content: content)
    // A visitor stays for a moment, and the next one has what it had.
    if session == nil { clients[place, default: []].append(client) }
    return client
  }

  private func latest(_ place: Place) -> BoardClient.Content {
    guard let latest = clients[place]?.max(by: { $0.sequence < $1.sequence }) else { return .none }
    return .upTo(latest.sequence, latest.incarnation)
  }

  func writer(
    _ index: Int, of place: Place, follows: Bool, _ loop: Loop
  ) throws -> any Client {
    try connect(place, card: index % place.cards, content: latest(place), loop)
  }

  func reader(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client {
    try connect(place, card: 0, content: latest(place), loop)
  }

  func joiner(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client {
    try connect(place, card: 0, content: .none, loop)
  }
  func visitor(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client {
    let session = visitors[place]?[index] ?? nextSession()
    visitors[place, default: [:]][index] = session
    return try connect(place, as: session, card: 0, content: .none, loop)
  }
}
