import Identity
import NIOCore
import NIOPosix
import OwnThread
import Statements
import TLS
import Testing
import Transport

@Suite("TLS against the openssl program over loopback sockets", .ownThread, .timeLimit(.minutes(1)))
struct OpenSSLToolTests {
  let authority: TestAuthority
  let folder: TemporaryFolder

  init() throws {
    self.authority = try TestAuthority()
    self.folder = try TemporaryFolder()
  }

  // MARK: s_client against our listener

  private enum Certificate {
    case none
    case own
    case expired
    case foreign
  }

  private func client(
    _ hall: Hall, version: String = "-tls1_3", alpn: String? = "board/1",
    certificate: Certificate = .own
  ) throws -> OpenSSLTool {
    let trusted = self.authority.authority
    var arguments = [
      "s_client", "-connect", hall.listener.local.description, version, "-verify_return_error",
      "-CAfile", try self.folder.file("authority.pem", trusted.certificate), "-ign_eof",
    ]
    if let alpn { arguments += ["-alpn", alpn] }
    let validity = certificate == .expired ? TestAuthority.expired : .device()
    let issuer = certificate == .foreign ? try TestAuthority().authority : trusted
    let identity = try issuer.mint(user: part("ada"), device: part("pc"), validity: validity)
    if certificate != .none {
      arguments += [
        "-cert", try self.folder.file("user.pem", identity.credentials.certificateChain),
        "-key", try self.folder.file("user.key", identity.credentials.privateKey),
      ]
    }
    return try OpenSSLTool(arguments)
  }

