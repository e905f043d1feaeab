import ArgumentParser
import CoordinatorHost
import Foundation
import Identity

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the devices that are let in, and those that were revoked.")

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
    if let missingSince {
      print(
        "restored from a backup, or salvaged, of \(Times.text(missingSince)): who was revoked since is not known, "
          + "and no certificate is renewed. `boardd revoke --from FILE` takes an audit, `boardd "
          + "confirm` says that nothing is missing")
    }
    guard !devices.isEmpty else { return print("no device has joined yet") }
    let rows = devices.map { device in
      [
        device.user, device.device,
        device.revoked.map { "revoked \(Times.text($0))" }
          ?? (device.connections > 0
            ? "\(device.connections) connected" : "last seen \(Times.text(device.used))"),
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
      boardd revoke <user> [<device>] --data <data>
      boardd revoke --from <file> --data <data>
      """,
    discussion: """
      Its connections end, and no certificate that it has is served again, also after a restart and \
      from every backup made later. Its windows keep what they have not sent. They come in again by a \
      new invitation only. The roles of a user on boards stay as they are.
      """)

  @Argument(help: "The user.")
  var user: String?

  @Argument(help: "The device; without it, all devices of the user.")
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Take the revocations of this file, which `boardd audit --json` printed.", valueName: "file"))
  var from: String?

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Done: Encodable {
    let revoked: Int
  }

  func validate() throws {
    guard (user == nil) != (from == nil) else {
      throw ValidationError("name a user, or a file with --from")
    }
  }

  func run() throws {
    let count = try from.map { try take($0) } ?? revoke()
    if json { return try printJSON(Done(revoked: count)) }
    if from != nil {
      print("took \(count) revocation\(count == 1 ? "" : "s") not known here before")
    } else {
      print(
        count > 0
          ? "revoked \(count) device\(count == 1 ? "" : "s")"
          : "no such device is let in now; one that has joined without this store's knowledge is not either"
      )
    }
  }

  private func revoke() throws -> Int {
    let user = try UserName(typed: user ?? "").description
    return try folder.done(.revoke(user: user, device: device))
  }

  private func take(_ path: String) throws -> Int {
    let revocations = try AuditFile.revocations(in: DataFolder.absolute(path))
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
    discussion: "Before it, `boardd revoke` or `boardd revoke --from FILE` for those that it lacks."
  )

  @OptionGroup var folder: DataFolder

  func run() throws {
    guard case .done? = try folder.ask(.confirm).last else { throw Unanswered() }
    print("certificates are renewed again")
  }
}
