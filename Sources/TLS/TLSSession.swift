import COpenSSL
public import NIOCore

/// One TLS session with no socket in it: ciphertext in, plaintext out, and back. Feed, act, drain.
public struct TLSSession: ~Copyable {
  public enum State: Equatable, Sendable {
    case handshaking
    case established(TLSPeer)
    /// The peer has sent close_notify; this side may still write.
    case peerClosed(TLSPeer)
    /// This side has sent close_notify; the peer may still write.
    case closing(TLSPeer)
    case closed(Closure)
    case failed(TLSError)
  }

  public enum Closure: Equatable, Sendable {
    /// Each side has sent close_notify.
    case clean
    /// This side gave up before the handshake was complete.
    case abandoned
  }

  public private(set) var state = State.handshaking
  private let session: OpaquePointer
  private let check: PeerCheck
  // Keeps OpenSSL's callbacks and the trusted authority alive.
  private let context: TLSContext
  private var incoming: MemoryBIO
  private var outgoing: MemoryBIO

  /// `expectation` narrows this session alone; nil takes the context's.
  /// Throws `TLSError` of kind `configuration` when OpenSSL has no memory for a session.
  public init(context: TLSContext, expecting expectation: PeerExpectation? = nil) throws {
    ERR_clear_error()
    guard let session = SSL_new(context.pointer) else {
      throw OpenSSLErrors.configuration("TLS connection")
    }
    guard let incoming = MemoryBIO(), let outgoing = MemoryBIO() else {
      SSL_free(session)
      throw OpenSSLErrors.configuration("TLS connection")
    }
    self.session = session
    self.context = context
    self.check = PeerCheck(
      expectation: expectation ?? context.expectation, protocols: context.protocols)
    self.incoming = incoming
    self.outgoing = outgoing
    self.check.attach(to: session)
    SSL_set0_rbio(session, incoming.pointer)
    SSL_set0_wbio(session, outgoing.pointer)
    switch context.role {
    case .client: SSL_set_connect_state(session)
    case .server: SSL_set_accept_state(session)
    }
  }

  deinit {
    SSL_free(self.session)
  }

  // MARK: Feed

  /// Takes ciphertext as it came from the peer; call `handshake` or `read` next.
  public mutating func receive(_ ciphertext: UnsafeRawBufferPointer) {
    switch self.state {
    case .handshaking, .established, .closing, .peerClosed:
      self.incoming.write(ciphertext)
    case .closed, .failed:
      break
    }
  }

  /// The peer's bytes have ended without a word of TLS.
  public mutating func receiveEnd() {
    switch self.state {
    case .handshaking:
      self.state = .failed(
        TLSError(
          kind: .endedInHandshake,
          detail: "the connection ended before the TLS handshake was complete"))
    case .established, .closing:
      self.state = .failed(
        TLSError(
          kind: .truncated,
          detail: "the connection ended without close_notify, the last bytes may be missing"))
    case .peerClosed, .closed, .failed:
      break
    }
  }

  // MARK: Act

  /// Takes the handshake as far as the bytes received allow.
  public mutating func handshake() {
    guard case .handshaking = self.state else { return }
    ERR_clear_error()
    let result = SSL_do_handshake(self.session)
    if result == 1 {
      self.state = self.establish()
    } else if SSL_get_error(self.session, result) != SSL_ERROR_WANT_READ {
      self.state = .failed(self.failure(during: "the TLS handshake"))
    }
  }

  /// Appends all plaintext that is complete, and notices the peer's close_notify.
  public mutating func read(into plaintext: inout ByteBuffer) {
    switch self.state {
    case .established, .closing: break
    case .handshaking, .peerClosed, .closed, .failed: return
    }
    // Ciphertext is longer than its plaintext, so this is room for everything in one piece.
    plaintext.reserveCapacity(minimumWritableBytes: self.incoming.count)
    while true {
      ERR_clear_error()
      var result: CInt = 0
      plaintext.writeWithUnsafeMutableBytes(minimumWritableBytes: 64) { room in
        var count = 0
        result = SSL_read_ex(self.session, room.baseAddress, room.count, &count)
        return count
      }
      if result != 1 { break }
    }
    switch SSL_get_error(self.session, 0) {
    case SSL_ERROR_WANT_READ:
      self.incoming.shrink { SSL_set0_rbio(self.session, $0) }
    case SSL_ERROR_ZERO_RETURN:
      self.peerDidClose()
    default:
      self.state = .failed(self.failure(during: "reading"))
    }
  }

