import ArgumentParser
import CoordinatorHost
import Foundation
import Identity

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the devices that are let in, and those that were revoked.",
    discussion:
      "When one was here last is right to a minute, and to an hour where a coordinator was killed.")

  @Argument(help: "Only those of this user.")
  var user: String?

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Listed: Encodable {
    let devices: [DeviceLine]
    let revocationsMissingSince: UInt64?
  }

  func run() throws {
    let user = try user.map { try UserName(typed: $0).description }
    var devices: [DeviceLine] = []
    var missingSince: UInt64?
    for reply in try folder.ask(.devices(user: user)) {
      guard case .devices(let some, let since) = reply else { throw Unanswered() }
      devices += some
      missingSince = since
    }
    if json {
      return try printJSON(Listed(devices: devices, revocationsMissingSince: missingSince))
    }
    if let missingSince { print(OperatorWarning.unconfirmed(since: missingSince)) }
    guard !devices.isEmpty else { return print("no device has joined yet") }
    let rows = devices.map { device in
      [
        device.user, device.device,
        device.revoked.map { "revoked \(Times.text($0))" }
          ?? (device.connections > 0
            ? "connected (\(device.connections))" : "last seen \(Times.text(device.used))"),
        device.revoked == nil ? "until \(Times.text(device.expires))" : "",
      ]
    }
    printTable([["user", "device", "", "certificate"]] + rows)
  }
}

struct Revoke: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Throws out a device, or all devices of a user, within a second.",
    usage: """
      boardd revoke <user> [<device>] --data <data> [--unknown]
      boardd revoke --from <file> --data <data>
      """,
    discussion: """
      Its connections end, and no certificate that it has is served again, also after a restart and \
      from every backup made later. Its windows keep what they have not sent. They come in again by a \
      new invitation only. The roles of a user on boards stay as they are. Open invitations of \
      the user, or made by the device, end too.

      A name that the store does not know is refused, as it may be mistyped. Who joined after the \
      backup that the store was restored from is thrown out with --unknown.
      """)

  @Argument(help: "The user.")
  var user: String?

  @Argument(help: "The device; without it, all devices of the user.")
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Take the revocations of this file, which `boardd audit --json` printed.", valueName: "file"))
  var from: String?

  @Flag(help: "Also one that this store does not know.")
  var unknown = false

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Done: Encodable {
    let revoked: Int
    /// The open invitations that ended; left out of what was taken from a file.
    let endedInvitations: Int?
  }

  func validate() throws {
    try requireGiven(from, "--from")
    guard (user == nil) != (from == nil) else {
      throw ValidationError("name a user, or a file with --from")
    }
  }

  func run() throws {
    if let from {
      let audit = try AuditFile(DataFolder.absolute(from))
      let count = try take(audit.revocations)
      if json { return try printJSON(Done(revoked: count, endedInvitations: nil)) }
      print("took \(counted(count, "revocation")) not known here before")
      return try sayRoles(in: audit)
    }
    let user = try UserName(typed: user ?? "").description
    guard
      case .revoked(let devices, let invitations)? = try folder.ask(
        .revoke(user: user, device: device, evenUnknown: unknown)
      ).last
    else { throw Unanswered() }
    if json { return try printJSON(Done(revoked: devices, endedInvitations: invitations)) }
    print(Self.words(devices, invitations))
  }

  private static func words(_ devices: Int, _ invitations: Int) -> String {
    let ended = "\(counted(invitations, "open invitation")) ended"
    if devices > 0 {
      return "revoked \(counted(devices, "device"))" + (invitations > 0 ? "; \(ended)" : "")
    }
    return (invitations > 0 ? ended + "; " : "")
      + "no such device is let in, nor one that joined without this store's knowledge: nothing more was to be "
      + "done"
  }

  /// Names the changes of roles that the store knows nothing of: only an owner can make them again.
  private func sayRoles(in audit: AuditFile) throws {
    guard case .devices(_, let since?)? = try folder.ask(.devices(user: nil)).first else { return }
    let roles = audit.roles(since: since)
    guard !roles.isEmpty else { return }
    print(
      "roles that changed after the backup, and are as before it here (`board member USER ROLE`):")
    for line in roles { print(line.text) }
  }

  private func take(_ revocations: [RevocationLine]) throws -> Int {
    var count = 0
    var rest = revocations[...]
    while !rest.isEmpty {
      count += try folder.done(
        .take(revocations: Array(rest.prefix(AdministratorCommand.mostTaken))))
      rest = rest.dropFirst(AdministratorCommand.mostTaken)
    }
    return count
  }
}

struct Confirm: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says that a restored store knows all revocations, so that certificates are renewed.",
    discussion: """
      Before it, `boardd revoke` or `boardd revoke --from FILE` for those that it lacks. Roles are as \
      they were in the backup, also those that were taken away since.
      """)

  @OptionGroup var folder: DataFolder

  func run() throws {
    print(
      try folder.done(.confirm) > 0
        ? "certificates are renewed again"
        : "nothing was to be confirmed: certificates are renewed here")
  }
}
