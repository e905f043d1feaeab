import COpenSSL
import Identity
import Statements
import TLS
import Testing

@Suite("TLS against a peer that breaks the rules")
struct RawPeerTests {
  let authority: TestAuthority

  init() throws {
    self.authority = try TestAuthority()
  }

  private func clientCredentials() throws -> TLSCredentials {
    try self.authority.authority.mint(user: part("ada"), device: part("pc")).credentials
  }

  @Test("The raw client is accepted when it keeps the rules")
  func wellBehaved() throws {
    let raw = try #require(
      RawPeer(role: .client, .init(credentials: self.clientCredentials())))
    var server = try TLSSession(context: self.authority.server())
    let reasons = raw.exchange(with: &server)
    let state = server.state
    #expect(reasons == [])
    #expect(state.peer?.uris == ["board://test-cluster/u/ada/d/pc"])
    #expect(state.peer?.alpn == "board/1")
  }

  @Test("A server gives nothing by which a session could be resumed", .holds("TLS-006"))
  func noTicket() throws {
    let raw = try #require(
      RawPeer(role: .client, .init(credentials: self.clientCredentials())))
    var server = try TLSSession(context: self.authority.server())
    #expect(raw.exchange(with: &server) == [])
    #expect(server.state.peer != nil)
    #expect(!raw.isResumable)
  }

  @Test("A client of TLS 1.2 is refused with protocol_version", .holds("TLS-001"))
  func oldClient() throws {
    let raw = try #require(
      RawPeer(
        role: .client, .init(version: TLS1_2_VERSION, credentials: self.clientCredentials())))
    var server = try TLSSession(context: self.authority.server())
    let reasons = raw.exchange(with: &server)
    let failure = server.state.failure
    #expect(failure?.kind == .version)
    #expect(reasons.contains("tlsv1 alert protocol version"))
  }

  @Test("A server of TLS 1.2 is refused", .holds("TLS-001"))
  func oldServer() throws {
    let raw = try #require(
      RawPeer(
        role: .server,
        .init(version: TLS1_2_VERSION, credentials: self.authority.authority.mintCoordinator())))
    var client = try TLSSession(context: self.authority.client())
    _ = raw.exchange(with: &client)
    let failure = client.state.failure
    #expect(failure?.kind == .version)
  }

  @Test("A client that offers no protocol is refused with no_application_protocol")
  func noProtocolOffered() throws {
    let raw = try #require(
      RawPeer(role: .client, .init(alpn: [], credentials: self.clientCredentials())))
    var server = try TLSSession(context: self.authority.server())
    let reasons = raw.exchange(with: &server)
    let failure = server.state.failure
    #expect(failure?.kind == .alpn)
    #expect(
      failure?.detail == "the client offers no application protocol, expected board/1")
    #expect(reasons.contains("tlsv1 alert no application protocol"))
  }

  @Test("A server that chooses no protocol is refused by the client", .holds("TLS-002"))
  func noProtocolChosen() throws {
    let raw = try #require(
      RawPeer(
        role: .server, .init(alpn: [], credentials: self.authority.authority.mintCoordinator())))
    var client = try TLSSession(context: self.authority.client())
    _ = raw.exchange(with: &client)
    let failure = client.state.failure
    #expect(failure?.kind == .alpn)
    #expect(failure?.origin == .local)
  }

  @Test("A client without a certificate is refused with certificate_required", .holds("TLS-003"))
  func noCertificate() throws {
    let raw = try #require(RawPeer(role: .client, .init()))
    var server = try TLSSession(context: self.authority.server())
    let reasons = raw.exchange(with: &server)
    let failure = server.state.failure
    #expect(failure?.kind == .certificateMissing)
    #expect(reasons.contains("tlsv13 alert certificate required"))
  }
}
