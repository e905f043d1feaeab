import Foundation
import OwnThread
import Testing

@testable import Identity

/// Whose the files of an identity may be. What takes another user's files needs root; the rest also
/// runs as an ordinary user.
@Suite("The owner of keys, certificates and locks", .ownThread, .timeLimit(.minutes(1)))
struct OwnerTests {
  private let temporary: TemporaryFolder
  private let folder: IdentityFolder
  /// A number that Debian gives nobody (Policy 9.2.2).
  private static let stranger: uid_t = 64_124
  private static var isRoot: Bool { geteuid() == 0 }

  init() throws {
    temporary = try TemporaryFolder()
    folder = IdentityFolder("\(temporary.path)/identity")
    _ = try folder.open(user: part("ada"), device: part("pc"))
  }

  private static let read = [
    "authority.pem", "authority.key", "coordinator.pem", "coordinator.key", "user.pem", "user.key",
  ]

  private func path(_ name: String) -> String {
    name.isEmpty ? folder.path : "\(folder.path)/\(name)"
  }

  private func expectRefusal(
    _ kind: IdentityError.Kind = .permissions, of name: String, _ advice: String,
    _ body: () throws -> Void
  ) throws {
    let error = try #require(throws: IdentityError.self, performing: body)
    #expect(error.kind == kind)
    #expect(error.description.hasPrefix(path(name)), "\(error)")
    #expect(error.description.contains(advice), "\(error)")
  }

  private func open() throws {
    _ = try folder.open(
      user: part("ada"), device: part("pc"), now: SystemClock.seconds + 61 * 86_400)
  }

  @Test("A file of another user is refused", .enabled(if: isRoot), arguments: read)
  func foreignFile(name: String) throws {
    try #require(chown(path(name), Self.stranger, Self.stranger) == 0)
    try expectRefusal(of: name, "belongs to another user (number 64124, and this is 0)") {
      _ = try folder.load()
    }
    try #require(chown(path(name), 0, 0) == 0)
    _ = try folder.load()
  }

  @Test("A folder of another user is refused", .enabled(if: isRoot))
  func foreignFolder() throws {
    try #require(chown(path(""), Self.stranger, Self.stranger) == 0)
    try expectRefusal(of: "", "run this as that user") { _ = try folder.load() }
    try expectRefusal(of: "", "run this as that user") { _ = try folder.prepareKey() }
    try expectRefusal(of: "", "run this as that user") { _ = try folder.tryLockRenewal() }
  }

  @Test(
    "A lock of another user is refused", .enabled(if: isRoot), arguments: ["lock", "renewal.lock"])
  func foreignLock(name: String) throws {
    _ = try folder.tryLockRenewal()
    try #require(chown(path(name), Self.stranger, Self.stranger) == 0)
    try expectRefusal(of: name, "belongs to another user") { try take(name) }
  }

  @Test("A lock that others may open is refused", arguments: ["lock", "renewal.lock"])
  func openLock(name: String) throws {
    _ = try folder.tryLockRenewal()
    for mode: mode_t in [0o644, 0o620] {
      try #require(chmod(path(name), mode) == 0)
      try expectRefusal(of: name, "others may open (mode \(String(mode, radix: 8)))") {
        try take(name)
      }
    }
    try #require(chmod(path(name), 0o600) == 0)
    try take(name)
  }

  private func take(_ lock: String) throws {
    if lock == "lock" { try open() } else { _ = try folder.tryLockRenewal() }
  }

  @Test("An ordinary user's own files, and files of root, are used", .enabled(if: !isRoot))
  func ownFiles() throws {
    _ = try folder.load()
    // A file of root that everybody may read stands in the way only for what it holds.
    let error = #expect(throws: IdentityError.self) {
      _ = try SecretFiles.read("/etc/passwd", .ownerOnly)
    }
    #expect(error?.kind == .permissions)
    #expect(error?.description.contains("others may read") == true)
    #expect(try SecretFiles.read("/etc/passwd", .anyoneMayRead)?.isEmpty == false)
  }

  @Test("Who may not look into a folder is not told that nothing is there", .enabled(if: !isRoot))
  func closedFolder() throws {
    _ = try folder.load()
    try folder.requireSomething()
    try #require(chmod(path(""), 0) == 0)
    defer { chmod(path(""), 0o700) }
    let error = #expect(throws: IdentityError.self) { try folder.requireSomething() }
    #expect(error?.kind == .system)
    #expect(error?.description.contains("run this as that user") == true)
  }

  @Test(
    "A key or certificate behind a symbolic link is refused, wherever that leads", arguments: read)
  func linkedFile(name: String) throws {
    let elsewhere = "\(temporary.path)/elsewhere"
    try FileManager.default.moveItem(atPath: path(name), toPath: elsewhere)
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: elsewhere)
    try expectRefusal(of: name, "is a symbolic link: put the file itself there") {
      _ = try folder.load()
    }
  }

  @Test(
    "A lock that is a symbolic link, a folder or a pipe is refused, and what it leads to is left")
  func unfitLocks() throws {
    let target = try temporary.file("target", [7])
    for name in ["lock", "renewal.lock"] {
      try? FileManager.default.removeItem(atPath: path(name))
      try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
      try expectRefusal(of: name, "is a symbolic link") { try take(name) }
      // Also one that leads nowhere: the file is not made there.
      try FileManager.default.removeItem(atPath: path(name))
      try FileManager.default.createSymbolicLink(
        atPath: path(name), withDestinationPath: "\(temporary.path)/nowhere")
      try expectRefusal(of: name, "is a symbolic link") { try take(name) }
      try FileManager.default.removeItem(atPath: path(name))
      try #require(mkfifo(path(name), 0o600) == 0)
      try expectRefusal(.malformedFile, of: name, "is not a regular file") { try take(name) }
      try FileManager.default.removeItem(atPath: path(name))
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: false)
      #expect(throws: IdentityError.self) { try take(name) }
      try FileManager.default.removeItem(atPath: path(name))
    }
    #expect(try Data(contentsOf: URL(filePath: target)) == Data([7]))
    #expect(!FileManager.default.fileExists(atPath: "\(temporary.path)/nowhere"))
  }

  @Test("A pipe in the place of a key keeps nobody waiting", arguments: ["user.key", "user.pem"])
  func pipe(name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
    try #require(mkfifo(path(name), 0o600) == 0)
    try expectRefusal(.malformedFile, of: name, "is not a regular file") {
      _ = try folder.load()
    }
  }

  @Test("A folder where nothing may be written is told as such", .enabled(if: !isRoot))
  func unwritable() throws {
    try #require(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    // Reading goes on.
    _ = try folder.load()
    let error = #expect(throws: IdentityError.self) { try folder.prepareKey() }
    #expect(error?.kind == .system)
    #expect(error?.description.contains("Permission denied") == true)
  }
}
