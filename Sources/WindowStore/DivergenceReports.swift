public import BoardModel
import Files
public import WindowSync
import Wire

/// The folder in which a window whose board differed from its coordinator's leaves a report: a
/// text, and beside it the board as the window had it. Where the coordinator's store was replaced by
/// another, that copy may have what is nowhere else.
public struct DivergenceReports: Hashable, Sendable {
  public let folder: String

  /// The most reports kept of either kind: a fault that recurs must not fill the disk.
  public static let limit = 20
  private static let divergence = "divergence-"
  /// What the names of the copies begin with that may have what is nowhere else.
  static let lost = "lost-"

  /// Who made a report, and when.
  public struct Origin: Sendable {
    let session: SavedSession
    let agent: String
    let coordinator: String
    let time: UInt64
    let timeText: String

    /// - Parameters:
    ///   - agent: name and version of this program.
    ///   - coordinator: name and version of the coordinator's program, and its address.
    ///   - time: milliseconds since 1970.
    ///   - timeText: the same moment, for people.
    public init(
      session: SavedSession, agent: String, coordinator: String, time: UInt64, timeText: String
    ) {
      self.session = session
      self.agent = agent
      self.coordinator = coordinator
      self.time = time
      self.timeText = timeText
    }
  }

  /// - Returns: the path of the text.
  @discardableResult
  public func write(
    _ report: DivergenceReport, of origin: Origin
  ) throws(WindowStoreError) -> String {
    let store = report.cause.replacement?.store ?? origin.session.incarnation
    let digits = String(origin.time)
    let stamp = String(repeating: "0", count: max(0, 15 - digits.utf8.count)) + digits
    let kind = report.cause.isStoreReplaced ? Self.lost : Self.divergence
    let name = "\(folder)/\(kind)\(stamp)-\(report.board.sequence)"
    let text = DivergenceReports.text(report, of: origin)
    do throws(FileError) { try Folder.make(folder) } catch { throw .file(error) }
    return try locked { () throws(FileError) in
      // Several windows of the device may have had the board: the copy of whoever had most is kept.
      let earlier =
        kind == Self.lost
        ? try texts(on: report.board.board, of: store).filter { $0.hasPrefix(kind) }
        : []
      for text in earlier where Self.sequence(in: text) ?? 0 >= report.board.sequence {
        return folder + "/" + text
      }
      // The text comes first and goes last, as it says what a purge concerns.
      let isSynced = kind == Self.lost
      try Folder.replace(name + ".txt", with: Array(text.utf8), synced: isSynced)
      try Folder.replace(
        name + ".board", with: BoardCache.bytes(of: report.board, session: origin.session.session),
        synced: isSynced)
      for text in earlier { try remove(text) }
      let texts = try Folder.names(in: folder).filter {
        $0.hasSuffix(".txt") && $0.hasPrefix(kind)
      }
      for old in texts.dropLast(DivergenceReports.limit) { try remove(old) }
      return name + ".txt"
    }
  }

  /// Does this while no other process changes the folder. What one left that was killed goes first: it
  /// may hold what a purge concerns, and nothing says so.
  private func locked<Result>(
    _ work: () throws(FileError) -> Result
  ) throws(WindowStoreError) -> Result {
    do throws(LockFailure) {
      let lock = try FileLock(waitingFor: folder + "/lock")
      defer { withExtendedLifetime(lock) {} }
      do throws(FileError) {
        for name in try Folder.names(in: folder) where name.hasSuffix(".new") {
          try Folder.remove(folder + "/" + name)
        }
        return try work()
      } catch {
        throw LockFailure.file(error)
      }
    } catch {
      switch error {
      case .held(let process): throw .inUse(by: process)
      case .file(let error): throw .file(error)
      }
    }
  }

