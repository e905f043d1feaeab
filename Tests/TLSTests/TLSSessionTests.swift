import Identity
import NIOCore
import Statements
import TLS
import Testing

@Suite("TLS sessions in memory")
struct TLSSessionTests {
  let authority: TestAuthority

  init() throws {
    self.authority = try TestAuthority()
  }

  private func established() throws -> SessionPair {
    let pair = try SessionPair(
      client: self.authority.client(), server: self.authority.server())
    pair.exchange()
    guard case .established = pair.clientState, case .established = pair.serverState else {
      throw pair.clientFailure ?? pair.serverFailure
        ?? TLSError(kind: .violation, detail: "not established")
    }
    return pair
  }

  @Test(
    "After the handshake each side knows the other's URI and the protocol, and no host is named",
    .holds("TLS-011"))
  func handshake() throws {
    let pair = try self.established()
    #expect(pair.clientState == .established(self.authority.coordinatorPeer))
    #expect(pair.serverState == .established(self.authority.devicePeer()))
    #expect(self.authority.coordinatorPeer.uris == ["board://test-cluster/coordinator"])
    #expect(self.authority.devicePeer().uris == ["board://test-cluster/u/ada/d/laptop"])
  }

  @Test("A session that has received nothing is in its handshake; the client has a hello to send")
  func beginning() throws {
    let pair = try SessionPair(client: self.authority.client(), server: self.authority.server())
    pair.client.handshake()
    pair.server.handshake()
    #expect(pair.clientState == .handshaking)
    #expect(pair.serverState == .handshaking)
    #expect(pair.drainClient() != nil)
    #expect(pair.drainClient() == nil)
    #expect(pair.drainServer() == nil)
  }

  @Test("A handshake fed byte by byte succeeds", arguments: [1, 2, 3, 5, 7, 64, 1449])
  func splitHandshake(portion: Int) throws {
    let pair = try SessionPair(client: self.authority.client(), server: self.authority.server())
    pair.portion = portion
    pair.exchange()
    pair.client.write(patterned(1000))
    pair.exchange()
    #expect(pair.serverReceived == ByteBuffer(bytes: patterned(1000)))
  }

  @Test("A large transfer arrives whole however it is split", arguments: [1, 3, 17, 4095, 16401])
  func largeTransfer(portion: Int) throws {
    let pair = try self.established()
    pair.portion = portion
    let size = portion == 1 ? 40_000 : 1_000_003
    pair.client.write(patterned(size))
    pair.server.write(patterned(size / 2))
    pair.exchange()
    #expect(pair.serverReceived == ByteBuffer(bytes: patterned(size)))
    #expect(pair.clientReceived == ByteBuffer(bytes: patterned(size / 2)))
  }

  @Test("Each split of one record in two gives the same plaintext, and none before the end")
  func everySplit() throws {
    let pair = try self.established()
    for split in 1..<60 {
      pair.client.write(patterned(64))
      let record = try #require(pair.drainClient())
      #expect(split < record.readableBytes)
      var received = ByteBuffer()
      var rest = record
      let slice = rest.readSlice(length: split)
      let first = try #require(slice)
      SessionPair.deliver(first, to: &pair.server, into: &received, .max)
      #expect(received.readableBytes == 0)
      SessionPair.deliver(rest, to: &pair.server, into: &received, .max)
      #expect(received == ByteBuffer(bytes: patterned(64)))
    }
  }

  // MARK: Who is refused

  private func refusal(
    client: TLSContext, server: TLSContext
  ) throws -> (client: TLSError, server: TLSError) {
    let pair = try SessionPair(client: client, server: server)
    pair.exchange()
    return (try #require(pair.clientFailure), try #require(pair.serverFailure))
  }

  @Test("A client refuses a coordinator of another name, and says so to it", .holds("TLS-010"))
  func wrongServerName() throws {
    let errors = try self.refusal(
      client: self.authority.client(expecting: .uri("board://other/coordinator")),
      server: self.authority.server())
    #expect(errors.client.kind == .wrongName)
    #expect(errors.client.origin == .local)
    #expect(
      errors.client.detail == "the peer's certificate names board://test-cluster/coordinator, "
        + "expected board://other/coordinator")
    #expect(errors.server.kind == .certificateRefused)
    #expect(errors.server.origin == .peer)
  }

