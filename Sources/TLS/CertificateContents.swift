import COpenSSL

/// What a certificate says that somebody signed for another: whom it names, and for how long.
public struct CertificateContents: Hashable, Sendable {
  /// The URIs in its subject alternative name, in its order.
  public let uris: [String]
  public let validity: PeerCertificate
  /// Whether it may be used by clients alone, and signs nothing but handshakes (SPEC.md TLS-015).
  public let isOfClient: Bool

  /// - Parameter pem: one or more certificates, of which the first is meant.
  /// - Throws: `TLSError` of kind `configuration`.
  public init(pem: [UInt8]) throws {
    let certificates = try PEM.certificates(pem, what: "certificate")
    defer { certificates.forEach { X509_free($0) } }
    guard let first = certificates.first, let validity = PeerCertificate(first) else {
      throw OpenSSLErrors.configuration("certificate")
    }
    uris = subjectAlternativeURIs(first)
    self.validity = validity
    isOfClient = KeyUsage(ofPeerOf: .server).fault(in: first) == nil
  }
}