  /// Encrypts `plaintext` whole; without effect unless established or half-closed by the peer.
  public mutating func write(_ plaintext: UnsafeRawBufferPointer) {
    switch self.state {
    case .established, .peerClosed: break
    case .handshaking, .closing, .closed, .failed: return
    }
    guard !plaintext.isEmpty else { return }
    ERR_clear_error()
    var count = 0
    // Into memory a write is never partial.
    guard SSL_write_ex(self.session, plaintext.baseAddress, plaintext.count, &count) == 1 else {
      self.state = .failed(self.failure(during: "writing"))
      return
    }
  }

  /// Sends close_notify; during the handshake it gives the session up without a word.
  public mutating func close() {
    switch self.state {
    case .handshaking:
      self.state = .closed(.abandoned)
    case .established(let peer):
      self.sendCloseNotify()
      self.state = .closing(peer)
    case .peerClosed:
      self.sendCloseNotify()
      self.state = .closed(.clean)
    case .closing, .closed, .failed:
      break
    }
  }

  /// Gives the session up for a reason its owner found.
  public mutating func fail(_ error: TLSError) {
    switch self.state {
    case .handshaking, .established, .peerClosed, .closing: self.state = .failed(error)
    case .closed, .failed: break
    }
  }

  // MARK: Drain

  /// Everything to be sent to the peer, nil when there is nothing. Also after a failure: an alert.
  public mutating func drain() -> ByteBuffer? {
    let ciphertext = self.outgoing.read()
    self.outgoing.shrink { SSL_set0_wbio(self.session, $0) }
    return ciphertext
  }

  // MARK: Transitions

  private func establish() -> State {
    var name: UnsafePointer<UInt8>?
    var count: CUnsignedInt = 0
    SSL_get0_alpn_selected(self.session, &name, &count)
    let selected = String(
      decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    guard self.check.protocols.contains(selected) else {
      self.sendCloseNotify()
      let wanted = self.check.protocols.joined(separator: " or ")
      let answer = selected.isEmpty ? "none" : selected.debugDescription
      return .failed(
        TLSError(
          kind: .alpn,
          detail: "the other side chose \(answer) as application protocol, expected \(wanted)"))
    }
    guard let certificate = SSL_get0_peer_certificate(self.session) else {
      return .failed(TLSError(kind: .certificateMissing, detail: "the peer has no certificate"))
    }
    return .established(TLSPeer(uris: subjectAlternativeURIs(certificate), alpn: selected))
  }

  private mutating func peerDidClose() {
    switch self.state {
    case .established(let peer): self.state = .peerClosed(peer)
    case .closing: self.state = .closed(.clean)
    case .handshaking, .peerClosed, .closed, .failed: break
    }
  }

  private func sendCloseNotify() {
    ERR_clear_error()
    // 0: sent, the peer's is still to come. Into memory it cannot fail for want of room.
    _ = SSL_shutdown(self.session)
    ERR_clear_error()
  }

  private func failure(during activity: String) -> TLSError {
    let classified = OpenSSLErrors.classify(session: self.session, during: activity)
    let failure = self.check.failure ?? classified
    // Whoever runs a server wants to know whose device it is that gets in no more.
    guard self.context.role == .server, failure.origin == .local, failure.concernsIdentity,
      failure.kind != .wrongName, let name = self.check.claimed.first
    else { return failure }
    return TLSError(
      kind: failure.kind, detail: "\(failure.detail); it names \(name)")
  }
}
