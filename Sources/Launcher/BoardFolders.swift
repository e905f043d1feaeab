import Files
import Glibc

/// The folder of all of this user's files: `$BOARD_HOME`, else `$XDG_DATA_HOME/board`, else
/// `~/.local/share/board`.
public struct BoardFolders: Hashable, Sendable {
  public let root: String

  /// `BOARD_HOME` is not set, and neither `XDG_DATA_HOME` nor `HOME` is an absolute path.
  public struct NoHome: Error, CustomStringConvertible {
    public let description =
      "there is no place for this user's files: set BOARD_HOME to a folder"
  }

  public init(root: String) {
    self.root = root
  }

  /// - Parameters:
  ///   - environment: returns the value of a variable, or nil where it is not set.
  ///   - current: the folder to which a relative `BOARD_HOME` belongs. A relative path in the other
  ///     two variables counts as not set.
  public init(environment: (String) -> String?, current: String) throws(NoHome) {
    func folder(_ name: String) -> String? {
      guard let value = environment(name), value.hasPrefix("/") else { return nil }
      return value
    }
    if let home = environment("BOARD_HOME"), !home.isEmpty {
      self.init(root: home.hasPrefix("/") ? home : current + "/" + home)
    } else if let data = folder("XDG_DATA_HOME") {
      self.init(root: data + "/board")
    } else if let home = folder("HOME") {
      self.init(root: home + "/.local/share/board")
    } else {
      throw NoHome()
    }
  }

  public init() throws(NoHome) {
    try self.init(
      environment: { name in getenv(name).map { String(cString: $0) } }, current: Folder.current)
  }

  /// The sentence for a person whose files cannot be made or changed: what happened, where, what to
  /// do.
  /// - Parameter reason: a clause such as "cannot open /a/b: Permission denied".
  public func unusable(_ reason: String) -> String {
    "\(reason); the files of this program are in \(root): see who owns it, what it allows and "
      + "whether its disk is full, or set BOARD_HOME to another folder"
  }

  /// The folder of certificates and keys of this user's own cluster.
  public var identity: String { root + "/identity" }
  /// The folder with a folder for each cluster that this device has joined.
  public var clusters: String { root + "/clusters" }
  /// The file with the name of the cluster that is used where none is named.
  var usedCluster: String { root + "/cluster" }
  /// The folder of the store of this user's own coordinator.
  public var store: String { root + "/store" }
  /// That store's folder, or nil if there is no store in it.
  public var storeThatIsThere: String? {
    for name in ["board.db", "board.db-wal"]
    where ((try? Folder.size(of: store + "/" + name)) ?? nil) != nil {
      return store
    }
    return nil
  }
  /// The lock that the process which has that store open holds, with its process number in it.
  public var storeLock: String { store + "/lock" }
  /// The folder in which windows keep their files.
  public var windows: String { root + "/windows" }
  /// The file in which this user's own coordinator keeps its address while it runs.
  public var address: String { root + "/coordinator.address" }
  /// The lock that a process holds while it starts this user's own coordinator.
  public var startLock: String { root + "/coordinator.starting" }
  /// The log of that coordinator.
  public var log: String { root + "/coordinator.log" }
}