  @Test("A window takes the coordinator of its own cluster and no other", .holds("TLS-010"))
  func windowOfAnotherCluster() throws {
    let device = try self.authority.authority.mint(user: part("ada"), device: part("laptop"))
    func window(of cluster: String) throws -> TLSContext {
      try Identity(
        cluster: part(cluster), user: part("ada"), device: part("laptop"),
        credentials: device.credentials, coordinator: nil, authority: nil
      ).windowContext()
    }
    let own = try SessionPair(
      client: window(of: "test-cluster"), server: self.authority.server())
    own.exchange()
    #expect(own.clientState.peer?.uris == [self.authority.coordinatorURI])
    let errors = try self.refusal(client: window(of: "other"), server: self.authority.server())
    #expect(errors.client.kind == .wrongName)
    #expect(errors.client.origin == .local)
  }

  @Test("A coordinator refuses a client of another name, and says so to it")
  func wrongClientName() throws {
    let errors = try self.refusal(
      client: self.authority.client(), server: self.authority.server(expecting: .uri("board://x")))
    #expect(errors.server.kind == .wrongName)
    #expect(errors.client.kind == .certificateRefused)
    #expect(errors.client.origin == .peer)
  }

  @Test("A coordinator refuses a device of another cluster", .holds("TLS-012"))
  func foreignDevice() throws {
    let errors = try self.refusal(
      client: self.authority.client(),
      server: self.authority.server(expecting: .device(of: part("other"))))
    #expect(errors.server.kind == .wrongName)
    #expect(errors.client.kind == .certificateRefused)
  }

  @Test("A device cannot pass for the coordinator of its cluster", .holds("TLS-004"))
  func deviceAsCoordinator() throws {
    let device = try self.authority.authority.mint(user: part("eve"), device: part("pc"))
    let server = try TLSContext(
      role: .server, credentials: device.credentials, expecting: .anyone)
    let errors = try self.refusal(
      client: self.authority.client(expecting: .anyone), server: server)
    #expect(errors.client.kind == .certificateRefused)
    #expect(errors.client.detail.contains("purpose"))
  }

  @Test("An expired certificate is refused by either side", .holds("TLS-003"))
  func expired() throws {
    let byClient = try self.refusal(
      client: self.authority.client(),
      server: self.authority.server(validity: TestAuthority.expired))
    #expect(byClient.client.kind == .certificateExpired)
    #expect(byClient.client.origin == .local)
    #expect(byClient.server.kind == .certificateExpired)
    #expect(byClient.server.origin == .peer)
    let byServer = try self.refusal(
      client: self.authority.client(validity: TestAuthority.expired),
      server: self.authority.server())
    #expect(byServer.server.kind == .certificateExpired)
    #expect(byServer.client.kind == .certificateExpired)
    #expect(byServer.client.origin == .peer)
  }

  @Test(
    "A certificate of another authority is refused by either side, though the names are right",
    .holds("TLS-003"))
  func unknownAuthority() throws {
    let other = try TestAuthority()
    let byClient = try self.refusal(
      client: self.authority.client(), server: other.server(trusting: self.authority))
    #expect(byClient.client.kind == .unknownAuthority)
    #expect(byClient.server.kind == .unknownAuthority)
    #expect(byClient.server.origin == .peer)
    let byServer = try self.refusal(
      client: other.client(trusting: self.authority), server: self.authority.server())
    #expect(byServer.server.kind == .unknownAuthority)
    #expect(byServer.client.origin == .peer)
  }

  @Test(
    "A client that offers another protocol is refused by no_application_protocol", .holds("TLS-002")
  )
  func wrongALPN() throws {
    let errors = try self.refusal(
      client: self.authority.client(protocols: ["board/9", "h2"]),
      server: self.authority.server())
    #expect(errors.server.kind == .alpn)
    #expect(
      errors.server.detail == #"the client offers "board/9", "h2", expected board/1"#)
    #expect(errors.client.kind == .alpn)
    #expect(errors.client.origin == .peer)
  }

