import Glibc

/// The reason why a lock could not be taken.
public enum LockFailure: Error, Hashable, Sendable {
  /// Another holder has the lock; with the process number it left in the file, if that can be read.
  case held(by: Int32?)
  case file(FileError)
}

/// An exclusive lock on a file, between processes and within one. It is a lock of the open file
/// description, not of the process: closing another descriptor of the file does not release it. It
/// ends with its last reference, and with the process however that ends. The file itself stays: if
/// it were removed, two processes could hold locks on two files of one name.
public final class FileLock: Sendable {
  private let file: OpenFile

  /// Takes the lock.
  /// - Throws: `held` at once, without waiting.
  public convenience init(_ path: String) throws(LockFailure) {
    try self.init(path, command: setOpenFileLock)
  }

  /// Takes the lock, and waits until nobody else holds it, however long that takes.
  public convenience init(waitingFor path: String) throws(LockFailure) {
    try self.init(path, command: waitForOpenFileLock)
  }

  private init(_ path: String, command: Int32) throws(LockFailure) {
    do throws(FileError) {
      let folder = Folder.parent(of: path)
      try FileLock.requireTrusted(folder: Folder.access(to: folder), folder)
      file = try FileLock.open(path, .lock)
      try FileLock.requireTrusted(file: file.access(), path)
    } catch {
      throw .file(error)
    }
    let descriptor = file.descriptor
    var wanted = FileLock.whole(F_WRLCK)
    guard uninterrupted({ fcntl(descriptor, command, &wanted) }) == 0 else {
      guard errno == EAGAIN || errno == EACCES else { throw .file(FileError("lock", path)) }
      throw .held(by: FileLock.processNumber(in: file))
    }
    do throws(FileError) {
      try file.truncate(to: 0)
      try file.write(Array("\(getpid())\n".utf8), at: 0)
    } catch {
      throw .file(error)
    }
  }

  deinit {
    // The lock is released explicitly, since a child that is just being started may still share the
    // file: closing would not release it.
    var free = FileLock.whole(F_UNLCK)
    let descriptor = file.descriptor
    _ = uninterrupted { fcntl(descriptor, setOpenFileLock, &free) }
  }

  /// The holder of the lock at `path`, whosever file that is. Asking never hinders another process
  /// from taking it.
  /// - Returns: nil if nobody holds it.
  public static func holder(of path: String) throws(FileError) -> Holder? {
    let file: OpenFile
    do throws(FileError) {
      file = try open(path, .lockReading)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
    let descriptor = file.descriptor
    var found = whole(F_WRLCK)
    guard uninterrupted({ fcntl(descriptor, getOpenFileLock, &found) }) == 0 else {
      throw FileError("look at", path)
    }
    guard found.l_type != Int16(F_UNLCK) else { return nil }
    return Holder(process: processNumber(in: file))
  }

  public struct Holder: Hashable, Sendable {
    /// The holder's process number, if it could be read.
    public let process: Int32?
  }

  /// Opens the lock's file; a symbolic link, and what is no regular file, are refused.
  private static func open(_ path: String, _ access: OpenFile.Access) throws(FileError) -> OpenFile
  {
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(path, access)
    } catch {
      guard error.code == ELOOP else { throw error }
      throw FileError(
        "use", path, code: ELOOP,
        because: "it is a symbolic link, and a lock must be a file of its own: remove it")
    }
    guard try file.isRegular() else {
      throw FileError(
        "use", path, code: EINVAL,
        because: "it is not a regular file, as a lock must be: remove it")
    }
    return file
  }

  /// Whoever else may exchange the file, or decides what it allows, could let two processes hold the
  /// lock at once: it must be this user's or root's, and so must its folder. To ask for the holder
  /// (`holder(of:)`) it need not be.
  private static func requireTrusted(
    folder access: FileAccess, _ path: String
  ) throws(FileError) {
    try access.requireOwn(path)
    guard access.letsOthersExchange else { return }
    throw FileError(
      "use", path, code: EPERM,
      because:
        "others may exchange what is in it (mode \(access.bits)), and it holds a lock: run chmod "
        + "go-w on it")
  }

  /// Who may open the file could hold the lock, and keep this user from it.
  private static func requireTrusted(file access: FileAccess, _ path: String) throws(FileError) {
    try access.requireOwn(path)
    guard access.letsOthersOpen else { return }
    throw FileError(
      "use", path, code: EPERM,
      because:
        "others may open it (mode \(access.bits)), and so hold the lock that it is: run chmod 600 "
        + "on it")
  }

  private static func whole(_ type: Int32) -> flock {
    flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
  }

  private static func processNumber(in file: borrowing OpenFile) -> Int32? {
    guard let bytes = try? file.read(16) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

// Linux's own numbers, the same on every architecture (fcntl(2), "Open file description locks");
// the C library shows them only to programs that ask for its extensions.
private let getOpenFileLock: Int32 = 36
private let setOpenFileLock: Int32 = 37
private let waitForOpenFileLock: Int32 = 38
