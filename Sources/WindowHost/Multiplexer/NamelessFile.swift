import Files
import Glibc

/// A temporary file whose name is already removed, as input or output of a program. Unlike a pipe it
/// needs nobody at the other end while the program runs.
final class NamelessFile {
  let descriptor: Int32

  /// - Throws: `FileError` if no temporary file can be made or written.
  init(holding bytes: [UInt8] = []) throws(FileError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let pattern = folder + "/board-XXXXXX"
    var name = pattern.utf8CString.map { $0 }
    // mkstemp(3) makes the file readable by this user alone.
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw FileError("make", pattern, code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(
          descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written, off_t(written))
      }
      guard count > 0 else { throw FileError("write", pattern, code: errno) }
      written += count
    }
  }

  deinit { close(descriptor) }

  /// The first bytes of the file, at most `count`.
  func first(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
  }
}
