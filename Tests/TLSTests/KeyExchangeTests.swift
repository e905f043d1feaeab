import Identity
import NIOCore
import NIOPosix
import OwnThread
import Statements
import TLS
import Testing
import Transport

@Suite("Hellos, groups and chains", .ownThread, .timeLimit(.minutes(1)))
struct KeyExchangeTests {
  private let authority: TestAuthority
  private let folder: TemporaryFolder

  init() throws {
    authority = try TestAuthority()
    folder = try TemporaryFolder()
  }

  private func client(
    groups: String, alpn: String = "board/1"
  ) throws -> RawPeer {
    try #require(
      RawPeer(
        role: .client,
        .init(
          alpn: [UInt8(alpn.utf8.count)] + Array(alpn.utf8),
          credentials: authority.authority.mint(user: part("ada"), device: part("pc")).credentials,
          groups: groups)))
  }

  // MARK: Groups

  @Test(
    "X25519 and P-256 are spoken, also behind a first share of another group",
    arguments: [
      "X25519", "P-256", "X448:P-256", "P-384:X25519",
    ])
  func spoken(groups: String) throws {
    let raw = try client(groups: groups)
    var server = try TLSSession(context: authority.coordinator())
    #expect(raw.exchange(with: &server) == [])
    let state = server.state
    #expect(state.peer?.uris == ["board://test-cluster/u/ada/d/pc"])
  }

  private static let others = [
    "P-384", "P-521", "X448", "ffdhe2048", "ffdhe8192", "P-384:P-521:X448:ffdhe4096",
  ]

  @Test("No other group is spoken by a coordinator", .holds("TLS-016"), arguments: others)
  func refusedByServer(groups: String) throws {
    let raw = try client(groups: groups)
    var server = try TLSSession(context: authority.coordinator())
    _ = raw.exchange(with: &server)
    let failure = server.state.failure
    #expect(failure?.kind == .violation)
    #expect(failure?.detail.contains("no suitable key share") == true, "\(failure as Any)")
  }

  @Test("No other group is spoken by a client", .holds("TLS-016"), arguments: others)
  func refusedByClient(groups: String) throws {
    let raw = try #require(
      RawPeer(
        role: .server,
        .init(alpn: [], credentials: authority.authority.mintCoordinator(), groups: groups)))
    var client = try TLSSession(context: authority.client())
    let reasons = raw.exchange(with: &client)
    let failure = client.state.failure
    #expect(failure?.kind == .violation)
    #expect(reasons.contains { $0.contains("no suitable key share") }, "\(reasons)")
  }

  // MARK: Two hellos

  @Test("Who says hello twice must not ask for another protocol in between")
  func changedProtocol() throws {
    for (first, second) in [("board-join/1", "board/1"), ("board/1", "board-join/1")] {
      let raw = try client(groups: "P-384:P-256", alpn: first)
      var server = try TLSSession(context: authority.coordinator())
      var nothing = ByteBuffer()
      raw.advance()
      SessionPair.deliver(raw.drain(), to: &server, into: &nothing, .max)
      let drained = server.drain()
      let retry = try #require(drained)
      let state = server.state
      #expect(state == .handshaking)
      raw.receive(retry)
      raw.offer(second)
      _ = raw.exchange(with: &server)
      let failure = server.state.failure
      #expect(failure?.kind == .violation)
      #expect(
        failure?.detail == "the client changed its application protocols in the handshake")
    }
  }

  // MARK: Chains, as the openssl program sees them

  /// - Returns: what it prints.
  private func chain(alpn: String, groups: String = "X25519") async throws -> String {
    let credentials = try authority.authority.mint(user: part("ada"), device: part("pc"))
      .credentials
    let certificate = try folder.file("user.pem", credentials.certificateChain)
    let key = try folder.file("user.key", credentials.privateKey)
    let trusted = try folder.file("authority.pem", credentials.authority)
    return try await Hall.open(authority.coordinator()) { hall in
      try await hall.host.run { $0.onOpened = { $0.finish() } }
      let client = try OpenSSLTool([
        "s_client", "-connect", hall.listener.local.description, "-tls1_3", "-alpn", alpn,
        "-groups", groups, "-showcerts", "-cert", certificate, "-key", key, "-CAfile", trusted,
        "-verify_return_error", "-ign_eof",
      ])
      let (status, text) = try await client.finish()
      #expect(status == 0, "\(text)")
      #expect(text.contains("ALPN protocol: \(alpn)"))
      #expect(text.contains("Verify return code: 0 (ok)"))
      return text
    }
  }

  @Test(
    "The authority's certificate goes with the coordinator's where devices join, and only there",
    .holds("JOI-003"))
  func chains() async throws {
    for (alpn, count) in [("board/1", 1), ("board-join/1", 2)] {
      let text = try await chain(alpn: alpn)
      #expect(text.ranges(of: "-----BEGIN CERTIFICATE-----").count == count)
    }
    // Once also where the hello came twice.
    let text = try await chain(alpn: "board-join/1", groups: "P-384:P-256")
    #expect(text.ranges(of: "-----BEGIN CERTIFICATE-----").count == 2)
  }

  @Test("Without a certificate the openssl program gets in where devices join, and nowhere else")
  func strangers() async throws {
    for (alpn, isAllowed) in [("board-join/1", true), ("board/1", false)] {
      try await Hall.open(authority.coordinator()) { hall in
        try await hall.host.run { $0.onOpened = { $0.finish() } }
        let client = try OpenSSLTool([
          "s_client", "-connect", hall.listener.local.description, "-tls1_3", "-alpn", alpn,
          "-CAfile", folder.file("authority.pem", authority.authority.certificate), "-ign_eof",
        ])
        let (status, text) = try await client.finish()
        #expect((status == 0) == isAllowed, "\(text)")
        guard !isAllowed else {
          #expect(try await hall.host.run { $0.stream?.peer } == TLSPeer(uris: [], alpn: alpn))
          return
        }
        #expect(text.contains("alert certificate required"))
        #expect(try await hall.host.run { $0.stream == nil })
      }
    }
  }

  // MARK: Renewal of a running listener

  @Test("A renewed certificate is used for the next connection, and the open ones stay")
  func renewedContext() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    func context(daysLeft: Int) throws -> TLSContext {
      let now = authority.made
      return try authority.coordinator(
        validity: Validity(from: now - 60, to: now + daysLeft * 86_400))
    }
    let (old, new) = (try context(daysLeft: 1), try context(daysLeft: 90))
    let host = try await Party(loop)
    let current = try await loop.submit { NIOLoopBoundBox(old, eventLoop: loop) }.get()
    let listener = try await loop.flatSubmit {
      Listener.bind(
        Endpoint(host: "127.0.0.1", port: 0), context: { current.value }, eventLoop: loop,
        accepted: { host.probe.value.open($0) })
    }.get()
    let (first, second) = (try await Party(loop), try await Party(loop))
    try await first.dial(listener.local, authority.client())
    try await first.until { $0.stream != nil }
    try await loop.submit { current.value = new }.get()
    try await second.dial(listener.local, authority.client())
    try await second.until { $0.stream != nil }
    for (guest, days) in [(first, 1), (second, 90)] {
      #expect(
        try await guest.run { $0.stream?.peer.certificate?.notAfter }
          == authority.made + days * 86_400)
    }
    #expect(try await first.run { $0.end } == nil)
    try await group.shutdownGracefully()
  }
}
