import BoardModel
import Foundation
import Wire

/// A coordinator.
final class BoardService: Service {
  let name = "board"
  let process: ServedProcess?
  /// The folder of the identity by which this program comes in.
  let identity: String
  private let program: String?
  let port: UInt16
  private let credentials: Credentials
  private let folder: OwnFolder?
  /// Everybody who was connected to a place, to know what is the latest there.
  private var clients: [Place: [BoardClient]] = [:]
  private let run = UInt64.random(in: 1...UInt64.max)
  private var sessions: UInt64 = 0
  private var places: UInt64 = 0

  /// Starts a coordinator of this run's own.
  init(program: String) throws {
    let folder = try OwnFolder()
    self.program = program
    var listening: UInt16?
    process = try ServedProcess(
      program,
      // One device stands for a whole team here.
      [
        "--data", folder.path, "--listen", "127.0.0.1:0", "--json",
        "--limit", "connections-of-user=4096", "--limit", "connections-of-device=4096",
        "--limit", "connections-of-address=4096", "--limit", "connections-reserve=1",
        "--limit", "sessions-of-user=100000", "--limit", "sessions-of-device=100000",
      ]
    ) { printed in
      let ready = try? JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [String: Any]
      let address = ready?["listening"] as? String
      listening = address?.split(separator: ":").last.flatMap { UInt16($0) }
      return listening != nil
    }
    port = listening ?? 0
    identity = folder.path + "/identity"
    credentials = try Credentials(folder: identity, application: "board/1")
    self.folder = folder
  }

  /// Takes a coordinator that runs on this machine.
  init(port: UInt16, identity: String, process: pid_t?) throws {
    (self.port, self.identity, folder, program) = (port, identity, nil, nil)
    self.process = process.map { ServedProcess(id: $0) }
    credentials = try Credentials(folder: identity, application: "board/1")
  }

  /// The processor time of the longest turn so far, in milliseconds; nil where another started the
  /// coordinator.
  func longestTurn() throws -> Double? {
    guard let folder, let program else { return nil }
    let asked = Process()
    asked.executableURL = URL(fileURLWithPath: program)
    asked.arguments = ["status", "--data", folder.path, "--json"]
    let output = Pipe()
    asked.standardOutput = output
    try asked.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let status = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    let measures = status?["measures"] as? [[String: Any]] ?? []
    let turns = measures.first { $0["name"] as? String == "CPU microseconds per turn" }
    return (turns?["most"] as? Double).map { $0 / 1_000 }
  }

  func stop() { if folder != nil { process?.stop() } }

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
    _ place: Place, card: Int, content: BoardClient.Content, _ loop: Loop
  ) throws -> BoardClient {
    let client = BoardClient(
      try Link(loop, credentials, port: port), board: board(place), session: nextSession(),
      card: Self.card(card), content: content)
    clients[place, default: []].append(client)
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
}
