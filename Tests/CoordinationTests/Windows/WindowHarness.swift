import BoardModel
import Coordination
import LogRecords
import Testing
import Wire

extension Activity {
  static func card(_ number: UInt64, info: [UInt8] = []) -> Activity {
    Activity(.card(CoordinationTests.card(number)), title: "Card \(number)", userInfo: info)
  }

  static let favourites = Activity(.favourites, title: "Favourites")
  static let board = Activity(.board, title: "Board")
  static let addColumn = Activity(.addColumn(after: nil), title: "New column")
}

extension CoordinatorHarness {
  func windowBody(
    _ number: UInt64, _ activity: Activity, _ manner: AttachManner = .resume,
    instance: UInt64 = 1, previous: UInt64? = nil, epoch: UInt32 = 0, sequence: UInt64 = 0,
    place: String = "tty1"
  ) -> AttachWindow {
    AttachWindow(
      manner: manner, previous: previous.map { InstanceID(high: 9, low: $0) },
      activity: activity, place: place,
      attach: attachBody(number, instance: instance, epoch: epoch, sequence: sequence))
  }

  /// Attaches a window on a connection of its own.
  mutating func show(
    _ number: UInt64, _ activity: Activity, _ manner: AttachManner = .resume,
    user: String = "ann", instance: UInt64 = 1, previous: UInt64? = nil, epoch: UInt32 = 0
  ) throws -> SampleWindow {
    let connection = try greeted(user: user)
    let reply = try request(
      connection,
      windowBody(
        number, activity, manner, instance: instance, previous: previous, epoch: epoch))
    guard case .attached(let attached) = reply else { throw Unexpected(reply) }
    return SampleWindow(
      connection: connection, session: session(number), attached: attached,
      counter: attached.lastCounter)
  }

  mutating func open(
    _ id: ConnectionID, _ number: UInt64, _ activity: Activity, additional: Bool = false
  ) throws -> WindowOpened {
    let reply = try request(
      id,
      OpenWindow(
        board: board(1), session: session(number), activity: activity,
        isAdditional: additional))
    guard case .windowOpened(let opened) = reply else { throw Unexpected(reply) }
    return opened
  }

  mutating func windows(_ id: ConnectionID, _ wanted: UInt64? = nil) throws -> [WindowSummary] {
    let reply = try request(id, ListWindows(session: wanted.map(session)))
    guard case .windows(let list) = reply else { throw Unexpected(reply) }
    return list.windows
  }

  /// What a request was refused with.
  mutating func refusal(_ id: ConnectionID, _ body: some MessageBody) throws -> ErrorMessage {
    let reply = try request(id, body)
    guard case .error(let error) = reply else { throw Unexpected(reply) }
    return error
  }

  /// Answers every PING a peer has got.
  mutating func pong(_ id: ConnectionID) {
    for frame in peers[id]?.frames ?? [] where frame.type == Ping.type {
      guard case .ping(let ping) = try? Message(frame) else { continue }
      send(id, Pong(nonce: ping.nonce).frame(request: frame.request, flags: .response))
    }
    peers[id]?.frames.removeAll { $0.type == Ping.type }
  }
}
