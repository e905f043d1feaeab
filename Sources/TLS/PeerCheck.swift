import COpenSSL
import Glibc

/// The state that OpenSSL's callbacks share for one session: what they expect, and what they found
/// wrong.
///
/// A callback can only make the handshake fail; its reason is kept here, since OpenSSL's own queue
/// would only say that a callback failed.
final class PeerCheck {
  private let context: TLSContext
  private let expectation: PeerExpectation
  /// The protocol that this side has chosen, where it is the server.
  private var service: TLSContext.Service?
  private(set) var failure: TLSError?
  /// The URIs in the peer's certificate, which may still be untrusted.
  private(set) var claimed: [String] = []
  private var keyUpdates = KeyUpdates()

  init(context: TLSContext, expectation: PeerExpectation) {
    self.context = context
    self.expectation = expectation
  }

  /// Lets the callbacks find this check; `session` must not outlive it.
  func attach(to session: OpaquePointer) {
    SSL_set_ex_data(session, 0, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func attached(to session: OpaquePointer?) -> PeerCheck? {
    guard let session, let check = SSL_get_ex_data(session, 0) else { return nil }
    return Unmanaged<PeerCheck>.fromOpaque(check).takeUnretainedValue()
  }

  private static func attached(toSessionOf store: OpaquePointer) -> PeerCheck? {
    let index = SSL_get_ex_data_X509_STORE_CTX_idx()
    return X509_STORE_CTX_get_ex_data(store, index).flatMap { attached(to: OpaquePointer($0)) }
  }

  static func install(on context: OpaquePointer, role: TLSContext.Role) {
    SSL_CTX_set_cert_verify_callback(context, { store, _ in PeerCheck.verify(store) }, nil)
    SSL_CTX_set_msg_callback(context) { isSent, _, type, message, count, session, _ in
      guard isSent == 0, type == SSL3_RT_HANDSHAKE, count > 0, let message,
        message.load(as: UInt8.self) == UInt8(SSL3_MT_KEY_UPDATE)
      else { return }
      PeerCheck.noteKeyUpdate(session)
    }
    guard role == .server else { return }
    SSL_CTX_set_client_hello_cb(
      context, { session, alert, _ in PeerCheck.requireALPN(session, alert) }, nil)
    SSL_CTX_set_alpn_select_cb(
      context,
      { session, chosen, chosenCount, offered, offeredCount, _ in
        PeerCheck.selectALPN(
          session, UnsafeBufferPointer(start: offered, count: Int(offeredCount)), chosen,
          chosenCount)
      }, nil)
  }

  // MARK: Key updates

  func receive(bytes: Int) {
    keyUpdates.receive(bytes: bytes)
  }

  /// Ends the session of a peer that changes its keys too often. OpenSSL would take one key update
  /// after the other before it returns, so what has come behind this one is taken from it.
  private static func noteKeyUpdate(_ session: OpaquePointer?) {
    guard let session, let check = attached(to: session), !check.keyUpdates.note(),
      !check.context.rules.contains(.keyUpdates)
    else { return }
    check.failure = TLSError(
      kind: .violation, detail: "the peer changes its keys again and again and sends little else")
    _ = BIO_ctrl(SSL_get_rbio(session), BIO_CTRL_RESET, 0, nil)
  }

  // MARK: The certificate

  /// Verifies the chain first, then the use, then the name: what an untrusted certificate says is
  /// worth nothing.
  private static func verify(_ store: OpaquePointer?) -> CInt {
    guard let store else { return 0 }
    guard let check = attached(toSessionOf: store),
      let certificate = X509_STORE_CTX_get0_cert(store)
    else {
      X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION)
      return 0
    }
    check.claimed = subjectAlternativeURIs(certificate)
    guard check.verifyChain(store) else {
      check.noteTime(store)
      check.noteStranger(store)
      return 0
    }
    if let fault = KeyUsage(ofPeerOf: check.context.role).fault(in: certificate) {
      check.failure = TLSError(
        kind: .certificateRefused, detail: "the peer's certificate is refused: \(fault)")
      X509_STORE_CTX_set_error(store, X509_V_ERR_INVALID_PURPOSE)
      return 0
    }
    if case .server = check.context.role, let dates = PeerCertificate(certificate),
      dates.notAfter - dates.notBefore > TLSContext.longestClientLife
    {
      check.failure = TLSError(
        kind: .certificateRefused,
        detail: "the peer's certificate is refused: it is good for longer than 7 days, and no "
          + "coordinator signs such a one")
      X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
      return 0
    }
    guard let mismatch = check.expectation.mismatch(check.claimed) else { return 1 }
    check.failure = mismatch
    X509_STORE_CTX_set_error(store, X509_V_ERR_HOSTNAME_MISMATCH)
    return 0
  }

  private func verifyChain(_ store: OpaquePointer) -> Bool {
    if case .optional? = service?.certificate {
      X509_STORE_CTX_set_verify_cb(store) { PeerCheck.allowingLate($0, $1) }
    }
    switch context.anchor {
    case .authority: return X509_verify_cert(store) == 1
    case .pin(let pin): return verifyChain(store, to: pin)
    }
  }

  /// Trusts the certificate in the peer's own chain that has the pinned key, and no other.
  private func verifyChain(_ store: OpaquePointer, to pin: [UInt8]) -> Bool {
    guard let authority = Self.authority(in: X509_STORE_CTX_get0_untrusted(store), pin: pin) else {
      failure = TLSError(
        kind: .unknownAuthority,
        detail: "the coordinator is not the one that the invitation names: none of its "
          + "certificates has the key of the invitation; check with whoever invited you that the "
          + "address is right, and ask for a new invitation")
      X509_STORE_CTX_set_error(store, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN)
      return false
    }
    guard let trusted = board_sk_X509_new_null() else {
      X509_STORE_CTX_set_error(store, X509_V_ERR_OUT_OF_MEM)
      return false
    }
    defer { board_sk_X509_free(trusted) }
    guard board_sk_X509_push(trusted, authority) > 0 else {
      X509_STORE_CTX_set_error(store, X509_V_ERR_OUT_OF_MEM)
      return false
    }
    X509_STORE_CTX_set0_trusted_stack(store, trusted)
    // OpenSSL takes a trusted certificate for what it says of itself. This one came from the peer,
    // so its own signature counts.
    X509_STORE_CTX_set_flags(store, CUnsignedLong(X509_V_FLAG_CHECK_SS_SIGNATURE))
    return X509_verify_cert(store) == 1
  }

  /// The certificate behind the peer's own whose key has the pin; nil where there is none.
  private static func authority(in chain: OpaquePointer?, pin: [UInt8]) -> OpaquePointer? {
    guard let chain else { return nil }
    let count = board_sk_X509_num(chain)
    guard count > 1 else { return nil }
    for index in 1..<count {
      guard let certificate = board_sk_X509_value(chain, index),
        let key = subjectPublicKeyInfo(certificate)
      else { continue }
      if (try? MessageDigest.sha256(key)) == pin { return certificate }
    }
    return nil
  }

  /// Lets the peer's own certificate pass although it has ended, where the service allows that and
  /// for as long as it does. OpenSSL asks for each fault that it finds, and for each certificate
  /// without one.
  private static func allowingLate(_ result: CInt, _ store: OpaquePointer?) -> CInt {
    guard result == 0, let store, X509_STORE_CTX_get_error(store) == X509_V_ERR_CERT_HAS_EXPIRED,
      X509_STORE_CTX_get_error_depth(store) == 0,
      case .optional(let seconds)? = attached(toSessionOf: store)?.service?.certificate,
      let dates = X509_STORE_CTX_get_current_cert(store).flatMap({ PeerCertificate($0) }),
      time(nil) - dates.notAfter <= seconds
    else { return result }
    X509_STORE_CTX_set_error(store, X509_V_OK)
    return 1
  }

  /// Where the certificate is only out of date, notes this machine's time for the error, and sets
  /// the result to "expired": for a certificate that is not valid yet OpenSSL would send the alert
  /// "bad certificate".
  private func noteTime(_ store: OpaquePointer) {
    let error = X509_STORE_CTX_get_error(store)
    guard error == X509_V_ERR_CERT_NOT_YET_VALID || error == X509_V_ERR_CERT_HAS_EXPIRED,
      let times = CertificateTimes(X509_STORE_CTX_get_current_cert(store))
    else { return }
    failure = TLSError(kind: .certificateExpired, detail: times.ofPeer)
    X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_HAS_EXPIRED)
  }

