public import TLS

/// The certificate authority of one cluster, as PEM bytes: a device belongs to the cluster if this
/// authority has signed its certificate.
public struct Authority: Sendable {
  public let cluster: NamePart
  public let certificate: [UInt8]
  let key: [UInt8]

  init(cluster: NamePart, certificate: [UInt8], key: [UInt8]) {
    self.cluster = cluster
    self.certificate = certificate
    self.key = key
  }

  /// Makes a new authority, which has signed no certificate yet.
  public static func create(
    cluster: NamePart, validity: Validity = .tenYears()
  ) throws -> Authority {
    let key = try PrivateKey()
    return Authority(
      cluster: cluster, certificate: try Self.certificate(cluster, key, validity: validity),
      key: try key.pem())
  }

  /// Makes a key and a certificate for a user's device. `IdentityFolder.write(_:)` stores them.
  public func mint(
    user: UserName, device: NamePart, validity: Validity = .tenYears()
  ) throws -> Identity {
    let name = PeerName.device(cluster: cluster, user: user, device: device)
    let credentials = try certify(
      name, purpose: .device, commonName: user.description, validity: validity)
    return Identity(
      cluster: cluster, user: user, device: device, credentials: credentials,
      coordinator: nil, authority: nil)
  }

  /// Makes a key and a certificate for the cluster's coordinator.
  public func mintCoordinator(validity: Validity = .tenYears()) throws -> TLSCredentials {
    try certify(
      .coordinator(cluster: cluster), purpose: .coordinator, commonName: "board coordinator",
      validity: validity)
  }

  private func certify(
    _ name: PeerName, purpose: CertificateTemplate.Purpose, commonName: String, validity: Validity
  ) throws -> TLSCredentials {
    let key = try PrivateKey()
    let certificate = try certify(
      key, name, purpose: purpose, commonName: commonName, validity: validity)
    return TLSCredentials(
      certificateChain: certificate, privateKey: try key.pem(), authority: self.certificate)
  }

  /// - Returns: a certificate for an existing key, as PEM bytes.
  private func certify(
    _ key: borrowing PrivateKey, _ name: PeerName, purpose: CertificateTemplate.Purpose,
    commonName: String, validity: Validity
  ) throws -> [UInt8] {
    let issuer = try Certificate(pem: certificate, what: "the authority's certificate")
    let issuerKey = try PrivateKey(pem: self.key, what: "the authority's private key")
    let template = CertificateTemplate(
      purpose: purpose, cluster: cluster, commonName: commonName, name: name,
      validity: validity)
    let certificate = try template.sign(
      key: key, issuer: issuer.pointer, issuerKey: issuerKey.pointer)
    return try certificate.pem()
  }
}

// Renewal gives an existing key a new certificate, so that peers who trust the authority's key
// still do.
extension Authority {
  func renewed(validity: Validity) throws -> Authority {
    let key = try PrivateKey(pem: key, what: "the authority's private key")
    return Authority(
      cluster: cluster,
      certificate: try Self.certificate(cluster, key, validity: validity), key: self.key)
  }

  private static func certificate(
    _ cluster: NamePart, _ key: borrowing PrivateKey, validity: Validity
  ) throws -> [UInt8] {
    let template = CertificateTemplate(
      purpose: .authority, cluster: cluster, commonName: "board authority", name: nil,
      validity: validity)
    return try template.sign(key: key, issuer: nil, issuerKey: key.pointer).pem()
  }

  /// - Parameters:
  ///   - name: the name that the old certificate carries.
  ///   - key: the private key that belongs to it, as PEM bytes.
  /// - Returns: a certificate that replaces the old one, as PEM bytes.
  func renewed(_ name: PeerName, key: [UInt8], validity: Validity) throws -> [UInt8] {
    let key = try PrivateKey(pem: key, what: "the private key of \(name)")
    switch name {
    case .coordinator:
      return try certify(
        key, name, purpose: .coordinator, commonName: "board coordinator", validity: validity)
    case .device(_, let user, _):
      return try certify(
        key, name, purpose: .device, commonName: user.description, validity: validity)
    }
  }
}
