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

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Where people reach it, as HOST:PORT, for the invitations; where it listens, if not given.",
      valueName: "host:port"))
  var address: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set a limit, as in connections-of-user=256; `boardd limits` lists them. Give it again for more.",
      valueName: "name=number"))
  var limit: [String] = []

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
    _ = try (Serve.endpoints(listen), Serve.endpoints(address), limits)
  }

  private var limits: CoordinatorLimits {
    get throws {
      do {
        return try CoordinatorLimits(limit)
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }

  static func endpoints(_ texts: [String]) throws -> [Endpoint] {
    do {
      return try texts.map { try CoordinatorURL.endpoint(in: $0) }
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    var log = Logger(label: "boardd") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = verbose ? .debug : .notice
    let endpoints = try Serve.endpoints(listen)
    // A team is made by a start that succeeds, not by one that is tried again with another address.
    if !folder.identity.isWhole { try CoordinatorHost.probe(endpoints) }
    let identity = try folder.openIdentity()
    var options = CoordinatorOptions(
      listen: endpoints, store: folder.store, identity: identity)
    options.limits = try limits
    options.identityFolder = folder.identity
    options.addresses = try Serve.endpoints(address)
    try folder.noticingReplacement {
      try serve(options, log, identity.cluster)
    }
  }

  private func serve(_ options: CoordinatorOptions, _ log: Logger, _ cluster: NamePart) throws {
    let json = json
    try CoordinatorHost.run(options, log: log) { endpoints in
      let addresses = endpoints.map { "\($0)" }
      if json {
        try printJSON(
          Ready(
            listening: addresses.first ?? "", addresses: addresses,
            cluster: "\(cluster)", version: Program.version))
      } else {
        for address in addresses { print("boardd listens at \(address)") }
        fflush(nil)
      }
    }
  }
}
