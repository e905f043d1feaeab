public import BoardModel
import Files
public import WindowSync
import Wire

/// The folder in which a window whose board differed from its coordinator's leaves a report: a
/// text, and beside it the board as the window had it.
public struct DivergenceReports: Hashable, Sendable {
  public let folder: String

  /// The most reports kept: a fault that recurs must not fill the disk.
  public static let limit = 20

  /// - Parameters:
  ///   - agent: name and version of this program.
  ///   - coordinator: name and version of the coordinator's program, and its address.
  ///   - time: milliseconds since 1970.
  ///   - timeText: the same moment, for people.
  /// - Returns: the path of the text.
  @discardableResult
  public func write(
    _ report: DivergenceReport, session: SavedSession, agent: String, coordinator: String,
    time: UInt64, timeText: String
  ) throws(WindowStoreError) -> String {
    let digits = String(time)
    let stamp = String(repeating: "0", count: max(0, 15 - digits.utf8.count)) + digits
    let name = "\(folder)/divergence-\(stamp)-\(report.board.sequence)"
    let text = DivergenceReports.text(
      report, session: session, agent: agent, coordinator: coordinator,
      time: timeText)
    do throws(FileError) {
      try Folder.make(folder)
      try Folder.replace(
        name + ".board", with: BoardCache.bytes(of: report.board, session: session.session),
        synced: false)
      try Folder.replace(name + ".txt", with: Array(text.utf8), synced: false)
      let texts = try Folder.names(in: folder).filter { $0.hasSuffix(".txt") }
      for old in texts.dropLast(DivergenceReports.limit) {
        try Folder.remove(folder + "/" + old)
        try Folder.remove(folder + "/" + old.dropLast(4) + ".board")
      }
    } catch {
      throw .file(error)
    }
    return name + ".txt"
  }

  /// Removes the reports on a board.
  /// - Parameter kept: those on it as a store has it from a sequence number on stay.
  public func forget(
    _ board: BoardID, keeping kept: (store: IncarnationID, from: UInt64)? = nil
  ) throws(WindowStoreError) {
    do throws(FileError) {
      let names = (try? Folder.names(in: folder)) ?? []
      for text in names.filter({ $0.hasSuffix(".txt") }) {
        let path = folder + "/" + text
        let lines = String(
          decoding: try OpenFile(path, .read).contents(limit: Self.textLimit), as: UTF8.self)
        guard lines.contains(Self.line(naming: board)) else { continue }
        if let kept, lines.contains(Self.line(naming: kept.store)),
          let at = text.dropLast(4).split(separator: "-").last.flatMap({ UInt64($0) }),
          at >= kept.from
        {
          continue
        }
        try Folder.remove(String(path.dropLast(4)) + ".board")
        try Folder.remove(path)
      }
    } catch {
      throw .file(error)
    }
  }

  /// The most bytes of a report that are read: far more than any has.
  private static let textLimit = 1 << 20

  private static func line(naming board: BoardID) -> String { "board: \(board)" }

  private static func line(naming store: IncarnationID) -> String { "store: \(store)" }

  private static func text(
    _ report: DivergenceReport, session: SavedSession, agent: String, coordinator: String,
    time: String
  ) -> String {
    var lines = [
      "This window's board differed from the coordinator's. It took a fresh copy and kept its edits.",
      "",
      "program: \(agent)",
      "coordinator: \(coordinator)",
      "time: \(time)",
      line(naming: report.board.board),
      "sequence: \(report.board.sequence)",
      "window: \(session.session), taken over \(session.epoch) times",
      line(naming: session.incarnation),
    ]
    switch report.cause {
    case .digest(let theirs, let ours):
      lines += ["cause: digest", "theirs: \(theirs.hexadecimal)", "ours: \(ours.hexadecimal)"]
    case .outcome(let committed, let ours):
      lines += [
        "cause: outcome of operation \(committed.sequence), \(committed.id)",
        "theirs: \(committed.outcome)", "ours: \(ours)",
      ]
      if let operation = committed.operation { lines.append("intent: \(operation.intent)") }
    case .purged(let sequence):
      lines += ["cause: operation \(sequence) is not known any more, as something in it was purged"]
    case .gap(let next):
      lines += ["cause: operation \(next) came after operation \(report.board.sequence)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension BoardDigest {
  fileprivate var hexadecimal: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
