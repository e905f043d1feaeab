import COpenSSL
import Statements
import Testing

@testable import Identity
@testable import TLS

/// Who gets in on which of the two application protocols of one port.
@Suite("Two application protocols on one port")
struct ServiceTests {
  private static let day = 86_400

  enum Client: CaseIterable {
    case noCertificate
    case valid
    case endedYesterday
    case ended29DaysAgo
    case ended31DaysAgo
    case notYetValid
    case ofAnotherCluster
    case ofAnotherAuthority
    case ofTheCoordinator
  }

  /// What a coordinator makes of each client on each protocol: nil where it lets it in.
  private static let expected: [(Client, board: TLSError.Kind?, join: TLSError.Kind?)] = [
    (.noCertificate, .certificateMissing, nil),
    (.valid, nil, nil),
    (.endedYesterday, .certificateExpired, nil),
    (.ended29DaysAgo, .certificateExpired, nil),
    (.ended31DaysAgo, .certificateExpired, .certificateExpired),
    (.notYetValid, .certificateExpired, .certificateExpired),
    (.ofAnotherCluster, .wrongName, .wrongName),
    (.ofAnotherAuthority, .unknownAuthority, .unknownAuthority),
    (.ofTheCoordinator, .certificateRefused, .certificateRefused),
  ]

  private let authority: TestAuthority
  private let server: TLSContext

  init() throws {
    authority = try TestAuthority()
    server = try authority.coordinator()
  }

  private func context(_ client: Client, _ alpn: String) throws -> TLSContext {
    let now = authority.made
    func ended(_ days: Int) throws -> TLSContext {
      let end = now - days * Self.day
      return try authority.client(
        validity: Validity(from: end - 7 * Self.day, to: end), protocols: [alpn])
    }
    switch client {
    case .noCertificate:
      return try withoutCertificate([alpn])
    case .valid: return try authority.client(protocols: [alpn])
    case .endedYesterday: return try ended(1)
    case .ended29DaysAgo: return try ended(29)
    case .ended31DaysAgo: return try ended(31)
    case .notYetValid:
      return try authority.client(
        validity: Validity(from: now + Self.day, to: now + 2 * Self.day), protocols: [alpn])
    case .ofAnotherCluster: return try authority.client(protocols: [alpn])
    case .ofAnotherAuthority:
      return try TestAuthority().client(protocols: [alpn], trusting: authority)
    case .ofTheCoordinator:
      return try TLSContext(
        role: .client, credentials: authority.authority.mintCoordinator(), protocols: [alpn],
        expecting: .anyone)
    }
  }

  /// Unlike one who joins it knows the authority.
  private func withoutCertificate(_ protocols: [String]) throws -> TLSContext {
    try TLSContext(
      breaking: .noCertificate,
      credentials: authority.authority.mint(user: part("eve"), device: part("pc")).credentials,
      protocols: protocols, expecting: .uri(authority.coordinatorURI))
  }

  @Test("Each client is let in or refused as its protocol has it", arguments: expected)
  func table(client: Client, board: TLSError.Kind?, join: TLSError.Kind?) throws {
    for (alpn, kind) in [("board/1", board), ("board-join/1", join)] {
      let server =
        client == .ofAnotherCluster ? try authority.coordinator(of: "elsewhere") : server
      let pair = try SessionPair(client: context(client, alpn), server: server)
      pair.exchange()
      #expect(pair.serverFailure?.kind == kind, "\(client) on \(alpn)")
      guard kind == nil else { continue }
      #expect(pair.serverState.peer?.alpn == alpn)
      #expect(pair.clientState.peer?.alpn == alpn)
      #expect((pair.serverState.peer?.certificate == nil) == (client == .noCertificate))
      #expect(pair.serverState.peer?.uris.count == (client == .noCertificate ? 0 : 1))
    }
  }

  @Test("The table is of every client")
  func complete() {
    #expect(Self.expected.map(\.0) == Client.allCases)
  }

  private static func service(lateBySeconds seconds: Int = 0) -> [TLSContext.Service] {
    [TLSContext.Service(alpn: "board-join/1", certificate: .optional(lateBySeconds: seconds))]
  }

