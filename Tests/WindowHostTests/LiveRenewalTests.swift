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
  /// - Parameter seconds: in which it ends.
  private func due(
    _ authority: Authority, for seconds: Int = day
  ) throws -> (home: BoardHome, identity: IdentityFolder) {
    let home = try BoardHome()
    let identity = IdentityFolder(home.path + "/identity")
    try identity.write(
      authority.mint(
        user: UserName("ann"), device: NamePart("desk"),
        validity: Validity(from: Self.now - 5 * Self.day, to: Self.now + seconds)))
    return (home, identity)
  }

  private static var now: Int { Int(Date().timeIntervalSince1970) }

  private func authority(of team: TeamCoordinator) throws -> Authority {
    try #require(IdentityFolder(team.folder + "/identity").load(allowingExpired: true).authority)
  }

  /// Takes from the coordinator what it signs with.
  private func endSigning(_ team: TeamCoordinator) throws {
    #expect(team.stop() == 0)
    try FileManager.default.removeItem(atPath: team.folder + "/identity/authority.key")
    try team.move()
  }

  @Test(
    "It is renewed over the link that the window has, which goes on", .holds("REN-002"),
    .timeLimit(.minutes(2)))
  func renewed() throws {
    let team = try TeamCoordinator()
    let (home, identity) = try due(authority(of: team))
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
    let (home, identity) = try due(authority(of: team))
    let before = try #require(identity.certificateLife())
    try endSigning(team)
    let window = try home.window(with: team.environment)
    try window.wait(for: "certificate ends on")
    try window.wait(for: "no key to sign with")
    #expect(identity.certificateLife() == before)
    #expect(kill(window.process, 0) == 0)
  }

  @Test(
    "Over the end of its certificate a window keeps what is typed, and goes on with the next one",
    .holds("TLS-017"), .timeLimit(.minutes(2)))
  func ended() throws {
    let team = try TeamCoordinator()
    let authority = try authority(of: team)
    try endSigning(team)
    // Long enough to come in.
    let (home, identity) = try due(authority, for: 30)
    let window = try home.window(with: team.environment)
    try window.wait(for: "no key to sign with")
    try window.wait(for: "reconnecting")
    try window.wait(for: "certificate ended on")
    window.type("nMilk\r")
    try window.wait(for: "kept here, not sent")
    let next = try authority.sign(
      identity.prepareKey(), user: UserName("ann"), device: NamePart("desk"),
      notBefore: Self.now - 60)
    try identity.install(certificate: next.certificate, authority: next.authority)
    try window.wait(for: "● saved")
    let listed = try home.run(["ls", "--json"], with: team.environment)
    #expect(listed.output.contains("Milk"), "\(listed)")
    window.type("q")
    #expect(try window.waitForEnd() == 0)
  }
}
