import ArgumentParser
import CoordinatorHost
import Foundation

struct Audit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lists who came in, was refused or thrown out, and what was done to roles, windows and boards.",
    discussion: """
      The oldest come first: invitations, joins, renewals, refusals, revocations, roles given and taken, \
      windows taken over, what was purged, and what administrators did, whom nobody is named for. \
      Refusals are counted by address, reason and minute. Of each kind the newest 10000 are kept, of one \
      user or address the newest 1000 of these. A device that comes “with a certificate that is not of this \
      store” joined, or was renewed, after the backup from which the store was restored; where it was not \
      restored, somebody has the authority's key: see `boardd authority replace`. With --json each is an \
      object on a line of its own, which `boardd revoke --from` takes.
      """)

  @OptionGroup var folder: DataFolder

  @Flag(help: "Print one JSON object for each, a line each.")
  var json = false

  func run() throws {
    var after: Int64 = 0
    while true {
      var last = after
      for reply in try folder.ask(.audit(after: after)) {
        guard case .audit(let lines, let through) = reply else { throw Unanswered() }
        for line in lines { try show(line) }
        last = through
      }
      guard last > after else { return }
      after = last
    }
  }

  private func show(_ line: AuditLine) throws {
    if json { return try printJSON(line) }
    let whom = [line.user, line.device].compactMap(\.self).joined(separator: " on ")
    let who = [line.byUser, line.byDevice].compactMap(\.self).joined(separator: " on ")
    let parts = [
      Times.text(line.time), line.kind, whom, who.isEmpty ? "" : "by \(who)",
      line.address.isEmpty ? "" : "from \(line.address)",
      line.count > 1 ? "\(line.count) times" : "", line.detail,
    ]
    print(LogText.line(parts.filter { !$0.isEmpty }.joined(separator: ", ")))
  }
}

/// What `boardd audit --json` printed, as a file.
enum AuditFile {
  /// The largest file that is read, in bytes: all kinds at their bounds have less.
  private static let largest = 64 << 20

  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// The revocations in the file, the oldest first.
  static func revocations(in path: String) throws -> [RevocationLine] {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    guard size <= largest else {
      throw Unreadable(description: "\(path) is larger than an audit can be")
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var revocations: [RevocationLine] = []
    for (index, line) in text.split(separator: "\n").enumerated() {
      guard let record = try? JSONDecoder().decode(AuditLine.self, from: Data(line.utf8)) else {
        throw Unreadable(
          description:
            "line \(index + 1) of \(path) is none of boardd audit --json: nothing was taken")
      }
      guard record.kind == "revoked", let user = record.user else { continue }
      revocations.append(
        RevocationLine(
          user: user, device: record.device, time: record.time, floor: record.floor))
    }
    return revocations
  }
}
