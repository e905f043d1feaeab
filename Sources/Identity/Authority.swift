public import TLS

/// The authority of one cluster: who it gives a certificate to belongs to the cluster. As PEM.
public struct Authority: Sendable {
  public let cluster: NamePart
  public let certificate: [UInt8]
  let key: [UInt8]

  init(cluster: NamePart, certificate: [UInt8], key: [UInt8]) {
    self.cluster = cluster
    self.certificate = certificate
    self.key = key
  }

  /// Makes a new authority, which has certified nobody yet.
  public static func create(
    cluster: NamePart, validity: Validity = .tenYears()
  ) throws -> Authority {
    let key = try PrivateKey()
    return Authority(
      cluster: cluster, certificate: try Self.certificate(cluster, key, validity: validity),
      key: try key.pem())
  }

  /// A new key and certificate for a user's device. `write(to:)` puts them into a folder for it.
  public func mint(
    user: NamePart, device: NamePart, validity: Validity = .tenYears()
  ) throws -> Identity {
    let name = PeerName.device(cluster: self.cluster, user: user, device: device)
    let credentials = try self.certify(
      name, purpose: .device, commonName: user.description, validity: validity)
    return Identity(
      cluster: self.cluster, user: user, device: device, credentials: credentials,
      coordinator: nil, authority: nil)
  }

  /// A new key and certificate for the cluster's coordinator.
  public func mintCoordinator(validity: Validity = .tenYears()) throws -> TLSCredentials {
    try self.certify(
      .coordinator(cluster: self.cluster), purpose: .coordinator, commonName: "board coordinator",
      validity: validity)
  }

  private func certify(
    _ name: PeerName, purpose: CertificateTemplate.Purpose, commonName: String, validity: Validity
  ) throws -> TLSCredentials {
    let key = try PrivateKey()
    let certificate = try self.certify(
      key, name, purpose: purpose, commonName: commonName, validity: validity)
    return TLSCredentials(
      certificateChain: certificate, privateKey: try key.pem(), authority: self.certificate)
  }

  /// - Returns: a certificate for a key that is there.
  private func certify(
    _ key: borrowing PrivateKey, _ name: PeerName, purpose: CertificateTemplate.Purpose,
    commonName: String, validity: Validity
  ) throws -> [UInt8] {
    let issuer = try Certificate(pem: self.certificate, what: "the authority's certificate")
    let issuerKey = try PrivateKey(pem: self.key, what: "the authority's private key")
    let template = CertificateTemplate(
      purpose: purpose, cluster: self.cluster, commonName: commonName, name: name,
      validity: validity)
    let certificate = try template.sign(
      key: key, issuer: issuer.pointer, issuerKey: issuerKey.pointer)
    return try certificate.pem()
  }
}

// Certificates made anew for the keys that are there: who knows the authority by its key goes on.
extension Authority {
  func renewed(validity: Validity) throws -> Authority {
    let key = try PrivateKey(pem: self.key, what: "the authority's private key")
    return Authority(
      cluster: self.cluster,
      certificate: try Self.certificate(self.cluster, key, validity: validity), key: self.key)
  }

  private static func certificate(
    _ cluster: NamePart, _ key: borrowing PrivateKey, validity: Validity
  ) throws -> [UInt8] {
    let template = CertificateTemplate(
      purpose: .authority, cluster: cluster, commonName: "board authority", name: nil,
      validity: validity)
    return try template.sign(key: key, issuer: nil, issuerKey: key.pointer).pem()
  }

  /// - Parameter key: the private key of whom the certificate names, as PEM.
  /// - Returns: the certificate that takes the place of the one that named them.
  func renewed(_ name: PeerName, key: [UInt8], validity: Validity) throws -> [UInt8] {
    let key = try PrivateKey(pem: key, what: "the private key of \(name)")
    switch name {
    case .coordinator:
      return try self.certify(
        key, name, purpose: .coordinator, commonName: "board coordinator", validity: validity)
    case .device(_, let user, _):
      return try self.certify(
        key, name, purpose: .device, commonName: user.description, validity: validity)
    }
  }
}
