import Foundation
import Identity
import OwnThread
import Statements
import Testing

/// A window whose certificate is due while it is connected. The lives of the certificates are what the
/// authority gave them: nobody waits for a clock.
@Suite("A certificate that is due while a window is open", .ownThread)
struct LiveRenewalTests {
  private static let day = 86_400

  /// A device of ann's whose certificate has had two thirds of its life.
  private func due(_ team: TeamCoordinator) throws -> (home: BoardHome, identity: IdentityFolder) {
    let now = Int(Date().timeIntervalSince1970)
    let authority = try #require(
      IdentityFolder(team.folder + "/identity").load(allowingExpired: true).authority)
    let home = try BoardHome()
    let identity = IdentityFolder(home.path + "/identity")
    try identity.write(
      authority.mint(
        user: UserName("ann"), device: NamePart("desk"),
        validity: Validity(from: now - 5 * Self.day, to: now + Self.day)))
    return (home, identity)
  }

  @Test(
    "It is renewed over the link that the window has, which goes on", .holds("REN-002"),
    .timeLimit(.minutes(2)))
  func renewed() throws {
    let team = try TeamCoordinator()
    let (home, identity) = try due(team)
    let before = try #require(identity.certificateLife())
    #expect(identity.isRenewalDue())
    let window = try home.window(with: team.environment)
    try window.wait(for: "● saved")
    // It is another process that installs it.
    while identity.certificateLife() == before {}
    let after = try #require(identity.certificateLife())
    #expect(after.to - after.from == 7 * Self.day + Validity.allowance)
    #expect(!identity.isRenewalDue())
    #expect(kill(window.process, 0) == 0)
    let audit = try team.run(["audit", "--data", team.folder, "--json"])
    #expect(audit.output.contains(#""kind":"renewed""#), "\(audit)")
    window.type("q")
    #expect(try window.waitForEnd() == 0)
  }

  @Test(
    "Where it cannot be renewed the window warns, with the day of its end and the reason",
    .timeLimit(.minutes(2)))
  func warned() throws {
    let team = try TeamCoordinator()
    let (home, identity) = try due(team)
    let before = try #require(identity.certificateLife())
    #expect(team.stop() == 0)
    // The coordinator has nothing to sign with any more.
    try FileManager.default.removeItem(atPath: team.folder + "/identity/authority.key")
    try team.move()
    let window = try home.window(with: team.environment)
    try window.wait(for: "certificate ends on")
    try window.wait(for: "no key to sign with")
    #expect(identity.certificateLife() == before)
    #expect(kill(window.process, 0) == 0)
  }
}
