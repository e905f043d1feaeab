import ArgumentParser
import CoordinatorHost
import Foundation
import Identity
import Transport

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes a team: the authority that lets people in, and the coordinator's identity.",
    discussion: "The first start of a coordinator does the same, with a name of random digits.")

  @OptionGroup var folder: DataFolder

  @Option(help: "The team's name: letters, digits, '.', '_' and '-'; random digits, if not given.")
  var team: String?

  @Flag(help: "Say what was made as one JSON object.")
  var json = false

  private struct Made: Encodable {
    let cluster: String
    let folder: String
  }

  func run() throws {
    try folder.identity.requireEmpty()
    let identity = try folder.openIdentity(team: team.map { try NamePart($0) })
    if json {
      try printJSON(Made(cluster: "\(identity.cluster)", folder: folder.root))
    } else {
      print("made the team \(identity.cluster) in \(folder.root)")
      print(
        "whoever has \(folder.identity.path)/authority.key lets anybody in: keep it for your eyes "
          + "only, and a backup of it")
    }
  }
}

struct Invite: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a line with which one device of a user joins, once.",
    discussion: """
      The user may be new, or have devices already. Whoever reads the line may use it: send it where \
      only they read. They give it to `board join`.
      """)

  @Argument(help: "The user: letters, which are folded to lower case, digits, '.', '_' and '-'.")
  var user: String

  @OptionGroup var folder: DataFolder

  @Option(help: ArgumentHelp("How long it is good: \(InvitationTime.forms).", valueName: "time"))
  var ttl = InvitationTime.usual

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Where they reach the coordinator, as HOST:PORT; what `serve --address` says, if not given.",
      valueName: "host:port"))
  var address: [String] = []

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Invited: Encodable {
    let user: String
    let line: String
    /// In milliseconds since 1970.
    let expires: UInt64
  }

  func validate() throws {
    guard InvitationTime.seconds(ttl) != nil else {
      throw ValidationError("\(ttl.debugDescription) is no time: write \(InvitationTime.forms)")
    }
    _ = try Serve.endpoints(address)
  }

  func run() throws {
    let user = try UserName(typed: user)
    let seconds = InvitationTime.seconds(ttl) ?? 0
    try CoordinatorFolder.requireThere(folder.root)
    let identity = try folder.identity.load(allowingExpired: true)
    guard let authority = identity.authority else {
      throw ValidationError(
        "\(folder.identity.path) holds no authority.key: invite where the coordinator was made")
    }
    let line = try InvitationLine(
      addresses: addresses().map { try InvitationLine.Address(host: $0.host, port: $0.port) },
      cluster: identity.cluster, pin: authority.pin, token: InvitationLine.freshToken(),
      secret: InvitationLine.freshSecret())
    let replies = try folder.ask(
      .invite(
        invitation: Hexadecimal.text(line.token), secretHash: try Hexadecimal.hash(line.secret),
        user: "\(user)", seconds: seconds))
    guard case .invited(let expires)? = replies.last else { throw Unanswered() }
    if json {
      try printJSON(Invited(user: "\(user)", line: "\(line)", expires: expires))
    } else {
      // The line alone is on standard output, to be sent as it is.
      FileHandle.standardError.write(
        Data("one device of \(user) joins with this line, until \(Times.text(expires)):\n".utf8))
      print("board join \(line)")
    }
  }

  /// Where people reach the coordinator, by the options or by what it says itself.
  private func addresses() throws -> [Endpoint] {
    let given = try Serve.endpoints(address)
    let known: [Endpoint]
    if given.isEmpty {
      guard case .addresses(let addresses, _)? = try folder.ask(.addresses).last else {
        throw Unanswered()
      }
      known = try addresses.map { try Endpoint(parsing: $0) }
    } else {
      known = given
    }
    guard !known.isEmpty else {
      throw ValidationError(
        "no coordinator runs with \(folder.root): say where it is reached with --address HOST:PORT")
    }
    return known.prefix(InvitationLine.mostAddresses).map { endpoint in
      guard ["0.0.0.0", "::"].contains(endpoint.host) else { return endpoint }
      // Every address of this machine: others find it by its name.
      return Endpoint(host: ProcessInfo.processInfo.hostName, port: endpoint.port)
    }
  }
}

/// The coordinator answered something else than it was asked.
struct Unanswered: Error, CustomStringConvertible {
  let description =
    "the coordinator gave an answer of another version: use the boardd that it was started with"
}
