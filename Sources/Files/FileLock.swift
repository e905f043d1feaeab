import Glibc

/// Why a lock was not to be had.
public enum LockFailure: Error, Hashable, Sendable {
  /// Somebody has it; with the process number they left in the file, if that can be read.
  case held(by: Int32?)
  case file(FileError)
}

/// A file that one open description at a time holds: between processes and within one (a lock of
/// the description, not of the process: closing another descriptor does not end it). It ends
/// with its last reference, and with the process however that ends. The file itself stays: taking
/// it away would let two hold locks on two files of one name.
public final class FileLock: Sendable {
  private let file: OpenFile

  /// - Throws: `held` at once, without waiting.
  public convenience init(_ path: String) throws(LockFailure) {
    try self.init(path, command: setOpenFileLock)
  }

  /// Waits until nobody else holds it, however long that takes.
  public convenience init(waitingFor path: String) throws(LockFailure) {
    try self.init(path, command: waitForOpenFileLock)
  }

  private init(_ path: String, command: Int32) throws(LockFailure) {
    do throws(FileError) {
      file = try OpenFile(path, .readWrite)
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
    // Closing would do, were it not that a program on its way to being started still has the file.
    var free = FileLock.whole(F_UNLCK)
    let descriptor = file.descriptor
    _ = uninterrupted { fcntl(descriptor, setOpenFileLock, &free) }
  }

  /// Who holds the lock at `path`; asking never gets in the way of somebody who takes it.
  /// - Returns: nil if nobody does.
  public static func holder(of path: String) throws(FileError) -> Holder? {
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(path, .read)
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
    /// Its number, if it could be read.
    public let process: Int32?
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
