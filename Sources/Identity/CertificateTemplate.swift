import COpenSSL

/// The contents of a certificate that is to be signed.
struct CertificateTemplate {
  enum Purpose {
    case authority
    case coordinator
    case device
  }

  let purpose: Purpose
  let cluster: NamePart
  let commonName: String
  /// The name in the subject alternative name; nil for the authority, which is never a peer.
  let name: PeerName?
  let validity: Validity

  init(authorityOf cluster: NamePart, validity: Validity) {
    purpose = .authority
    self.cluster = cluster
    commonName = "board authority"
    name = nil
    self.validity = validity
  }

  /// The certificate of a peer, whose purpose follows from its name.
  init(for name: PeerName, validity: Validity) {
    switch name {
    case .coordinator:
      purpose = .coordinator
      commonName = "board coordinator"
    case .device(_, let user, _):
      purpose = .device
      commonName = user.description
    }
    cluster = name.cluster
    self.name = name
    self.validity = validity
  }

  /// Makes a certificate for `key`, signed with `issuerKey`. A nil `issuer` makes it self-signed.
  /// `key` may be a public key alone.
  func sign(
    key: OpaquePointer, issuer: OpaquePointer?, issuerKey: OpaquePointer
  ) throws -> Certificate {
    ERR_clear_error()
    guard let pointer = X509_new() else { throw IdentityError.openSSL("a new certificate") }
    let certificate = Certificate(owning: pointer)
    try Self.check(X509_set_version(pointer, Int(X509_VERSION_3)))
    try Self.setRandomSerial(pointer)
    try setSubject(pointer)
    try Self.check(
      X509_set_issuer_name(pointer, X509_get_subject_name(issuer ?? pointer)))
    guard ASN1_TIME_set(X509_getm_notBefore(pointer), validity.from) != nil,
      ASN1_TIME_set(X509_getm_notAfter(pointer), validity.to) != nil
    else { throw IdentityError.openSSL("the validity of a certificate") }
    try Self.check(X509_set_pubkey(pointer, key))
    for (nid, value) in extensions {
      try Self.add(nid, value, to: pointer, issuer: issuer ?? pointer)
    }
    guard X509_sign(pointer, issuerKey, EVP_sha256()) > 0 else {
      throw IdentityError.openSSL("the signature of a certificate")
    }
    return certificate
  }

  /// The X.509 extensions in the order in which they are added. The authority key identifier is
  /// copied from the issuer's subject key identifier, which a self-signed certificate must already
  /// have.
  private var extensions: [(CInt, String)] {
    var extensions: [(CInt, String)]
    switch purpose {
    case .authority:
      extensions = [
        (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
        (NID_key_usage, "critical,keyCertSign,cRLSign"),
      ]
    case .coordinator, .device:
      extensions = [
        (NID_basic_constraints, "critical,CA:FALSE"),
        (NID_key_usage, "critical,digitalSignature"),
        (NID_ext_key_usage, purpose == .coordinator ? "serverAuth" : "clientAuth"),
      ]
    }
    extensions.append((NID_subject_key_identifier, "hash"))
    extensions.append((NID_authority_key_identifier, "keyid:always"))
    if let name { extensions.append((NID_subject_alt_name, "URI:\(name)")) }
    return extensions
  }

  private func setSubject(_ certificate: OpaquePointer) throws {
    let subject = X509_get_subject_name(certificate)
    for (nid, text) in [
      (NID_organizationName, cluster.description), (NID_commonName, commonName),
    ] {
      let bytes = Array(text.utf8)
      try Self.check(
        X509_NAME_add_entry_by_NID(
          subject, nid, MBSTRING_FLAG | 0, bytes, CInt(bytes.count), -1, 0))
    }
  }

  /// Sets a random serial number of 127 bits, positive and never zero (RFC 5280, 4.1.2.2).
  private static func setRandomSerial(_ certificate: OpaquePointer) throws {
    var bytes = try Randomness.bytes(16)
    bytes[0] = bytes[0] & 0x7f | 0x40
    guard let number = BN_bin2bn(bytes, CInt(bytes.count), nil) else {
      throw IdentityError.openSSL("a serial number")
    }
    defer { BN_free(number) }
    guard BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil else {
      throw IdentityError.openSSL("a serial number")
    }
  }

  private static func add(
    _ nid: CInt, _ value: String, to certificate: OpaquePointer, issuer: OpaquePointer
  ) throws {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
    guard let made = X509V3_EXT_conf_nid(nil, &context, nid, value) else {
      throw IdentityError.openSSL("the certificate extension \(value)")
    }
    defer { X509_EXTENSION_free(made) }
    try check(X509_add_ext(certificate, made, -1))
  }

  private static func check(_ result: CInt) throws {
    guard result == 1 else { throw IdentityError.openSSL("a new certificate") }
  }
}
