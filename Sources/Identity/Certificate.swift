import COpenSSL
import TLS

/// An X.509 certificate in OpenSSL's memory, freed with this value.
struct Certificate: ~Copyable {
  let pointer: OpaquePointer

  /// Takes ownership of `pointer`.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// Reads the first certificate in `pem`. `what` names the source in errors.
  init(pem: [UInt8], what: String) throws {
    pointer = try PEMBytes.read(pem) { bio in
      guard let certificate = PEM_read_bio_X509(bio, nil, nil, nil) else {
        throw IdentityError.openSSL(what, kind: .malformedFile)
      }
      return certificate
    }
  }

  /// Reads a certificate in DER, which must fill `der`. `what` names the source in errors.
  init(der: [UInt8], what: String) throws {
    ERR_clear_error()
    let read = der.withUnsafeBufferPointer { bytes -> (certificate: OpaquePointer, count: Int)? in
      var end = bytes.baseAddress
      guard let certificate = d2i_X509(nil, &end, bytes.count), let end,
        let begin = bytes.baseAddress
      else { return nil }
      return (certificate, end - begin)
    }
    guard let read else { throw IdentityError.openSSL(what, kind: .malformedFile) }
    guard read.count == der.count else {
      X509_free(read.certificate)
      throw IdentityError(
        kind: .malformedFile, detail: "\(what) cannot be used: bytes follow the certificate")
    }
    pointer = read.certificate
  }

  deinit {
    X509_free(pointer)
  }

  func der() throws -> [UInt8] {
    try DERBytes.write("a certificate") { i2d_X509(pointer, $0) }
  }

  /// The SHA-256 of the SubjectPublicKeyInfo, 32 bytes.
  func keyHash() throws -> [UInt8] {
    guard let key = subjectPublicKeyInfo(pointer) else {
      throw IdentityError.openSSL("the public key of a certificate")
    }
    return try MessageDigest.sha256(key)
  }

  func pem() throws -> [UInt8] {
    try PEMBytes.write { PEM_write_bio_X509($0, pointer) }
  }

  var name: PeerName {
    get throws { try PeerName(certificateURIs: subjectAlternativeURIs(pointer)) }
  }

  /// The organization of the subject: in an authority's certificate, the cluster's name.
  var organization: String? {
    let subject = X509_get_subject_name(pointer)
    let index = X509_NAME_get_index_by_NID(subject, NID_organizationName, -1)
    guard index >= 0, let entry = X509_NAME_get_entry(subject, index),
      let value = X509_NAME_ENTRY_get_data(entry)
    else { return nil }
    let bytes = UnsafeBufferPointer(
      start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value)))
    return String(decoding: bytes, as: UTF8.self)
  }

  func matches(_ key: borrowing PrivateKey) -> Bool {
    ERR_clear_error()
    defer { ERR_clear_error() }
    return X509_check_private_key(pointer, key.pointer) == 1
  }

  func isSigned(by authority: borrowing Certificate) -> Bool {
    ERR_clear_error()
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(authority.pointer) else { return false }
    return X509_check_issued(authority.pointer, pointer) == X509_V_OK
      && X509_verify(pointer, key) == 1
  }
}
