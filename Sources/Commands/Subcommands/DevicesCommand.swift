import ArgumentParser
import BoardModel
import Identity
import Glibc
import Launcher
import Screen
import Wire
import Wording

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Lists your devices, or invites the next one.",
    subcommands: [ListOwnDevices.self, InviteDevice.self],
    defaultSubcommand: ListOwnDevices.self)
}

struct ListOwnDevices: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists your devices.",
    discussion: "`board revoke DEVICE` throws one out.")

  @OptionGroup var output: OutputOptions

  func reply(of client: Client) throws -> Reply {
    ListOwnDevices.reply(try client.devices(), here: client.author.device)
  }

  /// - Parameter here: the device that this runs on.
  static func reply(_ devices: [DeviceEntry], here: String) -> Reply {
    let rows = devices.map { device in
      [
        device.device,
        device.used == 0 ? "never here yet" : "last here \(LocalTime.text(device.used))",
        device.isRevoked
          ? "thrown out"
          : "certificate until \(LocalTime.text(device.expires))"
            + (device.connections > 0 ? ", connected" : ""),
        device.device == here ? "(this device)" : "",
      ].map { PlainText.line($0) }
    }
    return Reply(
      json: .object([
        "devices": .array(
          devices.map { device in
            .object([
              "device": .string(device.device), "here": .bool(device.device == here),
              "joined": .string(device.joined == 0 ? "" : Timestamp.text(device.joined)),
              "used": .string(device.used == 0 ? "" : Timestamp.text(device.used)),
              "expires": .string(Timestamp.text(device.expires)),
              "connections": .number(UInt64(device.connections)),
              "revoked": .bool(device.isRevoked),
            ])
          })
      ]),
      text: rows.isEmpty
        ? "the coordinator knows no device of yours"
        : TextTable.lines(rows).map(\.unpadded).joined(separator: "\n")
    )
  }
}

struct InviteDevice: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Prints the line with which a further device of yours joins.",
    discussion: "Whoever reads the line may use it, and is you then: send it to yourself alone.")

  @Option(help: ArgumentHelp("How long it is good: \(InvitationTime.forms).", valueName: "time"))
  var ttl = InvitationTime.usual
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try TextArguments.check { () throws(CommandFailure) in try Lifetime.parse(ttl) }
  }

  func reply(of client: Client) throws -> Reply {
    let setting = try Setting()
    let user = client.author.user
    let invitation = try NewInvitation(
      user, to: nil, seconds: try Lifetime.parse(ttl), setting, client)
    return Reply(
      json: invitation.json(user),
      text: invitation.text("a further device of yours joins with this line"))
  }
}

struct RevokeCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Throws one of your devices out, at once and for good.",
    discussion: """
      Its windows end within a second, and keep what they had not sent. The device comes back only \
      with a new invitation. Before the device that this runs on is thrown out, its name has to be \
      typed again; where there is no terminal, --yes says that it is meant.
      """)

  @Argument(help: "What `board devices` calls it.") var device: String
  @Flag(help: "Even the device that this runs on, where no terminal is to ask on.") var yes = false
  @OptionGroup var output: OutputOptions

  func run() throws {
    let here = try Setting().author.device
    if device == here, !yes { try RevokeCommand.ask(about: device) }
    try answer()
  }

  func reply(of client: Client) throws -> Reply {
    try client.revoke(device)
    return RevokeCommand.reply(device, here: client.author.device)
  }

  /// - Throws: `usage` where there is no terminal, `refused` where something else is typed.
  private static func ask(about device: String) throws(CommandFailure) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw CommandFailure(
        .usage,
        "\(device) is the device that this runs on, and there is no terminal to ask on: say --yes if "
          + "it is meant")
    }
    try StandardOutput.write(
      PlainText.line(
        "\(device) is the device that this runs on, and comes back only with a new invitation. Type "
          + "its name to go on: "), to: STDERR_FILENO)
    guard readLine() == device else {
      throw CommandFailure(.refused, "that is not the name: nothing was done")
    }
  }

  static func reply(_ device: String, here: String) -> Reply {
    Reply(
      json: .object(["device": .string(device), "here": .bool(device == here)]),
      text: PlainText.line(
        device == here
          ? "threw out \(device), which is this device: `board unsent` prints what it had not sent"
          : "threw out \(device)"),
      hasEdited: true)
  }
}
