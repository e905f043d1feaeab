import COpenSSL
import TLS

/// A certificate of OpenSSL's, and what it says.
struct Certificate: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over `pointer`.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// `what` names the source in errors.
  init(pem: [UInt8], what: String) throws {
    self.pointer = try PEMBytes.read(pem) { bio in
      guard let certificate = PEM_read_bio_X509(bio, nil, nil, nil) else {
        throw IdentityError.openSSL(what, kind: .malformedFile)
      }
      return certificate
    }
  }

  deinit {
    X509_free(self.pointer)
  }

  func pem() throws -> [UInt8] {
    try PEMBytes.write { PEM_write_bio_X509($0, self.pointer) }
  }

  var name: PeerName {
    get throws { try PeerName(certificateURIs: subjectAlternativeURIs(self.pointer)) }
  }

  /// The organization of the subject, where the authority keeps its cluster's name.
  var organization: String? {
    let subject = X509_get_subject_name(self.pointer)
    let index = X509_NAME_get_index_by_NID(subject, NID_organizationName, -1)
    guard index >= 0, let entry = X509_NAME_get_entry(subject, index),
      let value = X509_NAME_ENTRY_get_data(entry)
    else { return nil }
    let bytes = UnsafeBufferPointer(
      start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether `now`, in seconds since 1970, lies between the two dates of the certificate.
  func isValid(at now: Int) -> Bool {
    var now = now
    return X509_cmp_time(X509_get0_notBefore(self.pointer), &now) < 0
      && X509_cmp_time(X509_get0_notAfter(self.pointer), &now) > 0
  }

  func matches(_ key: borrowing PrivateKey) -> Bool {
    ERR_clear_error()
    defer { ERR_clear_error() }
    return X509_check_private_key(self.pointer, key.pointer) == 1
  }

  func isSigned(by authority: borrowing Certificate) -> Bool {
    ERR_clear_error()
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(authority.pointer) else { return false }
    return X509_check_issued(authority.pointer, self.pointer) == X509_V_OK
      && X509_verify(self.pointer, key) == 1
  }
}