  /// The clock goes on: a minute is left for it where the certificate is let in.
  @Test(
    "A certificate may be late by the seconds that the service says",
    arguments: [(1_060, true), (999, false)])
  func lateBySeconds(seconds: Int, isAllowed: Bool) throws {
    let end = SystemClock.seconds - 1_000
    let server = try TLSContext(
      serving: Self.service(lateBySeconds: seconds),
      credentials: authority.authority.mintCoordinator(),
      expecting: .device(of: part("test-cluster")))
    let client = try authority.client(
      validity: Validity(from: end - 60, to: end), protocols: ["board-join/1"])
    let pair = try SessionPair(client: client, server: server)
    pair.exchange()
    #expect(
      pair.serverState.peer?.certificate
        == (isAllowed ? PeerCertificate(notBefore: end - 60, notAfter: end) : nil))
    #expect(pair.serverFailure?.kind == (isAllowed ? nil : .certificateExpired))
  }

  @Test(
    "A device's certificate that lasts longer than coordinators sign is refused, whoever signed it",
    .holds("TLS-024"), arguments: ["board/1", "board-join/1"], [0, 1])
  func livesTooLong(alpn: String, secondsMore: Int) throws {
    let from = authority.made - Validity.allowance
    let client = try authority.client(
      validity: Validity(from: from, to: from + Validity.allowance + 7 * Self.day + secondsMore),
      protocols: [alpn])
    let pair = try SessionPair(client: client, server: server)
    pair.exchange()
    #expect(pair.serverFailure?.kind == (secondsMore > 0 ? .certificateRefused : nil))
    #expect((pair.serverState.peer == nil) == (secondsMore > 0))
    // A coordinator's own lasts 90 days, and is taken.
    #expect(pair.clientFailure?.kind == nil || secondsMore > 0)
  }

  @Test("A late certificate whose authority has ended too is refused")
  func authorityEnded() throws {
    let now = authority.made
    let old = try Authority.create(
      cluster: part("test-cluster"),
      validity: Validity(from: now - 20 * Self.day, to: now - Self.day))
    let device = try old.mint(
      user: part("ada"), device: part("pc"),
      validity: Validity(from: now - 9 * Self.day, to: now - 2 * Self.day)
    ).credentials
    let coordinator = try authority.authority.mintCoordinator()
    let server = try TLSContext(
      serving: Self.service(lateBySeconds: 30 * Self.day),
      credentials: TLSCredentials(
        certificateChain: coordinator.certificateChain, privateKey: coordinator.privateKey,
        authority: old.certificate), expecting: .anyone)
    let client = try TLSContext(
      role: .client,
      credentials: TLSCredentials(
        certificateChain: device.certificateChain, privateKey: device.privateKey,
        authority: authority.authority.certificate),
      protocols: ["board-join/1"], expecting: .anyone)
    let pair = try SessionPair(client: client, server: server)
    pair.exchange()
    #expect(pair.serverFailure?.kind == .certificateExpired)
  }

  @Test("Where a client offers both protocols, the server's first counts, with its demand")
  func both() throws {
    let pair = try SessionPair(
      client: withoutCertificate(["board-join/1", "board/1"]), server: server)
    pair.exchange()
    #expect(pair.serverFailure?.kind == .certificateMissing)
  }

  // MARK: The pin

  @Test("Who knows the pin alone is let in, and knows the coordinator")
  func joins() throws {
    let pair = try SessionPair(client: authority.joiner(), server: server)
    pair.exchange()
    #expect(pair.clientState.peer?.uris == [authority.coordinatorURI])
    #expect(pair.clientState.peer?.alpn == "board-join/1")
    #expect(pair.serverState.peer == TLSPeer(uris: [], alpn: "board-join/1"))
  }

  @Test("A coordinator of another authority is not the one of the invitation")
  func wrongPin() throws {
    let other = try TestAuthority()
    let pair = try SessionPair(client: authority.joiner(), server: other.coordinator())
    pair.exchange()
    let failure = try #require(pair.clientFailure)
    #expect(failure.kind == .unknownAuthority)
    #expect(failure.detail.contains("the coordinator is not the one that the invitation names"))
    #expect(failure.concernsIdentity)
    #expect(pair.serverFailure?.kind == .unknownAuthority)
    #expect(pair.serverFailure?.origin == .peer)
  }

  @Test("The pin of the coordinator's own key is no authority's")
  func pinOfTheLeaf() throws {
    let credentials = try authority.authority.mintCoordinator()
    let leaf = try Certificate(pem: credentials.certificateChain, what: "the coordinator's")
    let pair = try SessionPair(
      client: authority.joiner(pin: leaf.keyHash()),
      server: TLSContext(serving: Self.service(), credentials: credentials, expecting: .anyone))
    pair.exchange()
    #expect(pair.clientFailure?.kind == .unknownAuthority)
  }

  @Test("With the right pin, name and time and use are checked as ever")
  func pinnedAndWrong() throws {
    let elsewhere = try SessionPair(
      client: authority.joiner(expecting: .uri("board://elsewhere/coordinator")), server: server)
    elsewhere.exchange()
    #expect(elsewhere.clientFailure?.kind == .wrongName)
    let ended = try SessionPair(
      client: authority.joiner(), server: authority.coordinator(validity: TestAuthority.expired))
    ended.exchange()
    #expect(ended.clientFailure?.kind == .certificateExpired)
    let device = try authority.authority.mint(user: part("eve"), device: part("pc")).credentials
    let impostor = try SessionPair(
      client: authority.joiner(expecting: .anyone),
      server: TLSContext(serving: Self.service(), credentials: device, expecting: .anyone))
    impostor.exchange()
    #expect(impostor.clientFailure?.kind == .certificateRefused)
  }

  /// Under the authority's name and for its public key, signed by somebody else: all that somebody
  /// can make who does not have the private key.
  @Test("A certificate for the authority's key that the authority has not signed is not trusted")
  func forgedAuthority() throws {
    let genuine = try Certificate(pem: authority.authority.certificate, what: "the authority's")
    let other = try PrivateKey()
    let forged = try CertificateTemplate(
      authorityOf: part("test-cluster"), validity: .authority()
    ).sign(
      key: #require(X509_get0_pubkey(genuine.pointer)), issuer: nil,
      issuerKey: other.pointer)
    let coordinator = try authority.authority.mintCoordinator()
    let pair = try SessionPair(
      client: authority.joiner(),
      server: TLSContext(
        serving: Self.service(),
        credentials: TLSCredentials(
          certificateChain: coordinator.certificateChain, privateKey: coordinator.privateKey,
          authority: forged.pem()), expecting: .anyone))
    pair.exchange()
    #expect(pair.clientFailure?.kind == .unknownAuthority)
  }
}
