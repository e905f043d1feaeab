import Files
import Identity
import OperationLog

/// What a folder has to be to be a coordinator's: identity and store are in it.
public enum CoordinatorFolder {
  /// Why a folder is none.
  public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    case missing(String)
    /// There is an identity, and no coordinator has made a store yet.
    case neverStarted(String)

    public var description: String {
      switch self {
      case .missing(let folder): "there is no folder \(folder): is its name right?"
      case .neverStarted(let folder):
        "no coordinator was started with \(folder) yet, or its store is gone: start it first, with "
          + "`boardd --data \(folder) --listen HOST:PORT`, or bring the store back from a backup with "
          + "`boardd restore`"
      }
    }
  }

  /// - Throws: `Fault`, `FileError`.
  public static func requireThere(_ folder: String) throws {
    guard try Folder.size(of: folder) != nil else { throw Fault.missing(folder) }
  }

  /// Requires that a coordinator was started with the folder.
  /// - Throws: `Fault`, `FileError`; nothing where there is no identity either.
  public static func requireStarted(_ folder: String) throws {
    try requireThere(folder)
    guard try !Store.isThere(folder + "/store"), IdentityFolder(folder + "/identity").isWhole
    else { return }
    throw Fault.neverStarted(folder)
  }

  /// Requires that nobody else may exchange what is in the folder, where there is one.
  /// - Throws: `FileError`.
  public static func requireTrusted(_ folder: String) throws {
    guard try Folder.size(of: folder) != nil else { return }
    try Folder.requireTrusted(folder)
  }
}
