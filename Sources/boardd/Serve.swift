import ArgumentParser
import CoordinatorHost
import Foundation
import Identity
import Launcher
import Logging
import Transport

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a coordinator until it is told to stop (the default).")

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Where to listen, as HOST:PORT; port 0 chooses a free one. Give it again to listen there too.",
      valueName: "host:port"))
  var listen = ["127.0.0.1:0"]

  @OptionGroup var folder: DataFolder

  @Flag(help: "Say where it listens as one JSON object.")
  var json = false

  @Flag(help: "Also say on standard error who goes, and why.")
  var verbose = false

  private struct Ready: Encodable {
    /// The first of the addresses.
    let listening: String
    let addresses: [String]
    let cluster: String
    let version: String
  }

  func validate() throws {
    _ = try endpoints()
  }

  private func endpoints() throws -> [Endpoint] {
    do {
      return try listen.map { try CoordinatorURL.endpoint(in: $0) }
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    var log = Logger(label: "boardd") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = verbose ? .debug : .notice
    let identity = try folder.openIdentity()
    let options = CoordinatorOptions(
      listen: try endpoints(), store: folder.store, identity: identity)
    let json = json
    try CoordinatorHost.run(options, log: log) { endpoints in
      let addresses = endpoints.map { "\($0)" }
      if json {
        try printJSON(
          Ready(
            listening: addresses.first ?? "", addresses: addresses,
            cluster: "\(identity.cluster)", version: Program.version))
      } else {
        for address in addresses { print("boardd listens at \(address)") }
        fflush(nil)
      }
    }
  }
}

struct Mint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes a certificate for a user's device, as a folder to carry there.")

  @OptionGroup var folder: DataFolder

  @Option(help: "The user: letters, which are folded to lower case, digits, '.', '_' and '-'.")
  var user: String

  @Option(help: "The device: letters, digits, '.', '_' and '-'.")
  var device: String

  @Option(help: "The folder to write; it becomes `identity` below BOARD_HOME on that device.")
  var out: String

  @Flag(help: "Say what was written as one JSON object.")
  var json = false

  private struct Minted: Encodable {
    let user: String
    let device: String
    let folder: String
  }

  func run() throws {
    // The identity must exist: nobody would accept a device that a new authority certifies.
    let identity = try folder.identity.load()
    guard let authority = identity.authority else {
      throw ValidationError("this folder holds no authority; mint where the coordinator runs")
    }
    let user = try UserName(typed: user)
    let minted = try authority.mint(user: user, device: NamePart(device))
    try IdentityFolder(out).write(minted)
    if json {
      try printJSON(Minted(user: "\(user)", device: device, folder: out))
    } else {
      print("wrote the identity of \(user) on \(device) to \(out)")
    }
  }
}