  @Test(
    "A client made to break a rule is refused for that rule",
    arguments: [
      (TLSContext.BrokenRules.version, TLSError.Kind.version),
      (.noProtocol, .alpn), (.noCertificate, .certificateMissing),
    ])
  func brokenRules(rules: TLSContext.BrokenRules, kind: TLSError.Kind) throws {
    let credentials = try self.authority.authority.mint(user: part("ada"), device: part("pc"))
      .credentials
    let errors = try self.refusal(
      client: TLSContext(breaking: rules, credentials: credentials, expecting: .anyone),
      server: self.authority.server())
    #expect(errors.server.kind == kind)
    #expect(errors.server.origin == .local)
    #expect(errors.client.kind == kind)
    #expect(errors.client.origin == .peer)
  }

  @Test("Of several common protocols the server's preference counts")
  func preferredALPN() throws {
    let pair = try SessionPair(
      client: self.authority.client(protocols: ["board/1", "board/2"]),
      server: self.authority.server(protocols: ["board/2", "board/1"]))
    pair.exchange()
    guard case .established(let peer) = pair.clientState else {
      Issue.record("not established: \(pair.clientState)")
      return
    }
    #expect(peer.alpn == "board/2")
  }

  // MARK: Ending

  @Test("close_notify closes one direction at a time, and both ends are clean")
  func halfClose() throws {
    let pair = try self.established()
    pair.client.write(patterned(10))
    pair.client.close()
    guard case .closing = pair.clientState else {
      Issue.record("not closing: \(pair.clientState)")
      return
    }
    pair.exchange()
    guard case .peerClosed = pair.serverState else {
      Issue.record("not closed by the peer: \(pair.serverState)")
      return
    }
    #expect(pair.serverReceived == ByteBuffer(bytes: patterned(10)))
    pair.server.write(patterned(20))
    pair.server.close()
    #expect(pair.serverState == .closed(.clean))
    pair.exchange()
    #expect(pair.clientState == .closed(.clean))
    #expect(pair.clientReceived == ByteBuffer(bytes: patterned(20)))
    pair.client.receiveEnd()
    #expect(pair.clientState == .closed(.clean))
  }

  @Test(
    "The end of bytes without close_notify is a truncation, also after our own close",
    .holds("TLS-008"))
  func truncated() throws {
    let pair = try self.established()
    pair.server.receiveEnd()
    #expect(pair.serverFailure?.kind == .truncated)
    pair.client.close()
    pair.client.receiveEnd()
    #expect(pair.clientFailure?.kind == .truncated)
  }

  @Test("The end of bytes in the handshake is its own error")
  func endInHandshake() throws {
    let pair = try SessionPair(client: self.authority.client(), server: self.authority.server())
    pair.client.handshake()
    pair.client.receiveEnd()
    #expect(pair.clientFailure?.kind == .endedInHandshake)
  }

  @Test("A session closed in its handshake is abandoned and has nothing to say")
  func closeInHandshake() throws {
    let pair = try SessionPair(client: self.authority.client(), server: self.authority.server())
    pair.client.close()
    #expect(pair.clientState == .closed(.abandoned))
    pair.client.handshake()
    #expect(pair.drainClient() == nil)
    #expect(pair.clientState == .closed(.abandoned))
  }

  @Test("A changed byte fails the session with an alert, and the failure stays")
  func tampered() throws {
    let pair = try self.established()
    pair.client.write(patterned(100))
    var record = try #require(pair.drainClient())
    let middle = record.readerIndex + record.readableBytes / 2
    let byte = try #require(record.getInteger(at: middle, as: UInt8.self))
    record.setInteger(byte ^ 1, at: middle)
    SessionPair.deliver(record, to: &pair.server, into: &pair.serverReceived, .max)
    #expect(pair.serverReceived.readableBytes == 0)
    let failure = try #require(pair.serverFailure)
    #expect(failure.kind == .violation)
    #expect(failure.detail.contains("bad record mac"))
    pair.exchange()
    #expect(pair.clientFailure?.origin == .peer)
    pair.server.write(patterned(5))
    pair.server.close()
    pair.server.receiveEnd()
    #expect(pair.serverFailure == failure)
    #expect(pair.drainServer() == nil)
  }

  @Test(
    "Bytes that are not TLS fail the handshake",
    arguments: ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", String(repeating: "\u{0}", count: 300)])
  func notTLS(text: String) throws {
    var server = try TLSSession(context: self.authority.server())
    Array(text.utf8).withUnsafeBytes { server.receive($0) }
    server.handshake()
    let failure = server.state.failure
    #expect(failure?.kind == .violation || failure?.kind == .version)
  }
}
