import COpenSSL
public import NIOCore

/// One TLS session without a socket. Its owner feeds it ciphertext, lets it act, and drains the
/// bytes to be sent.
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
  // The reference keeps OpenSSL's callbacks and the trusted authority alive.
  private let context: TLSContext
  private var incoming: MemoryBIO
  private var outgoing: MemoryBIO

  /// `expectation` replaces the context's for this session alone; nil keeps the context's. Throws
  /// `TLSError` of kind `configuration` when OpenSSL has no memory for a session.
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
    check = PeerCheck(context: context, expectation: expectation ?? context.expectation)
    self.incoming = incoming
    self.outgoing = outgoing
    check.attach(to: session)
    SSL_set0_rbio(session, incoming.pointer)
    SSL_set0_wbio(session, outgoing.pointer)
    switch context.role {
    case .client: SSL_set_connect_state(session)
    case .server: SSL_set_accept_state(session)
    }
  }

  deinit {
    SSL_free(session)
  }

  // MARK: Feed

  /// Takes ciphertext as it came from the peer; call `handshake` or `read` next.
  public mutating func receive(_ ciphertext: UnsafeRawBufferPointer) {
    switch state {
    case .handshaking, .established, .closing:
      check.receive(bytes: ciphertext.count)
      incoming.write(ciphertext)
    case .peerClosed, .closed, .failed:
      break
    }
  }

  /// Notes that the connection has ended. The session fails unless the peer has sent close_notify.
  public mutating func receiveEnd() {
    switch state {
    case .handshaking:
      state = .failed(
        TLSError(
          kind: .endedInHandshake,
          detail: "the connection ended before the TLS handshake was complete"))
    case .established, .closing:
      state = .failed(
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
    guard case .handshaking = state else { return }
    ERR_clear_error()
    let result = SSL_do_handshake(session)
    if result == 1 {
      state = establish()
    } else if SSL_get_error(session, result) != SSL_ERROR_WANT_READ {
      state = .failed(failure(during: "the TLS handshake"))
    }
  }

  /// Appends all plaintext that is complete, and notices the peer's close_notify.
  public mutating func read(into plaintext: inout ByteBuffer) {
    switch state {
    case .established, .closing: break
    case .handshaking, .peerClosed, .closed, .failed: return
    }
    // Ciphertext is longer than its plaintext, so all of the plaintext has room in one piece.
    plaintext.reserveCapacity(minimumWritableBytes: incoming.count)
    while true {
      ERR_clear_error()
      var result: CInt = 0
      plaintext.writeWithUnsafeMutableBytes(minimumWritableBytes: 64) { room in
        var count = 0
        result = SSL_read_ex(session, room.baseAddress, room.count, &count)
        return count
      }
      if result != 1 { break }
    }
    if let failure = check.failure {
      state = .failed(failure)
      return
    }
    switch SSL_get_error(session, 0) {
    case SSL_ERROR_WANT_READ:
      incoming.shrink { SSL_set0_rbio(session, $0) }
    case SSL_ERROR_ZERO_RETURN:
      peerDidClose()
    default:
      state = .failed(failure(during: "reading"))
    }
  }

  /// Encrypts all of `plaintext`. Without effect unless the session is established or only the peer
  /// has closed its side.
  public mutating func write(_ plaintext: UnsafeRawBufferPointer) {
    switch state {
    case .established, .peerClosed: break
    case .handshaking, .closing, .closed, .failed: return
    }
    guard !plaintext.isEmpty else { return }
    ERR_clear_error()
    var count = 0
    // A write to a memory BIO is never partial.
    guard SSL_write_ex(session, plaintext.baseAddress, plaintext.count, &count) == 1 else {
      state = .failed(failure(during: "writing"))
      return
    }
  }

  /// Changes the keys of what this side writes, and tells the peer, which is not asked to do the same.
  /// Without effect before the handshake is complete.
  public mutating func updateKeys() {
    switch state {
    case .established, .peerClosed: break
    case .handshaking, .closing, .closed, .failed: return
    }
    ERR_clear_error()
    guard SSL_key_update(session, SSL_KEY_UPDATE_NOT_REQUESTED) == 1,
      SSL_do_handshake(session) == 1
    else {
      state = .failed(failure(during: "changing keys"))
      return
    }
  }

  /// Sends close_notify. During the handshake it abandons the session and sends nothing.
  public mutating func close() {
    switch state {
    case .handshaking:
      state = .closed(.abandoned)
    case .established(let peer):
      sendCloseNotify()
      state = .closing(peer)
    case .peerClosed:
      sendCloseNotify()
      state = .closed(.clean)
    case .closing, .closed, .failed:
      break
    }
  }

  /// Fails the session for a reason that its owner found.
  public mutating func fail(_ error: TLSError) {
    switch state {
    case .handshaking, .established, .peerClosed, .closing: state = .failed(error)
    case .closed, .failed: break
    }
  }

  // MARK: Drain

  /// Takes all bytes to be sent to the peer, an alert after a failure included; nil when there are
  /// none.
  public mutating func drain() -> ByteBuffer? {
    let ciphertext = outgoing.read()
    outgoing.shrink { SSL_set0_wbio(session, $0) }
    return ciphertext
  }

  // MARK: Transitions

  private func establish() -> State {
    var name: UnsafePointer<UInt8>?
    var count: CUnsignedInt = 0
    SSL_get0_alpn_selected(session, &name, &count)
    let selected = String(
      decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    guard let service = context.services.first(where: { $0.alpn == selected }) else {
      sendCloseNotify()
      let wanted = context.protocols.joined(separator: " or ")
      let answer = selected.isEmpty ? "none" : selected.debugDescription
      return .failed(
        TLSError(
          kind: .alpn,
          detail: "the other side chose \(answer) as application protocol, expected \(wanted)"))
    }
    guard let certificate = SSL_get0_peer_certificate(session) else {
      switch (context.role, service.certificate) {
      case (.server, .optional): return .established(TLSPeer(uris: [], alpn: selected))
      case (.client, _), (.server, .required):
        return .failed(TLSError(kind: .certificateMissing, detail: "the peer has no certificate"))
      }
    }
    guard let dates = PeerCertificate(certificate) else {
      return .failed(
        TLSError(kind: .certificateRefused, detail: "the peer's certificate has no readable dates"))
    }
    return .established(
      TLSPeer(
        uris: subjectAlternativeURIs(certificate), alpn: selected, certificate: dates))
  }

  private mutating func peerDidClose() {
    switch state {
    case .established(let peer): state = .peerClosed(peer)
    case .closing: state = .closed(.clean)
    case .handshaking, .peerClosed, .closed, .failed: break
    }
  }

  private func sendCloseNotify() {
    ERR_clear_error()
    // The result 0 says that close_notify is written and the peer's is still to come. A write to a
    // memory BIO cannot fail for want of room.
    _ = SSL_shutdown(session)
    ERR_clear_error()
  }

  private func failure(during activity: String) -> TLSError {
    let classified = OpenSSLErrors.classify(session: session, during: activity)
    let failure = check.failure ?? classified
    // The operator of a server needs to know whose device is refused.
    guard context.role == .server, failure.origin == .local, failure.concernsIdentity,
      failure.kind != .wrongName, let name = check.claimed.first
    else { return failure }
    return TLSError(
      kind: failure.kind, detail: "\(failure.detail); it names \(name)")
  }
}