  /// Where another authority has signed for the coordinator, says what that may mean: the one that
  /// this device knows may have been replaced.
  private func noteStranger(_ store: OpaquePointer) {
    guard failure == nil, case .client = context.role, case .authority = context.anchor,
      [
        X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
        X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
        X509_V_ERR_CERT_SIGNATURE_FAILURE,
      ].contains(X509_STORE_CTX_get_error(store))
    else { return }
    failure = TLSError(
      kind: .unknownAuthority,
      detail:
        "the coordinator's certificate is not of the team that this device joined: another team's "
        + "coordinator is there (board clusters address corrects that), or the authority was "
        + "replaced: ask for an invitation (board join), then board clusters continue takes along "
        + "what was not sent")
  }

  // MARK: The application protocol

  /// Refuses a client that offers no application protocol: OpenSSL calls `selectALPN` only for a
  /// client that offers one.
  private static func requireALPN(
    _ session: OpaquePointer?, _ alert: UnsafeMutablePointer<CInt>?
  ) -> CInt {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    let type = CUnsignedInt(TLSEXT_TYPE_application_layer_protocol_negotiation)
    if SSL_client_hello_get0_ext(session, type, &bytes, &count) == 1 {
      return SSL_CLIENT_HELLO_SUCCESS
    }
    if let check = PeerCheck.attached(to: session) {
      check.failure = TLSError(
        kind: .alpn,
        detail: "the client offers no application protocol, "
          + "expected \(check.context.protocols.joined(separator: " or "))")
    }
    alert?.pointee = SSL_AD_NO_APPLICATION_PROTOCOL
    return SSL_CLIENT_HELLO_ERROR
  }

