import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Testing
import Wire

/// A coordinator with a board of ann's, and whoever wants to come in.
struct AccessBench {
  var harness: CoordinatorHarness
  let board = BoardID(high: 1, low: 1)

  /// The answer of a coordinator to somebody who joins, renews, or asks about devices.
  enum Said: Hashable, CustomStringConvertible {
    /// A certificate, as `CoordinatorHarness.HeldOrder` makes it.
    case certificate(String)
    case error(UInt16)
    case message(String)
    case nothing

    var description: String {
      switch self {
      case .certificate(let text): "certificate \(text)"
      case .error(let code): "error \(code)"
      case .message(let name): name
      case .nothing: "nothing"
      }
    }

    init(_ message: Message?) {
      switch message {
      case .certificate(let body):
        self = .certificate(String(decoding: body.certificate, as: UTF8.self))
      case .error(let error): self = .error(error.code.rawValue)
      case .admitted: self = .message("admitted")
      case .deviceRevoked: self = .message("device-revoked")
      case nil: self = .nothing
      case let other?: self = .message("\(other)")
      }
    }
  }

  init(_ change: (inout CoordinatorConfiguration) -> Void = { _ in }) throws {
    harness = CoordinatorHarness(change)
    let ann = try owner()
    try make(board, by: ann)
    harness.handle(.closed(ann))
  }

  mutating func make(_ board: BoardID, by id: ConnectionID) throws {
    let creation = Operation(
      id: OperationID(session: SessionID(high: 9, low: board.low), epoch: 0, counter: 1), base: 0,
      queued: false, intent: .boardCreate(title: "Home"))
    let reply = try harness.request(id, CreateBoard(board: board, operation: creation))
    guard case .outcome = reply else { throw CoordinatorHarness.Unexpected(reply) }
  }

  /// The store has another role of a user, as the coordinator does from its next start on.
  mutating func give(_ role: Role, to user: String) throws {
    try harness.store.append(
      CommitGroup(members: [MemberRecord(board: board, user: user, role: role)]))
  }

  mutating func owner() throws -> ConnectionID { try member("ann", "laptop") }

  mutating func member(_ user: String, _ device: String) throws -> ConnectionID {
    try harness.greeted(user: user, device: device, hello: .withMembers)
  }

  static func secret(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

  static func invitation(_ number: UInt8) -> InvitationID {
    InvitationID(high: 5, low: UInt64(number))
  }

  static func admit(
    _ user: String, _ board: BoardID?, number: UInt8 = 1, seconds: UInt32 = 900,
    secret: UInt8? = nil
  ) -> Admit {
    Admit(
      invitation: invitation(number), secretHash: SHA256.hash(self.secret(secret ?? number)),
      user: user, board: board, seconds: seconds)
  }

  /// Makes an invitation as an administrator.
  mutating func invite(_ user: String, number: UInt8 = 1, seconds: UInt32 = 900) {
    harness.handle(
      .administer(
        AdministratorToken(1),
        .invite(
          Self.invitation(number), secretHash: SHA256.hash(Self.secret(number)), user: user,
          seconds: seconds)))
  }

  static func join(
    number: UInt8 = 1, device: String = "phone", key: UInt8 = 7, replaces: Bool = false,
    secret: UInt8? = nil
  ) -> Join {
    Join(
      invitation: invitation(number), secret: self.secret(secret ?? number), device: device,
      request: [key], replaces: replaces)
  }

  mutating func newcomer() -> ConnectionID { harness.connect(.newcomer(from: "192.0.2.7")) }

  /// Joins on a connection of its own.
  mutating func join(_ body: Join) -> Said {
    let id = newcomer()
    let request = harness.begin(id, body)
    defer { harness.handle(.closed(id)) }
    return Said(try? harness.answer(id, request))
  }

  /// The certificate as its device presents it.
  static func device(_ user: String, _ device: String, from notBefore: UInt64) -> CertifiedDevice {
    CertifiedDevice(
      author: Author(user: user, device: device), notBefore: notBefore,
      notAfter: notBefore + 3_600 + 604_800)
  }

  /// Looks whether a device with this certificate is let in.
  mutating func expect(
    _ device: CertifiedDevice, isServed: Bool, _ location: SourceLocation = #_sourceLocation
  ) {
    let id = harness.connect(.device(device, from: "192.0.2.8"))
    let request = harness.begin(id, Hello.withMembers)
    let reply = Said(try? harness.answer(id, request))
    harness.handle(.closed(id))
    #expect(reply.description.contains("welcome") == isServed, sourceLocation: location)
  }

  /// The second in which a certificate that is made now begins.
  var beginning: UInt64 { harness.now.wall / 1_000 - 3_600 }
}
