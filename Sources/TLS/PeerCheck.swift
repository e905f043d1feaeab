import COpenSSL

/// The state that OpenSSL's callbacks share for one session: what they expect, and what they found
/// wrong.
///
/// A callback can only make the handshake fail; its reason is kept here, since OpenSSL's own queue
/// would only say that a callback failed.
final class PeerCheck {
  let expectation: PeerExpectation
  /// The application protocols this side speaks, the most preferred first.
  let protocols: [String]
  var failure: TLSError?
  /// The URIs in the peer's certificate, which may still be untrusted.
  private(set) var claimed: [String] = []

  init(expectation: PeerExpectation, protocols: [String]) {
    self.expectation = expectation
    self.protocols = protocols
  }

  /// Lets the callbacks find this check; `session` must not outlive it.
  func attach(to session: OpaquePointer) {
    SSL_set_ex_data(session, 0, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func attached(to session: OpaquePointer?) -> PeerCheck? {
    guard let session, let check = SSL_get_ex_data(session, 0) else { return nil }
    return Unmanaged<PeerCheck>.fromOpaque(check).takeUnretainedValue()
  }

  static func install(on context: OpaquePointer, role: TLSContext.Role) {
    SSL_CTX_set_cert_verify_callback(
      context,
      { store, _ in
        PeerCheck.noteClaim(store)
        return PeerCheck.verify(store)
      }, nil)
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

  private static func noteClaim(_ store: OpaquePointer?) {
    let index = SSL_get_ex_data_X509_STORE_CTX_idx()
    guard let store, let session = X509_STORE_CTX_get_ex_data(store, index),
      let check = PeerCheck.attached(to: OpaquePointer(session)),
      let certificate = X509_STORE_CTX_get0_cert(store)
    else { return }
    check.claimed = subjectAlternativeURIs(certificate)
  }

  /// Verifies the chain first, then the name: a name in an untrusted certificate is worth nothing.
  private static func verify(_ store: OpaquePointer?) -> CInt {
    guard let store else { return 0 }
    let index = SSL_get_ex_data_X509_STORE_CTX_idx()
    let session = X509_STORE_CTX_get_ex_data(store, index)
    let attached = session.flatMap { PeerCheck.attached(to: OpaquePointer($0)) }
    guard X509_verify_cert(store) == 1 else {
      attached?.noteTime(store)
      return 0
    }
    guard let check = attached, let certificate = X509_STORE_CTX_get0_cert(store)
    else {
      X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION)
      return 0
    }
    guard let mismatch = check.expectation.mismatch(subjectAlternativeURIs(certificate)) else {
      return 1
    }
    check.failure = mismatch
    X509_STORE_CTX_set_error(store, X509_V_ERR_HOSTNAME_MISMATCH)
    return 0
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
          + "expected \(check.protocols.joined(separator: " or "))")
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
    for wanted in check.protocols {
      guard let name = names.first(where: { $0.elementsEqual(wanted.utf8) }) else { continue }
      chosen?.pointee = UnsafeBufferPointer(rebasing: name).baseAddress
      chosenCount?.pointee = UInt8(name.count)
      return SSL_TLSEXT_ERR_OK
    }
    let texts = names.map { String(decoding: $0.prefix(32), as: UTF8.self).debugDescription }
    check.failure = TLSError(
      kind: .alpn,
      detail: "the client offers \(texts.prefix(4).joined(separator: ", ")), "
        + "expected \(check.protocols.joined(separator: " or "))")
    return SSL_TLSEXT_ERR_ALERT_FATAL
  }
}
