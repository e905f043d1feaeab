import Foundation
import Identity
import OwnThread
import TLS
import Testing

@testable import CoordinatorHost

@Suite("The coordinator's certificate while it runs", .ownThread, .timeLimit(.minutes(1)))
struct CoordinatorCredentialsTests {
  private static let day = 86_400

  @Test("What is due is renewed, what an administrator renewed is taken, and newcomers see both")
  func refreshed() throws {
    let root = FileManager.default.temporaryDirectory.path + "/board-credentials-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = IdentityFolder(root)
    let made = SystemClock.seconds - 61 * Self.day
    let identity = try folder.open(user: UserName("ada"), device: NamePart("host"), now: made)
    let credentials = try CoordinatorCredentials(identity, folder)
    func certificate() throws -> String {
      try String(contentsOfFile: root + "/coordinator.pem", encoding: .utf8)
    }
    let (context, authority, before) = (
      credentials.context, credentials.authority, try certificate()
    )
    #expect(try credentials.refresh())
    #expect(credentials.context !== context)
    #expect(try certificate() != before)
    #expect(credentials.authority?.certificate == authority?.certificate)
    let renewed = credentials.context
    #expect(try !credentials.refresh())
    #expect(credentials.context === renewed)
    // As `boardd authority renew` does beside it.
    try folder.renewAuthority()
    #expect(try credentials.refresh())
    #expect(credentials.context !== renewed)
    #expect(credentials.authority?.certificate != authority?.certificate)
  }

  @Test("In the last year of an authority an operator is told, until it is renewed")
  func endOfAuthority() throws {
    let root = FileManager.default.temporaryDirectory.path + "/board-credentials-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = IdentityFolder(root)
    let made = SystemClock.seconds - 3_400 * Self.day
    _ = try folder.open(user: UserName("ada"), device: NamePart("host"), now: made)
    let identity = try folder.open(user: UserName("ada"), device: NamePart("host"))
    let credentials = try CoordinatorCredentials(identity, folder)
    let end = made + 3_653 * Self.day
    #expect(credentials.endOfAuthority() == end)
    #expect(credentials.endOfAuthority(now: end - 366 * Self.day) == nil)
    let warning = OperatorWarning.authorityEnds(at: UInt64(end) * 1_000)
    #expect("\(warning)".contains("boardd authority renew"))
    try folder.renewAuthority()
    #expect(try credentials.refresh())
    #expect(credentials.endOfAuthority() == nil)
  }

  @Test("What cannot be read is said, and what was there is used on")
  func unreadable() throws {
    let root = FileManager.default.temporaryDirectory.path + "/board-credentials-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let folder = IdentityFolder(root)
    let identity = try folder.open(user: UserName("ada"), device: NamePart("host"))
    let credentials = try CoordinatorCredentials(identity, folder)
    let context = credentials.context
    try Data("not PEM".utf8).write(to: URL(filePath: root + "/authority.pem"))
    #expect(throws: IdentityError.self) { try credentials.refresh() }
    #expect(credentials.context === context)
  }
}