  @Test("s_client with TLS 1.3, our protocol and a certificate speaks with us to a clean end")
  func accepted() async throws {
    try await Hall.open(self.authority.server()) { hall in
      try await hall.host.run { $0.onOpened = { $0.write(Array("welcome\n".utf8)) } }
      let client = try self.client(hall)
      try client.say("hello\n")
      try await hall.host.until { $0.received.contains(UInt8(ascii: "\n")) }
      #expect(try await hall.host.run { $0.received } == Array("hello\n".utf8))
      #expect(
        try await hall.host.run { $0.stream?.peer.uris } == ["board://test-cluster/u/ada/d/pc"])
      #expect(await client.hears("welcome"))
      try await hall.host.run { $0.stream?.finish() }
      let (status, text) = try await client.finish()
      #expect(status == 0)
      #expect(text.contains("New, TLSv1.3"))
      #expect(text.contains("ALPN protocol: board/1"))
      #expect(text.contains("Verify return code: 0 (ok)"))
      #expect(!text.contains("New Session Ticket"))
      #expect(try await hall.host.ended() == .clean)
    }
  }

  private func expectRefusal(
    _ kind: TLSError.Kind, saying said: String,
    _ connect: (Hall) throws -> OpenSSLTool
  ) async throws {
    try await Hall.open(self.authority.server()) { hall in
      let client = try connect(hall)
      let refused = try await hall.refused(1)
      guard case .tls(let error) = refused.first else {
        Issue.record("the listener saw \(refused)")
        return
      }
      #expect(error.kind == kind)
      #expect(error.origin == .local)
      let (status, text) = try await client.finish()
      #expect(status != 0)
      #expect(text.contains(said), "\(text)")
      #expect(try await hall.host.run { $0.stream == nil })
    }
  }

  @Test("TLS 1.2 is refused with protocol_version")
  func oldVersion() async throws {
    try await self.expectRefusal(.version, saying: "alert protocol version") {
      try self.client($0, version: "-tls1_2")
    }
  }

  @Test(
    "Another protocol, or none, is refused with no_application_protocol",
    arguments: ["h2", nil])
  func alpn(offered: String?) async throws {
    try await self.expectRefusal(.alpn, saying: "alert no application protocol") {
      try self.client($0, alpn: offered)
    }
  }

  @Test("No client certificate is refused with certificate_required")
  func noCertificate() async throws {
    try await self.expectRefusal(.certificateMissing, saying: "alert certificate required") {
      try self.client($0, certificate: .none)
    }
  }

  @Test("An expired client certificate is refused with certificate_expired")
  func expiredCertificate() async throws {
    try await self.expectRefusal(.certificateExpired, saying: "alert certificate expired") {
      try self.client($0, certificate: .expired)
    }
  }

  @Test("A client certificate of another authority is refused with unknown_ca")
  func foreignCertificate() async throws {
    try await self.expectRefusal(.unknownAuthority, saying: "alert unknown ca") {
      try self.client($0, certificate: .foreign)
    }
  }

  // MARK: Our dialer against s_server

  private func server(
    alpn: String? = "board/1", validity: Validity = .coordinator(), version: String = "-tls1_3"
  ) throws -> OpenSSLTool {
    let credentials = try self.authority.authority.mintCoordinator(validity: validity)
    var arguments = [
      "s_server", "-accept", "127.0.0.1:0", version, "-naccept", "1", "-rev", "-Verify", "1",
      "-verify_return_error",
      "-CAfile", try self.folder.file("authority.pem", credentials.authority),
      "-cert", try self.folder.file("coordinator.pem", credentials.certificateChain),
      "-key", try self.folder.file("coordinator.key", credentials.privateKey),
    ]
    if let alpn { arguments += ["-alpn", alpn] }
    return try OpenSSLTool(arguments)
  }

  private func withGuest(
    _ server: OpenSSLTool, _ context: TLSContext, _ body: (Party) async throws -> Void
  ) async throws {
    let port = try #require(await server.acceptedPort())
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let guest = try await Party(group.next())
    try await guest.dial(Endpoint(host: "127.0.0.1", port: port), context)
    do {
      try await body(guest)
      try await group.shutdownGracefully()
    } catch {
      try await group.shutdownGracefully()
      throw error
    }
  }

  @Test("s_server with TLS 1.3, our protocol and a coordinator's certificate answers us")
  func dialled() async throws {
    let server = try self.server()
    try await self.withGuest(server, self.authority.client()) { guest in
      try await guest.until { $0.stream != nil }
      try await guest.run { $0.stream?.write(Array("drawer\n".utf8)) }
      try await guest.until { $0.received.count == 7 }
      #expect(try await guest.run { $0.received } == Array("reward\n".utf8))
      try await guest.run { $0.stream?.finish() }
      #expect(try await guest.ended() != nil)
    }
    let (_, text) = try await server.finish()
    #expect(text.contains("CONNECTION ESTABLISHED"))
    #expect(text.contains("Protocol version: TLSv1.3"))
  }

  private func expectFailure(
    _ server: OpenSSLTool, _ context: TLSContext, _ kind: TLSError.Kind
  ) async throws {
    try await self.withGuest(server, context) { guest in
      try await guest.until { $0.failure != nil || $0.end != nil }
      guard case .tls(let error) = try await guest.run({ $0.failure?.reason ?? $0.end }) else {
        Issue.record("not refused by TLS")
        return
      }
      #expect(error.kind == kind)
    }
    _ = try await server.finish()
  }

  @Test("A server that shares no protocol, or speaks of none, is refused", arguments: ["h2", nil])
  func serverALPN(chosen: String?) async throws {
    try await self.expectFailure(self.server(alpn: chosen), self.authority.client(), .alpn)
  }

  @Test("A server of TLS 1.2 is refused", .holds("TLS-001"))
  func oldServer() async throws {
    try await self.expectFailure(
      self.server(version: "-tls1_2"), self.authority.client(), .version)
  }

  @Test("A server with an expired certificate is refused")
  func expiredServer() async throws {
    try await self.expectFailure(
      self.server(validity: TestAuthority.expired), self.authority.client(), .certificateExpired)
  }

  @Test("A server of another authority is refused")
  func foreignServer() async throws {
    let other = try TestAuthority()
    try await self.expectFailure(self.server(), other.client(), .unknownAuthority)
  }
}
