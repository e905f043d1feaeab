import Files
import Foundation
import Identity
import Testing
import Transport

@testable import Launcher

@Suite("The choice of a cluster")
final class ClusterChoiceTests {
  private let folders = BoardFolders(
    root: FileManager.default.temporaryDirectory.path + "/board-clusters-\(UUID())")

  init() throws {
    try Folder.make(folders.root)
    for (name, port) in [("team", 1), ("other", 2)] { try join(name, port) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folders.root) }

  private func join(_ name: String, _ port: Int) throws {
    let cluster = JoinedCluster(name: name, folder: folders.clusters + "/" + name)
    try Folder.make(cluster.folder)
    let authority = try Authority.create(cluster: NamePart("c-" + name))
    try cluster.identity.write(
      authority.mint(user: UserName("ann"), device: NamePart("laptop")))
    try cluster.write([Endpoint(host: "h", port: port)])
  }

  private func choose(_ environment: [String: String]) throws -> ClusterChoice {
    try ClusterChoice(folders) { environment[$0] }
  }

  /// What is named, what is in use, where that is looked for, and as whom.
  struct Row: Sendable, CustomTestStringConvertible {
    let environment: [String: String]
    let used: String
    let name: String
    let place: String
    let isUsual: Bool

    init(
      _ environment: [String: String], _ used: String, _ name: String, _ place: String,
      _ isUsual: Bool
    ) {
      (self.environment, self.used, self.name) = (environment, used, name)
      (self.place, self.isUsual) = (place, isUsual)
    }

    var testDescription: String { "\(environment), \(used) in use" }
  }

  static let url = ["BOARD_URL": "board://moved:9"]
  static let rows: [Row] = [
    Row([:], "own", "own", "this device's own", true),
    Row([:], "team", "team", "board://h:1", true),
    Row(["BOARD_CLUSTER": ""], "team", "team", "board://h:1", true),
    Row(["BOARD_CLUSTER": "other"], "team", "other", "board://h:2", false),
    Row(["BOARD_CLUSTER": "team"], "team", "team", "board://h:1", true),
    Row(["BOARD_CLUSTER": "own"], "team", "own", "this device's own", false),
    Row(url, "own", "own", "board://moved:9", true),
    Row(url, "team", "team", "board://moved:9", true),
    Row(url.merging(["BOARD_CLUSTER": "other"]) { $1 }, "team", "other", "board://moved:9", false),
    Row(url.merging(["BOARD_CLUSTER": "own"]) { $1 }, "team", "own", "board://moved:9", false),
  ]

  @Test(
    "It goes by the name given, else by the one in use; BOARD_URL gives only the address",
    arguments: rows)
  func choice(row: Row) throws {
    let clusters = Clusters(folders)
    try clusters.use(row.used)
    #expect(clusters.used == row.used)
    let choice = try choose(row.environment)
    #expect(choice.name == row.name)
    #expect(choice.place.name == row.place)
    #expect(choice.isUsual == row.isUsual)
    #expect(choice.option == (row.isUsual ? "" : " --cluster \(row.name)"))
    #expect(
      choice.identityFolder.path
        == (row.name == "own" ? folders.identity : folders.clusters + "/\(row.name)/identity"))
    if row.name != "own" { #expect(try choice.identity().cluster.description == "c-\(row.name)") }
  }

  @Test("A name that no cluster has is refused with the names that there are")
  func unknown() throws {
    let error = #expect(throws: Clusters.Unknown.self) {
      try choose(["BOARD_CLUSTER": "nobody"])
    }
    #expect(error?.names == ["own", "other", "team"])
    #expect(error?.description.contains("board clusters") == true)
    #expect(throws: Clusters.Unusable.self) { try choose(["BOARD_URL": "nowhere"]) }
  }

  @Test("A cluster that is forgotten is gone, and one's own is in use then")
  func forgotten() throws {
    let clusters = Clusters(folders)
    try clusters.use("team")
    try clusters.forget(try clusters.find("team"))
    #expect(clusters.joined.map(\.name) == ["other"])
    #expect(clusters.used == "own")
    #expect(try Folder.names(in: folders.clusters) == ["other"])
  }

  @Test("No cluster is called like one's own, or like an option or a hidden file")
  func names() throws {
    for name in ["own", ".x", "-x", "a/b", "", ".."] {
      #expect(throws: (any Error).self) { try Clusters.name(name) }
      #expect(Clusters(folders)[name] == nil)
    }
    #expect(try Clusters.name("team.example") == "team.example")
  }

  @Test("The address that was reached last is tried first, as long as it is one of them")
  func addresses() throws {
    let cluster = try Clusters(folders).find("team")
    let (one, two, three) = (
      Endpoint(host: "a", port: 1), Endpoint(host: "::1", port: 2), Endpoint(host: "c", port: 3)
    )
    try cluster.write([one, two])
    #expect(try cluster.addresses() == [one, two])
    cluster.noteReached(two)
    #expect(try cluster.addresses() == [two, one])
    #expect(try cluster.writtenAddresses() == [one, two])
    try cluster.write([one, three])
    #expect(try cluster.addresses() == [one, three])
  }

  @Test("Addresses that cannot be read say which command writes them", arguments: ["", "x\n", nil])
  func unusable(text: String?) throws {
    let cluster = try Clusters(folders).find("team")
    if let text {
      try Folder.replace(cluster.folder + "/address", with: Array(text.utf8), synced: false)
    } else {
      try Folder.remove(cluster.folder + "/address")
    }
    let error = #expect(throws: JoinedCluster.UnusableAddresses.self) { try cluster.addresses() }
    #expect(error?.description.contains("board clusters address team HOST:PORT") == true)
  }
}
