import BoardModel
import Coordination
import LogRecords
import OperationLog

// How what an administrator asks stands in a line of the control socket: plain JSON, with
// identifiers and hashes as hexadecimal digits.

/// A device in a line. Times are milliseconds since 1970.
public struct DeviceLine: Codable, Hashable, Sendable {
  public let user: String
  public let device: String
  public let joined: UInt64
  public let used: UInt64
  public let expires: UInt64
  public let revoked: UInt64?
  public let connections: Int

  init(_ listed: ListedDevice) {
    let record = listed.record
    user = record.name.user
    device = record.name.device
    joined = record.joined
    used = record.used
    expires = record.expires * 1_000
    revoked = record.revoked
    connections = listed.connections
  }
}

/// What happened once, or was counted within a minute, in a line. Times are milliseconds since 1970.
public struct AuditLine: Codable, Hashable, Sendable {
  public let number: Int64
  public let time: UInt64
  public let kind: String
  /// Whom it happened to.
  public let user: String?
  public let device: String?
  /// Who did it; nil for an administrator on the host, and for a stranger.
  public let byUser: String?
  public let byDevice: String?
  public let address: String
  public let detail: String
  public let count: UInt32

  init(_ stored: StoredAudit) {
    let record = stored.record
    number = stored.number
    time = record.time
    kind = "\(record.kind)"
    user = record.subject?.user
    device = record.subject.flatMap { $0.device.isEmpty ? nil : $0.device }
    byUser = record.author?.user
    byDevice = record.author?.device
    address = record.address
    detail = record.detail
    count = record.count
  }
}

/// A revocation that `boardd revoke --from` takes from the lines of an audit.
public struct RevocationLine: Codable, Hashable, Sendable {
  public let user: String
  public let device: String?
  public let time: UInt64

  public init(user: String, device: String?, time: UInt64) {
    self.user = user
    self.device = device
    self.time = time
  }
}

/// What an administrator asks of a coordinator, running or not.
public enum AdministratorCommand: Codable, Hashable, Sendable {
  /// Makes an invitation; identifier and hash are 32 and 64 hexadecimal digits.
  case invite(invitation: String, secretHash: String, user: String, seconds: UInt32)
  case devices(user: String?)
  /// Throws out a device, or all of a user.
  case revoke(user: String, device: String?)
  /// Takes at most `mostTaken` revocations at once.
  case take(revocations: [RevocationLine])
  case confirm
  /// Reads what happened, behind the record of that number.
  case audit(after: Int64)
  /// Asks which addresses people are told to dial.
  case addresses

  public static let mostTaken = 64

  /// What the coordinator itself is asked; nil for what its shell answers.
  /// - Throws: `Unreadable` where it is no such question.
  func request() throws(Unreadable) -> AdministratorRequest? {
    switch self {
    case .invite(let invitation, let secretHash, let user, let seconds):
      guard let id = InvitationID(invitation), let hash = Hexadecimal.bytes(secretHash),
        hash.count == 32
      else { throw Unreadable() }
      return .invite(id, secretHash: hash, user: user, seconds: seconds)
    case .devices(let user): return .devices(user: user)
    case .revoke(let user, let device):
      return .revoke(DeviceName(user: user, device: device ?? ""))
    case .take(let revocations):
      guard revocations.count <= AdministratorCommand.mostTaken else { throw Unreadable() }
      return .takeRevocations(
        revocations.map {
          TakenRevocation(
            name: DeviceName(user: $0.user, device: $0.device ?? ""), time: $0.time)
        })
    case .confirm: return .confirmRevocations
    case .audit, .addresses: return nil
    }
  }

  struct Unreadable: Error, Hashable {}
}

/// The answer to an `AdministratorCommand`; long lists come in several.
public enum AdministratorReply: Codable, Hashable, Sendable {
  case invited(expires: UInt64)
  /// Devices, and since when revocations may be missing, where nobody confirmed that none is.
  case devices([DeviceLine], unconfirmedSince: UInt64?)
  case audit([AuditLine])
  case addresses([String], cluster: String)
  case done(count: Int)
  case refused(reason: String)

  /// The most devices or records in one line, whose length is bounded.
  private static let mostInLine = 48

  /// The answer as the parts of which each fits a line.
  static func parts(of answer: AdministratorAnswer) -> [AdministratorReply] {
    switch answer {
    case .invited(let expires): [.invited(expires: expires)]
    case .done(let count): [.done(count: count)]
    case .refused(let reason): [.refused(reason: reason)]
    case .devices(let devices, let since):
      pieces(devices.map(DeviceLine.init)).map { .devices($0, unconfirmedSince: since) }
    }
  }

  static func parts(of audit: [StoredAudit]) -> [AdministratorReply] {
    pieces(audit.map(AuditLine.init)).map { .audit($0) }
  }

  /// - Returns: at least one piece.
  private static func pieces<Element>(_ all: [Element]) -> [[Element]] {
    if all.isEmpty { return [[]] }
    return stride(from: 0, to: all.count, by: mostInLine).map {
      Array(all[$0..<min($0 + mostInLine, all.count)])
    }
  }
}
