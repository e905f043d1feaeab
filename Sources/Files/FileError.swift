import Glibc

/// What the system said when a file could not be used.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as it reads behind "cannot": "open", "write", "rename".
  public let action: String
  public let path: String
  /// `errno`.
  public let code: Int32

  public init(_ action: String, _ path: String, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// With the reason the last system call of this thread left behind.
  init(_ action: String, _ path: String) {
    self.init(action, path, code: errno)
  }

  public var description: String { "cannot \(action) \(path): \(reason)" }

  /// The system's words for `code`.
  public var reason: String { String(cString: strerror(code)) }

  public var isMissing: Bool { code == ENOENT }
  public var isFull: Bool { code == ENOSPC || code == EDQUOT }
  public var isReadOnly: Bool { code == EROFS }
  public var isPermission: Bool { code == EACCES || code == EPERM }
}
