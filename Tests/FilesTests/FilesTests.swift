import Foundation
import Testing

@testable import Files

@Suite("Files, folders and locks")
struct FilesTests {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/board-files-\(UUID())"
    try Folder.make(folder)
  }

  private func finish() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test("The published check value of the Castagnoli CRC comes out")
  func castagnoli() {
    defer { finish() }
    #expect(CRC32C.of(Array("123456789".utf8)) == 0xE306_9283)
    #expect(CRC32C.of([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    var parts = CRC32C()
    parts.update(Array("12345".utf8)[...])
    parts.update(Array("6789".utf8)[...])
    #expect(parts.value == 0xE306_9283)
    var number = CRC32C()
    number.update(0x3132_3334_3536_3738)
    number.update(Array("9".utf8)[...])
    #expect(number.value == 0xE306_9283)
  }

  @Test("Folders are made with what is above them, for this user alone")
  func making() throws {
    defer { finish() }
    try Folder.make(folder + "/a/b/c")
    #expect(try mode(folder + "/a") == 0o700)
    #expect(try mode(folder + "/a/b/c") == 0o700)
    try Folder.make(folder + "/a/b/c")
    #expect(try Folder.names(in: folder + "/a") == ["b"])
    #expect(try Folder.names(in: folder + "/nowhere") == [])
  }

  @Test("A file where a folder should be is named as the reason")
  func notAFolder() throws {
    defer { finish() }
    _ = try OpenFile(folder + "/file", .new)
    #expect(throws: FileError("make", folder + "/file", code: ENOTDIR)) {
      try Folder.make(folder + "/file")
    }
    #expect(throws: FileError("make", folder + "/file/below", code: ENOTDIR)) {
      try Folder.make(folder + "/file/below")
    }
  }

  @Test("What is written is read back, at any offset, from a file of mode 0600")
  func reading() throws {
    defer { finish() }
    let path = folder + "/file"
    let file = try OpenFile(path, .new)
    try file.write([1, 2, 3, 4], at: 0)
    try file.write([9], at: 2)
    try file.sync()
    #expect(try file.read(10) == [1, 2, 9, 4])
    #expect(try file.read(2, at: 1) == [2, 9])
    #expect(try file.size() == 4)
    try file.truncate(to: 1)
    #expect(try file.contents(limit: 1) == [1])
    #expect(throws: FileError("read", path, code: EFBIG)) { _ = try file.contents(limit: 0) }
    #expect(try mode(path) == 0o600)
    #expect(throws: FileError("open", path, code: EEXIST)) { _ = try OpenFile(path, .new) }
    #expect(throws: FileError("open", path + "x", code: ENOENT)) {
      _ = try OpenFile(path + "x", .read)
    }
  }

  @Test("A full disk is told as such")
  func fullDisk() throws {
    defer { finish() }
    let file = try OpenFile("/dev/full", .readWrite)
    let error = #expect(throws: FileError.self) { try file.write([1], at: 0) }
    #expect(error?.isFull == true)
    #expect(error?.description == "cannot write /dev/full: No space left on device")
  }

  @Test("A replaced file is the old one or the new one, and leaves nothing beside it")
  func replacing() throws {
    defer { finish() }
    let path = folder + "/file"
    try Folder.replace(path, with: [1, 2], synced: true)
    try Folder.replace(path, with: [3], synced: false)
    #expect(try OpenFile(path, .read).read(10) == [3])
    #expect(try Folder.names(in: folder) == ["file"])
    #expect(try mode(path) == 0o600)
    #expect(try Folder.size(of: path) == 1)
    #expect(try Folder.remove(path))
    #expect(try !Folder.remove(path))
    #expect(try Folder.size(of: path) == nil)
  }

  @Test("A lock is held once, within one process too, and says by whom")
  func locking() throws {
    defer { finish() }
    let path = folder + "/lock"
    #expect(try FileLock.holder(of: path) == nil)
    var lock: FileLock? = try FileLock(path)
    #expect(throws: LockFailure.held(by: getpid())) { _ = try FileLock(path) }
    // Closing another descriptor of the file must not end the lock.
    do { _ = try OpenFile(path, .read) }
    #expect(try FileLock.holder(of: path)?.process == getpid())
    #expect(throws: LockFailure.held(by: getpid())) { _ = try FileLock(path) }
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(try FileLock.holder(of: path) == nil)
    _ = try FileLock(path)
  }

  @Test("A program started while a lock is held gets none of it, and does not keep it")
  func programsDoNotInherit() throws {
    defer { finish() }
    let path = folder + "/lock"
    var lock: FileLock? = try FileLock(path)
    var child: pid_t = 0
    var pipes: [Int32] = [0, 0, 0, 0]
    #expect(pipe(&pipes) == 0)
    #expect(pipes.withUnsafeMutableBufferPointer { pipe($0.baseAddress! + 2) } == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipes[0], 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[3], 1)
    let program = strdup("/bin/cat")
    defer {
      free(program)
      posix_spawn_file_actions_destroy(&actions)
      for descriptor in pipes { close(descriptor) }
    }
    #expect(posix_spawn(&child, "/bin/cat", &actions, nil, [program, nil], nil) == 0)
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    // Once it answers it has been started, and what is closed at a start is closed.
    var byte: UInt8 = 7
    #expect(write(pipes[1], &byte, 1) == 1)
    #expect(read(pipes[2], &byte, 1) == 1)
    let descriptors = "/proc/\(child)/fd"
    let targets = try Folder.names(in: descriptors).map {
      try FileManager.default.destinationOfSymbolicLink(atPath: descriptors + "/" + $0)
    }
    #expect(targets.count >= 3)
    #expect(!targets.contains(path))
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(try FileLock.holder(of: path) == nil)
    _ = try FileLock(path)
  }

  @Test(
    "A lock that is a symbolic link or no regular file is refused, and nothing is made or changed")
  func unfitLocks() throws {
    defer { finish() }
    let (path, target) = (folder + "/lock", folder + "/target")
    func expectRefusal(_ why: String) {
      for attempt in [
        { _ = try FileLock(path) }, { _ = try FileLock(waitingFor: path) },
      ] {
        let failure = #expect(throws: LockFailure.self, performing: attempt)
        guard case .file(let error) = failure else {
          Issue.record("\(String(describing: failure))")
          continue
        }
        #expect(error.description.hasPrefix("cannot use \(path): \(why)"), "\(error)")
      }
      #expect(throws: FileError.self) { try FileLock.holder(of: path) }
    }
    try Folder.replace(target, with: [7], synced: false)
    for end in [target, folder + "/nowhere"] {
      #expect(symlink(end, path) == 0)
      expectRefusal("it is a symbolic link, and a lock must be a file of its own: remove it")
      #expect(try Folder.remove(path))
    }
    #expect(try OpenFile(target, .read).read(9) == [7])
    #expect(try Folder.size(of: folder + "/nowhere") == nil)
    #expect(mkfifo(path, 0o600) == 0)
    expectRefusal("it is not a regular file, as a lock must be: remove it")
  }

  @Test("What is somebody else's is used by nobody, be it root; one's own is, and root's")
  func foreignFiles() throws {
    defer { finish() }
    let mine = geteuid()
    let error = #expect(throws: FileError.self) {
      try FileAccess(owner: mine + 1, mode: 0o600).requireOwn(folder)
    }
    let told = "it belongs to another user (number \(mine + 1), and this is \(mine))"
    #expect(error?.description.contains(told) == true)
    for owner in [mine, 0] { try FileAccess(owner: owner, mode: 0o600).requireOwn(folder) }
  }

  @Test(
    "A lock of another user, or in another user's folder, is refused",
    .enabled(if: geteuid() == 0))
  func foreignLocks() throws {
    defer { finish() }
    let stranger: uid_t = 64_124
    let (inside, path) = (folder + "/inside", folder + "/inside/lock")
    try Folder.make(inside)
    _ = try FileLock(path)
    for (foreign, other) in [(path, inside), (inside, path)] {
      #expect(chown(foreign, stranger, stranger) == 0)
      #expect(chown(other, 0, 0) == 0)
      let failure = #expect(throws: LockFailure.self) { _ = try FileLock(path) }
      guard case .file(let error) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(error.isPermission)
      // Who has it may be asked all the same.
      #expect(try FileLock.holder(of: path) == nil)
      #expect(
        error.description.hasPrefix(
          "cannot use \(foreign): it belongs to another user (number 64124, and this is 0)"))
    }
  }

  @Test("A lock that others may open, or exchange, is refused until they may not")
  func openLocks() throws {
    defer { finish() }
    let (inside, path) = (folder + "/inside", folder + "/inside/lock")
    try Folder.make(inside)
    _ = try FileLock(path)
    func expectRefusal(of refused: String, _ why: String) {
      let failure = #expect(throws: LockFailure.self) { _ = try FileLock(path) }
      guard case .file(let error) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(error.isPermission)
      #expect(error.description.hasPrefix("cannot use \(refused): \(why)"), "\(error)")
    }
    for mode: mode_t in [0o777, 0o775, 0o757] {
      #expect(chmod(inside, mode) == 0)
      expectRefusal(
        of: inside,
        "others may exchange what is in it (mode \(String(mode, radix: 8))), and it holds a lock")
    }
    // As in the folder for temporary files, each may exchange only their own.
    #expect(chmod(inside, 0o1777) == 0)
    _ = try FileLock(path)
    #expect(chmod(inside, 0o755) == 0)
    for mode: mode_t in [0o644, 0o660, 0o602] {
      #expect(chmod(path, mode) == 0)
      expectRefusal(of: path, "others may open it (mode \(String(mode, radix: 8)))")
    }
    #expect(chmod(path, 0o600) == 0)
    _ = try FileLock(path)
  }

  @Test("A lock in a folder of root is an ordinary user's to take", .enabled(if: geteuid() != 0))
  func ordinaryUser() throws {
    // The folder for temporary files is root's.
    let path = "/tmp/board-lock-\(getpid())"
    defer { _ = try? Folder.remove(path) }
    _ = try FileLock(path)
  }
}
