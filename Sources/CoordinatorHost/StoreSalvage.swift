import BoardModel
import Files
import LogRecords
public import OperationLog

/// What was taken over from a damaged store.
public struct SalvageReport: Hashable, Sendable {
  /// The boards of which everything was kept, all that were kept, and all of which something was there.
  public internal(set) var wholeBoards = 0
  public internal(set) var boards = 0
  public internal(set) var foundBoards = 0
  public internal(set) var devices = 0
  public internal(set) var revoked = 0
  /// The users who were revoked with all their devices, known or not.
  public internal(set) var revokedUsers = 0
  public internal(set) var windows = 0
  /// What was left out, a sentence each without a full stop.
  public internal(set) var losses: [String] = []
  /// Since when revocations may be missing, in milliseconds since 1970.
  public internal(set) var unconfirmedSince: UInt64 = 0

  public var isComplete: Bool { losses.isEmpty }
}

/// Makes a new store of what can be read of a damaged one.
public enum StoreSalvage {
  /// - Parameters:
  ///   - folder: the damaged store, which stays as it is. No coordinator may have it open.
  ///   - target: the folder of the new store, where none is.
  ///   - cluster: whose boards they are, where the damaged store cannot tell.
  ///   - now: in milliseconds since 1970.
  /// - Throws: `StoreError`, `FileError`. Nothing is left in the target's place then.
  public static func run(
    _ folder: String, to target: String, cluster: String?, now: UInt64 = CopyFolder.milliseconds
  ) throws -> SalvageReport {
    guard try Folder.size(of: target) == nil || Folder.names(in: target).isEmpty else {
      throw StoreError.file(FileError("make", target, code: 17))  // EEXIST
    }
    let damaged = try DamagedStore(folder)
    let making = target + ".salvage-" + String(UInt64.random(in: 0 ... .max), radix: 16)
    do {
      let report = try write(damaged, to: making, cluster: damaged.cluster ?? cluster, now: now)
      _ = try Folder.removeEmpty(target)
      try Folder.rename(making, to: target)
      try Folder.sync(Folder.parent(of: target))
      return report
    } catch {
      for name in (try? Folder.names(in: making)) ?? [] {
        _ = try? Folder.remove(making + "/" + name)
      }
      _ = try? Folder.removeEmpty(making)
      throw error
    }
  }

  private static func write(
    _ damaged: DamagedStore, to folder: String, cluster: String?, now: UInt64
  ) throws -> SalvageReport {
    var report = SalvageReport()
    let store = try Store.open(folder: folder, cluster: cluster)
    defer { try? store.close() }
    var whole: Set<BoardID> = []
    report.foundBoards = damaged.boards.count + damaged.lostCount
    for board in damaged.boards {
      let salvage = BoardSalvage(board, sessions: damaged.sessions.filter { $0.board == board.id })
      report.losses += salvage.losses
      guard let kept = salvage.kept else { continue }
      try store.adopt(kept)
      report.boards += 1
      if salvage.losses.isEmpty { report.wholeBoards += 1 }
      if !salvage.isCut { whole.insert(board.id) }
    }
    report.losses += damaged.lostBoards
    var rest = CommitGroup()
    rest.sessions = damaged.sessions.filter { whole.contains($0.board) }
    rest.users = damaged.users
    rest.holdings = damaged.holdings
    rest.access.devices = damaged.devices
    rest.access.audit = damaged.audit
    try StoreMaintenance.wait { store.append(rest, completion: $0) }
    report.unconfirmedSince = damaged.unconfirmedSince ?? now
    try store.markCopied(at: report.unconfirmedSince)
    let left = damaged.sessions.count - rest.sessions.count
    if left > 0 {
      report.losses.append(
        "windows of boards that are not whole are not kept (\(left)): each begins anew, and offers again "
          + "what it had not sent")
    }
    report.losses += damaged.faults
    // A record without a device's name stands for all of a user's, and is no device.
    let devices = damaged.devices.filter { !$0.name.device.isEmpty }
    report.devices = devices.count
    report.revoked = devices.count { $0.revoked != nil }
    report.revokedUsers = damaged.devices.count { $0.name.device.isEmpty && $0.revoked != nil }
    report.windows = rest.sessions.count
    let check = try StoreMaintenance.wait { store.check(completion: $0) }
    guard check.isSound else { throw StoreError.damaged(path: store.path, check) }
    return report
  }
}
