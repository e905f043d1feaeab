import ArgumentParser
import CoordinatorHost
import Foundation
import Identity
import Logging
import OperationLog
import Screen
import Transport

/// The program of a team's coordinator, which listens at an address that others can reach.
@main
struct Boardd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boardd",
    abstract: "Coordinates boards: orders edits, keeps them, and tells every window.",
    discussion: "Exit codes: 0 done, 1 refused, 2 usage, 4 an identity that cannot be used.",
    version: Program.version,
    subcommands: [
      Serve.self, Init.self, Invite.self, Devices.self, Revoke.self, Confirm.self, Audit.self,
      Users.self, Boards.self, Owner.self, Windows.self, AuthorityCommand.self, Status.self,
      ListLimits.self, Check.self, Backup.self, Restore.self, Salvage.self,
    ],
    defaultSubcommand: Serve.self)

  static func main() {
    do {
      try requireKnownCommand(CommandLine.arguments.dropFirst().first)
      try requireSomething(CommandLine.arguments.dropFirst())
      var command = try parseAsRoot()
      try command.run()
    } catch {
      Ending(error)?.exit()
      exit(withError: error)
    }
  }
}

extension Boardd {
  /// Says how to begin where nothing was asked for.
  private static func requireSomething(_ words: some Collection<String>) throws {
    guard words.allSatisfy({ $0 == "--json" }) else { return }
    throw ValidationError(
      "say in which folder its boards are: `boardd --listen HOST:PORT --data DIR` runs a coordinator. "
        + "`boardd help` lists the commands")
  }

  /// Refuses an unknown command: the parser would take it for an argument of the default command,
  /// and complain of a missing one.
  private static func requireKnownCommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-") else { return }
    let known = configuration.subcommands.map { $0._commandName } + ["help"]
    guard !known.contains(word) else { return }
    throw ValidationError(
      "there is no command \(word.debugDescription): \(known.joined(separator: ", ")) are there")
  }
}

/// The option that names the folder of all of a coordinator's files.
struct DataFolder: ParsableArguments {
  @Option(help: "The folder of the store and of the identity; made on first start.")
  var data: String

  func validate() throws { try requireGiven(data, "--data") }

  var root: String { DataFolder.absolute(data) }

  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  var store: String { root + "/store" }
  var identity: IdentityFolder { IdentityFolder(root + "/identity") }

  /// Loads the identity, and makes it on the first start.
  ///
  /// - Parameter team: the name of the team that is made; nil for one of random digits.
  func openIdentity(team: NamePart? = nil) throws -> Identity {
    try CoordinatorFolder.requireTrusted(root)
    let (user, device) = try Self.systemNames()
    return try noticingReplacement {
      try identity.open(
        user: user, device: device, cluster: team, besides: Store.isThere(store) ? store : nil)
    }
  }

  /// What the coordinator's own user and device are called.
  static func systemNames() throws -> (user: UserName, device: NamePart) {
    let nameless = "unnamed"  // Where the system gives its user or itself no name.
    return (
      try UserName(nearestTo: NSUserName()) ?? UserName(nameless),
      try NamePart(nearestTo: ProcessInfo.processInfo.hostName) ?? NamePart(nameless)
    )
  }

  /// Runs what needs identity and store of one cluster. Where the two do not fit because a replacement
  /// of the authority was interrupted, it says how that is finished.
  func noticingReplacement<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch  where isReplacing(error) {
      throw ReplacementInterrupted(folder: root)
    }
  }

  private func isReplacing(_ error: any Error) -> Bool {
    guard AuthorityReplacement.nextFolder(root).isWhole else { return false }
    switch error {
    case StoreError.foreignCluster: return true
    case let error as IdentityError: return error.kind == .missing
    default: return false
    }
  }

  /// Has something done, and waits until it is durable.
  /// - Returns: how many things it was done to.
  func done(_ command: AdministratorCommand) throws -> Int {
    guard case .done(let count)? = try ask(command).last else { throw Unanswered() }
    return count
  }

  /// Has one thing after the other done; one that is refused stays as it is.
  func doneEach(
    _ things: [(name: String, command: AdministratorCommand)]
  ) throws -> DoneThings {
    var result = DoneThings()
    for thing in things {
      do {
        _ = try done(thing.command)
        result.done.append(thing.name)
      } catch let refused as Administration.Refused {
        result.left += 1
        result.reason = result.reason ?? refused.description
      }
    }
    return result
  }

  /// Asks the coordinator that runs with this folder, or its store where none does.
  func ask(_ command: AdministratorCommand) throws -> [AdministratorReply] {
    try CoordinatorFolder.requireStarted(root)
    return try noticingReplacement {
      try Administration.ask(
        command, of: store, cluster: identity.load(allowingExpired: true).cluster.description)
    }
  }
}

/// What became of many things that were to be done.
struct DoneThings {
  var done: [String] = []
  /// How many were refused, and why the first of them was.
  var left = 0
  var reason: String?

  /// - Parameters:
  ///   - thing: one of them, in words.
  ///   - ending: what became of those that were done, for `2 windows ...`.
  func say(_ thing: String, _ ending: String) {
    print("\(counted(done.count, thing)) \(ending)")
    if let reason { print("\(counted(left, thing)) stayed: \(reason)") }
  }
}

/// Refuses an option that is there and says nothing, as where a variable is not set: an empty path would be
/// the working directory.
func requireGiven(_ value: String?, _ option: String) throws {
  guard value?.isEmpty == true else { return }
  throw ValidationError("\(option) is empty: is a variable not set?")
}

/// `boardd authority replace` was killed between two of its steps.
struct ReplacementInterrupted: Error, CustomStringConvertible {
  let folder: String

  var description: String {
    "the authority in \(folder) is being replaced, which was interrupted: `boardd authority replace --data "
      + "\(folder) --address HOST:PORT` goes on with it"
  }
}

/// Prints rows below each other. Nothing that others wrote can act on the terminal.
func printTable(_ rows: [[String]]) {
  let visible = rows.map { row in row.map { visibleForm(of: $0) } }
  for line in TextTable.lines(visible) {
    print(String(line.reversed().drop { $0 == " " }.reversed()))
  }
}

/// Prints one JSON object on a line of its own, in ASCII alone: what others wrote cannot act on a
/// terminal, and who reads the JSON has the same text.
func printJSON(_ object: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  var line = ""
  for unit in String(decoding: try encoder.encode(object), as: UTF8.self).utf16 {
    if (0x20...0x7E).contains(unit), let scalar = Unicode.Scalar(unit) {
      line.unicodeScalars.append(scalar)
    } else {
      let digits = String(unit, radix: 16)
      line += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
  print(line)
  fflush(nil)
}
