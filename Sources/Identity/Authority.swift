public import TLS

/// The certificate authority of one cluster, as PEM bytes: a device belongs to the cluster if this
/// authority has signed its certificate. It may be used on any thread.
public struct Authority: Sendable {
  public let cluster: NamePart
  public let certificate: [UInt8]
  let key: [UInt8]
  /// The SHA-256 of the authority's SubjectPublicKeyInfo, 32 bytes. A renewed authority has the same.
  public let pin: [UInt8]
  /// When its certificate is valid.
  public let validity: Validity

  init(cluster: NamePart, certificate: [UInt8], key: [UInt8]) throws {
    self.cluster = cluster
    self.certificate = certificate
    self.key = key
    let read = try Certificate(pem: certificate, what: Self.what)
    pin = try read.keyHash()
    validity = try read.validity(Self.what)
  }

  /// Makes a new authority, which has signed no certificate yet.
  public static func create(
    cluster: NamePart, validity: Validity = .authority()
  ) throws -> Authority {
    let key = try PrivateKey()
    return try Authority(
      cluster: cluster, certificate: try Self.certificate(cluster, key, validity: validity),
      key: try key.pem())
  }

  /// Makes a key and a certificate for a user's device. `IdentityFolder.write(_:)` stores them. The
  /// certificate ends no later than the authority's.
  public func mint(
    user: UserName, device: NamePart, validity: Validity = .device()
  ) throws -> Identity {
    let name = PeerName.device(cluster: cluster, user: user, device: device)
    return Identity(
      cluster: cluster, user: user, device: device,
      credentials: try mint(name, validity: validity), coordinator: nil, authority: nil)
  }

  /// Makes a key and a certificate for the cluster's coordinator. The certificate ends no later than
  /// the authority's.
  public func mintCoordinator(validity: Validity = .coordinator()) throws -> TLSCredentials {
    try mint(.coordinator(cluster: cluster), validity: validity)
  }

  private func mint(_ name: PeerName, validity: Validity) throws -> TLSCredentials {
    let key = try PrivateKey()
    let certificate = try certify(key.pointer, name, validity: validity)
    return TLSCredentials(
      certificateChain: try certificate.pem(), privateKey: try key.pem(),
      authority: self.certificate)
  }

  /// Signs the key of a device's request (PKCS #10 in DER, at most `SigningRequest.longest` bytes).
  /// What else the request says does not count. The certificate lasts 7 days, and ends no later than
  /// the authority's.
  ///
  /// - Parameter notBefore: when the certificate begins, in seconds since 1970. It tells the
  ///   device's certificates apart.
  /// - Throws: `IdentityError` of kind `malformedRequest` where the request is to blame.
  public func sign(
    _ request: [UInt8], user: UserName, device: NamePart, notBefore: Int
  ) throws -> SignedCertificate {
    let request = try SigningRequest(der: request)
    let certificate = try certify(
      request.key, .device(cluster: cluster, user: user, device: device),
      validity: .device(from: notBefore))
    let validity = try certificate.validity("a new certificate")
    return SignedCertificate(
      certificate: try certificate.der(),
      authority: try Certificate(pem: self.certificate, what: Self.what).der(),
      notBefore: validity.from, notAfter: validity.to, keyHash: try certificate.keyHash())
  }

  /// - Parameters:
  ///   - key: an `EVP_PKEY *`, which may be a public key alone.
  ///   - name: the certificate's name, which says what it may be used for.
  private func certify(
    _ key: OpaquePointer, _ name: PeerName, validity: Validity
  ) throws -> Certificate {
    let issuer = try Certificate(pem: certificate, what: Self.what)
    let issuerKey = try PrivateKey(pem: self.key, what: "the authority's private key")
    let template = CertificateTemplate(
      for: name, validity: validity.within(try issuer.validity(Self.what)))
    return try template.sign(key: key, issuer: issuer.pointer, issuerKey: issuerKey.pointer)
  }

  private static let what = "the authority's certificate"
}

/// A certificate that an authority has signed for a device.
public struct SignedCertificate: Hashable, Sendable {
  /// The certificate in DER.
  public let certificate: [UInt8]
  /// The authority's certificate in DER.
  public let authority: [UInt8]
  /// The first and the last second of the validity period, in seconds since 1970.
  public let notBefore: Int
  public let notAfter: Int
  /// The SHA-256 of the SubjectPublicKeyInfo, 32 bytes.
  public let keyHash: [UInt8]
}

// Renewal gives an existing key a new certificate, so that peers who trust the authority's key
// still do.
extension Authority {
  func renewed(validity: Validity) throws -> Authority {
    let key = try PrivateKey(pem: key, what: "the authority's private key")
    return try Authority(
      cluster: cluster,
      certificate: try Self.certificate(cluster, key, validity: validity), key: self.key)
  }

  private static func certificate(
    _ cluster: NamePart, _ key: borrowing PrivateKey, validity: Validity
  ) throws -> [UInt8] {
    try CertificateTemplate(authorityOf: cluster, validity: validity)
      .sign(key: key.pointer, issuer: nil, issuerKey: key.pointer).pem()
  }

  /// - Parameters:
  ///   - name: the name that the old certificate carries.
  ///   - key: the private key that belongs to it, as PEM bytes.
  /// - Returns: a certificate that replaces the old one, as PEM bytes.
  func renewed(_ name: PeerName, key: [UInt8], validity: Validity) throws -> [UInt8] {
    let key = try PrivateKey(pem: key, what: "the private key of \(name)")
    return try certify(key.pointer, name, validity: validity).pem()
  }
}
