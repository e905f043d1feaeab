public import Files

/// The reason why a window's files could not be used.
public enum WindowStoreError: Error, Hashable, Sendable {
  /// Another process has this window open; its number, if that can be read.
  case inUse(by: Int32?)
  /// The window was closed for good meanwhile.
  case gone
  /// The file was written by a newer program, or is not one of this program's.
  case unreadable(path: String, reason: String)
  case file(FileError)
  /// The file has reached the size it may have.
  case tooLarge(path: String)
  /// The data to be saved contradicts the saved data: a fault of the caller.
  case unfit(String)
}

extension WindowStoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inUse(let process):
      "this window is open in another terminal\(process.map { " (process \($0))" } ?? "")"
    case .gone: "this window was closed"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .file(let error): error.description
    case .tooLarge(let path): "\(path) has reached the size it may have"
    case .unfit(let reason): reason
    }
  }
}
