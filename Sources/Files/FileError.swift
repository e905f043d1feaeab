import Glibc

/// The failure of a system call on a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The action that failed, as it reads behind "cannot": "open", "write", "rename".
  public let action: String
  public let path: String
  /// The value of `errno`.
  public let code: Int32

  public init(_ action: String, _ path: String, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// Takes `code` from the last system call of this thread.
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
