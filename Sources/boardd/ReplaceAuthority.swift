import ArgumentParser
import CoordinatorHost
import Foundation
import Identity
import OperationLog
import Transport

struct ReplaceAuthority: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replace",
    abstract: "Replaces an authority whose key leaked, and invites again whoever is let in.",
    discussion: """
      Stop the coordinator first. The boards come to a new cluster with a new authority: nothing that \
      the old key signed counts any more, no device is let in, and open invitations end. Roles, windows \
      and what was saved stay. An invitation is printed for each user with a device that joined \
      here and is let in, or with an open invitation; the others are named. Send each where only that \
      user reads it; after `board join LINE`, `board clusters continue OLD-NAME` takes along what a device had not sent.

      Where this was interrupted, the same command goes on. The old identity stays beside the new one \
      as identity.OLD-NAME, and is of no use to anybody.
      """)

  @OptionGroup var folder: DataFolder

  @Option(help: "The new cluster's name; the old one with a number behind it, if not given.")
  var team: String?

  @Option(
    help: ArgumentHelp("How long the lines are good: \(InvitationTime.forms).", valueName: "time"))
  var ttl = "7d"

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Where people reach the coordinator, as HOST:PORT. Give it again for a further one.",
      valueName: "host:port"))
  var address: [String]

  @Flag(help: "Print one JSON object.")
  var json = false

  private struct Replaced: Encodable {
    struct Invitation: Encodable {
      let user: String
      let line: String
      /// In milliseconds since 1970.
      let expires: UInt64
    }

    let cluster: String
    /// The name of the cluster before; left out where that was said before an interruption.
    let old: String?
    let invitations: [Invitation]
    let leftOut: [String]
  }

  func validate() throws {
    guard InvitationTime.seconds(ttl) != nil else {
      throw ValidationError("\(ttl.debugDescription) is no time: write \(InvitationTime.forms)")
    }
    guard !address.isEmpty else {
      throw ValidationError("say where people reach the coordinator with --address HOST:PORT")
    }
    _ = try (Serve.endpoints(address), team.map { try NamePart($0) })
  }

  func run() throws {
    let seconds = InvitationTime.seconds(ttl) ?? 0
    try CoordinatorFolder.requireStarted(folder.root)
    let addresses = try Serve.endpoints(address).prefix(InvitationLine.mostAddresses)
      .map { try InvitationLine.Address(host: $0.host, port: $0.port) }
    let (user, device) = try DataFolder.systemNames()
    let replacement = try AuthorityReplacement(in: folder.root, user: user, device: device)
    defer { replacement.close() }
    let now = UInt64(max(Date().timeIntervalSince1970, 0) * 1_000)
    let outcome = try replacement.run(team: team.map { try NamePart($0) }, time: now) {
      users, identity in
      try users.map {
        try replacement.invite($0, seconds: seconds, addresses: addresses, as: identity)
      }
    }
    try show(outcome)
    try replacement.finish()
  }

  private func show(_ outcome: AuthorityReplacement.Outcome) throws {
    if json {
      return try printJSON(
        Replaced(
          cluster: "\(outcome.cluster)", old: outcome.old,
          invitations: outcome.lines.map {
            Replaced.Invitation(user: $0.user, line: "\($0.line)", expires: $0.expires)
          }, leftOut: outcome.leftOut))
    }
    print("the boards of \(folder.root) belong to the new cluster \(outcome.cluster)")
    for user in outcome.leftOut {
      print(
        "\(user) has no device that joined here and is let in: `boardd invite \(user)`, if they are to come again"
      )
    }
    for line in outcome.lines {
      print("for \(line.user), until \(Times.text(line.expires)):\nboard join \(line.line)")
    }
    let old = outcome.old.map { "\($0)" } ?? "OLD-NAME"
    print(
      "now start the coordinator again, and send each their line where only they read it. On each device: "
        + "`board join LINE`, then `board clusters continue \(old)`, which takes along what was not sent. "
        + "A backup made before holds the key that leaked and the old team's name: make a new one"
    )
    fflush(nil)
  }
}
