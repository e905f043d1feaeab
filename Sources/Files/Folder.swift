import Glibc

/// Operations on names: folders for this user alone (mode 0700), and files that are replaced in one
/// step.
public enum Folder {
  /// Makes `path` and the folders missing above it. An existing folder becomes mode 0700 too if it
  /// is empty; one that holds something keeps the mode that its owner gave it.
  public static func make(_ path: String) throws(FileError) {
    try makeMissing(path)
    guard try names(in: path).isEmpty else { return }
    guard chmod(path, 0o700) == 0 else { throw FileError("restrict", path) }
  }

  private static func makeMissing(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST:
      var status = stat()
      guard stat(path, &status) == 0 else { throw FileError("look at", path) }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw FileError("make", path, code: ENOTDIR)
      }
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        throw FileError("make", path, code: ENOENT)
      }
      try makeMissing(String(path[..<slash]))
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError("make", path) }
    default:
      throw FileError("make", path)
    }
  }

  /// The names in a folder, sorted, without `.` and `..`; none if it is not there.
  public static func names(in path: String) throws(FileError) -> [String] {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return [] }
      throw FileError("list", path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns when the names in the folder are on the disk.
  public static func sync(_ path: String) throws(FileError) {
    let descriptor = uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError("open", path) }
    defer { close(descriptor) }
    guard uninterrupted({ fsync(descriptor) }) == 0 else { throw FileError("sync", path) }
  }

  /// - Returns: the size in bytes, or nil if there is no such file.
  public static func size(of path: String) throws(FileError) -> Int? {
    var status = stat()
    if stat(path, &status) == 0 { return Int(status.st_size) }
    guard errno == ENOENT else { throw FileError("look at", path) }
    return nil
  }

  /// Whose a file or folder is, and who else may use it.
  static func access(to path: String) throws(FileError) -> FileAccess {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError("look at", path) }
    return FileAccess(owner: status.st_uid, mode: status.st_mode)
  }

  /// The bytes that this user may still write to the disk of a folder.
  public static func room(in path: String) throws(FileError) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { throw FileError("look at", path) }
    let (bytes, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : Int(clamping: bytes)
  }

  /// Removes a file.
  /// - Returns: whether there was one to remove.
  @discardableResult
  public static func remove(_ path: String) throws(FileError) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw FileError("remove", path) }
    return false
  }

  /// Removes an empty folder. Does nothing if it does not exist.
  public static func removeEmpty(_ path: String) throws(FileError) {
    guard rmdir(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
  }

  /// Renames `from` to `to` in one step, and replaces what `to` was.
  public static func rename(_ from: String, to: String) throws(FileError) {
    guard Glibc.rename(from, to) == 0 else { throw FileError("rename", from) }
  }

  /// Replaces the contents of `path` in one step: a reader sees the old or the new.
  /// - Parameter synced: whether the new contents are on the disk when this returns. Without, a
  ///   power cut may leave the old or a torn file, which suits files that carry a checksum and can
  ///   be made again.
  public static func replace(_ path: String, with bytes: [UInt8], synced: Bool) throws(FileError) {
    let fresh = path + ".new"
    do throws(FileError) {
      let file = try OpenFile(fresh, .replace)
      try file.write(bytes, at: 0)
      if synced { try file.sync() }
      try rename(fresh, to: path)
    } catch {
      _ = unlink(fresh)
      throw error
    }
    if synced { try sync(parent(of: path)) }
  }

  /// The time at which a file was last changed or marked as used, in milliseconds since 1970; nil
  /// if there is none.
  public static func lastUsed(_ path: String) throws(FileError) -> UInt64? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError("look at", path)
    }
    let time = status.st_mtim
    return UInt64(clamping: time.tv_sec) * 1_000 + UInt64(clamping: time.tv_nsec / 1_000_000)
  }

  /// Marks a file as used now.
  public static func markUsed(_ path: String) throws(FileError) {
    guard utimensat(AT_FDCWD, path, nil, 0) == 0 else { throw FileError("mark", path) }
  }

  /// Marks a file as last used at a time, in milliseconds since 1970.
  public static func markUsed(_ path: String, at time: UInt64) throws(FileError) {
    let moment = timespec(
      tv_sec: Int(clamping: time / 1_000), tv_nsec: Int(time % 1_000) * 1_000_000)
    let times = [moment, moment]
    guard utimensat(AT_FDCWD, path, times, 0) == 0 else { throw FileError("mark", path) }
  }

  /// The current folder of this process, where relative paths begin.
  public static var current: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    return getcwd(&path, path.count).map { String(cString: $0) } ?? "."
  }

  public static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
