import Glibc

/// Whose a file or folder is, and who else may use it.
struct FileAccess: Hashable, Sendable {
  let owner: uid_t
  let mode: mode_t

  /// Whether it is this user's or root's.
  var isTrusted: Bool { owner == geteuid() || owner == 0 }

  /// Whether others may exchange what is in this folder. Where it is sticky each has only what is
  /// their own.
  var letsOthersExchange: Bool { mode & 0o022 != 0 && mode & S_ISVTX == 0 }

  /// Whether others may open this file, to read or to write.
  var letsOthersOpen: Bool { mode & 0o077 != 0 }

  /// The bits of the mode as `chmod` takes them.
  var bits: String { String(mode & 0o7777, radix: 8) }

  /// - Parameter path: what it is the access to.
  func requireOwn(_ path: String) throws(FileError) {
    guard !isTrusted else { return }
    throw FileError(
      "use", path, code: EPERM,
      because:
        "it belongs to another user (number \(owner), and this is \(geteuid())): run this as "
        + "that user \(FileAccess.advice(for: owner))")
  }

  /// What to do about what belongs to another user. Root would only take a service's files from it.
  private static func advice(for owner: uid_t) -> String {
    let asOwner = "(sudo -u \(accountName(of: owner) ?? "#\(owner)"))"
    return geteuid() == 0 ? asOwner : asOwner + ", or give it to this one with chown"
  }

  private static func accountName(of user: uid_t) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var room = [CChar](repeating: 0, count: 16 * 1024)
    guard getpwuid_r(user, &entry, &room, room.count, &found) == 0, found != nil else { return nil }
    return String(cString: entry.pw_name)
  }
}

extension Folder {
  /// Requires that a folder is this user's or root's, and that nobody else may put something else in the
  /// place of what is in it. This user's becomes theirs alone (mode 0700) where it is empty.
  /// - Throws: `EPERM`, with what to do.
  public static func requireTrusted(_ path: String) throws(FileError) {
    if try self.access(to: path).owner == geteuid() { try make(path) }
    let access = try access(to: path)
    try access.requireOwn(path)
    guard access.letsOthersExchange else { return }
    throw FileError(
      "use", path, code: EPERM,
      because: "others may write into it (mode \(access.bits)), and so exchange what is in it: run "
        + "`chmod go-w \(path)`")
  }

  /// Requires that a file is this user's or root's, and that nobody else may read it or write to it.
  /// - Throws: `EPERM`, with what to do.
  public static func requireClosed(file path: String) throws(FileError) {
    let access = try access(to: path)
    try access.requireOwn(path)
    guard access.letsOthersOpen else { return }
    throw FileError(
      "use", path, code: EPERM,
      because: "others may open it (mode \(access.bits)), and read what they may not see: run "
        + "`chmod 600 \(path)`")
  }
}
