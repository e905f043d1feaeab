import Foundation
import OwnThread
import Testing

@testable import Identity
@testable import TLS

/// Clocks that are wrong, or differ: nobody is kept out of what is their own for that.
@Suite("The time of certificates", .ownThread, .timeLimit(.minutes(1)))
struct CertificateTimeTests {
  private let temporary: TemporaryFolder
  private let folder: IdentityFolder
  private static let day = 86_400
  private static let now = SystemClock.seconds

  init() throws {
    temporary = try TemporaryFolder()
    folder = IdentityFolder("\(temporary.path)/identity")
  }

  private func open(at now: Int) throws -> Identity {
    try folder.open(user: part("ada"), device: part("laptop"), now: now)
  }

  /// Years from now to the wrong clock of a first start: 2030 and later, and 1970.
  @Test(
    "What a first start made by a wrong clock is made anew by the right one, with the same keys",
    arguments: [4, 40, -56])
  func wrongClock(years: Int) throws {
    let made = try open(at: max(Self.now + years * 365 * Self.day, 1))
    let found = try open(at: Self.now)
    #expect(found.name == made.name)
    #expect(found.credentials.privateKey == made.credentials.privateKey)
    #expect(found.coordinator?.privateKey == made.coordinator?.privateKey)
    #expect(found.authority?.pin == made.authority?.pin)
    let pair = try SessionPair(client: found.windowContext(), server: found.coordinatorContext())
    pair.exchange()
    guard case .established = pair.serverState else {
      Issue.record("\(String(describing: pair.serverFailure))")
      return
    }
  }

  private static let wrongTimes = [
    Validity(from: now + 4 * 365 * day, to: now + 14 * 365 * day),
    Validity(from: 0, to: 10 * 365 * day),
  ]

  /// As a program without the remedy made it: the same names and keys, at a wrong time.
  private func misdate(_ identity: Identity, _ pairs: [IdentityFolder.Pair], _ wrong: Validity)
    throws
  {
    let authority = try #require(identity.authority)
    for pair in pairs {
      let pem =
        switch pair {
        case .authority: try authority.renewed(validity: wrong).certificate
        case .user:
          try authority.renewed(
            identity.name, key: identity.credentials.privateKey, validity: wrong)
        case .coordinator:
          try authority.renewed(
            .coordinator(cluster: identity.cluster),
            key: #require(identity.coordinator).privateKey, validity: wrong)
        }
      try Data(pem).write(to: URL(filePath: folder.path + "/" + pair.certificate))
    }
  }

  @Test(
    "Certificates out of their time are made anew where the authority is, for the same names and keys",
    arguments: wrongTimes,
    [[IdentityFolder.Pair.user], [.coordinator], [.authority], IdentityFolder.Pair.allCases])
  func renewed(wrong: Validity, pairs: [IdentityFolder.Pair]) throws {
    let made = try open(at: Self.now)
    try misdate(made, pairs, wrong)
    let error = #expect(throws: IdentityError.self) { try folder.load(now: Self.now) }
    #expect(error?.kind == .expired)
    let mended = try open(at: Self.now)
    #expect(mended.name == made.name)
    #expect(mended.credentials.privateKey == made.credentials.privateKey)
    #expect(mended.coordinator?.privateKey == made.coordinator?.privateKey)
    #expect(mended.authority?.key == made.authority?.key)
    // Who joined before goes on.
    for (client, server) in [(made, mended), (mended, made), (mended, mended)] {
      let pair = try SessionPair(
        client: client.windowContext(), server: server.coordinatorContext())
      pair.exchange()
      guard case .established = pair.serverState else {
        Issue.record("\(String(describing: pair.serverFailure))")
        return
      }
    }
  }

  @Test("Without the authority's key nothing is made anew, and the clock is named")
  func notRenewed() throws {
    let made = try open(at: Self.now)
    try misdate(made, [.user], Self.wrongTimes[0])
    try FileManager.default.removeItem(atPath: folder.path + "/authority.key")
    let before = try Data(contentsOf: URL(filePath: folder.path + "/user.pem"))
    let error = #expect(throws: IdentityError.self) { try open(at: Self.now) }
    #expect(error?.kind == .expired)
    #expect(error?.description.contains("set this machine's clock") == true)
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/user.pem")) == before)
  }

  @Test("Where boards are that belong to an identity, none is made")
  func besidesBoards() throws {
    let error = #expect(throws: IdentityError.self) {
      try folder.open(user: part("ada"), device: part("laptop"), besides: "/data/store")
    }
    #expect(error?.kind == .missing)
    #expect(error?.description.contains("/data/store holds boards") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  // MARK: Two machines

  private static let later = Validity(from: now + 2 * 3_600, to: now + 20 * 3_600)

  @Test(
    "A certificate that begins later by this clock is told as clocks that differ, by either side")
  func clocksDiffer() throws {
    let authority = try TestAuthority()
    let byClient = try SessionPair(
      client: authority.client(), server: authority.server(validity: Self.later))
    byClient.exchange()
    let byServer = try SessionPair(
      client: authority.client(validity: Self.later), server: authority.server())
    byServer.exchange()
    for (seen, told) in [
      (byClient.clientFailure, byClient.serverFailure),
      (byServer.serverFailure, byServer.clientFailure),
    ] {
      let (seen, told) = (try #require(seen), try #require(told))
      #expect(seen.kind == .certificateExpired)
      #expect(seen.description.hasPrefix("the clocks of the two machines differ: here it is 20"))
      #expect(seen.description.contains("set the clock that is wrong"))
      #expect(told.kind == .certificateExpired)
      #expect(told.origin == .peer)
      #expect(told.description.contains("this side's certificate is valid"), "\(told)")
      #expect(!told.description.contains("bad certificate"))
    }
  }

  @Test(
    "What the other side finds out of its time, and is not by this clock, is clocks that differ")
  func otherClock() throws {
    let times = CertificateTimes(from: 1_000, until: 9_000, now: 5_000)
    #expect(times.ofOwn.hasPrefix("the clocks of the two machines differ: here it is 1970-01-01"))
    let early = CertificateTimes(from: 1_000, until: 9_000, now: 500)
    #expect(early.ofOwn.contains("set this machine's clock if it is wrong"))
    #expect(early.ofPeer.hasPrefix("the clocks of the two machines differ"))
    let late = CertificateTimes(from: 1_000, until: 9_000, now: 9_500)
    #expect(late.ofPeer.contains("ended at"))
  }
}
