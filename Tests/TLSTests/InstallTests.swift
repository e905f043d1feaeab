import Foundation
import OwnThread
import Statements
import TLS
import Testing

@testable import Identity

@Suite("Installing a certificate that came over the network", .ownThread, .timeLimit(.minutes(1)))
struct InstallTests {
  private let temporary: TemporaryFolder
  private let folder: IdentityFolder
  private let authority: Authority
  private static let now = SystemClock.seconds
  private static let day = 86_400

  init() throws {
    temporary = try TemporaryFolder()
    folder = IdentityFolder("\(temporary.path)/identity")
    authority = try Authority.create(cluster: part("home"))
  }

  private func sign(
    _ request: [UInt8], by authority: Authority? = nil, notBefore: Int = now - 3_600
  ) throws -> SignedCertificate {
    try (authority ?? self.authority).sign(
      request, user: part("ada"), device: part("pc"), notBefore: notBefore)
  }

  private func install(
    _ signed: SignedCertificate,
    _ steps: [IdentityFolder.InstallStep] =
      IdentityFolder.InstallStep.allCases
  ) throws {
    try folder.install(
      certificate: signed.certificate, authority: signed.authority, steps: steps)
  }

  /// Makes a folder in which a device has joined.
  private func join() throws -> Identity {
    try install(sign(folder.prepareKey()))
    return try folder.load()
  }

  private func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  private func connects(_ identity: Identity) throws -> Bool {
    let credentials = try authority.mintCoordinator()
    let pair = try SessionPair(
      client: identity.windowContext(), server: identity.coordinatorContext(credentials))
    pair.exchange()
    return pair.serverState.peer != nil
  }

  // MARK: The way in and on

