import Glibc

/// Reads and writes the files of an identity, whose loss or leak would cost it.
enum SecretFiles {
  /// The largest file read, in bytes: a key or a certificate chain is a few KiB.
  private static let largestFile = 256 * 1024

  enum Access {
    case anyoneMayRead
    case ownerOnly
  }

  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// The bytes of the file, or nil when there is no such file. Throws `IdentityError` of kind
  /// `permissions` where the file is not this user's own or root's, or is a symbolic link.
  static func read(_ path: String, _ access: Access) throws -> [UInt8]? {
    // A pipe in the file's place must not keep this from returning.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw errno == ELOOP ? linked(path) : IdentityError.system("open", path)
    }
    defer { close(file) }
    let status = try ownStatus(of: file, path)
    if access == .ownerOnly, status.st_mode & 0o077 != 0 {
      throw IdentityError(
        kind: .permissions,
        detail: "\(path) is a private key that others may read (mode "
          + "\(String(status.st_mode & 0o777, radix: 8))): run chmod 600 on it, and replace it "
          + "if somebody may have copied it (\(replacement(of: path)))")
    }
    guard status.st_size <= Self.largestFile else {
      throw IdentityError(
        kind: .malformedFile, detail: "\(path) is too large to be a key or a certificate")
    }
    return try readAll(file, count: Int(status.st_size), path)
  }

  /// What gives others a key in its place.
  private static func replacement(of path: String) -> String {
    path.hasSuffix("/" + IdentityFolder.Pair.user.key)
      ? "boardd revoke, then boardd invite" : "boardd authority replace"
  }

  /// Throws unless the open file is a regular one of this user or of root: whoever owns it decides
  /// what it holds.
  private static func ownStatus(of file: CInt, _ path: String) throws -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw IdentityError.system("examine", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw IdentityError(
        kind: .malformedFile, detail: "\(path) is not a regular file: move it away")
    }
    guard isTrusted(status.st_uid) else { throw foreign(path, status.st_uid) }
    return status
  }

  private static func isTrusted(_ owner: uid_t) -> Bool { owner == geteuid() || owner == 0 }

  private static func foreign(_ path: String, _ owner: uid_t) -> IdentityError {
    // Root would only take a service's files from it.
    let other =
      geteuid() == 0
      ? "" : ", or give it to this one with chown if nobody else may have changed it"
    return IdentityError(
      kind: .permissions,
      detail:
        "\(path) belongs to another user (number \(owner), and this is \(geteuid())): run this "
        + "as that user (sudo -u \(SystemNames.accountName(of: owner) ?? "#\(owner)"))"
        + other)
  }

  private static func linked(_ path: String) -> IdentityError {
    IdentityError(
      kind: .permissions,
      detail: "\(path) is a symbolic link: put the file itself there, since whoever may change the "
        + "link could exchange the file")
  }

  private static func readAll(_ file: CInt, count: Int, _ path: String) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let taken = Glibc.read(file, room.baseAddress?.advanced(by: filled), count - filled)
        if taken == 0 { return }
        if taken < 0, errno == EINTR { continue }
        guard taken > 0 else { throw IdentityError.system("read", path) }
        filled += taken
      }
    }
  }

  /// Replaces the file in one step; its bytes are on the disk when this returns.
  static func write(_ bytes: [UInt8], to name: String, in folder: String, _ access: Access) throws {
    let path = "\(folder)/\(name)"
    let temporary = "\(folder)/.\(name).\(try NamePart.random())"
    let mode: mode_t = access == .ownerOnly ? 0o600 : 0o644
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else { throw IdentityError.system("create", temporary) }
    do {
      defer { close(file) }
      try writeAll(bytes, file, temporary)
      guard fsync(file) == 0 else { throw IdentityError.system("sync", temporary) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard Glibc.rename(temporary, path) == 0 else {
      let error = IdentityError.system("put in place", path)
      unlink(temporary)
      throw error
    }
    try sync(folder: folder)
  }

  private static func writeAll(_ bytes: [UInt8], _ file: CInt, _ path: String) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let taken = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if taken < 0, errno == EINTR { continue }
      guard taken > 0 else { throw IdentityError.system("write", path) }
      rest = rest.dropFirst(taken)
    }
  }

  static func remove(_ name: String, in folder: String) throws {
    guard unlink("\(folder)/\(name)") == 0 || errno == ENOENT else {
      throw IdentityError.system("remove", "\(folder)/\(name)")
    }
    try sync(folder: folder)
  }

  /// Gives a file in the folder another name, in the place of what had it.
  static func rename(_ name: String, to other: String, in folder: String) throws {
    guard Glibc.rename("\(folder)/\(name)", "\(folder)/\(other)") == 0 else {
      throw IdentityError.system("put in place", "\(folder)/\(other)")
    }
    try sync(folder: folder)
  }

  /// Syncs the folder: a rename is on the disk only after its folder is.
  private static func sync(folder: String) throws {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw IdentityError.system("open", folder) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw IdentityError.system("sync", folder) }
  }

  /// Makes the folder and any missing ones above it, each accessible to its owner only.
  static func makeFolder(_ path: String) throws {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST:
      return
    case ENOENT:
      let end = path.hasSuffix("/") ? path.index(before: path.endIndex) : path.endIndex
      guard let slash = path[..<end].lastIndex(of: "/"), slash > path.startIndex else {
        throw IdentityError.system("create the folder", path, ENOENT)
      }
      try makeFolder(String(path[..<slash]))
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw IdentityError.system("create the folder", path)
      }
    default:
      throw IdentityError.system("create the folder", path)
    }
  }

  /// Throws unless the folder is this user's own or root's, and only its owner may write to it:
  /// anybody else who may could exchange its keys.
  static func requirePrivate(folder: String) throws {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw IdentityError.system("examine", folder) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw IdentityError(
        kind: .malformedFile, detail: "\(folder) is not a folder: move it away")
    }
    guard isTrusted(status.st_uid) else { throw foreign(folder, status.st_uid) }
    guard status.st_mode & 0o022 == 0 else {
      throw IdentityError(
        kind: .permissions,
        detail: "\(folder) holds private keys and others may write to it (mode "
          + "\(String(status.st_mode & 0o777, radix: 8))): run chmod 700 on it")
    }
  }

  /// Throws where there is a folder, or one above it, into which this user may not look.
  static func requireSearchable(folder: String) throws {
    guard access(folder, X_OK) != 0, errno == EACCES else { return }
    throw IdentityError.system("open", folder, EACCES)
  }

  /// Runs `body` while it holds the lock file in `folder`, which excludes other processes and
  /// threads.
  static func locked<Value>(_ name: String, in folder: String, _ body: () throws -> Value) throws
    -> Value
  {
    let file = try openLock("\(folder)/\(name)")
    defer { close(file) }
    guard try lock(file, LOCK_EX, "\(folder)/\(name)") else {
      throw IdentityError.system("lock", "\(folder)/\(name)", EWOULDBLOCK)
    }
    return try body()
  }

  /// Takes the lock file in `folder` without waiting.
  /// - Returns: the open file, which the caller closes; nil while somebody else has the lock.
  static func tryLock(_ name: String, in folder: String) throws -> CInt? {
    let path = "\(folder)/\(name)"
    let file = try openLock(path)
    do {
      if try lock(file, LOCK_EX | LOCK_NB, path) { return file }
    } catch {
      close(file)
      throw error
    }
    close(file)
    return nil
  }

  private static func openLock(_ path: String) throws -> CInt {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file = open(path, flags, 0o600)
    guard file >= 0 else {
      throw errno == ELOOP ? linked(path) : IdentityError.system("open", path)
    }
    do {
      let status = try ownStatus(of: file, path)
      // Who may open it could hold the lock, and keep this user from it.
      guard status.st_mode & 0o077 == 0 else {
        throw IdentityError(
          kind: .permissions,
          detail: "\(path) is a lock that others may open (mode "
            + "\(String(status.st_mode & 0o777, radix: 8))): run chmod 600 on it")
      }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  private static func lock(_ file: CInt, _ operation: CInt, _ path: String) throws -> Bool {
    while flock(file, operation) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw IdentityError.system("lock", path) }
    }
    return true
  }
}