  private static func selectALPN(
    _ session: OpaquePointer?, _ offered: UnsafeBufferPointer<UInt8>,
    _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ chosenCount: UnsafeMutablePointer<UInt8>?
  ) -> CInt {
    guard let check = PeerCheck.attached(to: session) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    let names = ALPN.split(offered)
    for service in check.context.services {
      guard let name = names.first(where: { $0.elementsEqual(service.alpn.utf8) }) else { continue }
      guard check.choose(service, session) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
      chosen?.pointee = UnsafeBufferPointer(rebasing: name).baseAddress
      chosenCount?.pointee = UInt8(name.count)
      return SSL_TLSEXT_ERR_OK
    }
    let texts = names.map { String(decoding: $0.prefix(32), as: UTF8.self).debugDescription }
    check.failure = TLSError(
      kind: .alpn,
      detail: "the client offers \(texts.prefix(4).joined(separator: ", ")), "
        + "expected \(check.context.protocols.joined(separator: " or "))")
    return SSL_TLSEXT_ERR_ALERT_FATAL
  }

  /// Makes the service's demand on the client's certificate that of the session.
  private func choose(_ service: TLSContext.Service, _ session: OpaquePointer?) -> Bool {
    if let chosen = self.service {
      // A client that was asked for another key share says hello twice. It must not change what it
      // wants in between: the demand was made for the first.
      guard chosen != service else { return true }
      failure = TLSError(
        kind: .violation, detail: "the client changed its application protocols in the handshake")
      return false
    }
    self.service = service
    switch service.certificate {
    case .required:
      return true
    case .optional:
      SSL_set_verify(session, SSL_VERIFY_PEER, nil)
      guard let authority = context.authority else { return true }
      return board_SSL_add1_chain_cert(session, authority) == 1
    }
  }
}
