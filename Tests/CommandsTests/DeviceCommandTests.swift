import ArgumentParser
import BoardModel
import Foundation
import Identity
import Launcher
import Testing
import WindowSync
import Wire
import Wording

@testable import Commands

@Suite("Commands about teams and devices")
struct DeviceCommandTests {
  @Test(
    "How long an invitation is good is a number and its unit",
    arguments: [("90s", 90), ("15m", 900), ("2h", 7_200), ("7d", 604_800)])
  func lifetimes(text: String, seconds: UInt32) throws {
    #expect(try Lifetime.parse(text) == seconds)
  }

  @Test(
    "Anything else, or longer than a week, is refused with the forms that there are",
    arguments: [
      "", "m", "0m", "15", "15 m", "8d", "169h", "-1m", "1.5h", "99999999999s", "4294967295d",
    ])
  func noLifetimes(text: String) {
    let failure = #expect(throws: CommandFailure.self) { try Lifetime.parse(text) }
    #expect(failure?.kind == .usage)
    #expect(failure?.description.contains("15m") == true)
  }

  @Test("An identifier is made of 16 bytes, the most significant first")
  func identifiers() {
    #expect(
      InvitationID(bytes: Array(1...16))
        == InvitationID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10))
  }

  // MARK: The option

  @Test("Every command takes --cluster, in front of it or behind", arguments: Leaf.all)
  func option(leaf: Leaf) throws {
    let words = PreparedArguments(ProgramRoot.self)
    guard try OptionTable(leaf.command).knows("--cluster") else {
      return #expect(leaf.path == ["json"] || leaf.path == ["help"])
    }
    let behind = try words.words(leaf.path + ["--cluster", "team"])
    #expect(behind.contains("--cluster=team"), "\(behind)")
    #expect(try ClusterOption.chosen(in: behind) == "team")
    for front in [["--cluster", "team"], ["--cluster=team"]] {
      #expect(try words.words(front + leaf.path) == behind)
    }
  }

  @Test("It is no option behind --, the last one counts, and an empty one is refused")
  func chosen() throws {
    #expect(try ClusterOption.chosen(in: ["add", "--", "--cluster=x"]) == nil)
    #expect(try ClusterOption.chosen(in: ["ls", "--cluster=x", "--cluster=y"]) == "y")
    #expect(throws: CommandFailure.self) {
      try ClusterOption.chosen(in: ["ls", "--cluster", ""])
    }
    #expect(throws: CommandFailure.self) {
      try PreparedArguments(ProgramRoot.self).words(["--cluster"])
    }
  }

  // MARK: What is printed

  private let devices = [
    DeviceEntry(
      device: "laptop", joined: 1, used: 2, expires: 3, connections: 1, isRevoked: false),
    DeviceEntry(
      device: "phone", joined: 1, used: 2, expires: 3, connections: 0, isRevoked: true),
  ]

  @Test("A list of devices marks the one that it runs on, and those that were thrown out")
  func list() {
    let reply = ListOwnDevices.reply(devices, here: "laptop")
    expect(reply.json, is: "DEVICES")
    let lines = reply.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("(this device)") && lines[0].contains("connected"))
    #expect(lines[1].contains("thrown out") && !lines[1].contains("(this device)"))
    expect(RevokeCommand.reply("phone", here: "laptop").json, is: "REVOKED")
    #expect(RevokeCommand.reply("laptop", here: "laptop").text.contains("board unsent"))
  }

  @Test("The answer of a coordinator that refuses says what to do")
  func refused() {
    func failure(_ question: Question, _ code: ErrorCode) -> CommandFailure {
      CommandFailure(Unanswered("No.", code: code), to: question)
    }
    let revoke = Question.revokeDevice(RevokeDevice(device: "phone"))
    #expect(failure(revoke, .deviceUnknown).kind == .notFound)
    #expect(failure(revoke, .deviceUnknown).description.contains("`board devices`"))
    #expect(failure(.listDevices(ListDevices()), .notNow).description == "No.")
    let admit = Admit(
      invitation: InvitationID(high: 1, low: 1), secretHash: [], user: "ben", board: nil,
      seconds: 60)
    #expect(failure(.admit(admit), ErrorCode(rawValue: 3_023)).description == "No.")
  }

  @Test("What a refusal says of renewals, devices and certificates")
  func words() {
    func said(_ code: ErrorCode) -> String {
      Wording.refusal(code, device: "phone", text: "It is so.")
    }
    #expect(said(.renewalSuspended).contains("administrator confirms"))
    #expect(said(.identityRefused).hasPrefix("It is so. "))
    #expect(said(.identityRefused).contains("`board unsent`"))
    #expect(said(.invitationRefused) == "It is so.")
    #expect(said(.deviceInUse).contains("--replace"))
    #expect(said(.certificateExpired).contains("ended"))
    #expect(Wording.revoked("").hasPrefix("The coordinator"))
    let warning = Wording.unrenewed(until: "2026-12-01", reason: "No.")
    #expect(warning.contains("ends on 2026-12-01, and was not renewed: No. It"))
    #expect(Wording.unrenewed(until: nil, reason: "no").contains("ends soon"))
    let late = Wording.ended(on: "2026-12-01", reason: "No.")
    #expect(late.contains("ended on 2026-12-01, and is not renewed: No. It"))
    #expect(Wording.ended(on: nil, reason: "no").contains("ended, and"))
  }

  // MARK: Clusters

  @Test("Clusters are listed, used, moved and forgotten without a coordinator")
  func clusters() throws {
    let folders = BoardFolders(
      root: FileManager.default.temporaryDirectory.path + "/board-listed-\(UUID())")
    defer { try? FileManager.default.removeItem(atPath: folders.root) }
    let folder = folders.clusters + "/team"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let authority = try Authority.create(cluster: NamePart("c1"))
    try IdentityFolder(folder + "/identity").write(
      authority.mint(user: UserName("ann"), device: NamePart("laptop")))
    let clusters = Clusters(folders)
    func run(_ words: [String]) throws -> Reply {
      let command = try ClustersCommand.parseAsRoot(words)
      let work = try #require(command as? any ClustersWork)
      return try work.reply(clusters, folders)
    }
    let moved = try run(["address", "team", "h:1", "[::1]:2"])
    expect(moved.json, is: "JOINED")
    #expect(moved.text == "team is looked for at h:1, [::1]:2 now")
    #expect(try run(["use", "team"]).text == "`board` opens team now")
    let list = try run(["list"])
    expect(list.json, is: "CLUSTERS")
    let lines = list.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("own") && lines[0].contains("nobody yet"))
    #expect(lines[1].hasPrefix("*  team"))
    #expect(lines[1].contains("ann on laptop") && lines[1].contains("h:1 [::1]:2"))
    for words in [["use", "nobody"], ["address", "nobody", "h:1"], ["forget", "nobody"]] {
      let error = #expect(throws: Clusters.Unknown.self) { try run(words) }
      #expect(error.map { CommandFailure($0, in: folders).kind } == .notFound)
    }
    for words in [["address", "own", "h:1"], ["forget", "own"]] {
      #expect(throws: CommandFailure.self) { try run(words) }
    }
    let forgotten = try run(["forget", "team"])
    expect(forgotten.json, is: "FORGOTTEN")
    #expect(forgotten.text == "forgot team; `board` opens own")
    #expect(clusters.joined.isEmpty)
  }
}
