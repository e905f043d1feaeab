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
    if json { try printJSON(line) } else { print(line.text) }
  }
}

extension AuditLine {
  /// The record in one line for people.
  var text: String {
    let whom = [user, device].compactMap(\.self).joined(separator: " on ")
    let who = [byUser, byDevice].compactMap(\.self).joined(separator: " on ")
    let parts = [
      Times.text(time), kind, whom, who.isEmpty ? "" : "by \(who)",
      address.isEmpty ? "" : "from \(address)",
      count > 1 ? "\(count) times" : "", detail,
    ]
    return LogText.line(parts.filter { !$0.isEmpty }.joined(separator: ", "))
  }
}

/// What `boardd audit --json` printed, as a file.
struct AuditFile {
  /// The largest file that is read, in bytes: all kinds at their bounds have less.
  private static let largest = 64 << 20

  private let lines: [AuditLine]

  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// - Throws: `Unreadable`.
  init(_ path: String) throws {
    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    guard size ?? 0 <= Self.largest else {
      throw Unreadable(description: "\(path) is larger than an audit can be")
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw Unreadable(
        description: "cannot read the file \(path): is its name right, and may this user read it?")
    }
    lines = try bytes.split(separator: UInt8(ascii: "\n")).enumerated().map { index, line in
      guard let record = try? JSONDecoder().decode(AuditLine.self, from: line) else {
        throw Unreadable(
          description:
            "line \(index + 1) of \(path) is none of boardd audit --json: nothing was taken")
      }
      return record
    }
  }

  /// The revocations in the file, the oldest first.
  var revocations: [RevocationLine] {
    lines.compactMap { record in
      guard record.kind == "revoked", let user = record.user else { return nil }
      return RevocationLine(
        user: user, device: record.device, time: record.time, floor: record.floor)
    }
  }

  /// The changes of roles from a time on, in milliseconds since 1970, the oldest first.
  func roles(since time: UInt64) -> [AuditLine] {
    lines.filter { $0.kind == "role" && $0.time >= time }
  }
}
