import Glibc

/// The failure of a system call on a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The action that failed, as it reads behind "cannot": "open", "write", "rename".
  public let action: String
  public let path: String
  /// The value of `errno`.
  public let code: Int32
  /// What is wrong and what to do, where that is not the system's to say.
  private let explanation: String?

  public init(_ action: String, _ path: String, code: Int32) {
    self.init(action, path, code: code, because: nil)
  }

  init(_ action: String, _ path: String, code: Int32, because explanation: String?) {
    self.action = action
    self.path = path
    self.code = code
    self.explanation = explanation
  }

  /// Takes `code` from the last system call of this thread.
  init(_ action: String, _ path: String) {
    self.init(action, path, code: errno)
  }

  public var description: String { "cannot \(action) \(path): \(reason)" }

  /// What is wrong, in the system's words for `code` where nobody has better ones.
  public var reason: String { explanation ?? String(cString: strerror(code)) }

  /// Whether the description says what to do.
  public var saysWhatToDo: Bool { explanation != nil }

  public var isMissing: Bool { code == ENOENT }
  public var isFull: Bool { code == ENOSPC || code == EDQUOT }
  public var isReadOnly: Bool { code == EROFS }
  public var isPermission: Bool { code == EACCES || code == EPERM }
}