  @Test("A device joins with a key that never left it, and renews with another one")
  func joinsAndRenews() throws {
    let request = try folder.prepareKey()
    #expect(try names() == ["lock", "next.key"])
    #expect(try mode("next.key") == 0o600)
    try install(sign(request))
    let joined = try folder.load()
    #expect(try names() == ["lock", "authority.pem", "user.key", "user.pem"])
    #expect(joined.name.description == "board://home/u/ada/d/pc")
    #expect(joined.authority == nil && joined.coordinator == nil)
    #expect(try connects(joined))
    try install(sign(folder.prepareKey(), notBefore: Self.now - 3_599))
    let renewed = try folder.load()
    #expect(renewed.credentials.privateKey != joined.credentials.privateKey)
    #expect(try connects(renewed))
    #expect(try mode("user.key") == 0o600)
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test("A request is for the same key until that is installed")
  func sameKey() throws {
    let first = try sign(folder.prepareKey())
    #expect(try sign(folder.prepareKey()).keyHash == first.keyHash)
    try install(first)
    #expect(try sign(folder.prepareKey()).keyHash != first.keyHash)
  }

  // MARK: Interruptions

  private enum Found { case nothing, old, new }

  /// After so many steps and a kill: which pair a load finds in a folder that was new, and in one
  /// that had another pair.
  private static let interruptions: [(steps: Int, inNew: Found, inOld: Found)] = [
    (0, .nothing, .old),
    (1, .nothing, .new),
    (2, .new, .new),
    (3, .new, .new),
    (4, .new, .new),
  ]

  @Test(
    "Whoever is killed on the way finds the old or the new pair, and it is usable",
    .holds("REN-008"), arguments: interruptions, [false, true])
  private func interrupted(row: (steps: Int, inNew: Found, inOld: Found), isNew: Bool) throws {
    let old = isNew ? nil : try join()
    // The coordinator may have renewed its authority meanwhile.
    let renewed = try authority.renewed(
      validity: Validity(from: Self.now - 7_200, to: Self.now + 999 * Self.day))
    let signed = try sign(folder.prepareKey(), by: renewed, notBefore: Self.now - 3_000)
    try install(signed, Array(IdentityFolder.InstallStep.allCases.prefix(row.steps)))
    switch isNew ? row.inNew : row.inOld {
    case .nothing:
      #expect(throws: IdentityError.self) { try folder.load() }
    case .old:
      let found = try folder.load()
      #expect(found.credentials.privateKey == old?.credentials.privateKey)
      #expect(try connects(found))
    case .new:
      let found = try folder.load()
      let certificate = try Certificate(pem: found.credentials.certificateChain, what: "user.pem")
      #expect(try certificate.der() == signed.certificate)
      #expect(try connects(found))
      #expect(try names() == ["lock", "authority.pem", "user.key", "user.pem"])
    }
    // And the same request again, as who was killed makes it, ends well from anywhere.
    let again = try sign(folder.prepareKey(), by: renewed, notBefore: Self.now - 2_999)
    if (isNew ? row.inNew : row.inOld) != .new { #expect(again.keyHash == signed.keyHash) }
    try install(again)
    let last = try folder.load()
    #expect(try connects(last))
    #expect(last.credentials.authority == renewed.certificate)
  }

  @Test("The table is of every step")
  func complete() {
    #expect(Self.interruptions.map(\.steps) == Array(0...IdentityFolder.InstallStep.allCases.count))
  }

  @Test("Who reads while others install finds one pair or the other, always")
  func readers() async throws {
    _ = try join()
    let folder = folder
    let authority = authority
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<60 {
          do {
            let signed = try authority.sign(
              folder.prepareKey(), user: part("ada"), device: part("pc"),
              notBefore: Self.now - 3_600 + round)
            try folder.install(certificate: signed.certificate, authority: signed.authority)
          } catch {
            Issue.record(error)
          }
        }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<200 {
            do { _ = try folder.load() } catch { Issue.record(error) }
          }
        }
      }
    }
  }

  @Test("A certificate that was left for no key here is put away")
  func stray() throws {
    let joined = try join()
    let stranger = try authority.mint(user: part("ada"), device: part("pc"))
    try Data(stranger.credentials.certificateChain).write(
      to: URL(filePath: folder.path + "/next.pem"))
    let found = try folder.load()
    #expect(found.credentials.certificateChain == joined.credentials.certificateChain)
    #expect(try names() == ["lock", "authority.pem", "user.key", "user.pem"])
  }

  // MARK: Refusals

  private func expectRefusal(
    _ kind: IdentityError.Kind, _ why: String, certificate: [UInt8], authority: [UInt8]
  ) throws {
    let before = try contents()
    let error = try #require(throws: IdentityError.self) {
      try folder.install(certificate: certificate, authority: authority)
    }
    #expect(error.kind == kind)
    #expect(error.description.contains(why), "\(error)")
    #expect(try contents() == before)
  }

  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try names() {
      contents[name] = try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
    }
    return contents
  }

  @Test(
    "What does not belong together is refused, and nothing changes", .holds("REN-008"),
    arguments: [false, true])
  func refused(isNew: Bool) throws {
    if !isNew { _ = try join() }
    let request = try folder.prepareKey()
    let good = try sign(request)
    let strangers = try Authority.create(cluster: part("home"))
    let foreign = try sign(request, by: strangers)
    let other = try sign(SigningRequest.make(for: PrivateKey()))
    try expectRefusal(
      .keyMismatch, "for another key than \(folder.path)/next.key", certificate: other.certificate,
      authority: other.authority)
    try expectRefusal(
      .foreignCertificate, "was not issued by the authority that came with it",
      certificate: good.certificate, authority: foreign.authority)
    try expectRefusal(
      .foreignCertificate, "was not issued by the authority that came with it",
      certificate: good.certificate, authority: good.certificate)
    try expectRefusal(
      .malformedFile, "bytes follow the certificate", certificate: good.certificate + [0],
      authority: good.authority)
    try expectRefusal(
      .malformedFile, "cannot be used", certificate: [1, 2, 3], authority: good.authority)
    // The authority's name says another team than the certificate.
    let renamed = try CertificateTemplate(
      for: .device(cluster: part("elsewhere"), user: part("ada"), device: part("pc")),
      validity: .device())
    let issuer = try Certificate(pem: authority.certificate, what: "authority")
    let signed = try SigningRequest(der: request)
    let issuerKey = try PrivateKey(pem: authority.key, what: "key")
    let elsewhere = try renamed.sign(
      key: signed.key, issuer: issuer.pointer, issuerKey: issuerKey.pointer)
    try expectRefusal(
      .foreignCertificate, "which is no device of its authority's team",
      certificate: elsewhere.der(), authority: good.authority)
    guard !isNew else { return }
    try expectRefusal(
      .foreignCertificate, "is of another authority (team home): join in a folder of its own",
      certificate: foreign.certificate, authority: foreign.authority)
  }

  @Test("Without a key that waits nothing is installed")
  func noKey() throws {
    let joined = try join()
    let signed = try sign(
      SigningRequest.make(for: PrivateKey(pem: joined.credentials.privateKey, what: "")))
    try expectRefusal(
      .missing, "next.key is missing", certificate: signed.certificate, authority: signed.authority)
  }

  @Test("Who joins overwrites nobody's identity")
  func occupied() throws {
    _ = try folder.open(user: part("ada"), device: part("pc"))
    let signed = try sign(folder.prepareKey())
    try expectRefusal(
      .foreignCertificate, "join in a folder of its own", certificate: signed.certificate,
      authority: signed.authority)
    try FileManager.default.removeItem(atPath: folder.path + "/authority.pem")
    try expectRefusal(
      .occupied, "authority.key is there", certificate: signed.certificate,
      authority: signed.authority)
  }

  @Test("What an interrupted first start left does not hinder who joins")
  func afterFirstStart() throws {
    _ = try folder.open(user: part("ada"), device: part("pc"))
    try Data().write(to: URL(filePath: folder.path + "/first-start"))
    let joined = try join()
    #expect(joined.cluster.description == "home")
    #expect(try names() == ["lock", "authority.pem", "user.key", "user.pem"])
  }

  // MARK: The lock of a renewal

  @Test("One at a time renews; the next may as soon as that has ended")
  func renewalLock() throws {
    _ = try join()
    var held = try folder.tryLockRenewal()
    #expect(held != nil)
    #expect(try folder.tryLockRenewal() == nil)
    // The files can be read and exchanged meanwhile.
    _ = try folder.load()
    try install(sign(folder.prepareKey()))
    withExtendedLifetime(held) {}
    held = nil
    #expect(try folder.tryLockRenewal() != nil)
  }
}
