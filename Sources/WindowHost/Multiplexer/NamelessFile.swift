import Files
import Glibc

/// A file that has lost its name already: what a program reads or writes without anybody at the
/// other end, for as long as it likes.
final class NamelessFile {
  let descriptor: Int32

  /// - Throws: where no temporary file can be made.
  init(holding bytes: [UInt8] = []) throws(FileError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let pattern = folder + "/board-XXXXXX"
    var name = pattern.utf8CString.map { $0 }
    // Made for this user alone.
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

  /// The first bytes of it.
  func first(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
  }
}
