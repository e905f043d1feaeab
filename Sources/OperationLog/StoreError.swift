public import BoardModel
public import Files
import GRDB
import Glibc

/// The reason why a store could not be opened, or did not carry out a request.
public enum StoreError: Error, Hashable, Sendable {
  /// Another coordinator has the store open; its process number, if that can be read.
  case inUse(folder: String, by: Int32?)
  /// A program other than a coordinator has the database file open.
  case busy(path: String)
  case newerFormat(path: String, found: Int, known: Int)
  case olderFormat(path: String, found: Int, known: Int)
  /// The boards belong to another cluster than the identity does.
  case foreignCluster(folder: String, of: String, asked: String)
  /// The store's file is not a store of boards.
  case notAStore(path: String, reason: String)
  /// The store is damaged. Nothing in it has been changed.
  case damaged(path: String, IntegrityReport)
  /// One board's operations are damaged; the other boards are not.
  case boardDamaged(path: String, board: BoardID, fault: String)
  /// A file beside the database could not be used.
  case file(FileError)
  /// The disk is full, or the store has reached the size it may have. Nothing was written; the
  /// same may be tried again.
  case full(path: String)
  case readOnly(path: String)
  /// A group does not continue its board, which is a fault of the caller. Nothing was written.
  case gap(board: BoardID, expected: UInt64, found: UInt64)
  /// A group or snapshot contradicts itself or the store. Nothing was written.
  case unfit(String)
  case boardUnknown(BoardID)
  /// The index of which operations concern a card cannot be made now. The log is unchanged.
  case historyUnusable(String)
  /// The disk failed. Whether it holds the last group is unknown until the store is opened again;
  /// until then every request gets this answer.
  case failed(path: String, String)
  /// There is no store to read.
  case missing(folder: String)
  /// Another process makes a store in the folder; its number, if that can be read.
  case folderTaken(String, by: Int32?)
  /// A copy of the store needs more bytes than the folder's disk has free. No copy is left.
  case noRoom(folder: String, needed: Int, free: Int)
  /// A copy failed and its file is removed. The store goes on.
  case copyFailed(to: String, String)
  /// The copy was cancelled by whoever asked for it; nothing of it is left.
  case cancelled
  case closed
}

extension StoreError {
  /// Whether the same request may succeed later without the store being opened again.
  public var isTransient: Bool {
    if case .full = self { true } else { false }
  }

  /// Whether the store can do nothing more until it is opened again.
  var isLasting: Bool {
    switch self {
    case .failed, .damaged, .readOnly, .closed: true
    case .inUse, .busy, .newerFormat, .olderFormat, .foreignCluster, .notAStore, .boardDamaged,
      .file, .full,
      .gap, .unfit,
      .boardUnknown, .historyUnusable, .missing, .folderTaken, .noRoom, .copyFailed, .cancelled:
      false
    }
  }

  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as FileError where error.isFull: self = .full(path: error.path)
    case let error as FileError where error.isReadOnly: self = .readOnly(path: error.path)
    case let error as FileError: self = .file(error)
    case let error as DatabaseError: self.init(error, path: path)
    default: self = .failed(path: path, String(describing: error))
    }
  }

  private init(_ error: DatabaseError, path: String) {
    let said = error.message ?? error.resultCode.description
    self =
      switch error.resultCode {
      case .SQLITE_FULL: .full(path: path)
      // The file beside the database by which it is shared (the wal-index) found no room to grow.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .full(path: path)
      case .SQLITE_READONLY: .readOnly(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
      case .SQLITE_NOTADB: .notAStore(path: path, reason: said)
      case .SQLITE_CORRUPT: .damaged(path: path, IntegrityReport(faults: [said]))
      default: .failed(path: path, "\(said) (SQLite \(error.extendedResultCode.rawValue))")
      }
  }
}

extension StoreError {
  /// A size for people, rounded up.
  private static func size(_ bytes: Int) -> String {
    bytes < 10 << 20 ? "\((bytes + 1_023) >> 10) KiB" : "\((bytes + (1 << 20) - 1) >> 20) MiB"
  }
}

extension StoreError: CustomStringConvertible {
  /// A sentence for people: what happened, where, and what to do about it.
  public var description: String {
    switch self {
    case .inUse(let folder, let process):
      "another coordinator\(process.map { " (process \($0))" } ?? "") has the store in \(folder) "
        + "open; stop it first, or give this one a folder of its own"
    case .busy(let path):
      "another program has \(path) open; end it, then start the coordinator again"
    case .newerFormat(let path, let found, let known):
      "\(path) was written by a newer coordinator (format \(found), this one knows \(known)); "
        + "install the newer version"
    case .olderFormat(let path, let found, let known):
      "\(path) was written before version 1.0 (format \(found), this coordinator reads \(known)) "
        + "and was left as it is; give another folder, or keep the older version for it"
    case .foreignCluster(let folder, let owner, let asked):
      "the boards in \(folder) belong to the team \(owner), and the identity beside them is of the "
        + "team \(asked): bring the folder identity that belongs to \(folder), from its old place "
        + "or a backup; nothing was changed"
    case .notAStore(let path, let reason):
      "\(path) is no store of boards (\(reason)) and was left as it is. Where it was one, keep a copy of "
        + "its folder, then put a backup in its place (`boardd restore`), or what can be read of it "
        + "(`boardd salvage`); else give another folder"
    case .damaged(let path, let report):
      "the store \(path) is damaged and was left as it is: \(report.summary); keep a copy of its "
        + "folder, then put a backup in its place (`boardd restore`), or what can be read of it (`boardd "
        + "salvage`)"
    case .boardDamaged(let path, let board, let fault):
      "board \(board) in \(path) is damaged: \(fault); the other boards are served; "
        + "`boardd check` says what of it can be read, a backup has it whole, and `boardd salvage` makes "
        + "a store of what is left"
    case .file(let error) where error.code == EEXIST:
      "\(error); give a folder that holds no store"
    case .file(let error) where error.saysWhatToDo: "\(error)"
    case .file(let error):
      "\(error); check who owns the folder and what it allows"
    case .full(let path):
      "the disk is full, \(path) cannot grow; nothing was lost, make room and it goes on"
    case .readOnly(let path):
      "\(path) cannot be written; check who owns it and whether its disk is read-only"
    case .gap(let board, let expected, let found):
      "operation \(found) of board \(board) cannot be written: \(expected) comes next"
    case .unfit(let reason): "what should be written is unfit: \(reason)"
    case .boardUnknown(let board): "the store has no board \(board)"
    case .historyUnusable(let reason):
      "the history of cards cannot be looked up: \(reason); check the disk of temporary files"
    case .failed(let path, let reason):
      "the store \(path) failed: \(reason); check the disk, then start the coordinator again"
    case .missing(let folder):
      "there is no store in \(folder); give the folder that a coordinator was started with"
    case .folderTaken(let folder, let process):
      "another process\(process.map { " (\($0))" } ?? "") is at work in \(folder); wait until it has "
        + "ended, or give another folder"
    case .noRoom(let folder, let needed, let free):
      "a copy of the store takes \(StoreError.size(needed)), and the disk of \(folder) has "
        + "\(StoreError.size(free)) left; make room there first"
    case .copyFailed(let path, let reason):
      "the store could not be copied to \(path): \(reason); check both disks, then try again"
    case .cancelled: "the copy of the store was cancelled; nothing of it is left"
    case .closed: "the store is closed"
    }
  }
}
