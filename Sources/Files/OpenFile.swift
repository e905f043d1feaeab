import Glibc

/// An open file for this user alone (mode 0600). It is closed with this value, and never inherited
/// by a program that this one starts.
public struct OpenFile: ~Copyable, Sendable {
  public enum Access: Sendable {
    case read
    /// The file is opened for reading and writing; it must exist.
    case existing
    /// The file is opened for reading and writing, and made if it does not exist.
    case readWrite
    /// As `readWrite`, but never through a symbolic link, and without waiting for a pipe's other
    /// end.
    case lock
    /// As `read`, but never through a symbolic link, and without waiting for a pipe's other end.
    case lockReading
    /// The file is opened for reading and writing, and emptied or made.
    case replace
    /// The file is made; it must not exist.
    case new
  }

  public let path: String
  let descriptor: Int32

  public init(_ path: String, _ access: Access) throws(FileError) {
    let flags: Int32 =
      switch access {
      case .read: O_RDONLY
      case .existing: O_RDWR
      case .readWrite: O_RDWR | O_CREAT
      case .lock: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
      case .lockReading: O_RDONLY | O_NOFOLLOW | O_NONBLOCK
      case .replace: O_RDWR | O_CREAT | O_TRUNC
      case .new: O_RDWR | O_CREAT | O_EXCL
      }
    let descriptor = uninterrupted { open(path, flags | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw FileError("open", path) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The size in bytes.
  public func size() throws(FileError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError("look at", path) }
    return Int(status.st_size)
  }

  /// Whether it is a regular file, not a device or a pipe.
  public func isRegular() throws(FileError) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError("look at", path) }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Whose the file is, and who else may use it.
  func access() throws(FileError) -> FileAccess {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError("look at", path) }
    return FileAccess(owner: status.st_uid, mode: status.st_mode)
  }

  /// - Returns: up to `count` bytes from `offset`; fewer only where the file ends.
  public func read(_ count: Int, at offset: Int = 0) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
      while filled < count {
        let room = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = uninterrupted {
          pread(descriptor, room.baseAddress, room.count, off_t(offset + filled))
        }
        if got < 0 { failure = FileError("read", path) }
        guard got > 0 else { return }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The whole contents, unless they are larger than `limit` bytes.
  /// - Throws: `EFBIG` beyond the limit.
  public func contents(limit: Int) throws(FileError) -> [UInt8] {
    let size = try size()
    guard size <= limit else { throw FileError("read", path, code: EFBIG) }
    return try read(size)
  }

  /// Writes all of `bytes` at `offset`.
  public func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return uninterrupted {
          pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
        }
      }
      guard count > 0 else { throw FileError("write", path) }
      written += count
    }
  }

  public func truncate(to size: Int) throws(FileError) {
    guard uninterrupted({ ftruncate(descriptor, off_t(size)) }) == 0 else {
      throw FileError("shorten", path)
    }
  }

  /// Allocates room on the disk for the first `size` bytes, so that nobody else can take it.
  public func allocate(_ size: Int) throws(FileError) {
    // `posix_fallocate` returns the error and does not set errno.
    var code: Int32
    repeat { code = posix_fallocate(descriptor, 0, off_t(size)) } while code == EINTR
    guard code == 0 else { throw FileError("take room for", path, code: code) }
  }

  /// Returns when the bytes written are on the disk.
  public func sync() throws(FileError) {
    guard uninterrupted({ fdatasync(descriptor) }) == 0 else { throw FileError("sync", path) }
  }
}

/// Repeats a system call that a signal interrupted.
public func uninterrupted<Result: BinaryInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
