import BoardModel
import Coordination
import LogRecords
import OperationLog
import Wire

// How what an administrator asks stands in a line of the control socket: plain JSON, with
// identifiers and hashes as hexadecimal digits.

/// A revocation that `boardd revoke --from` takes from the lines of an audit.
public struct RevocationLine: Codable, Hashable, Sendable {
  public let user: String
  public let device: String?
  public let time: UInt64
  public let floor: UInt64

  public init(user: String, device: String?, time: UInt64, floor: UInt64) {
    self.user = user
    self.device = device
    self.time = time
    self.floor = floor
  }
}

/// What an administrator asks of a coordinator, running or not.
public enum AdministratorCommand: Codable, Hashable, Sendable {
  /// Makes an invitation; identifier and hash are 32 and 64 hexadecimal digits.
  case invite(invitation: String, secretHash: String, user: String, seconds: UInt32)
  case devices(user: String?)
  /// Throws out a device, or all of a user; one that nothing there names only where that is said.
  case revoke(user: String, device: String?, evenUnknown: Bool)
  /// Takes at most `mostTaken` revocations at once.
  case take(revocations: [RevocationLine])
  case confirm
  /// Reads what happened, behind the record of that number.
  case audit(after: Int64)
  case users
  case boards
  case windows(user: String?)
  /// Edits a board: its identifier as 32 hexadecimal digits, and a session that no window has.
  case edit(board: String, edit: BoardEdit, session: String)
  /// Ends a window for good.
  case drop(window: String, withDrafts: Bool, away: Bool)
  /// Asks which addresses people are told to dial.
  case addresses

  public static let mostTaken = 64

  /// An edit of a board, by a session that there was never before.
  public static func editing(_ board: String, _ edit: BoardEdit) -> AdministratorCommand {
    .edit(
      board: board, edit: edit,
      session: "\(SessionID(high: .random(in: 1 ... .max), low: .random(in: 0 ... .max)))")
  }

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
    case .revoke(let user, let device, let evenUnknown):
      return .revoke(DeviceName(user: user, device: device ?? ""), evenUnknown: evenUnknown)
    case .take(let revocations):
      guard revocations.count <= AdministratorCommand.mostTaken else { throw Unreadable() }
      return .takeRevocations(
        revocations.map {
          TakenRevocation(
            name: DeviceName(user: $0.user, device: $0.device ?? ""), time: $0.time,
            floor: $0.floor)
        })
    case .confirm: return .confirmRevocations
    case .users: return .users
    case .boards: return .boards
    case .windows(let user): return .windows(user: user)
    case .edit(let board, let edit, let session):
      guard let board = BoardID(board), let session = SessionID(session) else { throw Unreadable() }
      return .edit(board, edit.request, session: session)
    case .drop(let window, let withDrafts, let away):
      guard let session = SessionID(window) else { throw Unreadable() }
      return .drop(session, withDrafts: withDrafts, away: away)
    case .audit, .addresses: return nil
    }
  }

  struct Unreadable: Error, Hashable, CustomStringConvertible {
    let description =
      "what names a board or window is not 32 hexadecimal digits: `boardd boards` and `boardd windows` "
      + "print them"
  }
}

/// What an administrator does to a board, in a line.
public enum BoardEdit: Codable, Hashable, Sendable {
  case own(user: String)
  case archive
  case unarchive
  case purge
  case purgeEmpty(of: String)

  var request: AdministratorEdit {
    switch self {
    case .own(let user): .own(user: user)
    case .archive: .archive
    case .unarchive: .unarchive
    case .purge: .purge
    case .purgeEmpty(let user): .purgeEmpty(of: user)
    }
  }
}

/// The answer to an `AdministratorCommand`; long lists come in several.
public enum AdministratorReply: Codable, Hashable, Sendable {
  case invited(expires: UInt64)
  /// Devices, and since when revocations may be missing, where nobody confirmed that none is.
  case devices([DeviceLine], unconfirmedSince: UInt64?)
  /// Records, and the number of the last that was looked at; of the last part all were.
  case audit([AuditLine], through: Int64)
  case users([UserLine])
  case boards([BoardLine])
  case windows([WindowLine])
  case addresses([String], cluster: String)
  case done(count: Int)
  case revoked(devices: Int, invitations: Int)
  case refused(reason: String)

  /// The most devices or records in one line, whose length is bounded.
  private static let mostInLine = 16

  /// The answer as the parts of which each fits a line.
  static func parts(of answer: AdministratorAnswer) -> [AdministratorReply] {
    switch answer {
    case .invited(let expires): [.invited(expires: expires)]
    case .done(let count): [.done(count: count)]
    case .revoked(let devices, let invitations):
      [.revoked(devices: devices, invitations: invitations)]
    case .refused(let reason): [.refused(reason: reason)]
    case .devices(let devices, let since):
      pieces(devices.map(DeviceLine.init)).map { .devices($0, unconfirmedSince: since) }
    case .users(let users): pieces(users.map(UserLine.init)).map { .users($0) }
    case .windows(let windows): pieces(windows.map(WindowLine.init)).map { .windows($0) }
    case .boards(let boards):
      pieces(boards.map { BoardLine($0, cards: $0.cards, bytes: nil) }).map { .boards($0) }
    }
  }

  static func parts(of audit: AuditPart) -> [AdministratorReply] {
    pieces(audit.records.map(AuditLine.init)).map { .audit($0, through: audit.through) }
  }

  /// The boards with what was counted in the store.
  static func parts(of boards: [BoardLine]) -> [AdministratorReply] {
    pieces(boards).map { .boards($0) }
  }

  /// - Returns: at least one piece.
  private static func pieces<Element>(_ all: [Element]) -> [[Element]] {
    if all.isEmpty { return [[]] }
    return stride(from: 0, to: all.count, by: mostInLine).map {
      Array(all[$0..<min($0 + mostInLine, all.count)])
    }
  }
}
