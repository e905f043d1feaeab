import ArgumentParser
import CoordinatorHost
import Foundation
import Identity
import OperationLog
import Screen

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads a whole store and says whether everything in it can be read.",
    discussion: """
      A coordinator that has the store open goes on meanwhile; it makes a copy beside the store, \
      which is read and removed. Of a store that was restored and not confirmed (`boardd confirm`) that \
      is said.
      """)

  @OptionGroup var folder: DataFolder

  @Flag(help: "Report as one JSON object.")
  var json = false

  private struct Report: Encodable {
    let sound: Bool
    let boards: Int
    let purgedBoards: Int
    let sessions: Int
    let faults: [String]
    /// Since when revocations may be missing, in milliseconds since 1970; left out where none is.
    let revocationsMissingSince: UInt64?
  }

  func run() throws {
    try CoordinatorFolder.requireStarted(folder.root)
    let report = try StoreMaintenance.check(folder.store)
    if json {
      try printJSON(
        Report(
          sound: report.isSound, boards: report.boards.count,
          purgedBoards: report.purgedBoards, sessions: report.sessions, faults: report.faults,
          revocationsMissingSince: report.unconfirmedSince))
    } else {
      print(report.summary)
      if let since = report.unconfirmedSince { print(OperatorWarning.unconfirmed(since: since)) }
    }
    if !report.isSound { throw ExitCode.failure }
  }
}

struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copies the store and the identity into a folder that can be served as it is.",
    discussion: """
      A coordinator that has the store open goes on meanwhile. The backup is checked, and is a \
      folder for --data itself. Whoever has it can \
      read every board and let anybody in: keep it where nobody else can read it.

      Boards that are damaged do not keep the others out: they are named, the backup has them as \
      they are, and the exit code is 1.

      To go back, `boardd restore --from BACKUP --data DIR`.
      """)

  @OptionGroup var folder: DataFolder

  @Option(help: "The folder to make; it becomes --data of a coordinator. Nothing is overwritten.")
  var to: String

  @Flag(help: "Leave out the identity, with the keys; then it is to be kept by other means.")
  var withoutIdentity = false

  @Flag(help: "Say what was written as one JSON object.")
  var json = false

  private struct Copied: Encodable {
    let store: String
    let folder: String
    let identity: Bool
    /// The damaged boards, a sentence each.
    let faults: [String]
  }

  func validate() throws { try requireGiven(to, "--to") }

  func run() throws {
    try CoordinatorFolder.requireStarted(folder.root)
    let target = DataFolder.absolute(to)
    let identity = IdentityFolder(target + "/identity")
    if !withoutIdentity {
      try identity.requireEmpty()
      // This is checked before anything is written: a backup without the identity brings nobody
      // back.
      if try Store.isThere(folder.store) { try folder.identity.requireSomething() }
    }
    let report = try StoreMaintenance.backup(folder.store, to: target + "/store")
    if !withoutIdentity { try folder.identity.copy(to: identity) }
    if json {
      try printJSON(
        Copied(
          store: folder.store, folder: to, identity: !withoutIdentity, faults: report.faults))
    } else {
      print("wrote a backup of \(folder.root) to \(to)")
      print(
        withoutIdentity
          ? "the identity is not in it: keep \(folder.identity.path) too, without it nobody gets at "
            + "the boards again"
          : "the identity is in \(to)/identity, for your eyes only (mode 0600): who has its keys "
            + "can read every board and let anybody in")
      for fault in report.faults { print("damaged: \(fault)") }
    }
    if !report.isSound { throw ExitCode.failure }
  }
}

struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes the folder of a coordinator from a backup.",
    discussion: """
      The backup stays as it is. What people did after it was made is gone from the boards. What \
      their windows had not sent comes again by itself; of a board that had more before, each device \
      with a window on it keeps a copy as it was: `board unsent` names it, and `board export --copy \
      FILE` prints it. Who was revoked, or lost a role, after it is not known: roles are \
      as they were, and nobody's certificate is renewed before `boardd confirm`. `boardd revoke --from FILE` \
      takes the revocations from what `boardd audit --json` printed of the lost store, and names the roles \
      in it.
      """)

  @Option(help: "The folder that `boardd backup` made.")
  var from: String

  @OptionGroup var folder: DataFolder

  @Flag(help: "The identity is not in the backup; it is brought by other means.")
  var withoutIdentity = false

  @Flag(help: "Say what was written as one JSON object.")
  var json = false

  private struct Restored: Encodable {
    let folder: String
    /// When the backup was made, in milliseconds since 1970.
    let backup: UInt64?
    /// The damaged boards, a sentence each.
    let faults: [String]
  }

  func validate() throws { try requireGiven(from, "--from") }

  func run() throws {
    let source = DataFolder.absolute(from)
    try CoordinatorFolder.requireThere(source)
    if !withoutIdentity {
      try folder.identity.requireEmpty()
      try IdentityFolder(source + "/identity").requireSomething()
    }
    let report = try StoreMaintenance.backup(source + "/store", to: folder.store)
    if !withoutIdentity { try IdentityFolder(source + "/identity").copy(to: folder.identity) }
    let replies = try Administration.ask(.devices(user: nil), of: folder.store, cluster: nil)
    let since = replies.compactMap { reply in
      if case .devices(_, let since) = reply { since } else { nil }
    }.first
    if json {
      try printJSON(
        Restored(folder: folder.root, backup: since, faults: report.faults))
    } else {
      print("restored \(from) to \(folder.root)")
      if let since { print(OperatorWarning.unconfirmed(since: since)) }
      for fault in report.faults { print("damaged: \(fault)") }
    }
    if !report.isSound { throw ExitCode.failure }
  }
}

struct Salvage: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes the folder of a coordinator from what can be read of a damaged one.",
    discussion: """
      For a store that is refused as damaged, or of which `boardd check` names a board, and of which \
      there is no newer backup. The damaged folder stays as it is. Everything goes over whose checksum \
      fits, and what does not is named: which board, which edits, why, and of how many boards nothing else \
      is known; the exit code is 1 then. Of a \
      board whose last edits are gone the windows begin anew, and offer again what they had not sent.

      Revocations and changes of roles may be among what is gone: as after `boardd restore`, nobody's \
      certificate is renewed before `boardd confirm`, and open invitations are not kept.
      """)

  @Option(help: "The damaged folder, which was --data of a coordinator.")
  var from: String

  @OptionGroup var folder: DataFolder

  @Flag(help: "The identity is not in the damaged folder; it is brought by other means.")
  var withoutIdentity = false

  @Flag(help: "Say what was written as one JSON object.")
  var json = false

  private struct Salvaged: Encodable {
    let folder: String
    let boards: Int
    let wholeBoards: Int
    let foundBoards: Int
    let windows: Int
    let devices: Int
    let revokedDevices: Int
    let revokedUsers: Int
    let revocationsMissingSince: UInt64
    /// What was left out, a sentence each.
    let losses: [String]
  }

  func validate() throws { try requireGiven(from, "--from") }

  func run() throws {
    let source = DataFolder.absolute(from)
    try CoordinatorFolder.requireThere(source)
    let identity = IdentityFolder(source + "/identity")
    if !withoutIdentity {
      try folder.identity.requireEmpty()
      try identity.requireSomething()
    }
    let cluster = try? identity.load(allowingExpired: true).cluster.description
    let report = try StoreSalvage.run(source + "/store", to: folder.store, cluster: cluster)
    if !withoutIdentity { try identity.copy(to: folder.identity) }
    if json {
      try printJSON(
        Salvaged(
          folder: folder.root, boards: report.boards, wholeBoards: report.wholeBoards,
          foundBoards: report.foundBoards, windows: report.windows, devices: report.devices,
          revokedDevices: report.revoked, revokedUsers: report.revokedUsers,
          revocationsMissingSince: report.unconfirmedSince, losses: report.losses))
    } else {
      show(report)
    }
    if !report.isComplete { throw ExitCode.failure }
  }

  private func show(_ report: SalvageReport) {
    print(
      "wrote what can be read of \(from) to \(folder.root): \(report.wholeBoards) of "
        + "\(report.foundBoards) boards whole")
    for loss in report.losses { print("left out: \(visibleForm(of: loss))") }
    let users = report.revokedUsers
    print(
      "\(report.devices) devices are known, \(report.revoked) of them revoked"
        + (users > 0
          ? ", and \(users) user\(users == 1 ? " was" : "s were") revoked as a whole" : "")
    )
    print(OperatorWarning.unconfirmed(since: report.unconfirmedSince))
  }
}
