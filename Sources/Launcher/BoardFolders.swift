import Glibc

/// Where everything of this user lies: `$BOARD_HOME`, else `$XDG_DATA_HOME/board`, else
/// `~/.local/share/board`.
public struct BoardFolders: Hashable, Sendable {
  public let root: String

  /// Neither `BOARD_HOME` nor `XDG_DATA_HOME` nor `HOME` is set to an absolute path.
  public struct NoHome: Error, CustomStringConvertible {
    public let description =
      "there is no place for this user's files: set BOARD_HOME to a folder, as an absolute path"
  }

  public init(root: String) {
    self.root = root
  }

  /// - Parameter environment: the value of a variable, or nil where it is not set.
  public init(environment: (String) -> String?) throws(NoHome) {
    func folder(_ name: String) -> String? {
      guard let value = environment(name), value.hasPrefix("/") else { return nil }
      return value
    }
    if let home = folder("BOARD_HOME") {
      self.init(root: home)
    } else if let data = folder("XDG_DATA_HOME") {
      self.init(root: data + "/board")
    } else if let home = folder("HOME") {
      self.init(root: home + "/.local/share/board")
    } else {
      throw NoHome()
    }
  }

  public init() throws(NoHome) {
    try self.init { name in getenv(name).map { String(cString: $0) } }
  }

  /// Certificates and keys.
  public var identity: String { root + "/identity" }
  /// The store of this user's own coordinator.
  public var store: String { root + "/store" }
  /// What windows keep between their lives.
  public var windows: String { root + "/windows" }
  /// Where this user's own coordinator listens, while it runs.
  public var address: String { root + "/coordinator.address" }
  /// Held while somebody starts this user's own coordinator.
  public var startLock: String { root + "/coordinator.starting" }
  /// What that coordinator has to say.
  public var log: String { root + "/coordinator.log" }
}
