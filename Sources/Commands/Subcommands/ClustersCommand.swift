import ArgumentParser
import Identity
import Launcher
import Screen
import Transport
import WindowStore

struct ClustersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clusters",
    abstract: "Lists the teams that this device has joined, and chooses between them.",
    subcommands: [
      ListClusters.self, UseCluster.self, ClusterAddress.self, ContinueCluster.self,
      ForgetCluster.self,
    ],
    defaultSubcommand: ListClusters.self)
}

/// A command on the clusters of this device, which asks no coordinator.
protocol ClustersWork: ParsableCommand {
  var output: OutputOptions { get }
  func reply(_ clusters: Clusters, _ folders: BoardFolders) throws -> Reply
}

extension ClustersWork {
  func run() throws {
    StandardOutput.ignoreBrokenPipes()
    let folders = try Setting.folders()
    let reply: Reply
    do {
      reply = try self.reply(Clusters(folders), folders)
    } catch {
      throw CommandFailure(error, in: folders)
    }
    try reply.print(asJSON: output.json)
  }
}

struct ListClusters: ClustersWork {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists them; * marks the one that `board` opens.",
    discussion: "The one named own is your own, with a coordinator on this device.")

  @OptionGroup var output: OutputOptions

  func reply(_ clusters: Clusters, _ folders: BoardFolders) -> Reply {
    let all = ([Clusters.own] + clusters.joined.map(\.name)).map { ListedCluster($0, clusters) }
    return Reply(
      json: .object(["clusters": .array(all.map(\.json))]),
      text: TextTable.lines(all.map { $0.row.map { PlainText.line($0) } }).map(\.unpadded)
        .joined(separator: "\n"))
  }
}

struct UseCluster: ClustersWork {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Makes one the team that `board` opens.",
    discussion: "--cluster NAME, or BOARD_CLUSTER, chooses another one for one command.")

  @Argument(help: "What it is called in `board clusters`; own is your own.") var name: String
  @OptionGroup var output: OutputOptions

  func reply(_ clusters: Clusters, _ folders: BoardFolders) throws -> Reply {
    if name != Clusters.own { _ = try clusters.find(name) }
    try clusters.use(name)
    return Reply(
      json: .object(["cluster": ListedCluster(name, clusters).json]),
      text: PlainText.line("`board` opens \(name) now"))
  }
}

struct ClusterAddress: ClustersWork {
  static let configuration = CommandConfiguration(
    commandName: "address", abstract: "Says where a team's coordinator is now.",
    discussion: """
      Replaces all addresses that are known of it. They are tried in this order, after the one that \
      was reached last. Windows that are open and have no connection try them within seconds.
      """)

  @Argument(help: "What it is called in `board clusters`.") var name: String
  @Argument(help: "HOST:PORT, or [IPV6]:PORT; at most \(JoinedCluster.mostAddresses).")
  var addresses: [String]
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard addresses.count <= JoinedCluster.mostAddresses else {
      throw ValidationError("At most \(JoinedCluster.mostAddresses) addresses are kept.")
    }
    try TextArguments.check { () throws(CommandFailure) in try endpoints }
  }

  private var endpoints: [Endpoint] {
    get throws(CommandFailure) {
      do {
        return try addresses.map { try CoordinatorURL.endpoint(in: $0) }
      } catch {
        throw CommandFailure(.usage, "\(error)")
      }
    }
  }

  func reply(_ clusters: Clusters, _ folders: BoardFolders) throws -> Reply {
    guard name != Clusters.own else {
      throw CommandFailure(.usage, "your own coordinator is on this device, wherever that is")
    }
    let endpoints = try endpoints
    try clusters.find(name).write(endpoints)
    return Reply(
      json: .object(["cluster": ListedCluster(name, clusters).json]),
      text: PlainText.line(
        "\(name) is looked for at \(endpoints.map { "\($0)" }.joined(separator: ", ")) now"))
  }
}

struct ForgetCluster: ClustersWork {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Removes a team, with this device's key, from this device.",
    discussion: """
      Its coordinator still lets a copy of the key in: `board revoke` before this throws the device \
      out. What its windows keep stays, and `board unsent` prints what is not sent.
      """)

  @Argument(help: "What it is called in `board clusters`.") var name: String
  @Flag(help: "Even if windows of it hold what is not sent.") var force = false
  @OptionGroup var output: OutputOptions

  func reply(_ clusters: Clusters, _ folders: BoardFolders) throws -> Reply {
    guard name != Clusters.own else {
      throw CommandFailure(.usage, "your own cluster has your own boards: it is not forgotten")
    }
    let cluster = try clusters.find(name)
    let listed = ListedCluster(name, clusters)
    let kept = try ForgetCluster.unsent(in: cluster, folders)
    guard kept == 0 || force else {
      throw CommandFailure(
        .draftsHeld,
        "\(kept) \(kept == 1 ? "window of \(name) holds" : "windows of \(name) hold") what is not sent: `board unsent "
          + "--cluster \(name)` prints it, and --force forgets \(name) nevertheless")
    }
    try clusters.forget(cluster)
    return Reply(
      json: .object(["forgotten": listed.json, "kept": .number(UInt64(kept))]),
      text: PlainText.line("forgot \(name); `board` opens \(clusters.used)"))
  }

  /// How many windows of the cluster hold what is not sent.
  private static func unsent(in cluster: JoinedCluster, _ folders: BoardFolders) throws -> Int {
    guard let device = cluster.identity.deviceName() else { return 0 }
    return try DeviceWindows.unsentWork(root: folders.windows).count {
      $0.cluster == device.cluster.description && $0.user == device.user.description
    }
  }
}
