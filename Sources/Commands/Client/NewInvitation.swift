import BoardModel
import Identity
import Launcher
import TLS
import Transport
import Wire
import Wording

/// An invitation to the cluster of a command, which whoever has its line can use once.
struct NewInvitation {
  let line: InvitationLine
  /// When it ends, in milliseconds since 1970.
  let expires: UInt64

  /// Has the coordinator take it. The secret itself stays in the line.
  /// - Parameters:
  ///   - user: whose device may join.
  ///   - board: a board of which this user is an owner, to invite somebody who is not here yet.
  init(
    _ user: String, to board: BoardID?, seconds: UInt32, _ setting: Setting, _ client: Client
  ) throws {
    let addresses = try NewInvitation.addresses(setting)
    do {
      line = try InvitationLine(
        addresses: addresses.map { try InvitationLine.Address(host: $0.host, port: $0.port) },
        cluster: setting.identity.cluster, pin: setting.choice.identityFolder.authorityPin(),
        token: InvitationLine.freshToken(), secret: InvitationLine.freshSecret())
      expires = try client.admit(
        Admit(
          invitation: InvitationID(bytes: line.token),
          secretHash: MessageDigest.sha256(line.secret), user: user, board: board,
          seconds: seconds))
    } catch {
      throw CommandFailure(error, in: setting.folders)
    }
  }

  /// The addresses that the line names.
  /// - Throws: `refused` for this user's own coordinator, which nobody else reaches.
  static func addresses(_ setting: Setting) throws(CommandFailure) -> [Endpoint] {
    let addresses: [Endpoint]?
    do {
      addresses = try setting.place.addresses()
    } catch {
      throw CommandFailure(error, in: setting.folders)
    }
    guard let addresses else {
      throw CommandFailure(
        .refused,
        "your own coordinator is reached from this device alone: to work with others, run `boardd` "
          + "where they reach it, and join that")
    }
    return Array(addresses.prefix(InvitationLine.mostAddresses))
  }

  func json(_ user: String) -> JSON {
    .object([
      "user": .string(user), "expires": .string(Timestamp.text(expires)),
      "line": .string("\(line)"),
    ])
  }

  /// - Parameter board: the board on which the role was given.
  func json(_ user: String, board: JSON, role: String) -> JSON {
    .object([
      "user": .string(user), "board": board, "role": .string(role),
      "expires": .string(Timestamp.text(expires)), "line": .string("\(line)"),
    ])
  }

  /// - Parameter whom: who is to get the line, as the beginning of a sentence.
  func text(_ whom: String) -> String {
    [
      PlainText.line("\(whom), once, until \(LocalTime.text(expires)):"),
      PlainText.line("board join \(line)"),
    ].joined(separator: "\n")
  }
}
