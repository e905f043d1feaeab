public import BoardModel
import Files
import Foundation
public import LogRecords

/// A store that is read without SQLite, page by page, as far as each record's checksum shows that it is
/// what was written: all of it in memory. Nothing in its folder is changed but for the lock, which it
/// holds.
public final class DamagedStore {
  /// A board of which something is there.
  public struct Board: Hashable, Sendable {
    public let id: BoardID
    /// What is listed as its title; nil where that cannot be read.
    public let title: String?
    /// The highest sequence number that anything in the store speaks of.
    public let known: UInt64
    /// The rows that are as they were written, in ascending order, none twice.
    public var rows: [OperationRow] { salted.map(\.row) }
    /// The snapshots that are whole, the newest first.
    public let snapshots: [StoredSnapshot]
    /// As `ForgottenEpoch`, as far as it is known.
    public let forgottenEpoch: UInt32
    let salted: [SaltedRow]
  }

  public let boards: [Board]
  /// What is known of boards of which nothing can be kept, a sentence each without a full stop.
  public let lostBoards: [String]
  /// How many of these there are at least.
  public let lostCount: Int
  public let sessions: [SessionRecord]
  public let users: [UserRecord]
  public let holdings: [HoldingRecord]
  public let devices: [DeviceRecord]
  public let audit: [AuditRecord]
  /// The cluster whose boards they are; nil where that cannot be read.
  public let cluster: String?
  /// As `AccessContents.unconfirmedSince`.
  public let unconfirmedSince: UInt64?
  /// What cannot be read beside the boards: a sentence each, without a full stop.
  public let faults: [String]

  private let lock: FileLock

  /// - Throws: `missing`, `inUse` where a coordinator has it open, `notAStore` where its format is
  ///   another, `file`.
  public init(_ folder: String) throws(StoreError) {
    guard try Store.isThere(folder) else { throw .missing(folder: folder) }
    lock = try StoreOpening.lock(folder)
    let path = StoreFormat.path(in: folder)
    do throws(FileError) {
      let pages = try PageFile(path)
      // What a damaged frame of the journal has counts where its checksum fits.
      let all = pages.damagedFrames > 0 ? [pages, try PageFile(path, withDamaged: true)] : [pages]
      let found = try FoundRecords(all)
      (sessions, users) = (found.sessions.values.sorted { $0.id < $1.id }, found.users)
      holdings = found.holdings.values.sorted { $0.holder < $1.holder }
      (devices, audit) = (found.devices.values.sorted { $0.name < $1.name }, found.audit)
      cluster = found.meta[StoreMeta.cluster].map { String(decoding: $0, as: UTF8.self) }
      unconfirmedSince = found.meta[StoreMeta.copied]?.reduce(0) { $0 << 8 | UInt64($1) }
      faults = found.faults(Witness.record(in: folder), damagedFrames: pages.damagedFrames)
      let boards = found.boards()
      (self.boards, lostBoards, lostCount) = (boards.told, boards.lost, boards.lostCount)
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
