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
}
