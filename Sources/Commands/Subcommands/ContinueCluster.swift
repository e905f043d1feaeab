import ArgumentParser
import Identity
import Launcher
import WindowStore

struct ContinueCluster: ClustersWork {
  static let configuration = CommandConfiguration(
    commandName: "continue",
    abstract: "Takes along what windows kept of a team whose authority was replaced.",
    discussion: """
      After `boardd authority replace` a team has the same boards and a new name, and everybody joins it \
      by a new invitation. This gives the windows that this device has of the old name to the new one, \
      the team that `board` opens: they come back with what they have not sent, and send it.
      """)

  @Argument(help: "The old name of the team, as in `board clusters` or `board unsent`.")
  var name: String
  @OptionGroup var output: OutputOptions

  func reply(_ clusters: Clusters, _ folders: BoardFolders) throws -> Reply {
    let setting = try Setting()
    let new = setting.identity.cluster.description
    let old = clusters[name]?.identity.deviceName()?.cluster.description ?? name
    guard old != new else {
      throw CommandFailure(
        .usage,
        "\(name) is the team that `board` opens: join the new one first, or name it with --cluster")
    }
    guard let windows = setting.windows else {
      throw CommandFailure(.files, folders.unusable("the folder of windows cannot be made"))
    }
    let (taken, left) = try windows.adopt(ofCluster: old)
    guard taken + left > 0 else {
      throw CommandFailure(
        .notFound,
        "this device has no windows of \(Naming.quoted(name)) any more: `board clusters` and `board unsent` name "
          + "what there is")
    }
    var text = taken == 1 ? "1 window of \(name) belongs" : "\(taken) windows of \(name) belong"
    text += " to \(new) now"
    if taken > 0 {
      text += ": `board restore\(Setting.clusterOption)` brings \(taken == 1 ? "it" : "them") back"
    }
    if left > 0 {
      let (are, them) = left == 1 ? ("is", "it") : ("are", "them")
      text +=
        "; \(left) of \(name) \(are) open: close \(them) with q, or the terminal where a text "
        + "is being typed (what is not sent is kept either way), and do this again"
    }
    return Reply(
      json: .object([
        "cluster": .string(new), "taken": .number(UInt64(taken)), "open": .number(UInt64(left)),
      ]),
      text: PlainText.line(text))
  }
}
