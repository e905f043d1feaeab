import Glibc

/// The system refused something about a file.
public struct FileFailure: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ action: String, _ path: String, _ code: Int32 = errno) {
    description = "cannot \(action) \(path): \(String(cString: strerror(code)))"
  }
}

/// Small files that only this user may read.
enum PrivateFile {
  static func makeFolder(_ path: String) throws {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST { throw FileFailure("make the folder", made) }
    }
  }

  static func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileFailure("write", path) }
    defer { close(file) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileFailure("write", path)
      }
      bytes = bytes.dropFirst(count)
    }
  }

  static func rename(_ path: String, to target: String) throws {
    if Glibc.rename(path, target) != 0 { throw FileFailure("replace", target) }
  }

  /// At most `limit` bytes; nil where there is no such file or it is not text.
  static func read(_ path: String, limit: Int) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(file, &bytes, limit)
    guard count >= 0 else { return nil }
    return String(validating: bytes[..<count], as: UTF8.self)
  }

  static func remove(_ path: String) {
    unlink(path)
  }
}

/// A lock on a file, held until it is let go or the process ends.
struct FileLock: ~Copyable {
  private let file: Int32

  /// Waits until nobody else holds it.
  init(waitingFor path: String) throws {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileFailure("open", path) }
    while flock(file, LOCK_EX) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(file)
      throw FileFailure("lock", path, code)
    }
  }

  deinit { close(file) }
}
