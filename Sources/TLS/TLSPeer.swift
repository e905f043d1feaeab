import COpenSSL
import Glibc

/// The peer at the other end of an established session.
public struct TLSPeer: Equatable, Sendable {
  /// The URIs in the subject alternative name of the peer's certificate, in its order; none where
  /// the peer has no certificate.
  public let uris: [String]
  /// The application protocol both sides agreed on.
  public let alpn: String
  /// Nil for a client that presented none, where the service allows that.
  public let certificate: PeerCertificate?

  public init(uris: [String], alpn: String, certificate: PeerCertificate? = nil) {
    self.uris = uris
    self.alpn = alpn
    self.certificate = certificate
  }
}

/// The validity period of a peer's certificate, in seconds since 1970.
public struct PeerCertificate: Hashable, Sendable {
  public let notBefore: Int
  public let notAfter: Int

  public init(notBefore: Int, notAfter: Int) {
    self.notBefore = notBefore
    self.notAfter = notAfter
  }

  /// Reads the dates of `certificate` (an `X509 *`); nil where OpenSSL cannot.
  package init?(_ certificate: OpaquePointer) {
    guard let from = Self.seconds(X509_get0_notBefore(certificate)),
      let to = Self.seconds(X509_get0_notAfter(certificate))
    else { return nil }
    self.init(notBefore: from, notAfter: to)
  }

  private static func seconds(_ date: UnsafePointer<ASN1_TIME>?) -> Int? {
    var parts = tm()
    guard let date, ASN1_TIME_to_tm(date, &parts) == 1 else {
      ERR_clear_error()
      return nil
    }
    return timegm(&parts)
  }
}