  /// Removes the reports on a board.
  /// - Parameter kept: those on it as a store has it from a sequence number on stay, and those of which
  ///   nothing was purged in that store up to this number.
  public func forget(
    _ board: BoardID, keeping kept: (store: IncarnationID, from: UInt64)? = nil
  ) throws(WindowStoreError) {
    do throws(FileError) {
      guard try Folder.size(of: folder) != nil else { return }
    } catch {
      throw .file(error)
    }
    try locked { () throws(FileError) in
      for text in try texts(on: board) {
        if let kept {
          let lines = try lines(of: text)
          if lines.contains(Self.line(naming: kept.store)),
            let at = Self.sequence(in: text), at >= kept.from
          {
            continue
          }
          if lines.contains(Self.line(clearedIn: kept.store, kept.from)) { continue }
        }
        try remove(text)
      }
    }
  }

  /// The names of the texts on a board, in the order of their times.
  /// - Parameter store: only those on the board as that store had it; nil for all.
  private func texts(
    on board: BoardID, of store: IncarnationID? = nil
  ) throws(FileError) -> [String] {
    var texts: [String] = []
    for text in (try? Folder.names(in: folder)) ?? [] where text.hasSuffix(".txt") {
      let lines = try lines(of: text)
      guard lines.contains(Self.line(naming: board)),
        store.map({ lines.contains(Self.line(naming: $0)) }) ?? true
      else { continue }
      texts.append(text)
    }
    return texts
  }

  private func lines(of text: String) throws(FileError) -> String {
    String(
      decoding: try OpenFile(folder + "/" + text, .read).contents(limit: Self.textLimit),
      as: UTF8.self)
  }

  /// The sequence number of the board of a report, which is in the name of its text.
  private static func sequence(in text: String) -> UInt64? {
    text.dropLast(4).split(separator: "-").last.flatMap { UInt64($0) }
  }

  private func remove(_ text: String) throws(FileError) {
    try Folder.remove(folder + "/" + text.dropLast(4) + ".board")
    try Folder.remove(folder + "/" + text)
  }

  /// The most bytes of a report that are read: far more than any has.
  private static let textLimit = 1 << 20

  private static func line(naming board: BoardID) -> String { "board: \(board)" }

  private static func line(naming store: IncarnationID) -> String { "store: \(store)" }

  /// Says that the board has nothing that was purged in a store up to an operation.
  private static func line(clearedIn store: IncarnationID, _ purge: UInt64) -> String {
    "cleared: \(store) through \(purge);"
  }

  private static func text(_ report: DivergenceReport, of origin: Origin) -> String {
    let session = origin.session
    var lines = [
      report.cause.isStoreReplaced
        ? "The coordinator's data was replaced, as when a backup is restored, and this board with it. "
          + "Beside this file is the board as it was here before: `board export --copy` with that "
          + "file prints it."
        : "This window's board differed from the coordinator's. It took a fresh copy and kept its "
          + "edits.",
      "",
      "program: \(origin.agent)",
      "coordinator: \(origin.coordinator)",
      "time: \(origin.timeText)",
      line(naming: report.board.board),
      "sequence: \(report.board.sequence)",
      "window: \(session.session), taken over \(session.epoch) times",
      line(naming: report.cause.replacement?.store ?? session.incarnation),
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
    case .storeReplaced(_, let store, let purge):
      lines += ["cause: the coordinator's store was replaced", line(clearedIn: store, purge)]
    case .gap(let next):
      lines += ["cause: operation \(next) came after operation \(report.board.sequence)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DivergenceReport.Cause {
  /// The store that was replaced, the one in its place, and the operation up to which nothing of the
  /// board was purged there; nil for another cause.
  var replacement: (store: IncarnationID, new: IncarnationID, purge: UInt64)? {
    switch self {
    case .storeReplaced(let store, let new, let purge): (store, new, purge)
    case .outcome, .digest, .purged, .gap: nil
    }
  }

  fileprivate var isStoreReplaced: Bool { replacement != nil }
}

extension BoardDigest {
  fileprivate var hexadecimal: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
