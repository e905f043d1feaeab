import COpenSSL

/// OpenSSL's error queue of this thread, read out and classified.
enum OpenSSLErrors {
  /// A received alert appears in the queue as this offset plus the alert's number (RFC 8446, 6).
  private static let alertOffset = 1000

  /// The most entries that a report names: more would tell a person nothing more.
  private static let longestReport = 4

  struct Entry {
    let isFromSSL: Bool
    let reason: Int
    let text: String
  }

  /// Takes every entry off the queue, oldest first.
  static func drain() -> [Entry] {
    var entries: [Entry] = []
    while true {
      let code = ERR_get_error()
      if code == 0 { return entries }
      if entries.count == Self.longestReport { continue }
      let reason = Int(ERR_GET_REASON(code))
      let text = ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
      entries.append(Entry(isFromSSL: ERR_GET_LIB(code) == ERR_LIB_SSL, reason: reason, text: text))
    }
  }

  /// The queue as one line, or `fallback` when it is empty.
  static func text(or fallback: String) -> String {
    let entries = drain()
    return entries.isEmpty ? fallback : entries.map(\.text).joined(separator: ", ")
  }

  /// An error for a context that cannot be made: `what` says which part, the queue says why.
  static func configuration(_ what: String) -> TLSError {
    TLSError(kind: .configuration, detail: "\(what): \(text(or: "refused by OpenSSL"))")
  }

  /// The error that made a call on `session` fail, from the queue and the result of verification.
  static func classify(session: OpaquePointer, during activity: String) -> TLSError {
    let entries = drain()
    let text = entries.isEmpty ? "no reason given" : entries.map(\.text).joined(separator: ", ")
    for entry in entries where entry.isFromSSL {
      if entry.reason > Self.alertOffset {
        let kind = self.kind(ofAlert: entry.reason - Self.alertOffset)
        if kind == .certificateExpired,
          let times = CertificateTimes(SSL_get_certificate(session))
        {
          return TLSError(kind: kind, origin: .peer, detail: times.ofOwn)
        }
        return TLSError(kind: kind, origin: .peer, detail: detail(kind, text))
      }
    }
    for entry in entries where entry.isFromSSL {
      guard let kind = self.kind(ofReason: entry.reason) else { continue }
      if kind == .certificateRefused {
        return verification(SSL_get_verify_result(session))
      }
      return TLSError(kind: kind, detail: detail(kind, text))
    }
    return TLSError(kind: .violation, detail: "\(activity) failed: \(text)")
  }

  private static func verification(_ result: Int) -> TLSError {
    let text = X509_verify_cert_error_string(result).map { String(cString: $0) } ?? "\(result)"
    let kind: TLSError.Kind
    switch CInt(truncatingIfNeeded: result) {
    case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID:
      kind = .certificateExpired
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_SIGNATURE_FAILURE:
      kind = .unknownAuthority
    case X509_V_ERR_HOSTNAME_MISMATCH:
      kind = .wrongName
    default:
      kind = .certificateRefused
    }
    return TLSError(kind: kind, detail: "the peer's certificate is refused: \(text)")
  }

  private static func detail(_ kind: TLSError.Kind, _ text: String) -> String {
    switch kind {
    case .alpn: return "no common application protocol (\(text))"
    case .version: return "no common TLS version, only TLS 1.3 is spoken (\(text))"
    case .certificateMissing: return "no client certificate was presented (\(text))"
    case .certificateExpired, .unknownAuthority, .wrongName, .certificateRefused, .truncated,
      .endedInHandshake, .tooMuchHeldBack, .configuration, .violation:
      return text
    }
  }

  private static func kind(ofAlert alert: Int) -> TLSError.Kind {
    switch CInt(truncatingIfNeeded: alert) {
    case SSL_AD_CERTIFICATE_EXPIRED: return .certificateExpired
    case SSL_AD_UNKNOWN_CA: return .unknownAuthority
    case TLS13_AD_CERTIFICATE_REQUIRED: return .certificateMissing
    case SSL_AD_BAD_CERTIFICATE, SSL_AD_UNSUPPORTED_CERTIFICATE, SSL_AD_CERTIFICATE_REVOKED,
      SSL_AD_CERTIFICATE_UNKNOWN, SSL_AD_ACCESS_DENIED:
      return .certificateRefused
    case SSL_AD_NO_APPLICATION_PROTOCOL: return .alpn
    case SSL_AD_PROTOCOL_VERSION: return .version
    default: return .violation
    }
  }

  private static func kind(ofReason reason: Int) -> TLSError.Kind? {
    switch CInt(truncatingIfNeeded: reason) {
    case SSL_R_CERTIFICATE_VERIFY_FAILED: return .certificateRefused
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return .certificateMissing
    case SSL_R_NO_APPLICATION_PROTOCOL: return .alpn
    case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_SSL_VERSION: return .version
    default: return nil
    }
  }
}
